// SPDX-License-Identifier: Apache-2.0
#include "core/observe/readschedule.h"

#include "core/base/clock.h"
#include "core/base/path.h"

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
        return pace({path, notBeforeNs, true});
    at(urgency).lists.push_back(path);
    Q_EMIT ready();
}

void ReadSchedule::wantNodeLater(const QString &path, qint64 notBeforeNs)
{
    pace({path, notBeforeNs, false});
}

void ReadSchedule::wantNodes(const QString &directory, const QList<QString> &names, Urgency urgency, bool isDue)
{
    if (names.isEmpty())
        return;
    Wanted &wanted = at(urgency);
    wanted.nodes.push_back({directory, NameList(names), isDue});
    wanted.nodeCount += names.size();
}

void ReadSchedule::hasten(const QString &path)
{
    const auto waitingLists =
        std::erase_if(m_paced, [&path](const Paced &paced) { return paced.isList && paced.path == path; });
    if (waitingLists + std::erase(at(Urgency::Aside).lists, path) + std::erase(at(Urgency::InTurn).lists, path) > 0)
        at(Urgency::First).lists.push_back(path);
    Q_EMIT ready();
}

void ReadSchedule::forgetNodes()
{
    for (Wanted &wanted : m_wanted) {
        wanted.nodes.clear();
        wanted.nodeCount = 0;
    }
    std::erase_if(m_paced, [](const Paced &paced) { return !paced.isList; });
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
    const auto append = [](auto &others, auto &&moved) {
        others.insert(others.end(), std::make_move_iterator(moved.begin()), std::make_move_iterator(moved.end()));
    };
    Wanted moved = std::exchange(at(from), {});
    append(at(to).lists, std::move(moved.lists));
    append(at(to).nodes, std::move(moved.nodes));
    at(to).nodeCount += moved.nodeCount;
}

template<typename Has>
ReadSchedule::Wanted *ReadSchedule::firstWith(Has has)
{
    for (const Urgency urgency : {Urgency::First, Urgency::InTurn}) {
        Wanted &wanted = at(urgency);
        if (has(wanted) && !(m_held && urgency == Urgency::InTurn))
            return &wanted;
    }
    return nullptr;
}

std::optional<QString> ReadSchedule::nextList()
{
    Wanted *wanted = firstWith([](const Wanted &one) { return !one.lists.empty(); });
    if (!wanted)
        return std::nullopt;
    QString path = std::move(wanted->lists.front());
    wanted->lists.pop_front();
    return path;
}

qsizetype ReadSchedule::dueNodes() const
{
    qsizetype count = 0;
    for (const Urgency urgency : {Urgency::First, Urgency::InTurn}) {
        for (const Siblings &siblings : at(urgency).nodes)
            count += siblings.isDue ? siblings.names.size() - siblings.next : 0;
    }
    return count;
}

std::optional<ReadSchedule::Node> ReadSchedule::nextNode()
{
    Wanted *wanted = firstWith([](const Wanted &one) { return !one.nodes.empty(); });
    if (!wanted)
        return std::nullopt;
    Siblings &siblings = wanted->nodes.front();
    Node node{joinPath(siblings.directory, siblings.names[siblings.next]), siblings.isDue};
    --wanted->nodeCount;
    if (++siblings.next == siblings.names.size())
        wanted->nodes.pop_front();
    return node;
}

int ReadSchedule::listsLater() const
{
    return static_cast<int>(at(Urgency::Aside).lists.size())
           + static_cast<int>(std::ranges::count_if(m_paced, &Paced::isList));
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
        if (paced.notBeforeNs <= now && paced.isList) {
            at(Urgency::InTurn).lists.push_back(std::move(paced.path));
        } else if (paced.notBeforeNs <= now) {
            wantNode(paced.path);
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

#include "moc_readschedule.cpp"
