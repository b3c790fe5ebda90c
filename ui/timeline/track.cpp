// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/track.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

/// First index from \a from on for which \a isBefore does not hold any more; it must hold for a prefix.
template<typename Vector, typename Before>
size_t gallopWhile(const Vector &items, size_t from, Before isBefore)
{
    size_t step = 1;
    size_t low = from;
    size_t high = from;
    while (high < items.size() && isBefore(items[high])) {
        low = high + 1;
        high += step;
        step *= 2;
    }
    const auto first = items.begin() + static_cast<std::ptrdiff_t>(low);
    const auto last = items.begin() + static_cast<std::ptrdiff_t>(std::min(high, items.size()));
    return static_cast<size_t>(std::partition_point(first, last, isBefore) - items.begin());
}

} // namespace

void Track::begin(qint64 atNs, SpanState state)
{
    if (isOpen() && m_spans.back().state == state)
        return;
    end(atNs);
    m_spans.push_back({atNs, Span::stillOpen, state});
}

void Track::end(qint64 atNs)
{
    if (!isOpen())
        return;
    m_spans.back().toNs = std::max(atNs, m_spans.back().fromNs);
    if (m_spans.back().toNs == m_spans.back().fromNs && m_spans.size() > 1
        && m_spans[m_spans.size() - 2].toNs == m_spans.back().fromNs)
        m_spans.pop_back(); // two changes at one instant: the one between never was
}

size_t Track::firstEndingAfter(qint64 ns) const
{
    return static_cast<size_t>(
        std::partition_point(m_spans.begin(), m_spans.end(), [ns](const Span &span) { return span.toNs <= ns; })
        - m_spans.begin());
}

size_t Track::firstEndingAfter(qint64 ns, size_t from) const
{
    return gallopWhile(m_spans, from, [ns](const Span &span) { return span.toNs <= ns; });
}

const Span *Track::at(qint64 ns) const
{
    const size_t index = firstEndingAfter(ns);
    return index < m_spans.size() && m_spans[index].fromNs <= ns ? &m_spans[index] : nullptr;
}

void Track::trimBefore(qint64 ns)
{
    m_spans.erase(m_spans.begin(), m_spans.begin() + static_cast<std::ptrdiff_t>(firstEndingAfter(ns)));
}

size_t gallop(const std::vector<qint64> &sorted, qint64 ns, size_t from)
{
    return gallopWhile(sorted, from, [ns](qint64 at) { return at < ns; });
}

} // namespace lockscope::ui
