// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenarioverdict.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/findings/waitgraph.h"
#include "core/locks/recipecatalog.h"
#include "core/recipes/steps.h"
#include "core/scenario/scenariorunner.h"

#include <QDeadlineTimer>
#include <QJsonArray>

#include <algorithm>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Rule;

namespace {

double ratio(qint64 count, qint64 by)
{
    return by == 0 ? 0 : static_cast<double>(count) / static_cast<double>(by);
}

/// Of one lock, of the violations that were kept.
double countAt(const QString &lock, const QList<journal::Violation> &violations)
{
    return static_cast<double>(std::ranges::count(violations, lock, &journal::Violation::lock));
}

class VerdictBuilder
{
public:
    using Row = Verdict::Row;

    VerdictBuilder(const ScenarioFold &fold, const RunResult &result, const RunEnd &end)
        : m_fold(fold)
        , m_end(end)
        , m_result(result)
    {
    }

    Row compare(const Expectation &expectation)
    {
        Row row = std::visit([&](const auto &what) { return rowOf(what, expectation.lock); }, expectation.what);
        if (!expectation.lock.isEmpty()) {
            row.key = u"locks.%1.%2"_s.arg(expectation.lock, row.key);
            row.what = Text::en("%1: %2").arg(expectation.lock, row.what);
        }
        return row;
    }

private:
    Row rowOf(const CountExpected &expected, const QString &lock) const
    {
        const double found = measured(expected.measure, lock);
        const MeasureInfo &info = measureInfo(expected.measure);
        return {info.key, info.text, rangeText(expected.range), Text::verbatim(QString::number(found, 'g', 6)),
                expected.range.contains(found)};
    }

    Row rowOf(const OrderExpected &expected, const QString &lock) const
    {
        const QStringList &order = m_fold.counts(lock).order;
        QStringList groups;
        qsizetype at = 0;
        bool ok = true;
        for (ClientNames group : expected.groups) {
            groups << (group.size() == 1 ? group.first() : u"{%1}"_s.arg(group.join(", "_L1)));
            ClientNames there = order.mid(at, group.size());
            at += group.size();
            std::sort(group.begin(), group.end());
            std::sort(there.begin(), there.end());
            ok &= there == group;
        }
        return {u"order"_s, Text::en("order"), Text::verbatim(groups.join(", "_L1)),
                Text::verbatim(order.join(", "_L1)), ok && at == order.size()};
    }

    Row rowOf(const FindingsExpected &expected, const QString &lock) const
    {
        QStringList wanted = expected.ids;
        wanted.sort();
        const QStringList found = m_end.findings.value(lock);
        const auto listed = [](const QStringList &ids) {
            return ids.isEmpty() ? Text::en("none") : Text::verbatim(ids.join(", "_L1));
        };
        return {u"findings"_s, Text::en("findings"), listed(wanted), listed(found), wanted == found};
    }

    double measured(Measure measure, const QString &lock) const
    {
        const LockCounts &counts = m_fold.counts(lock);
        switch (measure) {
        case Measure::Violations:
            return lock.isEmpty() ? static_cast<double>(violationCount(m_result))
                                  : countAt(lock, violationsOf(m_result));
        case Measure::BeliefOverlaps:
            return lock.isEmpty() ? static_cast<double>(m_result.check.count(Rule::BeliefOverlap))
                                  : countAt(lock, m_result.check.of({Rule::BeliefOverlap}));
        case Measure::OrderViolations:
            return static_cast<double>(m_result.check.count(Rule::Order) + m_result.check.count(Rule::PlaceLost));
        case Measure::Acquired: return static_cast<double>(counts.acquired);
        case Measure::TimedOut: return static_cast<double>(counts.timedOut);
        case Measure::Failed: return static_cast<double>(counts.failed);
        case Measure::Orphans: return static_cast<double>(m_end.orphans.size());
        case Measure::Duplicates: return static_cast<double>(counts.duplicates);
        case Measure::Stamped: return static_cast<double>(counts.stamped);
        case Measure::Refused: return static_cast<double>(counts.refused);
        case Measure::WatchEvents: return static_cast<double>(counts.watchEvents);
        case Measure::WatchEventsPerRelease: {
            const journal::HerdCount herd = m_fold.herd(lock);
            return ratio(herd.wakeUps, herd.leavings);
        }
        case Measure::RequestsPerRelease: return ratio(counts.requests, counts.releases);
        case Measure::Deadlocks: return static_cast<double>(m_end.deadlocks);
        }
        return 0;
    }

    const ScenarioFold &m_fold;
    const RunEnd &m_end;
    const RunResult &m_result;
};

} // namespace

bool Verdict::isAsExpected() const
{
    return !stopped && !failed && std::all_of(rows.begin(), rows.end(), [](const Row &row) { return row.ok; });
}

QJsonObject Verdict::toJson() const
{
    QJsonObject json = lab::toJson(result);
    QJsonArray expectations;
    for (const Row &row : rows)
        expectations.append(QJsonObject{{u"key"_s, row.key},
                                        {u"expected"_s, row.expected.english()},
                                        {u"found"_s, row.found.english()},
                                        {u"ok"_s, row.ok}});
    QJsonArray sides;
    for (const DuelSide &side : duel)
        sides.append(lab::toJson(side));
    if (!sides.isEmpty())
        json[u"duel"_s] = sides;
    json[u"scenario"_s] = title;
    json[u"ok"_s] = isAsExpected();
    json[u"conclusion"_s] = conclusion.text.english();
    json[u"expect"_s] = expectations;
    json[u"failed_step"_s] = failed ? QJsonValue(QJsonObject{{u"step"_s, failed->index},
                                                             {u"line"_s, failed->line},
                                                             {u"text"_s, failed->text.english()},
                                                             {u"error"_s, failed->error.sentence().english()}})
                                    : QJsonValue();
    return json;
}

bool hasComeFarEnough(const QList<Expectation> &expected, const ScenarioFold &fold)
{
    return std::all_of(expected.begin(), expected.end(), [&](const Expectation &expectation) {
        const LockCounts &counts = fold.counts(expectation.lock);
        if (const auto *order = std::get_if<OrderExpected>(&expectation.what)) {
            qsizetype wanted = 0;
            for (const ClientNames &group : order->groups)
                wanted += group.size();
            return counts.order.size() >= wanted;
        }
        const auto *count = std::get_if<CountExpected>(&expectation.what);
        if (!count || !count->range.least)
            return true;
        // Only of measures that grow; what should not be at all is never waited for.
        const auto reached = [&](qint64 is) { return static_cast<double>(is) >= *count->range.least; };
        switch (count->measure) {
        case Measure::Acquired: return reached(counts.acquired);
        case Measure::TimedOut: return reached(counts.timedOut);
        case Measure::Failed: return reached(counts.failed);
        case Measure::Stamped: return reached(counts.stamped);
        case Measure::Refused: return reached(counts.refused);
        case Measure::WatchEvents: return reached(counts.watchEvents);
        case Measure::Violations:
        case Measure::BeliefOverlaps:
        case Measure::OrderViolations:
        case Measure::Orphans:
        case Measure::Duplicates:
        case Measure::WatchEventsPerRelease:
        case Measure::RequestsPerRelease:
        case Measure::Deadlocks: return true;
        }
        return true;
    });
}

QList<Verdict::Row> compare(const QList<Expectation> &expected, const ScenarioFold &fold, const RunResult &result,
                            const RunEnd &end)
{
    VerdictBuilder builder(fold, result, end);
    QList<Verdict::Row> rows;
    for (const Expectation &expectation : expected)
        rows << builder.compare(expectation);
    return rows;
}

// ---- the end of a run ----

namespace {

constexpr auto settleLimit = 20s;
constexpr auto closeLimit = 30s;

/// After it a server has ended each session of which it hears nothing.
std::chrono::milliseconds expiryLimit(std::chrono::milliseconds sessionTimeout)
{
    return sessionTimeout + sessionTimeout / 2 + 2s;
}

/// \a why: nothing where an answer was not waited for any longer.
Error notLookedAtError(const std::optional<Error> &why, const QStringList &written)
{
    const Text left =
        Text::en("orphans were not looked for, and what was made may still be there: %1").arg(writtenText(written));
    if (!why)
        return {ErrorCode::NoAnswer, {}, {}, Text::en("The server did not answer in time: %1.").arg(left)};
    Error error = *why;
    error.detail = why->detail.isEmpty() ? left : Text::en("%1; %2").arg(why->detail, left);
    return error;
}

bool looksLikeContender(const MadeNode &node)
{
    return !node.owner.isNull() || locks::parseName(baseName(node.path)).has_value();
}

} // namespace

QList<LeftNode> leftByLiving(const ScenarioFold &fold)
{
    QList<LeftNode> left;
    for (const MadeNode &node : fold.madeNodes()) {
        const auto found = fold.runners().find(node.client);
        if (found == fold.runners().end() || !looksLikeContender(node))
            continue;
        const RunClient &runner = found->second;
        const bool goesWithSession = !node.owner.isNull() && locks::recipeInfo(runner.spec.recipe).isOfZooKeeper();
        const bool isOfEarlier = goesWithSession && node.owner != runner.session;
        const bool lives =
            runner.connection == ConnectionState::Connected && !runner.crashed && !runner.paused && !runner.cutOff;
        if (runner.atRest() && lives && !isOfEarlier)
            left.append({node.path, goesWithSession && runner.sessionInDoubt});
    }
    return left;
}

Task<> ScenarioRunner::settle()
{
    const QDeadlineTimer deadline(settleLimit);
    while (!m_stopped && !deadline.hasExpired() && !hasComeFarEnough(m_scenario.expect, *m_fold)) {
        co_await nextChange(std::chrono::milliseconds(deadline.remainingTime()));
    }
}

Task<> ScenarioRunner::look(RunEnd *end)
{
    std::vector<locks::LockQueue> queues;
    QSet<QString> all;
    const QStringList paths = m_scenario.locks();
    for (const QString &lock : paths) {
        auto queue = co_await m_ground->queue(lock);
        if (!queue)
            continue; // a plain ephemeral node has no directory
        QSet<QString> ids;
        for (const locks::Finding &finding : std::as_const(queue->findings))
            ids.insert(finding.id);
        all += ids;
        QStringList sorted(ids.begin(), ids.end());
        sorted.sort();
        end->findings[lock] = sorted;
        queues.push_back(std::move(*queue));
    }
    QStringList sorted(all.begin(), all.end());
    sorted.sort();
    end->findings[QString()] = sorted;
    end->deadlocks = findings::deadlocks(queues).size();
}

Task<> ScenarioRunner::closeClients()
{
    m_lab.command(m_clients, ClientCommand::Close);
    const QDeadlineTimer deadline(closeLimit);
    while (!m_isGivenUp && !deadline.hasExpired()) {
        const auto &runners = m_fold->runners();
        const bool over =
            std::all_of(runners.begin(), runners.end(), [](const auto &entry) { return entry.second.isGone(); });
        if (over)
            break;
        co_await nextChange(std::chrono::milliseconds(deadline.remainingTime()));
    }
}

/// Where a session may be over and its end not have come to light, it is looked again until it must have.
Task<> ScenarioRunner::findLeftByLiving(RunEnd *end)
{
    const QStringList noneElse;
    const QSet<SessionId> noneBeside;
    const QDeadlineTimer deadline(expiryLimit(m_sessionTimeout));
    for (;;) {
        QStringList candidates;
        QSet<QString> mayGo;
        for (const LeftNode &node : leftByLiving(*m_fold)) {
            candidates << node.path;
            if (node.mayGo)
                mayGo << node.path;
        }
        const auto left = co_await m_ground->leftOf(candidates, noneElse, noneBeside);
        if (!left)
            co_return; // asked again when all are closed
        const bool anyMayGo =
            std::any_of(left->begin(), left->end(), [&](const auto &node) { return mayGo.contains(node.path); });
        if (!anyMayGo || m_stopped || deadline.hasExpired()) {
            for (const auto &node : *left) {
                const bool isKnown = !mayGo.contains(node.path) || deadline.hasExpired();
                (isKnown ? end->orphans : end->going) << node.path;
            }
            co_return;
        }
        co_await nextChange(askAgainAfter);
    }
}

Task<> ScenarioRunner::findOrphans(Verdict *verdict, RunEnd *end)
{
    QStringList candidates;
    QSet<SessionId> sessions;
    for (const MadeNode &node : m_fold->madeNodes()) {
        if (looksLikeContender(node))
            candidates << node.path;
    }
    for (const auto &[id, runner] : m_fold->runners())
        sessions += runner.sessions;
    const QStringList locks = m_scenario.locks();
    bool reopened = false;
    // Those of sessions that ended without a close go when the server ends them.
    const QDeadlineTimer deadline(expiryLimit(m_sessionTimeout));
    for (;;) {
        const auto left = co_await m_ground->leftOf(candidates, locks, sessions);
        if (!left && left.error().sessionIsOver() && !m_stopped && !reopened) {
            reopened = true;
            co_await openGround();
            continue;
        }
        if (!left && left.error().connectionWasLost() && !m_stopped && !deadline.hasExpired()) {
            co_await nextChange(askAgainAfter);
            continue;
        }
        if (!left) {
            const auto why = m_isGivenUp ? std::nullopt : std::optional(left.error());
            verdict->notLookedAt = notLookedAtError(why, m_scenario.written());
            co_return;
        }
        const bool anyDying =
            std::any_of(left->begin(), left->end(), [](const auto &node) { return !node.owner.isNull(); });
        if (!anyDying || m_stopped || deadline.hasExpired()) {
            for (const auto &node : *left) {
                const bool isKnown = node.owner.isNull() || deadline.hasExpired();
                (isKnown ? end->orphans : end->going) << node.path;
            }
            end->orphans.sort();
            end->orphans.removeDuplicates();
            co_return;
        }
        co_await nextChange(askAgainAfter);
    }
}

/// Takes away what the scenario and its clients made; no nodes of others, nor what these are in.
Task<> ScenarioRunner::tidyUp(QStringList orphans)
{
    if (!m_scenario.tidies)
        co_return;
    for (const QString &path : std::as_const(orphans))
        co_await m_ground->removeEmpty(path);
    QStringList directories;
    for (const MadeNode &node : m_fold->madeNodes()) {
        if (!looksLikeContender(node))
            directories << node.path;
    }
    directories += m_ground->made().keys();
    // A create whose reply was lost may have made the node: it was not there before.
    for (const QString &path : m_fold->doubtfulNodes()) {
        if (m_absentBefore.contains(path))
            directories += path;
    }
    // The deepest first.
    std::sort(directories.begin(), directories.end(),
              [](const QString &one, const QString &other) { return one.size() > other.size(); });
    for (const QString &path : std::as_const(directories))
        co_await m_ground->removeEmpty(path);
}

namespace {

RunResult resultOf(RunReport &report, const QList<SpawnRequest> &clients)
{
    RunResult result = report.result();
    QSet<QString> recipes, dialects;
    for (const SpawnRequest &request : clients) {
        recipes.insert(request.withoutLock ? u"none"_s : locks::recipeName(request.recipe));
        dialects.insert(locks::dialectName(request.dialect));
    }
    result.recipe = recipes.size() == 1 ? *recipes.begin() : u"mixed"_s;
    result.dialect = dialects.size() == 1 ? *dialects.begin() : u"mixed"_s;
    return result;
}

} // namespace

void ScenarioRunner::judge(Verdict *verdict, const RunEnd &end)
{
    verdict->title = m_scenario.title;
    if (m_stopped)
        m_fold->report().stoppedAt(nowNs());
    verdict->result = resultOf(m_fold->report(), m_scenario.clients);
    for (const QString &lock : std::as_const(m_scenario.duel)) {
        const LockCounts &counts = m_fold->counts(lock);
        verdict->duel << DuelSide{lock, resultOf(m_fold->side(lock), m_scenario.clientsOf(lock)), counts.stamped,
                                  counts.duplicates, counts.refused};
    }
    verdict->rows = compare(m_scenario.expect, *m_fold, verdict->result, end);
    verdict->stamps = m_fold->stamps();
    verdict->longestOverlap = m_fold->longestOverlap();
    verdict->failures = m_fold->counts({}).failed;
}

/// They are known when all clients are closed.
void ScenarioRunner::tellOrphans(Verdict *verdict, const RunEnd &end)
{
    QStringList &orphans = verdict->result.orphans;
    orphans += end.orphans;
    orphans.sort();
    orphans.removeDuplicates();
    verdict->result.areOrphansKnown = !verdict->notLookedAt;
    for (DuelSide &side : verdict->duel) {
        side.result.areOrphansKnown = !verdict->notLookedAt;
        side.result.orphans.clear();
        std::ranges::copy_if(orphans, std::back_inserter(side.result.orphans),
                             [&side](const QString &orphan) { return isAtOrBelow(orphan, side.lock); });
    }
    RunEnd all = end;
    all.orphans = orphans;
    for (qsizetype i = 0; i < m_scenario.expect.size() && i < verdict->rows.size(); ++i) {
        const auto *count = std::get_if<CountExpected>(&m_scenario.expect.at(i).what);
        if (!count || count->measure != Measure::Orphans)
            continue;
        verdict->rows[i] = compare({m_scenario.expect.at(i)}, *m_fold, verdict->result, all).constFirst();
        if (verdict->notLookedAt) {
            verdict->rows[i].found = Text::en("not known");
            verdict->rows[i].ok = false;
        }
    }
}

} // namespace lockscope::lab
