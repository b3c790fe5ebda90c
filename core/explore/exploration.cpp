// SPDX-License-Identifier: Apache-2.0
#include "core/explore/exploration.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>

namespace lockscope::explore {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

constexpr int mostPreemptions = 3;

} // namespace

QString Phase::reducedBy() const
{
    if (preemptions)
        return u"preemptions:%1"_s.arg(*preemptions);
    return reduction == Reduction::Random ? u"random"_s : u"partial-order"_s;
}

QString Exploration::reducedBy() const
{
    const auto last = std::find_if(phases.rbegin(), phases.rend(), [](const Phase &phase) { return phase.complete; });
    return last != phases.rend() ? last->reducedBy() : phases.empty() ? QString() : phases.back().reducedBy();
}

Exploration explored(const ExplorationSpec &spec, const std::function<bool(qint64)> &goOn)
{
    QElapsedTimer clock;
    clock.start();
    Exploration all;
    bool isStopped = false;
    // Looks in one way until so much of the whole time is over; true if it went to its end.
    const auto look = [&](Reduction reduction, std::optional<int> preemptions, milliseconds until) {
        const auto left = until - milliseconds(clock.elapsed());
        if (isStopped || all.found || left <= milliseconds(0))
            return false;
        SearchSpec search{spec.setup, reduction, preemptions};
        search.duration = left;
        search.seed = spec.seed + all.phases.size();
        search.walks = all.phases.empty() ? search.walks : 0; // what they come upon is found by the first
        const SearchResult result = explore::search(search, [&](const SearchResult &soFar) {
            isStopped = isStopped || (goOn && !goOn(all.executions + soFar.executions));
            return !isStopped;
        });
        all.phases.push_back({reduction, preemptions, result.executions, result.exhausted});
        all.executions += result.executions;
        all.steps += result.steps;
        all.found = result.found;
        all.complete = all.complete || result.complete;
        return result.exhausted;
    };
    if (spec.preemptions) {
        look(Reduction::None, spec.preemptions, spec.duration);
    } else if (!look(Reduction::PartialOrder, {}, spec.duration / 2)) {
        const auto most = spec.duration * 3 / 4;
        for (int count = 0; count <= mostPreemptions && look(Reduction::None, count, most) && !all.complete; ++count)
            ;
        if (!all.complete)
            look(Reduction::Random, {}, spec.duration);
    }
    all.took = milliseconds(clock.elapsed());
    return all;
}

double ordersExponent(const Setup &setup)
{
    Setup alone = setup;
    alone.clients.count = alone.clients.rounds = 1;
    Play play(alone);
    double each = 0;
    for (; !play.possible().empty(); ++each)
        play.happen(Step(play.possible().front()));
    each *= setup.clients.rounds;
    const double clients = setup.clients.count;
    return (std::lgamma(clients * each + 1) - clients * std::lgamma(each + 1)) / std::log(10.0);
}

} // namespace lockscope::explore
