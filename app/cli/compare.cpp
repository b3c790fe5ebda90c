// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/guard.h"
#include "core/base/privatefile.h"
#include "core/base/visible.h"
#include "core/compare/comparer.h"
#include "core/compare/comparisonpage.h"

#include <QDir>
#include <QFileInfo>

#include <cstdio>

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

/// That the file can be written is known before the minutes that the runs take.
Result<QString> directoryBeside(const QString &page)
{
    const QFileInfo info(page);
    const QString directory = info.absoluteDir().filePath(recordingsOf(page));
    if (!QDir().mkpath(directory))
        return invalidInput(Text::verbatim(
            u"--html: the directory %1 for the recordings cannot be made: choose another file."_s.arg(directory)));
    const auto written = writeFile(page, QString());
    return written ? Result<QString>(directory) : tl::unexpected(written.error());
}

} // namespace

Task<ExitCode> runCompare(Context &context, QStringList arguments)
{
    CommandLine line(u"compare"_s,
                     u"Runs the same contention and the same faults over locks on several kinds of "
                     "servers, each private to this run unless an address is given, and says what was measured."_s);
    line.value(u"backends"_s, u"B,…"_s, u"zookeeper, redis, sqlite, mariadb, postgresql."_s,
               u"zookeeper,redis,sqlite,mariadb,postgresql"_s);
    line.value(u"clients"_s, u"N,…"_s, u"Numbers of clients under contention, at most 200."_s, u"1,10,50,200"_s);
    line.value(u"rounds"_s, u"K"_s, u"Acquisitions per client; more where that is less than 50 in all."_s, u"5"_s);
    line.value(u"turns"_s, u"T"_s, u"How often each is measured, in turn with the others."_s, u"3"_s);
    line.value(u"html"_s, u"FILE"_s,
               u"Write it as a page, with the recordings of the faults in a directory beside it."_s);
    addServerOption(line, u"a private one; --connect or --profile names an ensemble of your own"_s);
    line.value(u"confirm"_s, u"NAME"_s,
               u"/lockscope/compare, above all locks that are used: a production ensemble wants it to be named."_s);
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
    std::optional<GuardedDirectory> scratch;
    if (page.isEmpty() && !scratch.emplace(u"lockscope-compare-"_s).isValid())
        co_return fail(invalidInput(Text::verbatim(u"No temporary directory can be made in %1 (%2): set TMPDIR."_s.arg(
                                        QDir::tempPath(), scratch->errorString())))
                           .value());
    const auto directory = scratch ? Result<QString>(scratch->path()) : directoryBeside(page);
    if (!directory)
        co_return fail(directory.error());

    compare::Comparer comparer;
    QObject::connect(&comparer, &compare::Comparer::progress, &context, [](const Text &what, int done, int total) {
        std::fprintf(stderr, "%d of %d: %s\n", done, total, qPrintable(visible(what.english())));
    });
    context.onInterrupt([&comparer] { comparer.cancel(); }, Context::Ending::Long);
    spec.recordings = *directory;
    auto running = comparer.run(spec);
    const auto comparison = co_await running;
    if (!comparison)
        co_return fail(comparison.error());
    if (!page.isEmpty()) {
        if (const auto written = writeFile(page, compare::toHtml(*comparison, recordingsOf(page))); !written)
            co_return fail(written.error());
    }
    if (line.json())
        printJson(compare::toJson(*comparison), true);
    else
        printLine(compare::toMarkdown(*comparison).trimmed());
    const Text missing = compare::notMeasured(*comparison);
    if (missing.isEmpty())
        co_return ExitCode::Ok;
    sayError(u"Not all could be measured. %1"_s.arg(missing.english()));
    co_return ExitCode::Failed;
}

} // namespace lockscope::cli
