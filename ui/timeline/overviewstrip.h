// SPDX-License-Identifier: Apache-2.0
// All of time in one strip: how much happened when, and which part of it the timeline shows.
// Never scrolls by itself: it asks, and shows what it is given.
#pragma once

#include "ui/timeline/lanes.h"
#include "ui/timeline/timescale.h"

#include <QWidget>

#include <functional>
#include <optional>

namespace lockscope::ui {

class OverviewStrip : public QWidget
{
    Q_OBJECT
public:
    OverviewStrip(const LaneIndex *index, std::function<qint64()> now, QWidget *parent = nullptr);

    /// What the timeline shows.
    void setShown(qint64 fromNs, qint64 toNs);
    void setCursor(std::optional<qint64> ns);

    QSize sizeHint() const override { return {400, 30}; }
    QSize minimumSizeHint() const override { return {100, 30}; }

Q_SIGNALS:
    /// That instant is wanted in the middle.
    void centreWanted(qint64 ns);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    TimeScale scale() const;
    QRect ground() const;

    const LaneIndex *m_index;
    std::function<qint64()> m_now;
    qint64 m_fromNs = 0;
    qint64 m_toNs = 0;
    std::optional<qint64> m_cursorNs;
};

/// How many of \a sorted fall into each of \a columns of equal length from \a fromNs to \a toNs.
std::vector<int> densityOf(const std::vector<qint64> &sorted, qint64 fromNs, qint64 toNs, int columns);

} // namespace lockscope::ui
