// SPDX-License-Identifier: Apache-2.0
#include "core/observe/readschedule.h"

#include "core/base/clock.h"

#include <algorithm>
#include <chrono>
#include <iterator>
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

void ReadSchedule::wantList(const QString &path, qint64 notBeforeNs, Urgency urgency)
{
    if (urgency != Urgency::InTurn) {
        (urgency == Urgency::ByHand ? m_urgentLists : m_asideLists).push_back(path);
        Q_EMIT ready();
        return;
    }
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

void ReadSchedule::wantNode(const QString &path, Urgency urgency)
{
    switch (urgency) {
    case Urgency::InTurn: m_nodes.push_back(path); break;
    case Urgency::ByHand: m_urgentNodes.push_back(path); break;
    case Urgency::Aside: m_asideNodes.push_back(path); break;
    }
}

void ReadSchedule::hasten(const QString &path)
{
    const auto isMeant = [&path](const auto &wanted) {
        if constexpr (requires { wanted.path; })
            return wanted.path == path;
        else
            return wanted == path;
    };
    if (std::erase_if(m_paced, isMeant) + std::erase_if(m_asideLists, isMeant) + std::erase_if(m_lists, isMeant) > 0)
        m_urgentLists.push_back(path);
    Q_EMIT ready();
}

void ReadSchedule::forgetNodes()
{
    m_nodes.clear();
    m_urgentNodes.clear();
    m_asideNodes.clear();
}

void ReadSchedule::setHeld(bool held)
{
    m_held = held;
    if (!held)
        Q_EMIT ready();
}

void ReadSchedule::setAside()
{
    const auto append = [](std::deque<QString> &to, std::deque<QString> &from) {
        to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
        from.clear();
    };
    append(m_asideLists, m_lists);
    append(m_asideNodes, m_nodes);
}

void ReadSchedule::takeUp()
{
    m_lists.insert(m_lists.end(), m_asideLists.begin(), m_asideLists.end());
    m_nodes.insert(m_nodes.end(), m_asideNodes.begin(), m_asideNodes.end());
    m_asideLists.clear();
    m_asideNodes.clear();
    Q_EMIT ready();
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
    if (auto urgent = takeFirst(m_urgentLists))
        return urgent;
    return m_held ? std::nullopt : takeFirst(m_lists);
}

std::optional<QString> ReadSchedule::nextNode()
{
    if (auto urgent = takeFirst(m_urgentNodes))
        return urgent;
    return m_held ? std::nullopt : takeFirst(m_nodes);
}

} // namespace lockscope::observe
