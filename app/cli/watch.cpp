// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/clock.h"
#include "core/locks/queuejson.h"

#include <QHash>
#include <QSet>
#include <QTimer>

#include <memory>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

constexpr int probeIntervalMs = 2000;

struct WatchState
{
    QHash<QString, locks::LockQueue> last;
    ConnectionState connection = ConnectionState::Connected;
};

void print(const journal::World &world, const QString &path, const QString &event, bool json)
{
    if (json) {
        QJsonObject object = lockJson(world, path, locks::watchesBySession(world.knowledge()));
        object.insert(u"event"_s, event);
        object.insert(u"at"_s, toDateTime(world.atNs()).toString(Qt::ISODateWithMs));
        printJson(object, false);
    } else {
        const bool gone = world.directory(path) == nullptr;
        printLine(u"%1  %2  %3"_s.arg(toDateTime(world.atNs()).toLocalTime().toString(u"HH:mm:ss.zzz"_s),
                                      event.leftJustified(8), gone ? path : summary(world.queue(path))));
    }
}

/// What a reader of the lines has to know about the connection, on standard error.
void tellConnection(ConnectionState state)
{
    const auto tell = [](const char *what) { std::fprintf(stderr, "lockscope-cli: %s\n", what); };
    switch (state) {
    case ConnectionState::Suspended: return tell("the connection is lost, trying again");
    case ConnectionState::Connected: return tell("connected again, everything is read once more");
    case ConnectionState::Expired: return tell("the session expired, opening another one");
    case ConnectionState::Connecting:
    case ConnectionState::AuthFailed: // ends the program with its own sentence
    case ConnectionState::Closed: return;
    }
}

/// True if people would see no difference; how long something has lasted is none.
bool isSame(const locks::LockQueue &a, const locks::LockQueue &b)
{
    return a.contenders == b.contenders
           && std::equal(a.findings.begin(), a.findings.end(), b.findings.begin(), b.findings.end(),
                         [](const locks::Finding &x, const locks::Finding &y) {
                             return x.id == y.id && x.nodes == y.nodes && x.sessions == y.sessions;
                         });
}

/// A line for each lock that is not as it was when last printed.
void printChanges(const journal::World &world, const QSet<QString> &directories, WatchState &state, bool json)
{
    QList<QString> paths(directories.begin(), directories.end());
    std::sort(paths.begin(), paths.end());
    for (const QString &path : std::as_const(paths)) {
        const journal::Directory *directory = world.directory(path);
        if (directory == nullptr) {
            if (state.last.remove(path) > 0)
                print(world, path, u"vanished"_s, json);
            continue;
        }
        const locks::LockQueue &queue = world.queue(path);
        const auto before = state.last.constFind(path);
        if (before == state.last.constEnd() ? !queue.isLock() : isSame(*before, queue))
            continue;
        print(world, path, before == state.last.constEnd() ? u"snapshot"_s : u"changed"_s, json);
        state.last.insert(path, queue);
    }
}

} // namespace

Task<ExitCode> runWatch(Context &context, QStringList arguments)
{
    CommandLine line(u"watch"_s, u"Prints a line per change of a lock, or of every lock under ROOT, until stopped."_s);
    line.positional(u"LOCK|ROOT"_s, u"A lock or a tree of them"_s);
    line.value(u"for"_s, u"DURATION"_s, u"Stop after this long (500ms, 20s, 5m, 1h)."_s);
    addFindingOptions(line, false);
    if (const auto ended = line.parse(arguments, 1, 1))
        co_return *ended;
    const auto spec = line.connectSpec();
    if (!spec)
        co_return fail(spec.error());
    std::optional<std::chrono::milliseconds> limit;
    if (line.isSet(u"for"_s)) {
        const auto duration = parseDuration(line.text(u"for"_s));
        if (!duration)
            co_return fail(duration.error());
        limit = *duration;
    }

    const auto thresholds = thresholdsFrom(line);
    if (!thresholds)
        co_return fail(thresholds.error());
    context.world.setThresholds(*thresholds);

    auto opening = context.engine.open(*spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());
    auto observing = context.engine.observe(line.positionals().first());
    const auto observed = co_await observing;
    if (!observed)
        co_return fail(observed.error());

    auto probing = context.engine.probeServers();
    co_await probing;
    context.engine.setProbeInterval(probeIntervalMs);
    const auto state = std::make_shared<WatchState>();
    QSet<QString> all;
    for (const auto &[path, directory] : context.world.directories())
        all.insert(path);
    printChanges(context.world, all, *state, line.json());

    const ReplyPromise<Done> end;
    const bool json = line.json();
    QObject::connect(&context, &Context::changed, &context,
                     [&context, state, json, end](const journal::EventBatch &, const journal::Changes &changes) {
                         printChanges(context.world, changes.directories, *state, json);
                         const ConnectionState connection = context.world.connection().state;
                         if (changes.connection && connection != state->connection) {
                             state->connection = connection;
                             tellConnection(connection);
                         }
                         if (connection == ConnectionState::AuthFailed)
                             end.complete(failure(ErrorCode::AuthFailed, u"login"_s));
                     });
    context.onInterrupt([end] { end.complete(Done()); });
    if (limit)
        QTimer::singleShot(*limit, &context, [end] { end.complete(Done()); });
    const Reply<Done> ending(end);
    const auto ended = co_await ending;
    co_return ended ? ExitCode::Ok : fail(ended.error());
}

} // namespace lockscope::cli
