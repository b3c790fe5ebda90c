// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/guard.h"
#include "core/base/privatefile.h"
#include "core/base/visible.h"
#include "core/base/wholefile.h"
#include "core/compare/comparisonpage.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cstdio>
#include <utility>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

Result<QList<locks::Backend>> readBackends(const QString &text)
{
    QList<locks::Backend> backends;
    for (const QString &name : text.split(u',')) {
        const auto backend = locks::backendFromName(name.trimmed());
        if (!backend)
            return invalidInput(Text::verbatim(
                u"--backends wants zookeeper, redis, sqlite, mariadb or postgresql, with commas, not \"%1\"."_s.arg(
                    name)));
        if (!backends.contains(*backend))
            backends += *backend;
    }
    return backends;
}

Result<QList<int>> readClients(const QString &text)
{
    constexpr int most = compare::mostClients;
    QList<int> clients;
    for (const QString &word : text.split(u',')) {
        bool isNumber = false;
        const int count = word.trimmed().toInt(&isNumber);
        if (!isNumber || count < 1 || count > most)
            return invalidInput(Text::verbatim(
                u"--clients wants numbers from 1 to %1, with commas, not \"%2\"."_s.arg(most).arg(word)));
        if (!clients.contains(count))
            clients += count;
    }
    return clients;
}

Result<Done> writeFile(const QString &path, const QString &text)
{
    if (const QString why = writePrivately(path, text.toUtf8()); !why.isEmpty())
        return invalidInput(Text::verbatim(u"Cannot write %1 (%2): choose another file."_s.arg(path, why)));
    return Done();
}

/// An ensemble and servers of the user's own, where the options name them; all others are private.
Result<Done> readOwnServers(const CommandLine &line, compare::ComparisonSpec &spec)
{
    QList<locks::Backend> others = spec.backends;
    const bool hasZooKeeper = others.removeOne(locks::Backend::ZooKeeper);
    const bool hasOwnEnsemble = line.isSet(u"connect"_s) || line.isSet(u"profile"_s);
    if (hasOwnEnsemble && !hasZooKeeper)
        return invalidInput(Text::verbatim(u"--connect is for zookeeper, which --backends leaves out."_s));
    if (hasOwnEnsemble) {
        const auto ensemble = line.connectSpec();
        if (!ensemble)
            return tl::unexpected(ensemble.error());
        spec.ensemble = *ensemble;
        spec.confirmation = line.text(u"confirm"_s);
    }
    // Of an ensemble of one's own the login is that ensemble's.
    if (hasOwnEnsemble && !line.isSet(u"at"_s))
        return Done();
    const auto servers = serversFrom(line, others);
    if (!servers)
        return tl::unexpected(servers.error());
    for (const BackendSpec &server : *servers) {
        if (!server.address.isEmpty() || !server.password.isEmpty())
            spec.servers += server;
    }
    return Done();
}

QString recordingsOf(const QString &page)
{
    return QFileInfo(page).completeBaseName() + u"-recordings"_s;
}

QString directoryBeside(const QString &page)
{
    return QFileInfo(page).absoluteDir().filePath(recordingsOf(page));
}

/// That the page and the directory beside it can be written is known before the minutes that the runs take. Both stay
/// as they are until then.
std::optional<Error> whyUnwritable(const QString &page)
{
    const QString directory = directoryBeside(page);
    if (!QDir().mkpath(directory) || !QFileInfo(directory).isWritable())
        return invalidInput(Text::verbatim(u"--html: the directory %1 for the recordings cannot be made, or written: "
                                           "choose another file."_s.arg(directory)))
            .value();
    WholeFile probe(page);
    if (!probe.open(QIODevice::WriteOnly))
        return invalidInput(Text::verbatim(u"--html: %1 cannot be written: %2."_s.arg(page, probe.errorString())))
            .value();
    probe.cancelWriting();
    return std::nullopt;
}

/// Into the directory beside the page, over those of the same names. Says why one could not be.
bool keepRecordings(const QString &from, const QString &page)
{
    const QDir made(from);
    const QDir kept(directoryBeside(page));
    const QStringList names = made.entryList(QDir::Files);
    for (const QString &name : names) {
        const QString target = kept.filePath(name);
        QFile::remove(target);
        if (QFile::copy(made.filePath(name), target))
            continue;
        sayError(u"the recording %1 cannot be written."_s.arg(target));
        return false;
    }
    return true;
}

void printComparison(const CommandLine &line, const compare::Comparison &comparison)
{
    if (line.json())
        printJson(compare::toJson(comparison), true);
    else
        printLine(compare::toMarkdown(comparison).trimmed());
}

} // namespace

Task<ExitCode> runCompare(Context &context, QStringList arguments)
{
    CommandLine line(u"compare"_s,
                     u"Runs the same contention and the same faults over locks on several kinds of "
                     "servers, each private to this run unless an address is given, and reports the measurements."_s);
    line.value(u"backends"_s, u"B,…"_s, u"Kinds of servers, of zookeeper, redis, sqlite, mariadb, postgresql."_s,
               u"zookeeper,redis,sqlite,mariadb,postgresql"_s);
    line.value(u"clients"_s, u"N,…"_s, u"Numbers of clients, each at most 200."_s, u"1,10,50,200"_s);
    line.value(u"rounds"_s, u"K"_s,
               u"Acquisitions per client; raised where all clients together would make fewer than 50."_s, u"5"_s);
    line.value(u"turns"_s, u"T"_s, u"Repetitions of each measurement, in turn with the others."_s, u"3"_s);
    line.value(u"html"_s, u"FILE"_s, u"Write an HTML page, with recordings of the faults in a directory beside it."_s);
    addServerOption(line, u"a private one. For ZooKeeper: --connect or --profile"_s);
    line.value(u"confirm"_s, u"NAME"_s,
               u"The directory of all locks that are used, /lockscope/compare, as confirmation; required on a "
               "production ensemble."_s);
    if (const auto ended = line.parse(arguments, 0, 0))
        co_return *ended;
    const auto backends = readBackends(line.text(u"backends"_s));
    const auto clients = readClients(line.text(u"clients"_s));
    const auto rounds = line.number(u"rounds"_s, 1, 10'000);
    const auto turns = line.number(u"turns"_s, 1, 100);
    if (!backends)
        co_return fail(backends.error());
    if (!clients)
        co_return fail(clients.error());
    if (!rounds)
        co_return fail(rounds.error());
    if (!turns)
        co_return fail(turns.error());
    compare::ComparisonSpec spec{*backends, *clients, *rounds, *turns, {}};
    if (const auto read = readOwnServers(line, spec); !read)
        co_return fail(read.error());
    const QString page = line.text(u"html"_s);
    GuardedDirectory scratch(u"lockscope-compare-"_s);
    if (!scratch.isValid())
        co_return fail(invalidInput(Text::verbatim(u"No temporary directory can be made in %1 (%2): set TMPDIR."_s.arg(
                                        QDir::tempPath(), scratch.errorString())))
                           .value());
    if (const auto problem = page.isEmpty() ? std::nullopt : whyUnwritable(page))
        co_return fail(*problem);

    QObject::connect(&context.engine, &Engine::comparisonProgressed, &context,
                     [](const Text &what, int done, int total) {
                         std::fprintf(stderr, "%d of %d: %s\n", done, total, qPrintable(visible(what.english())));
                     });
    compare::Comparison found; // all so far
    QObject::connect(&context.engine, &Engine::comparisonMeasured, &context,
                     [&found](const compare::Comparison &now) { found = now; });
    bool isPrinted = false;
    const auto printFound = [&] { // at once: a server that stands still may hold up all that follows
        const bool isToBePrinted = found.partsDone > 0 || (line.json() && found.parts > 0);
        if (isToBePrinted && !std::exchange(isPrinted, true))
            printComparison(line, found);
    };
    context.onInterrupt(
        [&context, &printFound] {
            printFound();
            context.engine.cancelComparison();
        },
        Context::Ending::Long);
    spec.recordings = scratch.path();
    auto running = context.engine.compareLocks(spec);
    const auto comparison = co_await running;
    if (!comparison) {
        printFound();
        co_return fail(comparison.error());
    }
    if (!page.isEmpty()) {
        if (!keepRecordings(scratch.path(), page))
            co_return ExitCode::Failed;
        if (const auto written = writeFile(page, compare::toHtml(*comparison, recordingsOf(page))); !written)
            co_return fail(written.error());
    }
    printComparison(line, *comparison);
    const Text missing = compare::notMeasured(*comparison);
    if (missing.isEmpty())
        co_return ExitCode::Ok;
    sayError(u"Not all could be measured. %1"_s.arg(missing.english()));
    co_return ExitCode::Failed;
}

} // namespace lockscope::cli
