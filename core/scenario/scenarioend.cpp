// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenariorunner.h"

#include "core/base/path.h"
#include "core/locks/deadlock.h"
#include "core/locks/recipecatalog.h"
#include "core/recipes/steps.h"

#include <QDeadlineTimer>
#include <QJsonArray>

#include <algorithm>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using locks::LockState;

namespace {

constexpr auto settleLimit = 20s;
constexpr auto closeLimit = 30s;

bool looksLikeContender(const MadeNode &node)
{
    return !node.owner.isNull() || locks::parseName(baseName(node.path)).has_value();
}

} // namespace

Task<> ScenarioRunner::settle()
{
    const QDeadlineTimer deadline(settleLimit);
    while (!m_stopped && !deadline.hasExpired() && !hasComeFarEnough(m_scenario.expect, *m_fold)) {
        auto change = nextChange(std::chrono::milliseconds(deadline.remainingTime()));
        co_await change;
    }
}

Task<> ScenarioRunner::look(Evidence *evidence)
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
        evidence->findings[lock] = sorted;
        queues.push_back(std::move(*queue));
    }
    QStringList sorted(all.begin(), all.end());
    sorted.sort();
    evidence->findings[QString()] = sorted;
    evidence->deadlocks = lockscope::locks::deadlocks(queues).size();
}

Task<> ScenarioRunner::closeClients()
{
    m_lab.command(m_clients, ClientCommand::Close);
    const QDeadlineTimer deadline(closeLimit);
    while (!deadline.hasExpired()) {
        const auto &actors = m_fold->actors();
        const bool over =
            std::all_of(actors.begin(), actors.end(), [](const auto &entry) { return entry.second.isOver(); });
        if (over)
            break;
        auto change = nextChange(std::chrono::milliseconds(deadline.remainingTime()));
        co_await change;
    }
}

/// Nodes of clients at rest, whose sessions live: nobody will take them away.
Task<> ScenarioRunner::findLeftByLiving(Evidence *evidence)
{
    QStringList candidates;
    for (const MadeNode &node : m_fold->madeNodes()) {
        const auto found = m_fold->actors().find(node.client);
        if (found == m_fold->actors().end() || !looksLikeContender(node))
            continue;
        const Actor &actor = found->second;
        const bool rests = actor.state == LockState::Released || actor.state == LockState::Free;
        if (rests && actor.connection == ConnectionState::Connected && !actor.crashed)
            candidates << node.path;
    }
    const QSet<SessionId> noneBeside;
    const QStringList noneElse;
    const auto left = co_await m_ground->leftOf(candidates, noneElse, noneBeside);
    if (!left)
        co_return; // asked again when all are closed
    for (const auto &node : *left)
        evidence->orphans << node.path;
}

Task<> ScenarioRunner::findOrphans(Verdict *verdict, Evidence *evidence)
{
    QStringList candidates;
    QSet<SessionId> sessions;
    for (const MadeNode &node : m_fold->madeNodes()) {
        if (looksLikeContender(node))
            candidates << node.path;
    }
    for (const auto &[id, actor] : m_fold->actors())
        sessions += actor.sessions;
    const QStringList locks = m_scenario.locks();
    bool reopened = false;
    // Those of sessions that ended without a close go when the server ends them.
    const QDeadlineTimer deadline(m_sessionTimeout + m_sessionTimeout / 2 + 2s);
    for (;;) {
        const auto left = co_await m_ground->leftOf(candidates, locks, sessions);
        if (!left && left.error().sessionIsOver() && !m_stopped && !reopened) {
            reopened = true;
            co_await openGround();
            continue;
        }
        if (!left && left.error().connectionWasLost() && !m_stopped && !deadline.hasExpired()) {
            auto back = nextChange(askAgainAfter);
            co_await back;
            continue;
        }
        if (!left) {
            verdict->notLookedAt = left.error();
            co_return;
        }
        const bool anyDying =
            std::any_of(left->begin(), left->end(), [](const auto &node) { return !node.owner.isNull(); });
        if (!anyDying || m_stopped || deadline.hasExpired()) {
            for (const auto &node : *left)
                evidence->orphans << node.path;
            evidence->orphans.sort();
            evidence->orphans.removeDuplicates();
            co_return;
        }
        auto change = nextChange(askAgainAfter);
        co_await change;
    }
}

/// What the scenario and its clients made is taken away again; nobody else's nodes, nor what they are in.
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
    directories += m_ground->made();
    // The deepest first.
    std::sort(directories.begin(), directories.end(),
              [](const QString &one, const QString &other) { return one.size() > other.size(); });
    for (const QString &path : std::as_const(directories))
        co_await m_ground->removeEmpty(path);
}

void ScenarioRunner::judge(Verdict *verdict, const Evidence &evidence)
{
    verdict->title = m_scenario.title;
    verdict->report = m_fold->report().toJson();
    verdict->rows = compare(m_scenario.expect, *m_fold, verdict->report, evidence);
    verdict->failures = m_fold->counts({}).failed;
    verdict->hasViolations = m_fold->report().hasViolations();
    QSet<QString> recipes, dialects;
    for (const SpawnRequest &request : std::as_const(m_scenario.clients)) {
        recipes.insert(request.withoutLock ? u"none"_s : locks::recipeName(request.recipe));
        dialects.insert(locks::dialectName(request.dialect));
    }
    verdict->report[u"recipe"_s] = recipes.size() == 1 ? *recipes.begin() : u"mixed"_s;
    verdict->report[u"dialect"_s] = dialects.size() == 1 ? *dialects.begin() : u"mixed"_s;
}

/// They are known when all clients are closed.
void ScenarioRunner::tellOrphans(Verdict *verdict, const Evidence &evidence)
{
    QStringList orphans = evidence.orphans;
    for (const QJsonValue told : verdict->report[u"orphans"_s].toArray())
        orphans << told.toString();
    orphans.sort();
    orphans.removeDuplicates();
    verdict->orphans = orphans;
    verdict->report[u"orphans"_s] = QJsonArray::fromStringList(orphans);
    Evidence all = evidence;
    all.orphans = orphans;
    for (qsizetype i = 0; i < m_scenario.expect.size() && i < verdict->rows.size(); ++i) {
        const auto *count = std::get_if<CountExpected>(&m_scenario.expect.at(i).what);
        if (count && count->measure == Measure::Orphans)
            verdict->rows[i] = compare({m_scenario.expect.at(i)}, *m_fold, verdict->report, all).first();
    }
}

} // namespace lockscope::lab
