// SPDX-License-Identifier: Apache-2.0
// Forced releases as the engine does them: confirmed on production, written to the audit file before they are begun,
// carried out, and written in the journal and the audit file. On the engine's thread.
// Never reads a lock: what is to be done is a plan of core/observe, which checks again whether it still holds.
#pragma once

#include "core/base/task.h"
#include "core/engine/eventbatcher.h"
#include "core/observe/audit.h"
#include "core/observe/release.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace lockscope {

/// Where releases happen just now.
struct ReleasePlace
{
    zk::Session *session = nullptr; ///< null: there is none
    QString endpoint = {};
    bool production = false;
    bool isEnsemble = true; ///< false: other servers, where nothing is released
};

class Releases
{
public:
    /// \a leaveOut: has the observer leave out the nodes that guard a release, which it would count as others' that it
    /// missed. It may be called when this is gone. \a events outlives this.
    Releases(EventBatcher &events, std::function<ReleasePlace()> place, observe::GuardsMade leaveOut);

    Task<Result<observe::ReleasePlan>> plan(QStringList paths, locks::Knowledge knowledge);
    Task<observe::ReleaseOutcome> carryOut(observe::ReleasePlan plan, QString confirmation);
    Task<observe::AskOutcome> askHolder(observe::ReleasePlan plan, std::chrono::milliseconds limit,
                                        QString confirmation);
    void stopAsking() { m_asking.request_stop(); }
    /// Of clients that are to come: nothing where they may, by \a confirmation or because the ensemble is none of
    /// production. With a line in the audit file.
    std::optional<Error> notConfirmed(observe::LabRecord record, const QString &confirmation);

private:
    std::optional<Error> notConfirmed(const QString &lock, const QString &confirmation) const;
    std::optional<Error> whyNotBegun(const observe::ReleasePlan &plan, const observe::ReleaseAudit &audit,
                                     observe::ReleaseRecord::Deed deed, const QString &confirmation) const;
    /// Why it is not in the audit file. What could not be intended has no outcome.
    std::optional<Error> writeOutcome(const observe::ReleasePlan &plan, const observe::ReleaseAudit &audit,
                                      const observe::ReleaseRecord &record);
    std::optional<Error> sayUnless(const Result<Done> &audited);

    EventBatcher &m_events;
    std::function<ReleasePlace()> m_place;
    observe::GuardsMade m_leaveOut;
    std::stop_source m_asking; ///< of the newest askHolder()
};

} // namespace lockscope
