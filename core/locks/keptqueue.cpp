// SPDX-License-Identifier: Apache-2.0
#include "core/locks/keptqueue.h"

#include <algorithm>
#include <iterator>
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

/// What is not the token and not the number: names of one form are read alike by every grammar.
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

bool isContender(const Contender &contender)
{
    return contender.parsed && contender.state != ContenderState::Foreign;
}

/// A contender like any other of a mutex: nothing but its place tells when it is served.
bool isOrdinary(const Contender &contender)
{
    return isContender(contender) && contender.parsed->mode == Mode::Exclusive && !contender.waitsForAny
           && !contender.askedToRelease && !contender.untilMs;
}

/// Waits for the one before it and for nobody else.
bool isInLine(const Contender &contender, int index)
{
    return contender.dialectPlace == index
           && (index == 0 ? contender.waitsFor.empty()
                          : contender.waitsFor.size() == 1 && contender.waitsFor.front() == index - 1);
}

/// No contender, and not even the name of one.
bool isStranger(const Contender &contender)
{
    return !contender.parsed && contender.state == ContenderState::Foreign && contender.waitsFor.empty()
           && contender.dialectPlace < 0 && !contender.askedToRelease && !contender.untilMs;
}

bool isLine(const LockQueue &queue)
{
    if (!isContender(queue.contenders.front()))
        return false;
    const Contender &first = queue.contenders.front();
    for (size_t i = 0; i < queue.contenders.size(); ++i) {
        const Contender &contender = queue.contenders[i];
        if (!isOrdinary(contender) || !areOfOneKind(contender, first) || !isInLine(contender, static_cast<int>(i)))
            return false;
        // Numbers rise along the line: nobody stands at another place than the one of its creation.
        if (i > 0 && queue.contenders[i - 1].parsed->sequence >= contender.parsed->sequence)
            return false;
    }
    return haveOneForm(first, queue.contenders.back());
}

} // namespace

KeptQueue::KeptQueue(LockQueue queue, int shortestFollowed)
    : m_queue(std::move(queue))
    , m_shortest(std::max(shortestFollowed, 3)) // of two contenders nobody can tell what a third would wait for
{
    if (static_cast<int>(m_queue.contenders.size()) >= m_shortest)
        m_shape = shapeOf(m_queue);
}

KeptQueue::Shape KeptQueue::shapeOf(const LockQueue &queue)
{
    if (!queue.findings.isEmpty())
        return Shape::Other;
    if (std::all_of(queue.contenders.begin(), queue.contenders.end(), isStranger))
        return Shape::Crowd;
    return isLine(queue) ? Shape::Line : Shape::Other;
}

bool KeptQueue::isLike(const Contender &arriving, const Contender &known) const
{
    if (m_shape == Shape::Crowd)
        return isStranger(arriving);
    return isOrdinary(arriving) && areOfOneKind(arriving, known) && haveOneForm(arriving, known);
}

bool KeptQueue::update(LockSource now, const QSet<QString> &changed)
{
    const qsizetype most = static_cast<qsizetype>(m_queue.contenders.size()) / 4;
    if (m_shape == Shape::Other || changed.size() > most || now.queue || now.leases)
        return false;
    m_queue.parentStat = now.parentStat;
    auto arriving = readTogether(std::move(now), changed);
    bool follows = arriving && drop(changed, *arriving);
    if (follows) {
        put(std::move(*arriving));
        follows = serve();
    }
    m_queue.findings.clear();
    if (!follows)
        m_shape = Shape::Other;
    return follows;
}

std::optional<std::vector<Contender>> KeptQueue::readTogether(LockSource nodes, const QSet<QString> &changed) const
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
    for (Contender &contender : read.contenders) {
        if (!isLike(contender, known))
            return std::nullopt;
        if (contender.node.name != known.node.name)
            arriving.push_back(std::move(contender));
    }
    return arriving.size() == count ? std::optional(std::move(arriving)) : std::nullopt;
}

/// Takes out all whose names are in \a changed. False if somebody's data became another: it may mean something.
bool KeptQueue::drop(const QSet<QString> &changed, const std::vector<Contender> &now)
{
    bool same = true;
    const auto goes = [&](const Contender &contender) {
        if (!changed.contains(contender.node.name))
            return false;
        if (contender.node.stat && m_shape == Shape::Line) {
            const auto again = std::find_if(
                now.begin(), now.end(), [&](const Contender &other) { return other.node.name == contender.node.name; });
            same = same && (again == now.end() || again->node.data == contender.node.data);
        }
        return true;
    };
    const auto left = std::remove_if(m_queue.contenders.begin(), m_queue.contenders.end(), goes);
    m_queue.contenders.erase(left, m_queue.contenders.end());
    return same && static_cast<int>(m_queue.contenders.size()) >= m_shortest;
}

void KeptQueue::put(std::vector<Contender> arriving)
{
    std::sort(arriving.begin(), arriving.end(), isServedBefore);
    std::vector<Contender> &line = m_queue.contenders;
    const auto middle = static_cast<std::ptrdiff_t>(line.size());
    line.insert(line.end(), std::make_move_iterator(arriving.begin()), std::make_move_iterator(arriving.end()));
    std::inplace_merge(line.begin(), line.begin() + middle, line.end(), isServedBefore);
}

/// False where numbers do not rise along the line any more.
bool KeptQueue::serve()
{
    if (m_shape == Shape::Crowd)
        return true;
    m_queue.holders.clear();
    for (size_t i = 0; i < m_queue.contenders.size(); ++i) {
        Contender &contender = m_queue.contenders[i];
        const int index = static_cast<int>(i);
        if (i > 0 && m_queue.contenders[i - 1].parsed->sequence >= contender.parsed->sequence)
            return false;
        if (i == 0)
            contender.waitsFor.clear();
        else
            contender.waitsFor.assign(1, index - 1); // keeps its memory
        contender.dialectPlace = index;
        contender.state = !contender.node.stat ? ContenderState::Pending
                          : i == 0             ? ContenderState::Holding
                                               : ContenderState::Waiting;
        if (contender.state == ContenderState::Holding)
            m_queue.holders.push_back(index);
    }
    m_queue.waiting = static_cast<int>(m_queue.contenders.size() - m_queue.holders.size());
    return true;
}

} // namespace lockscope::locks
