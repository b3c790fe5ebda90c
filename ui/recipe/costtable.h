// SPDX-License-Identifier: Apache-2.0
// What one release costs in each variant, side by side: a bar and two figures each, the one that is looked at marked.
// Shows core/locks' figures and nothing of its own.
#pragma once

#include "core/locks/releasecost.h"

#include <QWidget>

namespace lockscope::ui {

class CostTable : public QWidget
{
    Q_OBJECT
public:
    struct Row
    {
        QString label;
        locks::ReleaseCost cost;
        bool isCurrent = false;
        bool growsWithWaiters = false; ///< it costs more the more wait

        bool operator==(const Row &) const = default;
    };

    explicit CostTable(QWidget *parent = nullptr);

    /// \a recipe is marked, and added where it is none of the usual ones; \a waiting stand behind the holder.
    void show(locks::RecipeId recipe, qint64 waiting);
    const std::vector<Row> &rows() const { return m_rows; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<Row> m_rows;
};

/// The rows for a recipe and so many waiters.
std::vector<CostTable::Row> costRows(locks::RecipeId recipe, qint64 waiting);
/// "6 events, 12 requests"
QString costText(const locks::ReleaseCost &cost);

} // namespace lockscope::ui
