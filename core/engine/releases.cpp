// SPDX-License-Identifier: Apache-2.0
#include "core/engine/releases.h"

#include "core/base/path.h"
#include "core/lab/clientspec.h"

#include <utility>

namespace lockscope {

using namespace Qt::StringLiterals;

Releases::Releases(EventBatcher &events, std::function<ReleasePlace()> place, observe::GuardsMade leaveOut)
    : m_events(events)
    , m_place(std::move(place))
    , m_leaveOut(std::move(leaveOut))
{
}

Task<Result<observe::ReleasePlan>> Releases::plan(QStringList paths, locks::Knowledge knowledge)
{
    for (const QString &path : std::as_const(paths)) {
        if (const auto wrong = pathError(path))
            co_return tl::unexpected(*wrong);
    }
    const ReleasePlace place = m_place();
    if (!place.isEnsemble) {
        co_return failure(ErrorCode::InvalidInput, {}, paths.value(0),
                          Text::en("This is no ZooKeeper ensemble: what is held here is released by its client only."));
    }
    if (place.session == nullptr)
        co_return failure(ErrorCode::NotConnected, u"get"_s, paths.value(0));
    auto plan = co_await observe::planRelease(*place.session, paths, knowledge);
    if (plan) {
        plan->ensemble = place.endpoint;
        plan->production = place.production;
        observe::addEvidence(*plan, knowledge);
    }
    co_return plan;
}

std::optional<Error> Releases::notConfirmed(const QString &lock, const QString &confirmation) const
{
    if (!m_place().production || confirmation == lock)
        return std::nullopt;
    return Error{
        ErrorCode::InvalidInput,
        {},
        lock,
        Text::en("This is a production ensemble: nothing was done, since the lock's name was not confirmed. It is %1.")
            .arg(lock)};
}

std::optional<Error> Releases::notConfirmed(observe::LabRecord record, const QString &confirmation)
{
    const ReleasePlace place = m_place();
    if (!place.production)
        return std::nullopt;
    record.ensemble = place.endpoint;
    record.error = notConfirmed(record.lock, confirmation);
    if (record.error && record.paths.size() > 1)
        record.error->detail = Text::en("This is a production ensemble: nothing was done, since what is written to was "
                                        "not confirmed: %1. Confirm %2, which has all of it.")
                                   .arg(lab::writtenText(record.paths), record.lock);
    sayUnless(observe::writeAudit(record));
    return record.error;
}

std::optional<Error> Releases::sayUnless(const Result<Done> &audited)
{
    if (audited)
        return std::nullopt;
    m_events.write(journal::Notice{locks::Finding::Severity::Warning, audited.error().sentence()});
    return audited.error();
}

/// Nothing where it may be begun: then its intent is in the audit file.
std::optional<Error> Releases::whyNotBegun(const observe::ReleasePlan &plan, const observe::ReleaseAudit &audit,
                                           observe::ReleaseRecord::Deed deed, const QString &confirmation) const
{
    if (auto refused = notConfirmed(plan.confirmation(), confirmation))
        return refused;
    if (plan.withoutAudit)
        return std::nullopt;
    const auto intended = audit.intend(deed);
    if (intended)
        return std::nullopt;
    return Error{ErrorCode::AuditFailed,
                 {},
                 plan.target().path,
                 Text::en("%1 Nothing was done, since a release is written down before it is begun.")
                     .arg(intended.error().sentence())};
}

std::optional<Error> Releases::writeOutcome(const observe::ReleasePlan &plan, const observe::ReleaseAudit &audit,
                                            const observe::ReleaseRecord &record)
{
    const bool isRefusedByAudit = record.error && record.error->code == ErrorCode::AuditFailed;
    if (plan.withoutAudit || isRefusedByAudit)
        return std::nullopt;
    return sayUnless(audit.writeOutcome(record));
}

Task<observe::ReleaseOutcome> Releases::carryOut(observe::ReleasePlan plan, QString confirmation)
{
    observe::ReleaseOutcome outcome;
    if (plan.targets.empty()) {
        outcome.error = Error{ErrorCode::InvalidInput, {}, {}, Text::en("No node was named.")};
        co_return outcome;
    }
    zk::Session *session = m_place().session;
    if (session == nullptr) {
        outcome.error = Error{ErrorCode::NotConnected, u"delete"_s, plan.target().path, {}};
        co_return outcome;
    }
    const observe::ReleaseAudit audit(plan);
    outcome.error = whyNotBegun(plan, audit, observe::ReleaseRecord::Deed::Delete, confirmation);
    if (!outcome.error) {
        outcome = co_await observe::carryOut(*session, plan, m_leaveOut);
    }
    for (const observe::ReleaseTarget &target : plan.targets)
        m_events.write(journal::ReleaseForced{target.path, target.stat.czxid, target.stat.owner(), outcome.error,
                                              observe::whoIAm()});
    outcome.auditError = writeOutcome(plan, audit, observe::ReleaseRecord::of(outcome));
    co_return outcome;
}

Task<observe::AskOutcome> Releases::askHolder(observe::ReleasePlan plan, std::chrono::milliseconds limit,
                                              QString confirmation)
{
    observe::AskOutcome outcome;
    zk::Session *session = m_place().session;
    if (plan.targets.empty() || session == nullptr) {
        outcome.error = Error{ErrorCode::NotConnected, u"set"_s, {}, {}};
        co_return outcome;
    }
    const observe::ReleaseAudit audit(plan);
    outcome.error = whyNotBegun(plan, audit, observe::ReleaseRecord::Deed::Ask, confirmation);
    if (!outcome.error) {
        m_asking.request_stop(); // the previous askHolder() ends
        m_asking = std::stop_source();
        outcome = co_await observe::askHolder(*session, plan, limit, m_asking.get_token(), m_leaveOut);
    }
    const bool asked = outcome.answer != observe::AskOutcome::Answer::NotAsked;
    const QString node = plan.target().path;
    const auto sentence = [&] {
        if (outcome.answer == observe::AskOutcome::Answer::Released)
            return Text::en("The holder was asked to release %1: it is gone.").arg(node);
        if (asked)
            return Text::en("The holder was asked to release %1: it is still there.").arg(node);
        return outcome.error
                   ? Text::en("The holder was not asked to release %1. %2").arg(node, outcome.error->sentence())
                   : Text::en("The holder was not asked to release %1.").arg(node);
    };
    m_events.write(
        journal::Notice{asked ? locks::Finding::Severity::Note : locks::Finding::Severity::Warning, sentence()});
    outcome.auditError = writeOutcome(plan, audit, observe::ReleaseRecord::of(outcome));
    co_return outcome;
}

} // namespace lockscope
