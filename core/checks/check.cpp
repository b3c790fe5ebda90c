// SPDX-License-Identifier: Apache-2.0
#include "core/checks/check.h"

#include "core/checks/checkparts.h"
#include "core/journal/eventjson.h"

#include <QJsonArray>

#include <algorithm>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

QString ruleName(Rule rule)
{
    switch (rule) {
    case Rule::MutualExclusion: return u"mutual-exclusion"_s;
    case Rule::Permits: return u"permits"_s;
    case Rule::Reentrancy: return u"reentrancy"_s;
    case Rule::ForeignRelease: return u"foreign-release"_s;
    case Rule::FencingToken: return u"fencing-token"_s;
    case Rule::Order: return u"order"_s;
    case Rule::PlaceLost: return u"place-lost"_s;
    case Rule::BeliefOverlap: return u"belief-overlap"_s;
    case Rule::GrantWithoutNode: return u"grant-without-node"_s;
    case Rule::SilentLoss: return u"silent-loss"_s;
    case Rule::ForgottenRelease: return u"forgotten-release"_s;
    case Rule::LeakedContender: return u"leaked-contender"_s;
    case Rule::OrphanedLease: return u"orphaned-lease"_s;
    case Rule::PersistentNode: return u"persistent-node"_s;
    case Rule::DuplicateNode: return u"duplicate-node"_s;
    case Rule::LeakedWatch: return u"leaked-watch"_s;
    case Rule::LostWakeup: return u"lost-wakeup"_s;
    case Rule::WaitCycle: return u"wait-cycle"_s;
    case Rule::Livelock: return u"livelock"_s;
    }
    return {};
}

QList<Violation> CheckReport::of(std::initializer_list<Rule> rules) const
{
    QList<Violation> found = violations;
    found.removeIf([&](const Violation &violation) { return !std::ranges::count(rules, violation.rule); });
    return found;
}

void CheckReport::add(Violation violation)
{
    qint64 &count = counts[static_cast<size_t>(violation.rule)];
    if (++count <= violationsKept)
        violations += std::move(violation);
}

bool CheckReport::isClean() const
{
    for (int rule = 0; rule < ruleCount; ++rule) {
        if (static_cast<Rule>(rule) != Rule::BeliefOverlap && count(static_cast<Rule>(rule)) > 0)
            return false;
    }
    return true;
}

QJsonObject toJson(const Violation &violation)
{
    QJsonArray events;
    for (const quint64 event : violation.events)
        events.append(static_cast<qint64>(event));
    return {{u"rule"_s, ruleName(violation.rule)},
            {u"lock"_s, violation.lock},
            {u"at"_s, isoMicroseconds(violation.atNs)},
            {u"clients"_s, QJsonArray::fromStringList(violation.clients)},
            {u"nodes"_s, QJsonArray::fromStringList(violation.nodes)},
            {u"events"_s, events},
            {u"text"_s, violation.text.english()}};
}

QJsonObject toJson(const CheckReport &report)
{
    QJsonArray violations;
    for (const Violation &violation : report.violations)
        violations.append(toJson(violation));
    QJsonObject counts;
    for (int rule = 0; rule < ruleCount; ++rule)
        counts[ruleName(static_cast<Rule>(rule))] = report.count(static_cast<Rule>(rule));
    QJsonObject json{{u"events"_s, static_cast<qint64>(report.events)},
                     {u"clients"_s, report.clients},
                     {u"grants"_s, report.grants},
                     {u"clean"_s, report.isClean()},
                     {u"counts"_s, counts},
                     {u"violations"_s, violations}};
    if (report.unproved > 0)
        json[u"unproved"_s] = report.unproved;
    return json;
}

namespace check {

Violation violationOf(Rule rule, const CheckedClient &client, qint64 atNs, QStringList nodes, QList<quint64> events,
                      Text text)
{
    return {rule, client.spec.lock, atNs, {client.spec.name}, std::move(nodes), std::move(events), std::move(text)};
}

} // namespace check

struct Checker::Parts
{
    check::RunHistory history;
    check::ExclusionCheck exclusion;
    check::OwnershipCheck ownership;
    check::OrderCheck order;
    check::LeftoversCheck leftovers;
    check::WaitsCheck waits;
    CheckReport found;
};

Checker::Checker()
    : m_parts(std::make_unique<Parts>())
{
}

Checker::~Checker() = default;
Checker::Checker(Checker &&) noexcept = default;
Checker &Checker::operator=(Checker &&) noexcept = default;

void Checker::add(const Event &event)
{
    Parts &parts = *m_parts;
    const check::EventEffect effect = parts.history.apply(event);
    parts.exclusion.add(parts.history, effect);
    parts.ownership.add(parts.history, event, effect, parts.found);
    parts.order.add(parts.history, event, effect, parts.found);
    parts.leftovers.add(event, effect, parts.found);
    parts.waits.add(parts.history, event, effect, parts.found);
}

void Checker::add(const EventBatch &batch)
{
    for (const Event &event : batch)
        add(event);
}

CheckReport Checker::report(bool settled) const
{
    const Parts &parts = *m_parts;
    CheckReport report = parts.found;
    parts.exclusion.finish(report);
    parts.order.finish(report);
    parts.leftovers.finish(parts.history, report, settled);
    parts.waits.finish(parts.history, report, settled);
    std::ranges::stable_sort(report.violations, {}, &Violation::atNs);
    report.events = parts.history.events();
    report.clients = static_cast<qint64>(parts.history.clients().size());
    report.grants = parts.history.grants();
    report.unproved = parts.history.unproved();
    return report;
}

CheckReport checkEvents(const EventBatch &events, bool settled)
{
    Checker checker;
    checker.add(events);
    return checker.report(settled);
}

} // namespace lockscope::journal
