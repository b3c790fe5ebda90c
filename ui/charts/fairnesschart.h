// SPDX-License-Identifier: Apache-2.0
// How often each got the lock, a column for each, and in plain words how even that is and who went before their turn.
#pragma once

#include "core/checks/locktiming.h"
#include "ui/charts/chartcard.h"

namespace lockscope::ui {

class FairnessChart : public ChartCard
{
    Q_OBJECT
public:
    explicit FairnessChart(QWidget *parent = nullptr);

    void show(const journal::Fairness &fairness);
    /// "12 clients had the lock 3 to 5 times each."
    QString sharesText() const { return m_sharesText; }
    /// "Nobody was served before their turn."
    QString orderText() const { return m_orderText; }

    QSize sizeHint() const override { return {260, 220}; }

protected:
    void paintPlot(QPainter &painter, const Theme &theme, const QRectF &plot) override;

private:
    journal::Fairness m_fairness;
    QString m_sharesText;
    QString m_orderText;
};

} // namespace lockscope::ui
