// SPDX-License-Identifier: Apache-2.0
#include "core/lab/runresult.h"

#include <QJsonArray>

#include <cmath>
#include <functional>
#include <numeric>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using journal::Rule;

namespace {

constexpr std::initializer_list<Rule> violationRules{Rule::MutualExclusion, Rule::Permits, Rule::Reentrancy,
                                                     Rule::ForeignRelease, Rule::FencingToken};

QJsonArray asJson(const QList<journal::Violation> &violations)
{
    QJsonArray json;
    for (const journal::Violation &violation : violations)
        json.append(journal::toJson(violation));
    return json;
}

/// Violations that have no place of their own in the run JSON.
QList<journal::Violation> otherFindings(const journal::CheckReport &check)
{
    return check.of({Rule::Order, Rule::PlaceLost, Rule::GrantWithoutNode, Rule::SilentLoss, Rule::ForgottenRelease,
                     Rule::LeakedContender, Rule::OrphanedLease, Rule::PersistentNode, Rule::DuplicateNode,
                     Rule::LeakedWatch, Rule::LostWakeup, Rule::WaitCycle, Rule::Livelock});
}

QJsonValue orNull(const std::optional<qint64> &number)
{
    return number ? QJsonValue(*number) : QJsonValue();
}

QJsonValue orNull(const std::optional<double> &number)
{
    return number ? QJsonValue(std::round(*number * 1000) / 1000) : QJsonValue();
}

} // namespace

QList<journal::Violation> violationsOf(const RunResult &result)
{
    return result.check.of(violationRules);
}

qint64 violationCount(const RunResult &result)
{
    return std::transform_reduce(violationRules.begin(), violationRules.end(), qint64(0), std::plus(),
                                 [&result](Rule rule) { return result.check.count(rule); });
}

QJsonObject toJson(const RunResult &result)
{
    QJsonArray errors;
    for (const RunResult::Failures &kind : result.failures)
        errors.append(QJsonObject{{u"code"_s, errorCodeName(kind.code)},
                                  {u"count"_s, kind.count},
                                  {u"client"_s, kind.client},
                                  {u"text"_s, kind.text.english()}});
    QJsonObject requests;
    for (auto request = result.requests.cbegin(); request != result.requests.cend(); ++request)
        requests[request.key()] = request.value();
    const journal::CheckReport &check = result.check;
    QJsonObject json{{u"recipe"_s, result.recipe},
                     {u"dialect"_s, result.dialect},
                     {u"clients"_s, result.clients},
                     {u"rounds"_s, result.rounds},
                     {u"acquired"_s, result.acquired},
                     {u"timed_out"_s, result.timedOut},
                     {u"failed"_s, result.failed},
                     {u"crashed"_s, result.crashed},
                     {u"violations"_s, asJson(violationsOf(result))},
                     {u"belief_overlaps"_s, asJson(check.of({Rule::BeliefOverlap}))},
                     {u"order_violations"_s, check.count(Rule::Order) + check.count(Rule::PlaceLost)},
                     {u"findings"_s, asJson(otherFindings(check))},
                     {u"handoff"_s, QJsonObject{{u"count"_s, result.handoffs},
                                                {u"p50_us"_s, orNull(result.handoffP50Us)},
                                                {u"p99_us"_s, orNull(result.handoffP99Us)}}},
                     {u"acquires_per_s"_s, orNull(result.acquiredPerS)},
                     {u"requests"_s, requests},
                     {u"watch_events"_s, result.watchEvents},
                     {u"watch_events_per_release"_s, orNull(result.wakeUpsPerRelease)},
                     {u"orphans"_s, result.areOrphansKnown ? QJsonValue(QJsonArray::fromStringList(result.orphans))
                                                           : QJsonValue(QJsonValue::Null)},
                     {u"errors"_s, errors},
                     {u"duration_ms"_s, result.durationMs}};
    if (result.backend != locks::Backend::ZooKeeper) {
        json[u"backend"_s] = locks::backendName(result.backend);
        json[u"unproved"_s] = check.unproved;
    }
    return json;
}

} // namespace lockscope::lab
