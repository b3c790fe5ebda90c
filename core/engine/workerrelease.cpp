// SPDX-License-Identifier: Apache-2.0
// Forcing a release, on the worker thread: what is confirmed, carried out, written to the journal and to the audit
// file.
#include "core/base/path.h"
#include "core/engine/worker.h"

#include <QPointer>

namespace lockscope {

using namespace Qt::StringLiterals;

Task<Result<observe::ReleasePlan>> Engine::Worker::planRelease(QStringList paths, locks::Knowledge knowledge)
{
    for (const QString &path : std::as_const(paths)) {
        if (const auto problem = pathProblem(path))
            co_return failure(ErrorCode::InvalidInput, {}, path, u"The path \"%1\" %2."_s.arg(path, *problem));
    }
    if (session() == nullptr)
        co_return failure(ErrorCode::NotConnected, u"get"_s, paths.value(0));
    const QString endpoint = m_endpoint;
    const bool production = m_production;
    auto planning = observe::planRelease(*session(), paths);
    auto plan = co_await planning;
    if (plan) {
        plan->ensemble = endpoint;
        plan->production = production;
        observe::addEvidence(*plan, knowledge);
    }
    co_return plan;
}

std::optional<Error> Engine::Worker::notConfirmed(const observe::ReleasePlan &plan, const QString &confirmation) const
{
    if (!m_production || confirmation == plan.confirmation())
        return std::nullopt;
    return Error{
        ErrorCode::InvalidInput,
        {},
        plan.target().path,
        u"This is a production ensemble: nothing was done, since the lock's name was not confirmed. It is %1."_s.arg(
            plan.confirmation())};
}

void Engine::Worker::audit(const observe::ReleasePlan &plan, const observe::ReleaseRecord &record)
{
    if (const auto audited = observe::writeAudit(plan, record); !audited)
        m_events.write(journal::Notice{locks::Finding::Severity::Warning, audited.error().sentence()});
}

Task<observe::ReleaseOutcome> Engine::Worker::carryOut(observe::ReleasePlan plan, QString confirmation)
{
    observe::ReleaseOutcome outcome;
    if (plan.targets.empty()) {
        outcome.error = Error{ErrorCode::InvalidInput, {}, {}, u"No node was named."_s};
        co_return outcome;
    }
    if (session() == nullptr) {
        outcome.error = Error{ErrorCode::NotConnected, u"delete"_s, plan.target().path, {}};
        co_return outcome;
    }
    outcome.error = notConfirmed(plan, confirmation);
    if (!outcome.error) {
        auto carryingOut = observe::carryOut(*session(), plan);
        outcome = co_await carryingOut;
    }
    for (const observe::ReleaseTarget &target : plan.targets)
        m_events.write(journal::ReleaseForced{target.path, target.stat.czxid, target.stat.owner(), outcome.error});
    audit(plan, observe::ReleaseRecord::of(outcome));
    co_return outcome;
}

Task<observe::AskOutcome> Engine::Worker::askHolder(observe::ReleasePlan plan, std::chrono::milliseconds limit,
                                                    QString confirmation)
{
    observe::AskOutcome outcome;
    if (plan.targets.empty() || session() == nullptr) {
        outcome.error = Error{ErrorCode::NotConnected, u"set"_s, {}, {}};
        co_return outcome;
    }
    outcome.error = notConfirmed(plan, confirmation);
    if (!outcome.error) {
        m_asking.request_stop(); // whoever waited for another answer
        m_asking = std::stop_source();
        auto asking = observe::askHolder(*session(), plan, limit, m_asking.get_token());
        outcome = co_await asking;
    }
    const bool asked = outcome.answer != observe::AskOutcome::Answer::NotAsked;
    const QString node = plan.target().path;
    m_events.write(journal::Notice{
        asked ? locks::Finding::Severity::Note : locks::Finding::Severity::Warning,
        asked ? u"The holder was asked to release %1: %2."_s.arg(
            node, outcome.answer == observe::AskOutcome::Answer::Released ? u"it is gone"_s : u"it is still there"_s)
              : u"The holder was not asked to release %1. %2"_s.arg(node, outcome.error ? outcome.error->sentence()
                                                                                        : QString())});
    audit(plan, observe::ReleaseRecord::of(outcome));
    co_return outcome;
}

} // namespace lockscope
