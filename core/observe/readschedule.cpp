// SPDX-License-Identifier: Apache-2.0
#include "core/observe/readschedule.h"

#include "core/base/clock.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace lockscope::observe {

namespace {

std::chrono::milliseconds untilDue(qint64 waitNs)
{
    return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::nanoseconds(waitNs));
}

std::optional<QString> takeFirst(std::deque<QString> &paths)
{
    if (paths.empty())
        return std::nullopt;
    QString path = std::move(paths.front());
    paths.pop_front();
    return path;
}

} // namespace

ReadSchedule::ReadSchedule(QObject *parent)
    : QObject(parent)
{
    m_pace.setSingleShot(true);
    m_pace.setTimerType(Qt::PreciseTimer);
    connect(&m_pace, &QTimer::timeout, this, &ReadSchedule::releasePaced);
}

void ReadSchedule::wantList(const QString &path, qint64 notBeforeNs)
{
    const qint64 waitNs = notBeforeNs - nowNs();
    if (waitNs <= 0) {
        m_lists.push_back(path);
        Q_EMIT ready();
        return;
    }
    m_paced.push_back({path, notBeforeNs});
    const auto wait = untilDue(waitNs);
    if (!m_pace.isActive() || m_pace.remainingTimeAsDuration() > wait)
        m_pace.start(wait);
}

void ReadSchedule::hasten(const QString &path)
{
    for (Paced &paced : m_paced) {
        if (paced.path == path)
            paced.notBeforeNs = 0;
    }
    releasePaced();
}

void ReadSchedule::hastenAll()
{
    for (Paced &paced : m_paced)
        paced.notBeforeNs = 0;
    releasePaced();
}

void ReadSchedule::releasePaced()
{
    const qint64 now = nowNs();
    qint64 nextNs = std::numeric_limits<qint64>::max();
    std::vector<Paced> later;
    for (Paced &paced : m_paced) {
        if (paced.notBeforeNs <= now) {
            m_lists.push_back(std::move(paced.path));
        } else {
            nextNs = std::min(nextNs, paced.notBeforeNs);
            later.push_back(std::move(paced));
        }
    }
    m_paced = std::move(later);
    if (!m_paced.empty())
        m_pace.start(untilDue(nextNs - now));
    Q_EMIT ready();
}

void ReadSchedule::stop()
{
    m_pace.stop();
}

std::optional<QString> ReadSchedule::nextList()
{
    return takeFirst(m_lists);
}

std::optional<QString> ReadSchedule::nextNode()
{
    return takeFirst(m_nodes);
}

} // namespace lockscope::observe
