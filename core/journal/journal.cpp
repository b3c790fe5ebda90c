// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journal.h"

#include <algorithm>

namespace lockscope::journal {

/// Larger: fewer bytes for an event. Smaller: less to unpack for a single one.
constexpr qsizetype blockSize = 256;

void Journal::append(const EventBatch &batch)
{
    for (const Event &event : batch) {
        Q_ASSERT(isEmpty() || event.number == m_end);
        if (isEmpty() && m_open.isEmpty() && m_blocks.empty())
            m_first = m_end = event.number;
        if (m_open.isEmpty())
            m_open.reserve(blockSize);
        m_open.append(event);
        ++m_end;
        if (m_open.size() < blockSize)
            continue;
        m_blocks.push_back(pack(m_open));
        m_blockBytes += m_blocks.back().bytes();
        m_open.clear();
    }
}

void Journal::dropBefore(quint64 number)
{
    m_first = std::clamp(number, m_first, m_end);
    while (!m_blocks.empty() && m_blocks.front().first + quint64(blockSize) <= m_first) {
        m_blockBytes -= m_blocks.front().bytes();
        m_blocks.pop_front();
    }
}

const PackedEvents &Journal::blockOf(quint64 number) const
{
    return m_blocks[static_cast<size_t>((number - m_blocks.front().first) / quint64(blockSize))];
}

const Event &Journal::event(quint64 number) const
{
    Q_ASSERT(number >= m_first && number < m_end);
    if (number >= openFirst())
        return m_open.at(static_cast<qsizetype>(number - openFirst()));
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
    if (number >= openFirst())
        return m_open.at(static_cast<qsizetype>(number - openFirst())).atNs;
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
    return m_blockBytes + m_open.size() * qsizetype(sizeof(Event));
}

} // namespace lockscope::journal
