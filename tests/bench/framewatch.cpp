// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/framewatch.h"

#include <QCoreApplication>
#include <QEvent>
#include <QWidget>

#include <ctime>
#include <utility>

namespace lockscope::bench {

qint64 threadNs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

double usedMs(qint64 sinceNs)
{
    return double(threadNs() - sinceNs) / 1e6;
}

FrameWatch::FrameWatch(QWidget *widget)
{
    widget->installEventFilter(this);
}

void FrameWatch::clear()
{
    m_frames.clear();
    m_workMs = 0;
}

bool FrameWatch::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::Paint || m_inside)
        return false;
    const qint64 startNs = threadNs();
    m_inside = true;
    QCoreApplication::sendEvent(watched, event); // comes by here once more, and is let through
    m_inside = false;
    m_frames.push_back(std::exchange(m_workMs, 0) + usedMs(startNs));
    if (painted)
        painted();
    return true;
}

} // namespace lockscope::bench
