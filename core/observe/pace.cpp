// SPDX-License-Identifier: Apache-2.0
#include "core/observe/pace.h"

#include <algorithm>

namespace lockscope::observe {

namespace {

constexpr qint64 msNs = 1'000'000;
constexpr qint64 frameNs = 16 * msNs;
/// Over how long changes are averaged.
constexpr double memoryNs = 250.0 * msNs;
/// Up to so many changes a second each is followed by a list.
constexpr double calmRate = 200;
/// Unless lists take that long, one after another: then there are very many children, or the server is slow. A single
/// one may have met a pause of the server's memory or of the machine, which asks for no other.
constexpr qint64 longListNs = 50 * msNs;
/// After a list that took t, a busy directory is left alone for this many times t.
constexpr qint64 paceFactor = 4;
/// And for so long for each node that is read because of it: at most 250 such reads a second.
constexpr qint64 perNodeNs = 4 * msNs;
/// But not for longer: it may have been the network that was slow, not the list.
constexpr qint64 longestPauseNs = 1000 * msNs;

} // namespace

void Pace::listed(qint64 askedNs, qint64 answeredNs, qint64 changes, qint64 toResolve)
{
    const bool first = m_answeredNs == 0;
    const qint64 tookNs = answeredNs - askedNs;
    if (!first) {
        const auto sinceNs = static_cast<double>(std::max(answeredNs - m_answeredNs, msNs));
        const double rate = static_cast<double>(changes) * 1e9 / sinceNs;
        m_rate += sinceNs / (sinceNs + memoryNs) * (rate - m_rate);
    }
    const bool areLong = tookNs > longListNs && m_tookNs > longListNs;
    m_answeredNs = answeredNs;
    m_tookNs = tookNs;
    if (first || (m_rate <= calmRate && !areLong))
        m_notBeforeNs = first ? answeredNs + frameNs : 0;
    else
        m_notBeforeNs =
            answeredNs + std::clamp(std::max(paceFactor * tookNs, perNodeNs * toResolve), frameNs, longestPauseNs);
}

} // namespace lockscope::observe
