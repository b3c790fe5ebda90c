// SPDX-License-Identifier: Apache-2.0
// A bar for each lock of a comparison, as long as it is fast, while it is being measured. Never measures.
#pragma once

#include "core/compare/comparison.h"

#include <QWidget>

namespace lockscope::ui {

class CompareChart : public QWidget
{
    Q_OBJECT
public:
    explicit CompareChart(QWidget *parent = nullptr);

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
        double value = 0;
    };

    int rowHeight() const { return fontMetrics().height() + 6; }

    QList<Bar> m_bars;
};

} // namespace lockscope::ui
