// SPDX-License-Identifier: Apache-2.0
#include "core/locks/contender.h"

#include <QHash>
#include <QStringDecoder>

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockscope::locks {

namespace {

/// Room for a few that come before a block must be split.
constexpr size_t inAFreshBlock = ContenderList::mostInABlock * 3 / 4;
/// Neighbouring blocks with no more than so many together become one.
constexpr size_t worthJoining = ContenderList::mostInABlock / 2;
/// Of fewer contenders than these a look at each takes no longer than one at the filter.
constexpr size_t worthFiltering = 48;
/// For 256 names and as many sessions, one in 70 blocks says yes in vain.
constexpr size_t filterWords = 128;

bool isControl(QChar c)
{
    return c.category() == QChar::Other_Control && c != u'\n' && c != u'\r' && c != u'\t';
}

size_t hashOf(QStringView name)
{
    return qHash(name, 0);
}

size_t hashOf(SessionId session)
{
    return qHash(session, 0);
}

/// Numbers hash to themselves: their bits are spread.
quint64 spread(size_t hash)
{
    const quint64 mixed = (quint64(hash) ^ (quint64(hash) >> 32)) * 0x9e37'79b9'7f4a'7c15;
    return mixed ^ (mixed >> 29);
}

ContenderSummary summaryOf(const std::vector<Contender> &contenders)
{
    ContenderSummary summary;
    for (const Contender &contender : contenders)
        summary.add(contender);
    return summary;
}

void unite(ContenderSummary &all, const ContenderSummary &some)
{
    if (all.count == 0)
        all.dialect = some.dialect;
    all.isExclusive = all.isExclusive && some.isExclusive && all.dialect == some.dialect;
    all.isLine = all.isLine && some.isLine;
    all.count += some.count;
    all.foreign += some.foreign;
    all.free += some.free;
    all.pending += some.pending;
    all.oldestWaitMs = std::min(all.oldestWaitMs, some.oldestWaitMs);
    all.waitsTimed += some.waitsTimed;
    all.firstTimedMs = std::min(all.firstTimedMs, some.firstTimedMs);
    all.lastTimedMs = std::max(all.lastTimedMs, some.lastTimedMs);
    std::tie(all.youngest, all.youngestMs) =
        std::max(std::pair(all.youngest, all.youngestMs), std::pair(some.youngest, some.youngestMs));
}

} // namespace

std::optional<QString> asText(const QByteArray &data, bool truncated)
{
    // A decoder with state takes a sequence cut at the end for unfinished, not for wrong.
    QStringDecoder decoder(QStringConverter::Utf8,
                           truncated ? QStringConverter::Flag::Default : QStringConverter::Flag::Stateless);
    QString text = decoder.decode(data);
    if (decoder.hasError() || std::any_of(text.cbegin(), text.cend(), isControl))
        return std::nullopt;
    return text;
}

QString nameInData(const ChildNode &node)
{
    constexpr qsizetype longest = 28;
    constexpr qsizetype mostRead = 400; // bytes: more would not be shown
    if (node.access != ChildNode::Data::Read)
        return {};
    const auto text = asText(node.data.left(mostRead), node.truncated || node.data.size() > mostRead);
    const QString line = text ? text->simplified() : QString();
    return line.size() <= longest ? line : line.left(longest - 1) + u'…';
}

Text contenderStateText(ContenderState state)
{
    switch (state) {
    case ContenderState::Holding: return Text::en("holding");
    case ContenderState::Waiting: return Text::en("waiting");
    case ContenderState::Pending: return Text::en("pending");
    case ContenderState::Member: return Text::en("member");
    case ContenderState::Foreign: return Text::en("foreign");
    }
    return {};
}

QString contenderStateName(ContenderState state)
{
    return contenderStateText(state).english();
}

void ContenderSummary::add(const Contender &contender)
{
    const ContenderState state = contender.state;
    const auto &parsed = contender.parsed;
    if (count == 0 && parsed)
        dialect = parsed->dialect;
    ++count;
    foreign += state == ContenderState::Foreign ? 1 : 0;
    pending += state == ContenderState::Pending && !contender.isRequest ? 1 : 0;
    isExclusive = isExclusive && parsed && state != ContenderState::Foreign && parsed->mode == Mode::Exclusive
                  && parsed->kind != NameKind::Lease && parsed->dialect == dialect;
    if (contender.waits.isEmpty())
        ++free;
    else if (contender.waitsForAny || contender.waits.size() != 1 || contender.waits.front() != -1)
        isLine = false;
    const auto &stat = contender.node.stat;
    if (!stat)
        return;
    std::tie(youngest, youngestMs) = // nodes of one transaction share a czxid
        std::max(std::pair(youngest, youngestMs), std::pair(stat->czxid, stat->ctimeMs));
    if (state != ContenderState::Waiting)
        return;
    oldestWaitMs = std::min(oldestWaitMs, stat->ctimeMs);
    if (stat->ctimeMs <= 0)
        return;
    ++waitsTimed;
    firstTimedMs = std::min(firstTimedMs, stat->ctimeMs);
    lastTimedMs = std::max(lastTimedMs, stat->ctimeMs);
}

void KeyFilter::set(size_t hash)
{
    const quint64 bits = spread(hash);
    for (const quint64 bit : {bits, bits >> 32})
        m_bits[(bit >> 6) % filterWords] |= quint64(1) << (bit & 63);
}

void KeyFilter::add(const Contender &contender)
{
    if (m_bits.empty())
        m_bits.resize(filterWords, 0);
    set(hashOf(QStringView(contender.node.name)));
    if (const SessionId owner = contender.node.owner(); !owner.isNull())
        set(hashOf(owner));
    ++m_count;
}

bool KeyFilter::mayHave(size_t hash) const
{
    const quint64 bits = spread(hash);
    const auto has = [this](quint64 bit) { return (m_bits[(bit >> 6) % filterWords] >> (bit & 63) & 1) != 0; };
    return has(bits) && has(bits >> 32);
}

void ContenderList::Block::add(const Contender &contender)
{
    summary.add(contender);
    if (!keys.isEmpty())
        keys.add(contender);
    else if (contenders.size() >= worthFiltering)
        readKeys();
}

void ContenderList::Block::read()
{
    summary = summaryOf(contenders);
    readKeys();
}

void ContenderList::Block::readKeys()
{
    keys = {};
    for (const Contender &contender : contenders) {
        if (contenders.size() >= worthFiltering)
            keys.add(contender);
    }
}

void ContenderList::Block::dropStaleKeys()
{
    if (keys.count() > 2 * mostInABlock) // most of them are of contenders that have gone
        readKeys();
}

ContenderList::ContenderList(std::vector<Contender> contenders)
{
    for (size_t first = 0; first < contenders.size(); first += inAFreshBlock) {
        const size_t end = std::min(contenders.size(), first + inAFreshBlock);
        QSharedDataPointer<Block> block(new Block);
        block->contenders.assign(std::make_move_iterator(contenders.begin() + static_cast<std::ptrdiff_t>(first)),
                                 std::make_move_iterator(contenders.begin() + static_cast<std::ptrdiff_t>(end)));
        block->read();
        m_blocks.push_back(std::move(block));
        m_ends.push_back(end);
    }
}

size_t ContenderList::blockOf(size_t index) const
{
    const auto after = std::upper_bound(m_ends.begin(), m_ends.end(), index);
    const auto block = static_cast<size_t>(after - m_ends.begin());
    return after == m_ends.end() && block > 0 ? block - 1 : block;
}

void ContenderList::moveEnds(size_t from, std::ptrdiff_t by)
{
    for (size_t block = from; block < m_ends.size(); ++block)
        m_ends[block] = static_cast<size_t>(static_cast<std::ptrdiff_t>(m_ends[block]) + by);
}

void ContenderList::insert(size_t index, Contender contender)
{
    // At the end a full block is followed by a new one instead of being split in halves: lines grow at their end.
    const bool fresh =
        m_blocks.empty() || (index == size() && m_blocks.back().constData()->contenders.size() >= mostInABlock);
    if (fresh) {
        m_ends.push_back(size());
        m_blocks.emplace_back(new Block);
    }
    const size_t at = fresh ? m_blocks.size() - 1 : blockOf(index);
    Block &block = *m_blocks[at];
    const auto place = static_cast<std::ptrdiff_t>(index - startOf(at));
    if (block.contenders.size() == block.contenders.capacity())
        block.contenders.reserve(std::min(mostInABlock + 1, 2 * block.contenders.size() + 8));
    block.add(*block.contenders.insert(block.contenders.begin() + place, std::move(contender)));
    moveEnds(at, 1);
    if (block.contenders.size() > mostInABlock)
        split(at);
}

void ContenderList::erase(size_t index)
{
    const size_t at = blockOf(index);
    const size_t place = index - startOf(at);
    if (m_blocks[at].constData()->contenders.size() == 1) {
        m_blocks.erase(m_blocks.begin() + static_cast<std::ptrdiff_t>(at));
        m_ends.erase(m_ends.begin() + static_cast<std::ptrdiff_t>(at));
        moveEnds(at, -1);
        return;
    }
    Block &block = *m_blocks[at];
    block.contenders.erase(block.contenders.begin() + static_cast<std::ptrdiff_t>(place));
    block.summary = summaryOf(block.contenders);
    block.dropStaleKeys();
    moveEnds(at, -1);
    for (const size_t left : {at, at - 1}) {
        if (left < m_blocks.size() && left + 1 < m_blocks.size()
            && m_blocks[left].constData()->contenders.size() + m_blocks[left + 1].constData()->contenders.size()
                   <= worthJoining)
            join(left);
    }
}

void ContenderList::replace(size_t index, Contender contender)
{
    const size_t at = blockOf(index);
    Block &block = *m_blocks[at];
    Contender &there = block.contenders[index - startOf(at)];
    const bool sameKeys = there.node.name == contender.node.name && there.node.owner() == contender.node.owner();
    there = std::move(contender);
    block.summary = summaryOf(block.contenders);
    if (!sameKeys && !block.keys.isEmpty())
        block.keys.add(there);
    block.dropStaleKeys();
}

/// In halves.
void ContenderList::split(size_t at)
{
    std::vector<Contender> &left = m_blocks[at]->contenders;
    const auto half = static_cast<std::ptrdiff_t>(left.size() / 2);
    QSharedDataPointer<Block> right(new Block);
    right->contenders.assign(std::make_move_iterator(left.begin() + half), std::make_move_iterator(left.end()));
    right->read();
    left.erase(left.begin() + half, left.end());
    m_blocks[at]->read();
    m_ends.insert(m_ends.begin() + static_cast<std::ptrdiff_t>(at), startOf(at) + static_cast<size_t>(half));
    m_blocks.insert(m_blocks.begin() + static_cast<std::ptrdiff_t>(at) + 1, std::move(right));
}

/// With the one after it.
void ContenderList::join(size_t at)
{
    const std::vector<Contender> &right = m_blocks[at + 1].constData()->contenders;
    Block &left = *m_blocks[at];
    left.contenders.insert(left.contenders.end(), right.begin(), right.end());
    left.read();
    m_blocks.erase(m_blocks.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    m_ends.erase(m_ends.begin() + static_cast<std::ptrdiff_t>(at));
}

/// Calls isMeant(index) for all that may have this key, until it returns true.
template<typename Predicate>
void ContenderList::lookFor(size_t key, Predicate isMeant) const
{
    for (size_t block = 0; block < m_blocks.size(); ++block) {
        const KeyFilter &keys = m_blocks[block]->keys;
        if (!keys.isEmpty() && !keys.mayHave(key))
            continue;
        for (size_t index = startOf(block); index < m_ends[block]; ++index) {
            if (isMeant(index, inBlock(block, index)))
                return;
        }
    }
}

std::optional<size_t> ContenderList::find(QStringView name) const
{
    std::optional<size_t> found;
    lookFor(hashOf(name), [&](size_t index, const Contender &contender) {
        if (contender.node.name == name)
            found = index;
        return found.has_value();
    });
    return found;
}

std::vector<size_t> ContenderList::ownedBy(SessionId session) const
{
    std::vector<size_t> owned;
    if (session.isNull())
        return owned;
    lookFor(hashOf(session), [&](size_t index, const Contender &contender) {
        if (contender.node.owner() == session)
            owned.push_back(index);
        return false;
    });
    return owned;
}

ContenderList::Stretch ContenderList::stretch(size_t number) const
{
    const Block *block = m_blocks[number].constData();
    return {startOf(number), m_ends[number], block, &block->summary};
}

ContenderSummary ContenderList::summary() const
{
    ContenderSummary all;
    for (const auto &block : m_blocks)
        unite(all, block->summary);
    return all;
}

bool ContenderList::operator==(const ContenderList &other) const
{
    if (size() != other.size())
        return false;
    size_t mine = 0;
    size_t its = 0;
    for (size_t index = 0; index < size();) {
        const size_t end = std::min(m_ends[mine], other.m_ends[its]);
        const bool shared =
            m_blocks[mine].constData() == other.m_blocks[its].constData() && startOf(mine) == other.startOf(its);
        for (; !shared && index < end; ++index) {
            if (!(inBlock(mine, index) == other.inBlock(its, index)))
                return false;
        }
        index = end;
        mine += index == m_ends[mine] ? 1 : 0;
        its += index == other.m_ends[its] ? 1 : 0;
    }
    return true;
}

std::vector<ListChange> changesBetween(const ContenderList &one, const ContenderList &other)
{
    QHash<const void *, size_t> numbers;
    for (size_t number = 0; number < other.stretchCount(); ++number)
        numbers.insert(other.stretch(number).identity, number);
    std::vector<ListChange> changes;
    ListChange open; // from where the last shared stretch ended
    const auto close = [&](size_t end, size_t otherEnd) {
        open.end = end;
        open.otherEnd = otherEnd;
        if (open.first < end || open.otherFirst < otherEnd)
            changes.push_back(open);
    };
    size_t next = 0; // a stretch of the other that comes before has been passed
    for (size_t number = 0; number < one.stretchCount(); ++number) {
        const ContenderList::Stretch mine = one.stretch(number);
        const auto found = numbers.constFind(mine.identity);
        if (found == numbers.cend() || *found < next)
            continue;
        const ContenderList::Stretch its = other.stretch(*found);
        close(mine.first, its.first);
        open = {mine.end, 0, its.end, 0};
        next = *found + 1;
    }
    close(one.size(), other.size());
    return changes;
}

} // namespace lockscope::locks
