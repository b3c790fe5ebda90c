// SPDX-License-Identifier: Apache-2.0
// A sound recipe's clients coming and going on a real server, long enough for waits to outlast the evidence that is
// asked for; and every warning that was shown meanwhile. Never a verdict.
#pragma once

#include "core/locks/recipecatalog.h"
#include "tests/support/findingbed.h"

namespace lockscope::test {

struct HealthyRun
{
    qint64 snapshots = 0;
    qint64 readings = 0;
    QStringList alarms; ///< warnings and errors that no recipe of the kind should show
    QStringList notes;  ///< ids of what was shown besides
    QString error;      ///< why it could not run
};

/// Until there are as many snapshots and it has run as long; at most ten times as long.
HealthyRun runHealthy(FindingBed &bed, const locks::RecipeInfo &info, qsizetype dialect, const QString &root,
                      qint64 snapshots, int leastMs);

/// What was shown, told apart. \a right: ids that are true of these clients, sound or not.
void sortOut(const FindingBed &bed, const QStringList &right, HealthyRun &run);

} // namespace lockscope::test
