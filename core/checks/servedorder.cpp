// SPDX-License-Identifier: Apache-2.0
#include "core/checks/servedorder.h"

#include <algorithm>
#include <vector>

namespace lockscope::journal {

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
        // Whoever held before anybody looked has overtaken nobody that could be known.
        if (turn.toldBy <= number && turn.inNoLine == inNoLine && placed
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
        // Who came together, as nodes that one transaction made, share a rank: nobody can say who of them was first.
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

} // namespace lockscope::journal
