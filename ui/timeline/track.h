// SPDX-License-Identifier: Apache-2.0
// One row of a lane: what lasted from when to when, never two at once, found by binary search.
// Only grows at its end and shrinks at its beginning; never paints.
#pragma once

#include <QtGlobal>

#include <limits>
#include <vector>

namespace lockscope::ui {

/// Pending: whether it holds or waits is not known.
enum class SpanState : quint8 { Waiting, Holding, Releasing, Suspended, Paused, Expired, Pending };

struct Span
{
    qint64 fromNs = 0;
    qint64 toNs = stillOpen;
    SpanState state = SpanState::Waiting;

    static constexpr qint64 stillOpen = std::numeric_limits<qint64>::max();
    bool operator==(const Span &) const = default;
};

class Track
{
public:
    /// From now on \a state, whatever it was before; no effect if it is that already. Instants must not fall.
    void begin(qint64 atNs, SpanState state);
    /// From now on nothing.
    void end(qint64 atNs);
    bool isOpen() const { return !m_spans.empty() && m_spans.back().toNs == Span::stillOpen; }

    const std::vector<Span> &spans() const { return m_spans; }
    /// The index of the first span that ends after \a ns; spans().size() where none does.
    size_t firstEndingAfter(qint64 ns) const;
    /// The same, searched from \a from on: quick where it is near.
    size_t firstEndingAfter(qint64 ns, size_t from) const;
    /// The span at that instant; null in a gap.
    const Span *at(qint64 ns) const;
    /// Forgets what ended before.
    void trimBefore(qint64 ns);

private:
    std::vector<Span> m_spans;
};

/// The index of the first of \a sorted that is not below \a ns, searched from \a from on in steps that double.
size_t gallop(const std::vector<qint64> &sorted, qint64 ns, size_t from);

} // namespace lockscope::ui
