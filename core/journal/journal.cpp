// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journal.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::journal {

namespace {

/// Larger: fewer bytes for an event. Smaller: less to unpack for a single one.
constexpr qsizetype blockSize = 256;
/// A block ends earlier when its events list more than this: a round of questions to servers with thousands of sessions
/// takes megabytes until it is packed.
constexpr qsizetype mostEntries = 30'000;
constexpr qsizetype bytesOfEntry = 200; ///< unpacked, about

qsizetype entriesOf(const Event &event)
{
    if (const auto *listed = std::get_if<DirectoryListed>(&event.what))
        return listed->added.size() + listed->removed.size();
    if (const auto *probed = std::get_if<ServersProbed>(&event.what))
        return probed->knowledge.sessions.size() + probed->knowledge.watchers.size()
               + probed->knowledge.ephemerals.size();
    return 0;
}

} // namespace

void Journal::append(const EventBatch &batch)
{
    if (m_packing && m_packing->packed.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
        takePacked();
    for (const Event &event : batch) {
        Q_ASSERT(isEmpty() || event.number == m_end);
        if (isEmpty() && m_open.isEmpty() && m_blocks.empty() && !m_packing)
            m_first = m_end = event.number;
        if (m_open.isEmpty())
            m_open.reserve(blockSize);
        m_open.append(event);
        m_openEntries += entriesOf(event);
        ++m_end;
        if (m_open.size() < blockSize && m_openEntries < mostEntries)
            continue;
        close();
    }
}

void Journal::close()
{
    takePacked();
    EventBatch events = std::exchange(m_open, {});
    if (std::exchange(m_openEntries, 0) < mostEntries) {
        m_blocks.push_back(pack(events));
        m_blockBytes += m_blocks.back().bytes();
        return;
    }
    auto packed = std::async(std::launch::async, [events] { return pack(events); });
    m_packing = Packing{std::move(events), packed.share()};
}

/// Blocks follow one another: where the one before is not packed yet, it is waited for.
void Journal::takePacked()
{
    if (!m_packing)
        return;
    m_blocks.push_back(m_packing->packed.get());
    m_blockBytes += m_blocks.back().bytes();
    m_packing.reset();
}

void Journal::dropBefore(quint64 number)
{
    m_first = std::clamp(number, m_first, m_end);
    while (!m_blocks.empty() && m_blocks.front().first + quint64(m_blocks.front().size()) <= m_first) {
        m_blockBytes -= m_blocks.front().bytes();
        m_blocks.pop_front();
    }
}

const PackedEvents &Journal::blockOf(quint64 number) const
{
    return *std::prev(std::ranges::upper_bound(m_blocks, number, {}, &PackedEvents::first));
}

const Event *Journal::unpacked(quint64 number) const
{
    for (const EventBatch *events : {&m_open, m_packing ? &m_packing->events : nullptr}) {
        if (events && !events->isEmpty() && number >= events->first().number)
            return &events->at(static_cast<qsizetype>(number - events->first().number));
    }
    return nullptr;
}

const Event &Journal::event(quint64 number) const
{
    Q_ASSERT(number >= m_first && number < m_end);
    if (const Event *here = unpacked(number))
        return *here;
    const PackedEvents &block = blockOf(number);
    for (const Unpacked &known : m_cache) {
        if (known.first == block.first)
            return known.events.at(static_cast<qsizetype>(number - known.first));
    }
    Unpacked &place = m_cache[std::exchange(m_cacheNext, (m_cacheNext + 1) % m_cache.size())];
    place = {block.first, unpack(block)};
    return place.events.at(static_cast<qsizetype>(number - place.first));
}

qint64 Journal::atNs(quint64 number) const
{
    Q_ASSERT(number >= m_first && number < m_end);
    if (const Event *here = unpacked(number))
        return here->atNs;
    const PackedEvents &block = blockOf(number);
    return block.atNs.at(static_cast<qsizetype>(number - block.first));
}

quint64 Journal::numberAt(qint64 ns) const
{
    quint64 low = m_first; // the first that is later is in [low, high]
    quint64 high = m_end;
    while (low < high) {
        const quint64 middle = low + (high - low) / 2;
        if (atNs(middle) <= ns)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

qsizetype Journal::bytes() const
{
    return m_blockBytes + m_open.size() * qsizetype(sizeof(Event)) + m_openEntries * bytesOfEntry;
}

} // namespace lockscope::journal
