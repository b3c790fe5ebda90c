// SPDX-License-Identifier: Apache-2.0
// How many executions a second the search carries out, of two clients of the mutex on one core; and how many it needs
// where plain enumeration needs all: of clients of a lock of one node, which the whole search gets through.
#include "core/explore/search.h"
#include "core/locks/recipecatalog.h"
#include "tests/bench/bench.h"

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr double leastExecutions = 20'000;
constexpr qint64 executionsEach = 40'000;

struct Reduced
{
    QString what;
    explore::SearchResult reduced;
    explore::SearchResult whole;
};

/// Both ways to the end; the whole one at most a hundred thousand executions.
Reduced reduce(const QString &what, const explore::Setup &setup)
{
    explore::SearchSpec spec{setup};
    spec.walks = 0;
    Reduced result{what, explore::search(spec), {}};
    spec.reduction = explore::Reduction::None;
    spec.executions = 100'000;
    result.whole = explore::search(spec);
    return result;
}

} // namespace

Result<Report> explore(const Options &options)
{
    explore::SearchSpec spec{explore::setupOf(locks::RecipeId::Mutex, 2)};
    spec.walks = 0;
    spec.executions = executionsEach;
    spec.reduction = explore::Reduction::Random; // as many as are asked for, with the same steps as in a search
    std::vector<double> perSecond;
    for (int repetition = 0; repetition < options.repetitionsOr(5); ++repetition) {
        spec.seed = static_cast<quint64>(repetition) + 1;
        QElapsedTimer timer;
        timer.start();
        const explore::SearchResult result = explore::search(spec);
        perSecond.push_back(double(result.executions) * 1000 / passedMs(timer));
    }
    Report report;
    report.compare(u"executions of two mutex clients beside what is wanted"_s, median(perSecond), leastExecutions,
                   u"per s"_s, 1, Better::More);
    report.json[u"executions_per_s_runs"_s] = readingsJson(perSecond, 0);
    for (const Reduced &each : {reduce(u"two clients of one node"_s, explore::setupOf(locks::RecipeId::Ephemeral, 2)),
                                reduce(u"two mutex clients"_s, explore::setupOf(locks::RecipeId::Mutex, 2)),
                                reduce(u"three mutex clients"_s, explore::setupOf(locks::RecipeId::Mutex, 3))})
        report.tell(u"reductions"_s, each.what,
                    {{u"executions"_s, each.reduced.executions},
                     {u"complete"_s, each.reduced.complete},
                     {u"cut"_s, each.reduced.cut},
                     {u"plain"_s, each.whole.executions},
                     {u"plain_complete"_s, each.whole.complete}});
    return report;
}

} // namespace lockscope::bench
