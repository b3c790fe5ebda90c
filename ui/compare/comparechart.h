// SPDX-License-Identifier: Apache-2.0
// A bar for each lock of a comparison, as long as one of its figures is great, while it is being measured. Never
// measures.
#pragma once

#include "core/compare/comparisontables.h"

#include <QWidget>

namespace lockscope::ui {

class CompareChart : public QWidget
{
    Q_OBJECT
public:
    enum class Figure { Speed, Handoff, Requests };

    explicit CompareChart(Figure figure, QWidget *parent = nullptr);

    void setComparison(const compare::Comparison &comparison);
    /// "MariaDB, sql-row: 412 a second with 10 at once", a line for each bar.
    QStringList texts() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {320, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *) override;

private:
    struct Bar
    {
        QString name;
        QString figure;
        compare::Spread value;
    };

    QString sentence(double value, int clients) const;

    int rowHeight() const { return fontMetrics().height() + 6; }

    Figure m_figure;
    QList<Bar> m_bars;
};

} // namespace lockscope::ui
