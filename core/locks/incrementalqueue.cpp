// SPDX-License-Identifier: Apache-2.0
#include "core/locks/incrementalqueue.h"

#include "core/locks/dialectregistry.h"
#include "core/locks/sequence.h"

#include <QHash>

#include <algorithm>
#include <functional>
#include <utility>

namespace lockscope::locks {

namespace {

/// Those with a Stat by czxid, the others after them by number, and children that are no contenders by name, as in
/// readQueue().
bool isServedBefore(const Contender &a, const Contender &b)
{
    if (!a.parsed || !b.parsed)
        return a.node.name < b.node.name;
    if (a.node.stat.has_value() != b.node.stat.has_value())
        return a.node.stat.has_value();
    if (a.node.stat && a.node.stat->czxid != b.node.stat->czxid)
        return a.node.stat->czxid < b.node.stat->czxid;
    return a.parsed->sequence < b.parsed->sequence;
}

/// What is not the token and not the number: names of one form are read alike by every dialect.
bool haveOneForm(const Contender &a, const Contender &b)
{
    const auto rest = [](const Contender &contender) {
        QString name = contender.node.name;
        if (!contender.parsed->token.isEmpty())
            name.replace(contender.parsed->token, QString(contender.parsed->token.size(), u'*'));
        while (!name.isEmpty() && name.back().isDigit())
            name.chop(1);
        return std::pair(name, contender.node.name.size());
    };
    return rest(a) == rest(b);
}

bool areOfOneKind(const Contender &a, const Contender &b)
{
    const ParsedName &left = *a.parsed;
    const ParsedName &right = *b.parsed;
    return left.dialect == right.dialect && left.kind == right.kind && left.mode == right.mode
           && left.role == right.role;
}

/// A contender like any other of a mutex: its place alone decides when it is served.
bool isOrdinary(const Contender &contender)
{
    return isContender(contender) && contender.parsed->mode == Mode::Exclusive && !contender.waitsForAny
           && !contender.askedToRelease && !contender.untilMs;
}

/// Waits for the one before it and for no other.
bool isInLine(const Contender &contender, size_t index)
{
    const IndexList &waits = contender.waits;
    return contender.placeShift == 0 && (index == 0 ? waits.isEmpty() : waits.size() == 1 && waits.front() == -1);
}

/// The number that stands at the end of a name, whatever its dialect.
std::optional<qint64> numberIn(QStringView name)
{
    const auto split = likelierSplit(name, splitName(name));
    return split ? std::optional(split->sequence) : std::nullopt;
}

/// Its name alone gives its place in a line whose numbers rise.
bool isFoundByNumber(const Contender &contender)
{
    return numberIn(contender.node.name) == contender.parsed->sequence;
}

/// No contender, and not even the name of one.
bool isStranger(const Contender &contender)
{
    return !contender.parsed && contender.state == ContenderState::Foreign && contender.waits.isEmpty()
           && !contender.placeShift && !contender.askedToRelease && !contender.untilMs;
}

/// One who comes waits for the one before it, whatever its token and its data: some dialects look at those.
bool waitsForTheLast(const LockQueue &queue, const Contender &contender)
{
    const bool isGeneric = queue.dialect == Dialect::Generic;
    const WaitRule rule = rulesOf(isGeneric ? queue.dialect : contender.parsed->dialect).waits;
    return rule == &nodeBefore || rule == &nodeBeforeOfOneName || rule == &nearestBlocker || rule == &oldestWriter;
}

bool isLine(const LockQueue &queue)
{
    if (!isContender(queue.contenders.front()))
        return false;
    const Contender &first = queue.contenders.front();
    if (!waitsForTheLast(queue, first))
        return false;
    const Contender *before = nullptr;
    size_t index = 0;
    for (const Contender &contender : queue.contenders) {
        if (!isOrdinary(contender) || !areOfOneKind(contender, first) || !isInLine(contender, index++)
            || !isFoundByNumber(contender))
            return false;
        // Numbers rise along the line: each stands at the place of its creation.
        if (before && before->parsed->sequence >= contender.parsed->sequence)
            return false;
        before = &contender;
    }
    return haveOneForm(first, queue.contenders.back());
}

} // namespace

IncrementalQueue::IncrementalQueue(LockQueue queue, int shortestFollowed)
    : m_queue(std::move(queue))
    , m_shortest(std::max(shortestFollowed, 3)) // two contenders do not show what a third would wait for
{
    if (static_cast<int>(m_queue.contenders.size()) >= m_shortest)
        m_shape = shapeOf(m_queue);
}

IncrementalQueue::Shape IncrementalQueue::shapeOf(const LockQueue &queue)
{
    if (!queue.findings.isEmpty())
        return Shape::Other;
    if (std::all_of(queue.contenders.begin(), queue.contenders.end(), isStranger))
        return Shape::Crowd;
    return isLine(queue) ? Shape::Line : Shape::Other;
}

bool IncrementalQueue::isLike(const Contender &arriving, const Contender &known) const
{
    if (m_shape == Shape::Crowd)
        return isStranger(arriving);
    return isOrdinary(arriving) && areOfOneKind(arriving, known) && haveOneForm(arriving, known)
           && isFoundByNumber(arriving);
}

bool IncrementalQueue::update(LockSource now, const QSet<QString> &changed)
{
    const qsizetype most = static_cast<qsizetype>(m_queue.contenders.size()) / 4;
    if (m_shape == Shape::Other || changed.size() > most || now.queue || now.leases)
        return false;
    m_queue.parentStat = now.parentStat;
    auto arriving = readTogether(std::move(now), changed);
    const size_t newcomers = arriving ? arriving->size() : 0;
    const bool follows = arriving && drop(changed, *arriving) && put(*std::move(arriving));
    if (follows && m_shape == Shape::Line)
        serve(newcomers);
    m_queue.findings.clear();
    if (!follows)
        m_shape = Shape::Other;
    return follows;
}

std::optional<std::vector<Contender>> IncrementalQueue::readTogether(LockSource nodes,
                                                                     const QSet<QString> &changed) const
{
    std::vector<Contender> arriving;
    if (nodes.children.empty())
        return arriving;
    const size_t count = nodes.children.size();
    const auto unchanged =
        std::find_if(m_queue.contenders.begin(), m_queue.contenders.end(),
                     [&](const Contender &contender) { return !changed.contains(contender.node.name); });
    if (unchanged == m_queue.contenders.end())
        return std::nullopt;
    const Contender &known = *unchanged;
    nodes.children.push_back(known.node);
    LockQueue read = readQueue(std::move(nodes));
    if (read.kind != m_queue.kind || read.dialect != m_queue.dialect || read.title != m_queue.title
        || read.clientName != m_queue.clientName || read.maxLeases != m_queue.maxLeases || !read.findings.isEmpty()
        || read.contenders.size() != count + 1)
        return std::nullopt;
    for (const Contender &contender : read.contenders) {
        if (!isLike(contender, known))
            return std::nullopt;
        if (contender.node.name != known.node.name)
            arriving.push_back(contender);
    }
    return arriving.size() == count ? std::optional(std::move(arriving)) : std::nullopt;
}

/// The place of the one with this name, by its number or, in a crowd, by the name itself.
std::optional<size_t> IncrementalQueue::find(const QString &name) const
{
    const ContenderList &all = m_queue.contenders;
    const auto number = m_shape == Shape::Line ? numberIn(name) : std::optional<qint64>(0);
    if (!number)
        return std::nullopt;
    const auto found = std::partition_point(all.begin(), all.end(), [&](const Contender &contender) {
        return m_shape == Shape::Line ? contender.parsed->sequence < *number : contender.node.name < name;
    });
    const bool isThere = found != all.end() && found->node.name == name;
    return isThere ? std::optional(static_cast<size_t>(found - all.begin())) : std::nullopt;
}

/// Takes out all whose names are in \a changed. False if the data of one became another: it may mean something.
bool IncrementalQueue::drop(const QSet<QString> &changed, const std::vector<Contender> &now)
{
    QHash<QStringView, const Contender *> byName;
    for (const Contender &contender : now)
        byName.insert(contender.node.name, &contender);
    std::vector<size_t> places;
    for (const QString &name : changed) {
        const auto place = find(name);
        if (!place)
            continue;
        places.push_back(*place);
        const ChildNode &before = m_queue.contenders[*place].node;
        const Contender *again = byName.value(name);
        // What is read for the first time is no change.
        const bool wasRead = before.stat && before.access != ChildNode::Data::NotRead;
        if (m_shape == Shape::Line && wasRead && again && again->node.data != before.data)
            return false;
    }
    if (m_queue.contenders.size() - places.size() < static_cast<size_t>(m_shortest))
        return false;
    std::sort(places.begin(), places.end(), std::greater<>()); // from the end: the other places stay what they are
    for (const size_t place : places)
        m_queue.contenders.erase(place);
    return true;
}

/// Each where it is served. False where numbers do not rise along the line any more.
bool IncrementalQueue::put(std::vector<Contender> arriving)
{
    ContenderList &all = m_queue.contenders;
    for (Contender &contender : arriving) {
        const auto after = std::partition_point(
            all.begin(), all.end(), [&](const Contender &other) { return !isServedBefore(contender, other); });
        if (m_shape == Shape::Line) {
            const auto rises = [](const Contender &a, const Contender &b) {
                return a.parsed->sequence < b.parsed->sequence;
            };
            if ((after != all.begin() && !rises(*(after - 1), contender))
                || (after != all.end() && !rises(contender, *after)))
                return false;
            contender.waits = {-1};
            contender.placeShift = 0;
            contender.state = contender.node.stat ? ContenderState::Waiting : ContenderState::Pending;
        }
        all.insert(static_cast<size_t>(after - all.begin()), std::move(contender));
    }
    return true;
}

/// The first in line holds. Only contenders that came, or that stood first before, can have a wrong state: they are
/// among the first \a newcomers + 1.
void IncrementalQueue::serve(size_t newcomers)
{
    ContenderList &all = m_queue.contenders;
    for (size_t index = 0; index < std::min(all.size(), newcomers + 1); ++index) {
        const Contender &now = all[index];
        const ContenderState state = !now.node.stat ? ContenderState::Pending
                                     : index == 0   ? ContenderState::Holding
                                                    : ContenderState::Waiting;
        if (now.state == state && isInLine(now, index))
            continue;
        Contender served = now;
        served.state = state;
        served.waits.clear();
        if (index > 0)
            served.waits.push_back(-1);
        all.replace(index, std::move(served));
    }
    m_queue.holders.clear();
    if (all.front().state == ContenderState::Holding)
        m_queue.holders.push_back(0);
    m_queue.waiting = static_cast<int>(all.size() - m_queue.holders.size());
}

} // namespace lockscope::locks
