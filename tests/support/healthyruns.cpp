// SPDX-License-Identifier: Apache-2.0
#include "tests/support/healthyruns.h"

#include "tests/support/wholerequest.h"

namespace lockscope::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

lab::SpawnRequest churn(const locks::RecipeInfo &info, qsizetype dialect, const QString &lock)
{
    lab::SpawnRequest request = wholeRequest(info, dialect, lock);
    request.count = 16;
    request.rounds = 0;
    // Sixteen of them wait for about four seconds each: longer than the readings that would prove a fault.
    request.hold = {lab::HoldTime::Kind::Random, 0ms, 500ms};
    if (info.options.leases)
        request.leases = 3;
    return request;
}

} // namespace

void sortOut(const FindingBed &bed, const QStringList &right, HealthyRun &run)
{
    for (const FindingBed::Shown &shown : bed.shown()) {
        if (shown.finding.severity == locks::Finding::Severity::Note || right.contains(shown.finding.id))
            run.notes << shown.finding.id;
        else
            run.alarms << u"%1 in %2: %3 [%4]"_s.arg(shown.finding.id, shown.lock, shown.finding.text.english(),
                                                     shown.finding.nodes.join(", "_L1));
    }
}

HealthyRun runHealthy(FindingBed &bed, const locks::RecipeInfo &info, qsizetype dialect, const QString &root,
                      qint64 snapshots, int leastMs)
{
    HealthyRun run;
    lab::SpawnRequest request = churn(info, dialect, root + u"/lock"_s);
    QList<ClientId> clients = bed.spawn(request);
    // Some give up and come again: they leave the queue from its middle.
    request.count = 4;
    request.acquireTimeout = 700ms;
    request.namePrefix = u"impatient-"_s;
    clients += bed.spawn(request);
    if (clients.size() != 20) {
        run.error = bed.error();
        return run;
    }
    const qint64 before = bed.snapshots();
    const qint64 readingsBefore = bed.readings();
    QElapsedTimer clock;
    clock.start();
    FindingBed::until([&] { return clock.elapsed() >= leastMs && bed.snapshots() - before >= snapshots; },
                      60 * leastMs); // a machine may be busy
    for (const ClientId client : clients)
        bed.command(client, lab::ClientCommand::Remove);
    FindingBed::until([&] { return bed.world().clients().empty(); });
    run.snapshots = bed.snapshots() - before;
    run.readings = bed.readings() - readingsBefore;
    const bool isHerd = !info.guarantees.herdFree && !info.guarantees.shared;
    sortOut(bed, isHerd ? QStringList{u"herd"_s} : QStringList(), run);
    return run;
}

} // namespace lockscope::test
