// SPDX-License-Identifier: Apache-2.0
#include "core/checks/locktiming.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockscope::journal {

std::optional<qint64> Durations::quantile(double share) const
{
    if (sortedNs.empty())
        return std::nullopt;
    const auto count = static_cast<double>(sortedNs.size());
    const auto rank = static_cast<size_t>(std::ceil(std::clamp(share, 0.0, 1.0) * count));
    return sortedNs[std::max<size_t>(rank, 1) - 1];
}

double LogHistogram::lowerNs(int bin)
{
    return std::pow(10, static_cast<double>(bin) / binsPerDecade);
}

int LogHistogram::binOf(qint64 ns)
{
    if (ns <= 1)
        return 0;
    int bin = static_cast<int>(std::floor(std::log10(static_cast<double>(ns)) * binsPerDecade));
    // Where the logarithm falls on an edge it may be a hair beside it.
    while (static_cast<double>(ns) < lowerNs(bin))
        --bin;
    while (static_cast<double>(ns) >= lowerNs(bin + 1))
        ++bin;
    return bin;
}

int LogHistogram::most() const
{
    return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

LogHistogram histogramOf(const Durations &durations)
{
    LogHistogram histogram;
    if (durations.sortedNs.empty())
        return histogram;
    histogram.firstBin = LogHistogram::binOf(durations.sortedNs.front());
    histogram.counts.resize(
        static_cast<size_t>(LogHistogram::binOf(durations.sortedNs.back()) - histogram.firstBin + 1));
    for (const qint64 ns : durations.sortedNs)
        ++histogram.counts[static_cast<size_t>(LogHistogram::binOf(ns) - histogram.firstBin)];
    return histogram;
}

std::vector<int> countedPer(const std::vector<qint64> &sorted, qint64 fromNs, qint64 stepNs, int count)
{
    std::vector<int> counts(static_cast<size_t>(std::max(count, 0)));
    auto at = std::lower_bound(sorted.begin(), sorted.end(), fromNs);
    for (size_t i = 0; i < counts.size(); ++i) {
        const auto end = std::lower_bound(at, sorted.end(), fromNs + static_cast<qint64>(i + 1) * stepNs);
        counts[i] = static_cast<int>(end - at);
        at = end;
    }
    return counts;
}

// ---- the order of service ----

namespace {

/// Counts those present below a rank, in the logarithm of their number.
class Ranks
{
public:
    explicit Ranks(size_t count)
        : m_sums(count + 1)
    {
    }
    void add(size_t rank, int change)
    {
        for (size_t i = rank + 1; i < m_sums.size(); i += i & (~i + 1))
            m_sums[i] += change;
    }
    int below(size_t rank) const
    {
        int sum = 0;
        for (size_t i = rank; i > 0; i -= i & (~i + 1))
            sum += m_sums[i];
        return sum;
    }

private:
    std::vector<int> m_sums;
};

struct Change
{
    enum class What { Came, Served, Left };

    quint64 number = 0;
    What what = What::Came;
    size_t rank = 0;
};

bool cameBefore(const Acquisition *a, const Acquisition *b)
{
    return a->inNoLine ? a->asked.number < b->asked.number : a->czxid < b->czxid;
}

/// Those of \a turns that stood in one order of arrival, in it.
std::vector<const Acquisition *> inOrder(const LockTurns &turns, quint64 number, bool inNoLine)
{
    std::vector<const Acquisition *> all;
    for (const Acquisition &turn : turns.acquisitions) {
        const bool placed = inNoLine || (turn.czxidBy != 0 && turn.czxidBy <= number);
        // Whom a contender overtook that held before the first reading is not known.
        if (turn.knownBy <= number && turn.inNoLine == inNoLine && placed && !turn.isPending
            && !(turn.heldBefore && turn.granted.hasHappenedBy(number)))
            all.push_back(&turn);
    }
    std::stable_sort(all.begin(), all.end(), cameBefore);
    return all;
}

ServedOrder orderOf(const std::vector<const Acquisition *> &arrivals, quint64 number)
{
    std::vector<Change> changes;
    size_t rank = 0;
    for (size_t index = 0; index < arrivals.size(); ++index) {
        const Acquisition &turn = *arrivals[index];
        // Who came together, as nodes that one transaction made, share a rank: who of them was first is not known.
        if (index > 0 && cameBefore(arrivals[index - 1], arrivals[index]))
            rank = index;
        changes.push_back({turn.asked.number, Change::What::Came, rank});
        if (turn.granted.hasHappenedBy(number))
            changes.push_back({turn.granted.number, Change::What::Served, rank});
        else if (turn.ended.hasHappenedBy(number))
            changes.push_back({turn.ended.number, Change::What::Left, rank});
    }
    // Of one event's changes the arrivals go first, since several nodes may be listed at once; readers whom one event
    // serves together do not overtake one another, since they are in order of arrival here.
    std::stable_sort(changes.begin(), changes.end(), [](const Change &a, const Change &b) {
        return a.number != b.number ? a.number < b.number
                                    : (a.what == Change::What::Came) > (b.what == Change::What::Came);
    });
    ServedOrder order;
    Ranks waiting(arrivals.size());
    for (const Change &change : changes) {
        if (change.what == Change::What::Came) {
            waiting.add(change.rank, 1);
            continue;
        }
        waiting.add(change.rank, -1);
        if (change.what == Change::What::Left)
            continue;
        ++order.served;
        const int passed = waiting.below(change.rank);
        order.overtakings += passed;
        order.overtakers += passed > 0 ? 1 : 0;
    }
    return order;
}

} // namespace

ServedOrder servedOrder(const LockTurns &turns, quint64 number)
{
    ServedOrder order = orderOf(inOrder(turns, number, false), number);
    const ServedOrder racing = orderOf(inOrder(turns, number, true), number);
    order.served += racing.served;
    order.overtakings += racing.overtakings;
    order.overtakers += racing.overtakers;
    return order;
}

// ---- figures ----

namespace {

void addWait(LockTiming &timing, const Acquisition &turn, quint64 number, qint64 atNs)
{
    const bool granted = turn.granted.hasHappenedBy(number);
    const bool ended = turn.ended.hasHappenedBy(number);
    if (!granted && ended && turn.lostSight) { // it may have held since it was seen
        ++timing.waits.unknown;
        return;
    }
    Wait wait{turn.client, turn.session, turn.node, 0, !granted && !ended, !granted && ended, turn.askedBefore};
    const qint64 until = granted ? turn.granted.atNs : ended ? turn.ended.atNs : atNs;
    wait.waitedNs = std::max<qint64>(until - turn.asked.atNs, 0);
    if (wait.gaveUp)
        ++timing.gaveUp;
    if (granted && (turn.askedBefore || turn.heldBefore))
        ++timing.waits.unknown;
    else if (granted)
        timing.waits.sortedNs.push_back(wait.waitedNs);
    else if (wait.isWaiting)
        ++timing.waits.running;
    // It held before the first reading: nothing at all was seen of its wait.
    if (!(granted && turn.heldBefore))
        timing.longest.push_back(wait);
}

void addHold(LockTiming &timing, const Acquisition &turn, quint64 number)
{
    if (!turn.granted.hasHappenedBy(number))
        return;
    if (!turn.ended.hasHappenedBy(number))
        ++timing.holds.running;
    else if (turn.heldBefore || turn.lostSight)
        ++timing.holds.unknown;
    else
        timing.holds.sortedNs.push_back(std::max<qint64>(turn.ended.atNs - turn.granted.atNs, 0));
}

void keepLongest(std::vector<Wait> &waits, size_t most)
{
    const auto end = waits.begin() + static_cast<std::ptrdiff_t>(std::min(most, waits.size()));
    std::ranges::partial_sort(waits, end, std::greater(), &Wait::waitedNs);
    waits.erase(end, waits.end());
}

/// Jain's index.
std::optional<double> evennessOf(const std::vector<Share> &shares)
{
    double sum = 0;
    double squares = 0;
    for (const Share &share : shares) {
        sum += share.grants;
        squares += static_cast<double>(share.grants) * share.grants;
    }
    if (shares.size() < 2 || squares == 0)
        return std::nullopt;
    return sum * sum / (static_cast<double>(shares.size()) * squares);
}

std::vector<Share> sharesOf(const LockTurns &turns, quint64 number)
{
    std::map<std::pair<ClientId, SessionId>, int> grants;
    for (const Acquisition &turn : turns.acquisitions) {
        if (turn.knownBy <= number && !turn.isPending)
            grants[{turn.client, turn.session}] += turn.granted.hasHappenedBy(number) ? 1 : 0;
    }
    std::vector<Share> shares;
    for (const auto &[who, count] : grants)
        shares.push_back({who.first, who.second, count});
    std::ranges::stable_sort(shares, std::greater(), &Share::grants);
    return shares;
}

} // namespace

LockTiming timingAt(const LockTurns &turns, quint64 number, qint64 atNs, size_t longest)
{
    LockTiming timing;
    bool hasOwn = false;
    for (const Acquisition &turn : turns.acquisitions) {
        if (turn.knownBy > number || turn.isPending)
            continue;
        hasOwn |= !turn.client.isNull();
        timing.beginNs = timing.isEmpty() ? turn.asked.atNs : std::min(timing.beginNs, turn.asked.atNs);
        if (turn.granted.hasHappenedBy(number) && !turn.heldBefore)
            timing.grantsNs.push_back(turn.granted.atNs);
        addWait(timing, turn, number, atNs);
        addHold(timing, turn, number);
    }
    std::sort(timing.grantsNs.begin(), timing.grantsNs.end());
    std::sort(timing.waits.sortedNs.begin(), timing.waits.sortedNs.end());
    std::sort(timing.holds.sortedNs.begin(), timing.holds.sortedNs.end());
    keepLongest(timing.longest, longest);
    // Of simulated clients nothing is unseen; how many of the unseen ones were theirs is not known.
    for (const UnseenTurns &unseen : turns.unseen) {
        if (hasOwn || !unseen.when.hasHappenedBy(number))
            continue;
        timing.unseen.emplace_back(unseen.when.atNs, unseen.count);
        timing.unseenSum += unseen.count;
    }
    timing.fairness = {servedOrder(turns, number), sharesOf(turns, number), {}};
    timing.fairness.evenness = evennessOf(timing.fairness.shares);
    return timing;
}

} // namespace lockscope::journal
