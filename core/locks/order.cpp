// SPDX-License-Identifier: Apache-2.0
#include "core/locks/order.h"

#include "core/locks/waits.h"

#include <QHash>

#include <algorithm>
#include <tuple>

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

/// Readers that Curator's write → read downgrade made. Their czxid is younger than their place, which their number
/// gives. \a keys are those with a Stat, by czxid.
std::vector<Key> takeDowngraded(std::vector<Key> &keys, const std::vector<Contender> &contenders)
{
    QHash<quint32, SessionId> writers;
    std::optional<quint32> greatest;
    const auto isDowngraded = [&](const Key &key) {
        const Contender &contender = contenders[static_cast<size_t>(key.index)];
        if (contender.parsed->dialect != Dialect::Curator)
            return false;
        const bool reader = contender.parsed->mode == Mode::Shared;
        const SessionId owner = contender.node.stat->ephemeralOwner;
        const bool late = greatest && isBefore(key.sequence, *greatest);
        if (!late)
            greatest = key.sequence;
        if (!reader) {
            writers.insert(key.sequence, owner);
            return false;
        }
        const auto writer = writers.constFind(key.sequence);
        const Slot slot{Dialect::Curator, Mode::Shared, contender.parsed->sequence, owner};
        return late
               || (writer != writers.cend()
                   && isDowngrade(slot, {Dialect::Curator, Mode::Exclusive, slot.sequence, *writer}));
    };
    std::vector<Key> kept;
    std::vector<Key> taken;
    kept.reserve(keys.size());
    for (const Key &key : keys)
        (isDowngraded(key) ? taken : kept).push_back(key);
    keys = std::move(kept);
    return taken;
}

void placeDowngraded(std::vector<Key> &keys, const std::vector<Contender> &contenders)
{
    std::vector<Key> downgraded = takeDowngraded(keys, contenders);
    if (downgraded.empty())
        return;
    std::stable_sort(downgraded.begin(), downgraded.end(),
                     [](const Key &a, const Key &b) { return a.sequence < b.sequence; });
    std::vector<Key> merged;
    merged.reserve(keys.size() + downgraded.size());
    auto next = downgraded.begin();
    for (const Key &key : keys) {
        const bool curator = contenders[static_cast<size_t>(key.index)].parsed->dialect == Dialect::Curator;
        while (curator && next != downgraded.end() && isBefore(next->sequence, key.sequence))
            merged.push_back(*next++);
        merged.push_back(key);
    }
    merged.insert(merged.end(), next, downgraded.end());
    keys = std::move(merged);
}

} // namespace

void sortByService(std::vector<Contender> &contenders)
{
    std::vector<Key> keys;
    keys.reserve(contenders.size());
    bool curator = false;
    for (const Contender &contender : contenders) {
        keys.push_back(keyOf(contender, static_cast<int>(keys.size())));
        curator = curator || (contender.parsed && contender.parsed->dialect == Dialect::Curator);
    }
    std::sort(keys.begin(), keys.end(), [&contenders](const Key &a, const Key &b) {
        const auto left = std::tie(a.rank, a.czxid, a.sequence);
        const auto right = std::tie(b.rank, b.czxid, b.sequence);
        if (left != right)
            return left < right;
        return contenders[static_cast<size_t>(a.index)].node.name < contenders[static_cast<size_t>(b.index)].node.name;
    });
    if (curator) {
        const auto end = std::find_if(keys.begin(), keys.end(), [](const Key &key) { return key.rank != 0; });
        std::vector<Key> resolved(keys.begin(), end);
        placeDowngraded(resolved, contenders);
        std::copy(resolved.begin(), resolved.end(), keys.begin());
    }
    std::vector<Contender> sorted;
    sorted.reserve(contenders.size());
    for (const Key &key : keys)
        sorted.push_back(std::move(contenders[static_cast<size_t>(key.index)]));
    contenders = std::move(sorted);
}

} // namespace lockscope::locks
