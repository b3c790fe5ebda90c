// SPDX-License-Identifier: Apache-2.0
// Clients of another library coming and going at a lock, watched and asked about all the while; and every warning that
// was shown meanwhile. Never a verdict.
#pragma once

#include "tests/interop/foreignclients.h"
#include "tests/support/healthyruns.h"

namespace lockscope::test {

struct ForeignChurn
{
    QStringList kinds; ///< of the clients, in turn: see ForeignClients::open()
    int leases = 0;
    QStringList faults = {}; ///< that this version of the library really has
    int clients = 12;
    int holdMs = 250;
};

/// What each library has: mutex, readers and writers, semaphore, …
QList<ForeignChurn> churnsOf(const ForeignClients &library);

/// \a library has been started; its clients come and go until its end.
HealthyRun runForeign(FindingBed &bed, ForeignClients &library, const ForeignChurn &churn, const QString &lock,
                      qint64 snapshots, int leastMs);

} // namespace lockscope::test
