// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/foreignchurn.h"

#include <QTemporaryFile>

namespace lockscope::test {

using namespace Qt::StringLiterals;

QList<ForeignChurn> churnsOf(const ForeignClients &library)
{
    QList<ForeignChurn> churns{{{u"mutex"_s}}, {{u"read"_s, u"write"_s}}, {{u"semaphore"_s}, 3}};
    // Readers of kazoo 2.8.0 wait for the last writer, also for one that came after them (kazoo #649): a true finding.
    if (library.name() == "kazoo"_L1)
        churns[1].faults = {u"mutual-wait"_s, u"wrong-watch"_s};
    if (library.name() == "curator"_L1)
        churns << ForeignChurn{{u"semaphore-mutex"_s}} << ForeignChurn{{u"revocable"_s}};
    return churns;
}

HealthyRun runForeign(FindingBed &bed, ForeignClients &library, const ForeignChurn &churn, const QString &lock,
                      qint64 snapshots, int leastMs)
{
    HealthyRun run;
    QTemporaryFile diary;
    if (!diary.open()) {
        run.error = diary.errorString();
        return run;
    }
    constexpr int manyRounds = 1'000'000;
    for (int i = 0; i < churn.clients; ++i) {
        const QString client = library.open(churn.kinds[i % churn.kinds.size()], lock, churn.leases);
        if (client.isEmpty()) {
            run.error = u"a client of %1 could not be opened"_s.arg(library.name());
            return run;
        }
        library.send(client, u"rounds"_s,
                     {QString::number(manyRounds), u"-"_s, diary.fileName(), QString::number(churn.holdMs)});
    }
    const qint64 before = bed.snapshots();
    const qint64 readingsBefore = bed.readings();
    QElapsedTimer clock;
    clock.start();
    FindingBed::until([&] { return clock.elapsed() >= leastMs && bed.snapshots() - before >= snapshots; },
                      60 * leastMs);
    if (library.hasFailed())
        run.error = u"a client of %1 failed"_s.arg(library.name());
    run.snapshots = bed.snapshots() - before;
    run.readings = bed.readings() - readingsBefore;
    sortOut(bed, churn.faults, run);
    return run;
}

} // namespace lockscope::test
