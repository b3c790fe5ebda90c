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
    if (urgency == Urgency::InTurn && notBeforeNs > nowNs())
        return pace({path, notBeforeNs, &Wanted::lists});
    at(urgency).lists.push_back(path);
    Q_EMIT ready();
}

void ReadSchedule::wantNodeLater(const QString &path, qint64 notBeforeNs)
{
    pace({path, notBeforeNs, &Wanted::nodes});
}

void ReadSchedule::hasten(const QString &path)
{
    const auto waitingLists = std::erase_if(
        m_paced, [&path](const Paced &paced) { return paced.kind == &Wanted::lists && paced.path == path; });
    if (waitingLists + std::erase(at(Urgency::Aside).lists, path) + std::erase(at(Urgency::InTurn).lists, path) > 0)
        at(Urgency::ByHand).lists.push_back(path);
    Q_EMIT ready();
}

void ReadSchedule::forgetNodes()
{
    for (Wanted &wanted : m_wanted)
        wanted.nodes.clear();
    std::erase_if(m_paced, [](const Paced &paced) { return paced.kind == &Wanted::nodes; });
}

void ReadSchedule::setHeld(bool held)
{
    m_held = held;
    if (!held)
        Q_EMIT ready();
}

void ReadSchedule::takeUp()
{
    move(Urgency::Aside, Urgency::InTurn);
    Q_EMIT ready();
}

void ReadSchedule::move(Urgency from, Urgency to)
{
    for (const auto kind : {&Wanted::lists, &Wanted::nodes}) {
        Paths &paths = at(from).*kind;
        Paths &others = at(to).*kind;
        others.insert(others.end(), std::make_move_iterator(paths.begin()), std::make_move_iterator(paths.end()));
        paths.clear();
    }
}

std::optional<QString> ReadSchedule::next(Paths Wanted::*kind)
{
    for (const Urgency urgency : {Urgency::ByHand, Urgency::InTurn}) {
        Paths &paths = at(urgency).*kind;
        if (paths.empty() || (m_held && urgency == Urgency::InTurn))
            continue;
        QString path = std::move(paths.front());
        paths.pop_front();
        return path;
    }
    return std::nullopt;
}

void ReadSchedule::pace(Paced paced)
{
    const auto wait = untilDue(paced.notBeforeNs - nowNs());
    m_paced.push_back(std::move(paced));
    if (!m_pace.isActive() || m_pace.remainingTimeAsDuration() > wait)
        m_pace.start(std::max(wait, std::chrono::milliseconds(0)));
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
            (at(Urgency::InTurn).*paced.kind).push_back(std::move(paced.path));
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

} // namespace lockscope::observe
