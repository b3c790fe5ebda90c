// SPDX-License-Identifier: Apache-2.0
#include "core/locks/serviceorder.h"

#include "core/locks/dialectregistry.h"
#include "core/locks/sequence.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <tuple>
#include <utility>

namespace lockscope::locks {

namespace {

/// Small enough to be moved by a sort 100,000 times over.
struct Key
{
    int rank = 0; ///< 0 with a Stat, 1 without, 2 foreign
    Zxid czxid;
    quint32 sequence = 0;
    int index = 0;
};

Key keyOf(const Contender &contender, int index)
{
    if (contender.state == ContenderState::Foreign)
        return {2, {}, 0, index};
    const quint32 sequence = circular(contender.parsed->sequence);
    return contender.node.stat ? Key{0, contender.node.stat->czxid, sequence, index} : Key{1, {}, sequence, index};
}

const Contender &at(const std::vector<Contender> &contenders, const Key &key)
{
    return contenders[static_cast<size_t>(key.index)];
}

/// Nodes whose czxid is younger than their place, which their number gives. \a keys are those with a Stat, by czxid.
/// Curator: readers that the write → read downgrade made. Solr: who joined at the head, with another's number.
std::vector<Key> takeMoved(std::vector<Key> &keys, const std::vector<Contender> &contenders, Dialect dialect,
                           PlaceRule rule)
{
    QHash<quint32, SessionId> writers;
    std::optional<quint32> greatest;
    const auto isMoved = [&](const Key &key) {
        const Contender &contender = at(contenders, key);
        if (contender.parsed->dialect != dialect)
            return false;
        const SessionId owner = contender.node.stat->owner();
        const bool late = greatest && isBefore(key.sequence, *greatest);
        const bool again = greatest && key.sequence == *greatest;
        if (!late)
            greatest = key.sequence;
        if (rule == PlaceRule::JoinAtHead)
            return late || again;
        if (contender.parsed->mode == Mode::Exclusive) {
            writers.insert(key.sequence, owner);
            return false;
        }
        const auto writer = writers.constFind(key.sequence);
        const Slot slot{dialect, Mode::Shared, contender.parsed->sequence, owner};
        return late
               || (writer != writers.cend() && isDowngrade(slot, {dialect, Mode::Exclusive, slot.sequence, *writer}));
    };
    std::vector<Key> kept;
    std::vector<Key> taken;
    kept.reserve(keys.size());
    for (const Key &key : keys)
        (isMoved(key) ? taken : kept).push_back(key);
    keys = std::move(kept);
    return taken;
}

void placeMoved(std::vector<Key> &keys, const std::vector<Contender> &contenders, Dialect dialect, PlaceRule rule)
{
    std::vector<Key> moved = takeMoved(keys, contenders, dialect, rule);
    if (moved.empty())
        return;
    const auto name = [&](const Key &key) -> const QString & { return at(contenders, key).node.name; };
    const bool byName = rule == PlaceRule::JoinAtHead; // how its clients break ties
    std::stable_sort(moved.begin(), moved.end(), [&](const Key &a, const Key &b) {
        return isBefore(a.sequence, b.sequence) || (byName && a.sequence == b.sequence && name(a) < name(b));
    });
    std::vector<Key> merged;
    merged.reserve(keys.size() + moved.size());
    auto next = moved.begin();
    for (const Key &key : keys) {
        const bool own = at(contenders, key).parsed->dialect == dialect;
        while (own && next != moved.end()
               && (isBefore(next->sequence, key.sequence)
                   || (byName && next->sequence == key.sequence && name(*next) < name(key)))) {
            merged.push_back(*next++);
        }
        merged.push_back(key);
    }
    merged.insert(merged.end(), next, moved.end());
    keys = std::move(merged);
}

} // namespace

Slot slotOf(const Contender &contender, Dialect directory)
{
    // In a queue of unknown kind all stand in one line.
    const Dialect dialect = directory == Dialect::Generic ? directory : contender.parsed->dialect;
    return {dialect,
            contender.parsed->mode,
            contender.parsed->sequence,
            contender.node.owner(),
            contender.parsed->kind,
            contender.parsed->role,
            &contender};
}

void sortByService(std::vector<Contender> &contenders)
{
    std::vector<Key> keys;
    keys.reserve(contenders.size());
    const DialectRegistry &registry = dialectRegistry();
    std::vector<bool> here(registry.all().size(), false);
    for (const Contender &contender : contenders) {
        keys.push_back(keyOf(contender, static_cast<int>(keys.size())));
        if (contender.state != ContenderState::Foreign)
            here[static_cast<size_t>(contender.parsed->dialect)] = true;
    }
    std::sort(keys.begin(), keys.end(), [&contenders](const Key &a, const Key &b) {
        const auto left = std::tie(a.rank, a.czxid, a.sequence);
        const auto right = std::tie(b.rank, b.czxid, b.sequence);
        if (left != right)
            return left < right;
        return contenders[static_cast<size_t>(a.index)].node.name < contenders[static_cast<size_t>(b.index)].node.name;
    });
    for (size_t i = 0; i < here.size(); ++i) {
        const auto dialect = static_cast<Dialect>(i);
        const PlaceRule rule = registry.rules(dialect).places;
        if (!here[i] || rule == PlaceRule::Creation)
            continue;
        const auto end = std::find_if(keys.begin(), keys.end(), [](const Key &key) { return key.rank != 0; });
        std::vector<Key> resolved(keys.begin(), end);
        placeMoved(resolved, contenders, dialect, rule);
        std::copy(resolved.begin(), resolved.end(), keys.begin());
    }
    std::vector<Contender> sorted;
    sorted.reserve(contenders.size());
    for (const Key &key : keys)
        sorted.push_back(std::move(contenders[static_cast<size_t>(key.index)]));
    contenders = std::move(sorted);
}

namespace {

/// What a client compares: servers write at most eleven characters, so the text fits into a number as well.
bool clientSortsBefore(SortRule rule, const Contender &a, const Contender &b)
{
    const qint64 left = a.parsed->sequence;
    const qint64 right = b.parsed->sequence;
    if (left != right) {
        switch (rule) {
        case SortRule::Number: return left < right;
        case SortRule::SignDropped:
            if (std::abs(left) != std::abs(right))
                return std::abs(left) < std::abs(right);
            break;
        case SortRule::Circular: return isBefore(circular(left), circular(right));
        case SortRule::Text:
            if (left >= 0 && right >= 0)
                return left < right;
            return sequenceText(left) < sequenceText(right);
        }
    }
    return a.node.name < b.node.name;
}

} // namespace

void placeByDialect(std::vector<Contender> &contenders)
{
    const DialectRegistry &registry = dialectRegistry();
    std::vector<std::vector<int>> byDialect(registry.all().size());
    for (int i = 0; i < static_cast<int>(contenders.size()); ++i) {
        Contender &contender = contenders[static_cast<size_t>(i)];
        if (contender.state == ContenderState::Foreign)
            break; // they are last
        contender.placeShift = 0;
        byDialect[static_cast<size_t>(contender.parsed->dialect)].push_back(i);
    }
    for (size_t dialect = 0; dialect < byDialect.size(); ++dialect) {
        const std::vector<int> &mine = byDialect[dialect];
        const SortRule rule = registry.all()[dialect].sorts;
        const auto before = [&](int a, int b) {
            return clientSortsBefore(rule, contenders[static_cast<size_t>(a)], contenders[static_cast<size_t>(b)]);
        };
        if (std::is_sorted(mine.begin(), mine.end(), before))
            continue;
        std::vector<int> sorted = mine;
        std::stable_sort(sorted.begin(), sorted.end(), before);
        for (size_t i = 0; i < sorted.size(); ++i)
            contenders[static_cast<size_t>(sorted[i])].placeShift = mine[i] - sorted[i];
    }
}

// ---- the wait rules ----

namespace {

const Slot &at(const std::vector<Slot> &slotsInOrder, int index)
{
    return slotsInOrder[static_cast<size_t>(index)];
}

/// A downgrade as versions make it that give the reader a number of its own (Curator 5.4), as far as names show.
bool mayBeDowngrade(const Slot &reader, const Slot &writer)
{
    return reader.dialect == writer.dialect && reader.dialect != Dialect::Generic && reader.owner == writer.owner
           && !reader.owner.isNull();
}

/// A GUID, or the id of a session.
const QRegularExpression &uniqueWords()
{
    static const QRegularExpression words(QStringLiteral("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
                                                         "|[0-9a-fA-F]{32}|(0x)?[0-9a-fA-F]{15,16}"));
    return words;
}

} // namespace

void nodeBefore(const std::vector<Slot> &, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    int last = noBlocker;
    for (const int index : mine)
        blockedBy[static_cast<size_t>(index)] = std::exchange(last, index);
}

void nodeBeforeOfOneName(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine,
                         std::vector<int> &blockedBy)
{
    const auto nameOf = [&](int index) {
        const QStringView whole = at(slotsInOrder, index).contender->node.name;
        const auto split = likelierSplit(whole, splitName(whole));
        return split ? split->prefix : whole;
    };
    const auto isLike = [](QStringView a, QStringView b) { // but for what is each client's own
        return a == b || a.toString().remove(uniqueWords()) == b.toString().remove(uniqueWords());
    };
    const QStringView first = nameOf(mine.front());
    if (std::ranges::all_of(mine, [&](int index) { return isLike(nameOf(index), first); }))
        return nodeBefore(slotsInOrder, mine, blockedBy);
    for (const int index : mine)
        blockedBy[static_cast<size_t>(index)] = index == mine.front() ? noBlocker : notKnown;
}

void nearestBlocker(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    int last = noBlocker;
    int writer = noBlocker;
    for (const int index : mine) {
        const bool exclusive = at(slotsInOrder, index).mode == Mode::Exclusive;
        blockedBy[static_cast<size_t>(index)] = exclusive ? last : writer;
        last = index;
        if (exclusive)
            writer = index;
    }
}

void oldestWriter(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    int last = noBlocker;
    int oldest = noBlocker;
    for (const int index : mine) {
        const Slot &slot = at(slotsInOrder, index);
        const bool exclusive = slot.mode == Mode::Exclusive;
        int &blocker = blockedBy[static_cast<size_t>(index)];
        blocker = exclusive ? last : oldest;
        if (!exclusive && oldest >= 0 && isDowngrade(slot, at(slotsInOrder, oldest)))
            blocker = noBlocker;
        else if (!exclusive && oldest >= 0 && mayBeDowngrade(slot, at(slotsInOrder, oldest))
                 && blockedBy[static_cast<size_t>(oldest)] == noBlocker)
            blocker = notKnown; // the writer holds: its thread has the read lock at once, another one waits
        last = index;
        if (exclusive && oldest < 0)
            oldest = index;
    }
}

void firstLeaseHolds(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    nearestBlocker(slotsInOrder, mine, blockedBy);
    bool first = true;
    for (const int index : mine) {
        if (at(slotsInOrder, index).kind == NameKind::Lease)
            blockedBy[static_cast<size_t>(index)] = std::exchange(first, false) ? noBlocker : notKnown;
    }
}

void neverWaits(const std::vector<Slot> &, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    for (const int index : mine)
        blockedBy[static_cast<size_t>(index)] = noBlocker;
}

void standBesideOneAnother(const std::vector<Slot> &, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    for (const int index : mine)
        blockedBy[static_cast<size_t>(index)] = inGroup;
}

bool isDowngrade(const Slot &reader, const Slot &writer)
{
    // Servers stick at the greatest number, which strangers then share.
    constexpr qint64 stuck = std::numeric_limits<qint32>::max();
    return reader.dialect == writer.dialect && reader.mode == Mode::Shared && writer.mode == Mode::Exclusive
           && reader.sequence == writer.sequence && reader.owner == writer.owner && reader.sequence != stuck;
}

std::vector<int> blockers(const std::vector<Slot> &slotsInOrder)
{
    const DialectRegistry &registry = dialectRegistry();
    std::vector<std::vector<int>> byDialect(registry.all().size());
    for (int i = 0; i < static_cast<int>(slotsInOrder.size()); ++i) {
        const auto dialect = static_cast<size_t>(at(slotsInOrder, i).dialect);
        byDialect[dialect < byDialect.size() ? dialect : static_cast<size_t>(Dialect::Generic)].push_back(i);
    }
    std::vector<int> blockedBy(slotsInOrder.size(), noBlocker);
    for (size_t dialect = 0; dialect < byDialect.size(); ++dialect) {
        if (!byDialect[dialect].empty())
            registry.rules(static_cast<Dialect>(dialect)).waits(slotsInOrder, byDialect[dialect], blockedBy);
    }
    return blockedBy;
}

} // namespace lockscope::locks
