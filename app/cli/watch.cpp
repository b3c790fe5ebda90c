// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/locklines.h"

#include "core/base/visible.h"

#include <QTimer>

#include <cstdio>
#include <memory>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

constexpr int probeIntervalMs = 2000;

struct WatchState
{
    LockLines lines;
    QSet<QString> unreadable = {}; ///< directories of which that was said
    ConnectionState connection = ConnectionState::Connected;
};

/// What was listed before and may not be any more, on standard error.
void reportNewlyUnreadable(const journal::World &world, const QSet<QString> &directories, QSet<QString> &reported)
{
    for (const QString &path : directories) {
        const journal::Directory *directory = world.directory(path);
        const bool isClosed = directory && directory->isClosed();
        if (!isClosed) { // anything else is tried again soon
            reported.remove(path);
        } else if (!reported.contains(path)) {
            reported.insert(path);
            fail(*directory->error);
        }
    }
}

void print(const QByteArrayList &lines)
{
    for (const QByteArray &line : lines)
        writeOut(line + '\n');
    outputTrouble();
}

/// Its reader has gone, or the disk is full.
bool isOutputOver()
{
    return std::ferror(stdout) != 0;
}

/// What a reader of the lines has to know about the connection, on standard error.
void reportConnection(ConnectionState state)
{
    const auto report = [](const char *what) { std::fprintf(stderr, "lockscope-cli: %s\n", what); };
    switch (state) {
    case ConnectionState::Suspended: return report("the connection is lost, trying again");
    case ConnectionState::Connected: return report("connected again, everything is read once more");
    case ConnectionState::Expired: return report("the session expired, opening another one");
    case ConnectionState::Connecting:
    case ConnectionState::AuthFailed: // ends the program with its own sentence
    case ConnectionState::Closed: return;
    }
}

} // namespace

Task<ExitCode> runWatch(Context &context, QStringList arguments)
{
    CommandLine line(u"watch"_s, u"Prints a line per change of a lock, or of every lock under ROOT, until stopped."_s);
    line.positional(u"LOCK|ROOT"_s, u"Path of a lock, or of a tree of locks."_s);
    line.value(
        u"for"_s, u"DURATION"_s,
        u"Time until the command ends (500ms, 20s, 5m, 1h). What servers have to prove is reported after about 5 s."_s);
    addFindingOptions(line, false);
    if (const auto ended = line.parse(arguments, 1, 1))
        co_return *ended;
    if (const auto ended = misusedSession(u"watch"_s, line.positionals()))
        co_return *ended;
    const auto spec = line.connectSpec();
    if (!spec)
        co_return fail(spec.error());
    std::optional<std::chrono::milliseconds> limit;
    if (line.isSet(u"for"_s)) {
        const QString text = line.text(u"for"_s);
        const auto duration = parseDuration(text);
        if (!duration)
            co_return fail(duration.error());
        if (text.back().isDigit())
            co_return usage(u"--for wants a time with its unit, as in %1s or %1ms."_s.arg(text));
        limit = *duration;
    }

    const auto thresholds = thresholdsFrom(line);
    if (!thresholds)
        co_return fail(thresholds.error());
    context.world.setThresholds(*thresholds);

    const ReplyPromise<Done> end;
    const ReplyPromise<Done> probed;
    const auto isBegun = std::make_shared<bool>(false);
    const auto isTimeOver = std::make_shared<bool>(false);
    if (limit) {
        QTimer::singleShot(*limit, &context, [end, probed, isBegun, isTimeOver] {
            *isTimeOver = true;
            const Text nothing = Text::verbatim(u"not all was read before the time of --for was over"_s);
            if (!*isBegun)
                failForGood({ErrorCode::NoAnswer, {}, {}, nothing});
            end.complete(Done());
            probed.complete(Done());
        });
    }
    context.endWhenLost(spec->sessionTimeoutMs); // until all was read once
    auto opening = context.engine.open(*spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());
    const QString root = line.positionals().constFirst();
    context.endWithoutProgress(spec->sessionTimeoutMs);
    auto observing = context.engine.observe(root);
    const auto observed = co_await observing;
    if (!observed && !isKnownBesides(context.world, observed.error(), root)) {
        auto failing = failToRead(context, observed.error(), root);
        co_return co_await failing;
    }
    if (context.world.directory(root) == nullptr) {
        auto failing = failWithoutLock(context, root);
        co_return co_await failing;
    }

    context.readingIsOver();
    *isBegun = true;
    context.completeWith(context.engine.probeServers(), probed);
    const Reply<Done> probing(probed);
    co_await probing;
    reportUnreadable(context);
    context.engine.setProbeInterval(probeIntervalMs);
    context.goOnForEver();
    const auto state = std::make_shared<WatchState>(WatchState{LockLines(root, line.json())});
    QSet<QString> all;
    for (const auto &[path, directory] : context.world.directories()) {
        all.insert(path);
        if (directory.error)
            state->unreadable.insert(path); // was said above
    }
    const QByteArrayList first = state->lines.take(context.world, all);
    print(first);
    if (first.isEmpty())
        sayError(u"no lock known at %1 yet: what comes is printed."_s.arg(visible(root)));
    sayAwaitedIn(context.world, root);

    QObject::connect(&context, &Context::changed, &context,
                     [&context, state, end](const journal::EventBatch &, const journal::Changes &changes) {
                         print(state->lines.take(context.world, changes.directories));
                         reportNewlyUnreadable(context.world, changes.directories, state->unreadable);
                         if (isOutputOver())
                             end.complete(Done()); // main() says why
                         const ConnectionState connection = context.world.connection().state;
                         if (changes.connection && connection != state->connection) {
                             state->connection = connection;
                             reportConnection(connection);
                         }
                         const Text why = context.world.connection().detail;
                         if (connection == ConnectionState::Closed && !why.isEmpty())
                             end.complete(failure(ErrorCode::Closed, {}, {}, why));
                         if (connection == ConnectionState::AuthFailed)
                             end.complete(failure(ErrorCode::AuthFailed, u"login"_s));
                     });
    context.onInterrupt([end] { end.complete(Done()); });
    context.endWithReader();
    const Reply<Done> ending(end);
    const auto ended = co_await ending;
    if (ended && *isTimeOver && context.world.connection().state != ConnectionState::Connected)
        co_return ExitCode::NotConnected; // which was said when it was lost
    co_return ended ? codeOfUnreadable(context.world) : fail(ended.error());
}

} // namespace lockscope::cli
