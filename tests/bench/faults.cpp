// SPDX-License-Identifier: Apache-2.0
// Random faults from 200 seeds over all sound recipes, judged on server time; and whether each recipe that is broken on
// purpose is caught. Counts, not times. A seed that fails is printed, with its witness, so that it can be run again.
#include "tests/bench/bench.h"
#include "tests/bench/labrun.h"
#include "tests/support/provocation.h"

#include "core/checks/check.h"
#include "core/lab/runreport.h"
#include "core/locks/recipecatalog.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <cstdio>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using journal::Rule;
using lab::SpawnRequest;
using locks::RecipeInfo;

namespace {

constexpr int standardSeeds = 200;
constexpr int sessionTimeoutMs = 1'000;
constexpr int brokenLimitMs = 8'000;
constexpr int brokenTries = 5;

struct Outcome
{
    journal::CheckReport check;
    qint64 faults = 0;
    bool over = false;
};

/// Spawns, waits for the end of the rounds or the limit, judges, and takes everything away.
Result<Outcome> runOnce(const QString &connectString, const SpawnRequest &request, int limitMs,
                        const std::function<void(LabRun &, const QList<ClientId> &)> &meddle = {})
{
    LabRun run(connectString, sessionTimeoutMs);
    if (const auto opened = run.open(); !opened)
        return tl::unexpected(opened.error());
    lab::RunReport report(request);
    Outcome outcome;
    run.onEvent = [&](const journal::Event &event) {
        report.add(event);
        outcome.faults += std::holds_alternative<journal::ClientFault>(event.what) ? 1 : 0;
    };
    const auto clients = run.spawn(request);
    if (!clients)
        return tl::unexpected(clients.error());
    outcome.over = LabRun::waitFor(
        [&] {
            if (meddle)
                meddle(run, *clients);
            return report.isOver();
        },
        limitMs);
    // What nobody's answer told: nodes whose creator never heard of them, and that those who wait, wait still.
    if (const auto looked = run.look(request.lock); !looked)
        return tl::unexpected(looked.error());
    outcome.check = report.check();
    run.onEvent = {};
    if (const auto closed = run.closeAll(); !closed)
        return tl::unexpected(closed.error());
    return outcome;
}

QStringList witnesses(const journal::CheckReport &check, bool onlyServerTime)
{
    QStringList texts;
    for (const journal::Violation &violation : check.violations) {
        if (!onlyServerTime || test::isOfServerTime(violation.rule))
            texts << journal::ruleName(violation.rule) + u": "_s + violation.text.english();
    }
    return texts;
}

// ---- what is broken on purpose ----

/// What a person would do besides, at each look.
std::function<void(LabRun &, const QList<ClientId> &)> meddling(const test::Provocation &made)
{
    if (made.makesStrayChild)
        return [lock = made.request.lock, done = false](LabRun &run, const QList<ClientId> &) mutable {
            if (!done)
                run.makeNode(lock + u"/stray"_s);
            done = true;
        };
    if (made.downgrades)
        return [](LabRun &run, const QList<ClientId> &clients) {
            for (const ClientId id : clients)
                run.command(id, lab::ClientCommand::Downgrade);
        };
    return {};
}

struct Caught
{
    QString witness; ///< empty: not caught
    int tries = 0;
};

Result<Caught> provoke(const QString &connectString, const RecipeInfo &info, const QString &base)
{
    Caught caught;
    while (caught.witness.isEmpty() && caught.tries < brokenTries) {
        const QString lock = base + u'-' + QString::number(caught.tries);
        const test::Provocation made = test::provocation(info, caught.tries, lock);
        const auto outcome = runOnce(connectString, made.request, brokenLimitMs, meddling(made));
        if (!outcome)
            return tl::unexpected(outcome.error());
        ++caught.tries;
        caught.witness = witnesses(outcome->check, false).value(0);
    }
    return caught;
}

} // namespace

Result<Report> faults(const Options &options)
{
    std::vector<const RecipeInfo *> sound;
    std::vector<const RecipeInfo *> broken;
    for (const RecipeInfo &info : locks::recipeCatalog())
        (info.isSound() ? sound : broken).push_back(&info);
    const int seeds = options.repetitions > 0 ? options.repetitions : standardSeeds;
    const QString base = u"/lockscope-bench-%1-faults"_s.arg(QCoreApplication::applicationPid());

    Report report;
    QJsonArray failures;
    qint64 grants = 0;
    qint64 befell = 0;
    qint64 notOver = 0;
    qint64 overlaps = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
        const RecipeInfo &info = *sound[static_cast<size_t>(seed) % sound.size()];
        const qsizetype dialect = seed / static_cast<qsizetype>(sound.size());
        SpawnRequest request = test::busyRequest(info, dialect, base + u'-' + QString::number(seed));
        request.seed = static_cast<quint64>(seed);
        request.faults = test::everyFault();
        const auto outcome = runOnce(options.connectString, request, runLimitMs);
        if (!outcome)
            return tl::unexpected(outcome.error());
        std::fprintf(stderr, "seed %d of %d, %s: %lld grants\n", seed, seeds, qPrintable(info.name),
                     static_cast<long long>(outcome->check.grants));
        grants += outcome->check.grants;
        befell += outcome->faults;
        overlaps += outcome->check.count(Rule::BeliefOverlap);
        notOver += outcome->over ? 0 : 1;
        for (const QString &text : witnesses(outcome->check, true)) {
            failures += QJsonObject{{u"seed"_s, seed}, {u"recipe"_s, info.name}, {u"text"_s, text}};
            report.lines += u"seed %1, %2 (%3): %4"_s.arg(QString::number(seed), info.name,
                                                          locks::dialectName(request.dialect), text);
        }
        if (!outcome->over)
            report.lines += u"seed %1, %2 (%3): did not end within a minute"_s.arg(QString::number(seed), info.name,
                                                                                   locks::dialectName(request.dialect));
    }
    report.lines += u"%1 runs over %2 sound recipes: %3 grants, %4 faults, %5 violations in server time (bound 0: %6), "
                    "%7 overlaps of belief, %8 runs that did not end"_s.arg(seeds)
                        .arg(sound.size())
                        .arg(grants)
                        .arg(befell)
                        .arg(failures.size())
                        .arg(failures.isEmpty() ? u"met"_s : u"missed"_s)
                        .arg(overlaps)
                        .arg(notOver);

    QJsonArray variants;
    int missed = 0;
    for (const RecipeInfo *info : broken) {
        const auto caught = provoke(options.connectString, *info, base + u'-' + info->name);
        if (!caught)
            return tl::unexpected(caught.error());
        missed += caught->witness.isEmpty() ? 1 : 0;
        std::fprintf(stderr, "%s: %s\n", qPrintable(info->name), qPrintable(caught->witness));
        variants +=
            QJsonObject{{u"recipe"_s, info->name}, {u"tries"_s, caught->tries}, {u"witness"_s, caught->witness}};
        report.lines +=
            u"%1 %2"_s.arg(info->name.leftJustified(28),
                           caught->witness.isEmpty() ? u"NOT caught in %1 runs"_s.arg(caught->tries) : caught->witness);
    }
    report.lines += u"%1 broken recipes, %2 caught"_s.arg(broken.size()).arg(static_cast<int>(broken.size()) - missed);
    report.json = {{u"seeds"_s, seeds},
                   {u"grants"_s, grants},
                   {u"faults"_s, befell},
                   {u"violations"_s, failures},
                   {u"belief_overlaps"_s, overlaps},
                   {u"not_over"_s, notOver},
                   {u"broken"_s, variants},
                   {u"broken_not_caught"_s, missed}};
    return report;
}

} // namespace lockscope::bench
