// SPDX-License-Identifier: Apache-2.0
// How many executions a second the search carries out, of two clients of the mutex on one core; and how many it needs
// where plain enumeration needs all: of clients of a lock of one node, which the whole search gets through.
#include "core/explore/search.h"
#include "core/locks/recipecatalog.h"
#include "tests/bench/bench.h"

#include <QElapsedTimer>

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

    double factor() const { return double(whole.executions) / double(std::max<qint64>(1, reduced.executions)); }
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
    const int repetitions = options.repetitions > 0 ? options.repetitions : 5;
    explore::SearchSpec spec{explore::setupOf(locks::RecipeId::Mutex, 2)};
    spec.walks = 0;
    spec.executions = executionsEach;
    spec.reduction = explore::Reduction::Random; // as many as are asked for, with the same steps as in a search
    std::vector<double> perSecond;
    double stepsEach = 0;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        spec.seed = static_cast<quint64>(repetition) + 1;
        QElapsedTimer timer;
        timer.start();
        const explore::SearchResult result = explore::search(spec);
        perSecond.push_back(double(result.executions) * 1e9 / double(timer.nsecsElapsed()));
        stepsEach = double(result.steps) / double(std::max<qint64>(1, result.executions));
    }
    const double executions = median(perSecond);
    Report report;
    report.lines.append(
        u"%1 executions of two mutex clients a second, %2 steps each (bound %3: %4)"_s.arg(executions, 0, 'f', 0)
            .arg(stepsEach, 0, 'f', 1)
            .arg(leastExecutions, 0, 'f', 0)
            .arg(executions >= leastExecutions ? u"met"_s : u"missed"_s));
    QJsonArray reductions;
    for (const Reduced &each : {reduce(u"two clients of one node"_s, explore::setupOf(locks::RecipeId::Ephemeral, 2)),
                                reduce(u"two mutex clients"_s, explore::setupOf(locks::RecipeId::Mutex, 2)),
                                reduce(u"three mutex clients"_s, explore::setupOf(locks::RecipeId::Mutex, 3))}) {
        const QString bound = each.whole.complete ? QString() : u"more than "_s;
        report.lines.append(u"%1: %2 executions%3 and %4 cut short, instead of %5%6: by %7 fewer"_s.arg(each.what)
                                .arg(each.reduced.executions)
                                .arg(each.reduced.complete ? QString() : u" (not all)"_s)
                                .arg(each.reduced.cut)
                                .arg(bound)
                                .arg(each.whole.executions)
                                .arg(u"a factor of %1"_s.arg(each.factor(), 0, 'f', 0)));
        reductions += QJsonObject{{u"what"_s, each.what},
                                  {u"executions"_s, each.reduced.executions},
                                  {u"complete"_s, each.reduced.complete},
                                  {u"cut"_s, each.reduced.cut},
                                  {u"plain"_s, each.whole.executions},
                                  {u"plain_complete"_s, each.whole.complete},
                                  {u"duration_ms"_s, static_cast<qint64>(each.reduced.took.count())}};
    }
    report.json = {{u"executions_per_s"_s, rounded(executions, 0)},
                   {u"bound"_s, leastExecutions},
                   {u"met"_s, executions >= leastExecutions},
                   {u"steps_each"_s, rounded(stepsEach, 1)},
                   {u"reductions"_s, reductions},
                   {u"readings"_s, readingsJson(perSecond, 0)},
                   {u"machine"_s, machineJson()}};
    return report;
}

} // namespace lockscope::bench
