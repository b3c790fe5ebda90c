// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/base/sessiontext.h"
#include "core/base/visible.h"
#include "core/locks/queuejson.h"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

/// Below one lock there are a semaphore's two directories, or what an application keeps there. Whoever answers with
/// directories without end is not followed.
constexpr size_t mostDirectories = 20'000;

/// When the lock was listed and when the last of its nodes was read, counted from the start.
struct Timing
{
    QString lock;
    qint64 startedNs = 0;
    qint64 listedNs = 0;
    qint64 resolvedNs = 0;
    int reads = 0;
};

void count(Timing &timing, const journal::EventBatch &batch)
{
    for (const journal::Event &event : batch) {
        if (const auto *listed = std::get_if<journal::DirectoryListed>(&event.what);
            listed && listed->path == timing.lock) {
            ++timing.reads;
            if (timing.listedNs == 0)
                timing.listedNs = event.atNs;
        } else if (std::holds_alternative<journal::NodeResolved>(event.what)) {
            ++timing.reads;
            timing.resolvedNs = event.atNs;
        }
    }
}

QJsonObject toJson(const Timing &timing)
{
    const auto ms = [&](qint64 ns) { return ns == 0 ? 0.0 : static_cast<double>(ns - timing.startedNs) / 1e6; };
    return {{u"listed_ms"_s, ms(timing.listedNs)},
            {u"resolved_ms"_s, ms(std::max(timing.resolvedNs, timing.listedNs))},
            {u"reads"_s, timing.reads}};
}

/// Waiters for a lock of one node leave none.
void sayAwaited(const QString &node, qsizetype sessions)
{
    const QString who = sessions == 1 ? u"1 session watches"_s : u"%1 sessions watch"_s.arg(sessions);
    sayError(
        u"%1 for %2, which is not there: where it is a lock of one node, none holds it."_s.arg(who, visible(node)));
}

/// No directory of contenders: by its name, or as servers report.
Task<bool> isNode(Context &context, QString path)
{
    if (isNamedAsContender(path))
        co_return true;
    auto probing = context.engine.probeServers();
    co_await probing;
    const auto &ephemerals = context.world.knowledge().ephemerals;
    co_return std::any_of(ephemerals.begin(), ephemerals.end(),
                          [&path](const QStringList &nodes) { return nodes.contains(path); });
}

} // namespace

void sayAwaitedIn(const journal::World &world, const QString &path)
{
    const journal::Directory *directory = world.directory(path);
    const locks::ServerReading reading = locks::arranged(world.knowledge(), {world.connection().session});
    const auto watched = reading.watchers.find(path);
    if (!directory || world.isLock(path) || watched == reading.watchers.end())
        return;
    for (const auto &[name, sessions] : watched->second) {
        if (!directory->children.contains(name) && !locks::viewName(name))
            sayAwaited(joinPath(path, name), sessions.size());
    }
}

Task<ExitCode> failWithoutLock(Context &context, QString path)
{
    context.readingIsOver();
    auto probing = context.engine.probeServers();
    co_await probing; // it may be on another server that was named, which is none of the same ensemble
    reportWarnings(context);
    const ExitCode code = fail({ErrorCode::NoNode, u"list"_s, path, {}});
    QList<SessionId> watchers = context.world.knowledge().watchers.value(path);
    watchers.removeAll(context.world.connection().session); // our own, until it is made
    if (!watchers.isEmpty())
        sayAwaited(path, watchers.size());
    else if (!locks::viewName(baseName(path))) // a contender's node is no directory
        sayError(
            u"A lock of one node is there only while it is held, and the directory of a lock is often a container, "
            "which goes with its last child: if this was one of them, no contender (of an election: no candidate) "
            "stands there now."_s);
    co_return code;
}

Task<ExitCode> runQueue(Context &context, QStringList arguments)
{
    CommandLine line(u"queue"_s,
                     u"Shows one lock in full: contenders in order of service, who holds, who waits for whom."_s);
    line.positional(u"LOCK"_s,
                    u"Path of the lock; or a session's id, in hex or decimal, for its nodes and their locks."_s);
    line.flag(u"timing"_s, u"Show how long listing and reading took."_s);
    addFindingOptions(line, true);
    if (const auto ended = line.parse(arguments, 1, 1))
        co_return *ended;
    const auto spec = line.connectSpec();
    if (!spec)
        co_return fail(spec.error());
    QString lock = line.positionals().constFirst();

    const auto thresholds = thresholdsFrom(line);
    if (!thresholds)
        co_return fail(thresholds.error());
    context.world.setThresholds(*thresholds);

    context.endWhenLost(spec->sessionTimeoutMs);
    auto opening = context.engine.open(*spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());
    if (const auto session = sessionFromText(lock)) {
        context.endWithoutProgress(spec->sessionTimeoutMs);
        auto printing = printNodesOf(context, *session, line);
        co_return co_await printing;
    }
    const auto timing = std::make_shared<Timing>();
    timing->startedNs = nowNs();
    QObject::connect(&context, &Context::changed, &context,
                     [timing](const journal::EventBatch &batch) { count(*timing, batch); });
    QObject::connect(&context, &Context::changed, &context, [&context] {
        if (context.world.directories().size() > mostDirectories)
            context.engine.setDiscovery(false);
    });
    const QString asked = lock;
    for (QString next = asked; !next.isEmpty();) {
        lock = timing->lock = next;
        context.endWithoutProgress(spec->sessionTimeoutMs);
        auto observing = context.engine.observe(lock);
        const auto observed = co_await observing;
        context.readingIsOver();
        const bool isClosed = !observed && observed.error().code == ErrorCode::NoAuth;
        if (isClosed && lock == asked) {
            auto looking = isNode(context, lock);
            if (co_await looking) {
                next = parentPath(lock); // which may be readable
                continue;
            }
        }
        if (!observed && !isKnownBesides(context.world, observed.error(), lock)) {
            auto failing = failToRead(context, observed.error(), lock);
            co_return co_await failing;
        }
        if (context.world.directory(lock) == nullptr) {
            auto failing = failWithoutLock(context, lock);
            co_return co_await failing;
        }
        next = lockOfContender(context.world, lock);
    }

    co_await gatherEvidence(context, line.isSet(u"quick"_s));
    const QString meant = context.world.lockMeantBy(lock);
    if (lock != asked && isKnownLock(context.world, asked)) {
        lock = asked; // a lock of one node, which may not be read
    } else if (lock != asked) {
        lock = meant.isEmpty() ? lock : meant;
        sayError(u"this is a node of %1, which is shown"_s.arg(visible(lock)));
    } else if (!meant.isEmpty()) {
        sayError((isAtOrBelow(meant, lock) ? u"this is the directory of one lock, %1, which is shown"_s
                                           : u"this is a part of the semaphore %1, which is shown"_s)
                     .arg(meant));
        lock = meant;
    }
    if (line.json()) {
        QJsonObject object = lockJson(context.world, lock, locks::watchesBySession(context.world.knowledge()));
        if (line.isSet(u"timing"_s))
            object.insert(u"timing"_s, toJson(*timing));
        printJson(object, true);
    } else {
        printQueue(context.world, lock);
        sayAwaitedIn(context.world, lock);
        if (line.isSet(u"timing"_s)) {
            const QJsonObject figures = toJson(*timing);
            printLine(u"listed after %1 ms, all owners after %2 ms, %3 reads"_s.arg(
                QString::number(figures.value(u"listed_ms"_s).toDouble(), 'f', 1),
                QString::number(figures.value(u"resolved_ms"_s).toDouble(), 'f', 1), QString::number(timing->reads)));
        }
    }
    const ExitCode readable = reportUnreadable(context);
    if (!context.world.observation().incomplete)
        co_return readable;
    sayError(u"There are more than %1 directories below it: not all of them were read."_s.arg(mostDirectories));
    co_return readable == ExitCode::Ok ? ExitCode::Failed : readable;
}

} // namespace lockscope::cli
