// SPDX-License-Identifier: Apache-2.0
// The local audit file: JSON lines of what was done to locks by hand, and by whom. Only ever appended to.
// Never holds secrets. Of a release the intent is on the disk before anything is sent to a server, and the result after
// it: an intent without a result is a release of which this program did not live to see the end.
#pragma once

#include "core/observe/releaserecord.h"

#include <QString>

namespace lockscope::observe {

/// "user@host" of this process.
QString whoIAm();

/// The lines of one plan: one for each of its nodes and each thing said of it, all with one id.
class ReleaseAudit
{
public:
    explicit ReleaseAudit(const ReleasePlan &plan);

    /// Before it is carried out. An error: the lines are not on the disk, and nothing may be done.
    Result<Done> intend(ReleaseRecord::Deed deed) const;
    /// What came of it, or why it was not carried out.
    Result<Done> writeOutcome(const ReleaseRecord &record) const;

private:
    ReleasePlan m_plan;
    QString m_id;
};

/// Simulated clients that come to locks of a production ensemble.
struct LabRecord
{
    QString ensemble;
    QString deed; ///< "spawn", "scenario"
    QString lock; ///< or the directory that has all of their locks, and all else that they write to
    QString what; ///< the recipe's name, the scenario's title
    int clients = 0;
    QStringList paths = {};          ///< at or below which they write, each once
    std::optional<Error> error = {}; ///< why they were refused
};

/// Before it is done.
Result<Done> writeAudit(const LabRecord &record);

} // namespace lockscope::observe
