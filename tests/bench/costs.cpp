// SPDX-License-Identifier: Apache-2.0
// What one release costs all clients of a lock, in watch events and requests, for N waiters: counted on a real server
// and compared with what docs/benchmarks.md derives. Counts, not times: a busy machine changes nothing here.
#include "tests/bench/bench.h"
#include "tests/bench/labrun.h"

#include "core/locks/recipecatalog.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <functional>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using lab::SpawnRequest;
using locks::Dialect;
using locks::RecipeId;

namespace {

constexpr int mostReleases = 3;
constexpr int paths = 3;
constexpr int leases = 4;

/// One row of the table: who stands there, and what a release should cost with N waiters.
struct Variant
{
    QString name;
    RecipeId recipe = RecipeId::Mutex;
    Dialect dialect = Dialect::Docs;
    QString events; ///< as formula, for people
    QString requests;
    std::function<double(int)> eventsAt;
    std::function<double(int)> requestsAt;
    int releases = mostReleases; ///< one after the other, each with a waiter less
    double firstWriters = 1;     ///< share of writers among the first, who hold
    double waitingWriters = 1;   ///< and among those who wait
    int writersBetween = 0;      ///< that wait before all others
    int holders = 1;
};

std::vector<Variant> variants()
{
    const auto constant = [](double value) { return [value](int) { return value; }; };
    const auto linear = [](double factor, double more) { return [=](int n) { return factor * n + more; }; };
    std::vector<Variant> all{
        {u"plain ephemeral"_s, RecipeId::Ephemeral, Dialect::Plain, u"N"_s, u"2N"_s, linear(1, 0), linear(2, 0)},
        {u"child watch"_s, RecipeId::QueueHerd, Dialect::Docs, u"N"_s, u"1 + N"_s, linear(1, 0), linear(1, 1)},
        {u"predecessor watch"_s, RecipeId::Mutex, Dialect::Docs, u"1"_s, u"2"_s, constant(1), constant(2)},
        {u"reentrant, last release"_s, RecipeId::Reentrant, Dialect::Curator, u"1"_s, u"2"_s, constant(1), constant(2)},
        {u"read/write, naive, readers"_s, RecipeId::ReadWriteNaive, Dialect::Docs, u"1"_s, u"2"_s, constant(1),
         constant(2)},
        {u"read/write, writer before N readers"_s, RecipeId::ReadWrite, Dialect::Docs, u"N"_s, u"1 + N"_s, linear(1, 0),
         linear(1, 1)},
        {u"read/write, Curator, N readers behind 2 writers"_s, RecipeId::ReadWriteCurator, Dialect::Curator,
         u"N, and 1 of the next writer"_s, u"2N, and 2"_s, linear(1, 1), linear(2, 2)},
        {u"semaphore, Curator"_s, RecipeId::Semaphore, Dialect::Curator, u"1 and a hand-over"_s, u"≈ 6"_s, constant(2),
         constant(6)},
        {u"semaphore, kazoo"_s, RecipeId::Semaphore, Dialect::Kazoo, u"1 and a hand-over"_s, u"≈ 6"_s, constant(2),
         constant(6)},
        {u"revocable"_s, RecipeId::Revocable, Dialect::Curator, u"1, and 1 on its own data"_s, u"2 + 1"_s, constant(2),
         constant(3)},
        {u"multi-lock over L = 3 paths"_s, RecipeId::Multi, Dialect::Docs, u"1"_s, u"3L - 1"_s, constant(1),
         constant(3 * paths - 1)}, // sorted: all wait at the first path, and find the others free
    };
    for (Variant &variant : all) {
        switch (variant.recipe) {
        case RecipeId::ReadWriteNaive:
            variant.waitingWriters = 0; // behind the writer; each reader then wakes the next
            break;
        case RecipeId::ReadWrite:
            variant.waitingWriters = 0;
            variant.releases = 1;
            break;
        case RecipeId::ReadWriteCurator:
            variant.waitingWriters = 0;
            variant.writersBetween = 1;
            variant.releases = 1;
            break;
        case RecipeId::Semaphore: variant.holders = leases; break;
        default: break;
        }
    }
    return all;
}

SpawnRequest requestFor(const Variant &variant, const QString &lock)
{
    SpawnRequest request;
    request.lock = lock;
    request.recipe = variant.recipe;
    request.dialect = variant.dialect;
    request.leases = leases;
    if (variant.recipe == RecipeId::Multi) {
        for (int i = 0; i < paths; ++i)
            request.paths << lock + u'/' + QString::number(i);
    }
    return request;
}

struct Measured
{
    double freeRequests = 0;      ///< of the first to arrive
    double contendedRequests = 0; ///< of one that arrives behind the holder
    std::vector<double> events;   ///< of each release
    std::vector<double> requests;
    std::vector<int> waiting; ///< before each release
};

Result<Measured> measure(LabRun &run, const Variant &variant, const QString &lock, int waiters)
{
    Measured measured;
    SpawnRequest first = requestFor(variant, lock);
    first.count = variant.holders;
    first.writers = variant.firstWriters;
    const auto heldBy = [&run](int count) { return [&run, count] { return run.holding() == count; }; };
    for (const bool directoriesAreThere : {false, true}) {
        run.reset();
        const auto holders = run.spawn(first);
        if (!holders)
            return tl::unexpected(holders.error());
        if (const auto held = run.settle(heldBy(variant.holders)); !held)
            return tl::unexpected(held.error());
        if (directoriesAreThere)
            break;
        if (const auto closed = run.closeAll(); !closed)
            return tl::unexpected(closed.error());
    }
    measured.freeRequests = static_cast<double>(run.requests()) / variant.holders;

    const auto arrive = [&](int count, double writers) -> Result<Done> {
        SpawnRequest next = requestFor(variant, lock);
        next.count = count;
        next.writers = writers;
        const auto spawned = run.spawn(next);
        if (!spawned)
            return tl::unexpected(spawned.error());
        return run.settle(heldBy(variant.holders));
    };
    int waiting = waiters;
    run.reset();
    // One alone first: what an arrival costs without the others' noise.
    if (const auto one = arrive(1, variant.writersBetween > 0 ? 1 : variant.waitingWriters); !one)
        return tl::unexpected(one.error());
    measured.contendedRequests = static_cast<double>(run.requests());
    const int rest = variant.writersBetween > 0 ? waiters : waiters - 1;
    if (rest > 0) {
        if (const auto all = arrive(rest, variant.waitingWriters); !all)
            return tl::unexpected(all.error());
    }

    for (int i = 0; i < variant.releases && waiting > 0; ++i, --waiting) {
        run.reset();
        const ClientId holder = run.firstHolder();
        run.release(holder);
        const bool allEnter = variant.recipe == RecipeId::ReadWrite; // all waiters are readers
        const int after = allEnter ? waiting : variant.holders;
        const auto settled = run.settle([&run, holder, after] { return !run.holds(holder) && run.holding() == after; });
        if (!settled)
            return tl::unexpected(settled.error());
        measured.events.push_back(static_cast<double>(run.events()));
        measured.requests.push_back(static_cast<double>(run.requests()));
        measured.waiting.push_back(waiting);
    }
    if (const auto closed = run.closeAll(); !closed)
        return tl::unexpected(closed.error());
    return measured;
}

struct Row
{
    QJsonObject json;
    QString line;
    bool equal = false;
};

Row rowOf(const Variant &variant, int waiters, const Measured &measured)
{
    QJsonArray releases;
    bool equal = true;
    for (size_t i = 0; i < measured.events.size(); ++i) {
        const int n = measured.waiting[i];
        const bool same = measured.events[i] == variant.eventsAt(n) && measured.requests[i] == variant.requestsAt(n);
        equal = equal && same;
        releases += QJsonObject{{u"waiters"_s, n},
                                {u"events"_s, measured.events[i]},
                                {u"requests"_s, measured.requests[i]},
                                {u"events_expected"_s, variant.eventsAt(n)},
                                {u"requests_expected"_s, variant.requestsAt(n)}};
    }
    Row row;
    row.equal = equal;
    row.json = {{u"variant"_s, variant.name},
                {u"recipe"_s, locks::recipeName(variant.recipe)},
                {u"dialect"_s, locks::dialectName(variant.dialect)},
                {u"waiters"_s, waiters},
                {u"events_formula"_s, variant.events},
                {u"requests_formula"_s, variant.requests},
                {u"arrive_free_requests"_s, measured.freeRequests},
                {u"arrive_contended_requests"_s, measured.contendedRequests},
                {u"releases"_s, releases},
                {u"equal"_s, equal}};
    row.line = u"%1 N = %2: arrive %3 / %4, release %5 events (%6), %7 requests (%8)%9"_s.arg(
        variant.name.leftJustified(48), QString::number(waiters).rightJustified(4),
        QString::number(measured.contendedRequests), QString::number(measured.freeRequests),
        QString::number(measured.events.front()), variant.events, QString::number(measured.requests.front()),
        variant.requests, equal ? QString() : u"  differs"_s);
    return row;
}

} // namespace

Result<Report> costs(const Options &options)
{
    Report report;
    QJsonArray rows;
    bool allEqual = true;
    LabRun run(options.connectString);
    if (const auto opened = run.open(); !opened)
        return tl::unexpected(opened.error());
    const QString base = u"/lockscope-bench-%1-costs"_s.arg(QCoreApplication::applicationPid());
    for (const Variant &variant : variants()) {
        for (const int waiters : {10, 100, 1'000}) {
            if (waiters > options.clients)
                continue;
            const QString lock = base + u"-%1-%2"_s.arg(rows.size()).arg(waiters);
            const auto measured = measure(run, variant, lock, waiters);
            if (!measured)
                return tl::unexpected(measured.error());
            const Row row = rowOf(variant, waiters, *measured);
            allEqual = allEqual && row.equal;
            rows += row.json;
            report.lines += row.line;
        }
    }
    report.json = {{u"rows"_s, rows}, {u"all_equal"_s, allEqual}};
    return report;
}

} // namespace lockscope::bench
