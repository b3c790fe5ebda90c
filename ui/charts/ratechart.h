// SPDX-License-Identifier: Apache-2.0
// Hand-overs a second over time, and beside them the turns that were not seen singly.
#pragma once

#include "core/checks/locktiming.h"
#include "ui/charts/chartcard.h"
#include "ui/charts/chartgeometry.h"

namespace lockscope::ui {

class RateChart : public ChartCard
{
    Q_OBJECT
public:
    explicit RateChart(QWidget *parent = nullptr);

    /// \a nowNs: the instant of what is shown.
    void show(const journal::LockTiming &timing, qint64 nowNs);
    /// Hand-overs in each stretch that is drawn; of the newest one as far as it has come.
    const std::vector<int> &counts() const { return m_counts; }
    const Stretches &stretches() const { return m_stretches; }

protected:
    void paintPlot(QPainter &painter, const Theme &theme, const QRectF &plot) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void recount();

    journal::LockTiming m_timing;
    qint64 m_nowNs = 0;
    Stretches m_stretches;
    std::vector<int> m_counts;
    std::vector<int> m_unseen;
};

} // namespace lockscope::ui
