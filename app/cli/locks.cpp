// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/hidden.h"

#include "core/base/sessiontext.h"
#include "core/base/visible.h"
#include "core/locks/queuejson.h"
#include "core/zk/connectstring.h"

#include <QJsonArray>
#include <QLocale>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <unistd.h>

namespace lockscope::cli {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// After a reading was stopped: for answers to what is under way, and then for the words of servers.
constexpr auto answersAfterStop = 800ms;
constexpr auto wordsAfterStop = 400ms;

/// Ends the waiting for \a promise, if nothing else does before.
void endLater(Context &context, const ReplyPromise<Done> &promise, std::chrono::milliseconds time)
{
    QTimer::singleShot(time, &context, [promise] { promise.complete(Done()); });
}

/// On a terminal, one line that says how far the reading is; gone when this goes.
class ProgressLine
{
public:
    explicit ProgressLine(Context &context)
    {
        if (::isatty(STDERR_FILENO) != 1)
            return;
        m_connection = QObject::connect(&context, &Context::changed, &context,
                                        [this, &context](const auto &, const journal::Changes &changes) {
                                            if (changes.observation)
                                                show(context.world.observation());
                                        });
    }
    ~ProgressLine()
    {
        QObject::disconnect(m_connection);
        if (m_shown)
            std::fputs("\r\x1b[K", stderr);
    }
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

private:
    void show(const journal::ObservationChanged &now)
    {
        if (now.freshness != journal::Freshness::Reading)
            return;
        const QLocale locale;
        std::fprintf(stderr, "\rreading %s: %s read, %s to go (Ctrl+C shows what there is)\x1b[K",
                     qPrintable(visible(now.root)), qPrintable(locale.toString(now.readsDone)),
                     qPrintable(locale.toString(now.readsPending)));
        std::fflush(stderr);
        m_shown = true;
    }

    QMetaObject::Connection m_connection;
    bool m_shown = false;
};

bool isAllRead(const journal::World &world)
{
    return world.observation().nodesRefused == 0
           && std::none_of(world.directories().begin(), world.directories().end(),
                           [](const auto &entry) { return bool(entry.second.error); });
}

bool isConnected(const journal::World &world)
{
    return world.connection().state == ConnectionState::Connected;
}

/// An ephemeral node has no children, so that a list that is refused hides none.
bool hidesChildren(const journal::World &world, const journal::Directory &directory)
{
    const auto node = directory.error ? world.node(directory.path) : std::nullopt;
    return directory.error && !(directory.isClosed() && node && node->stat && node->stat->isEphemeral());
}

} // namespace

ExitCode codeOfUnreadable(const journal::World &world)
{
    for (const auto &[path, directory] : world.directories()) {
        if (hidesChildren(world, directory))
            return exitCodeOf(*directory.error);
    }
    return world.observation().nodesRefused > 0 ? ExitCode::Failed : ExitCode::Ok;
}

ExitCode reportUnreadable(const Context &context)
{
    const journal::World &world = context.world;
    std::optional<HiddenNodes> hidden; // sorts all that servers reported: only where it is asked
    for (const auto &[path, directory] : world.directories()) {
        if (!hidesChildren(world, directory))
            continue;
        fail(*directory.error);
        if (!directory.isClosed())
            continue;
        if (!hidden)
            hidden.emplace(world.knowledge(), world.connection().session);
        if (const QString sentence = hidden->sentence(path); !sentence.isEmpty())
            sayError(sentence);
    }
    reportWarnings(context);
    const int refused = world.observation().nodesRefused;
    if (refused > 0)
        sayError(u"%1 not read: what stands there may be a lock, or hold or wait for one."_s.arg(
            refused == 1 ? u"1 node was"_s : u"%1 nodes were"_s.arg(refused)));
    return codeOfUnreadable(world);
}

void reportWarnings(const Context &context)
{
    for (const Text &warning : context.warnings)
        sayError(warning.english());
}

bool isKnownBesides(const journal::World &world, const Error &error, const QString &path)
{
    return error.code == ErrorCode::NoAuth && (world.isKnownLock(path) || !world.semaphoreOf(path).isEmpty());
}

Task<ExitCode> failToRead(Context &context, Error error, QString path)
{
    const journal::Directory *directory = context.world.directory(path);
    if (error.code != ErrorCode::NoAuth || directory == nullptr || !directory->error)
        co_return fail(error);
    context.readingIsOver();
    if (context.world.knowledge().answeredAtNs == 0) { // else they were asked already
        auto probing = context.engine.probeServers();
        co_await probing; // what they report needs no permission
    }
    co_return reportUnreadable(context);
}

bool isOfSession(const journal::World &world, const QString &lock, SessionId session)
{
    const locks::ContenderList &contenders = world.queue(lock).contenders;
    return std::any_of(contenders.begin(), contenders.end(),
                       [session](const locks::Contender &contender) { return contender.node.owner() == session; });
}

Task<ExitCode> runLocks(Context &context, QStringList arguments)
{
    CommandLine line(u"locks"_s, u"Lists every lock under ROOT: kind, dialect, holders, waiters, findings."_s);
    line.positional(
        u"ROOT"_s,
        u"The tree to search; default: /. Or a session's id, in hex or decimal: the locks where it holds or "
        "waits."_s,
        u"[ROOT]"_s);
    addFindingOptions(line, true);
    if (const auto ended = line.parse(arguments, 0, 1))
        co_return *ended;
    const auto spec = line.connectSpec();
    if (!spec)
        co_return fail(spec.error());
    const QString asked = line.positionals().value(0, u"/"_s);
    const auto session = sessionFromText(asked);
    const QString root = session ? u"/"_s : asked;

    const auto thresholds = thresholdsFrom(line);
    if (!thresholds)
        co_return fail(thresholds.error());
    context.world.setThresholds(*thresholds);

    context.endWhenLost(spec->sessionTimeoutMs);
    auto opening = context.engine.open(*spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());
    const ReplyPromise<Done> read;
    context.onInterrupt([&context, read] {
        context.engine.setDiscovery(false);
        endLater(context, read, answersAfterStop);
    });
    context.endWithoutProgress(spec->sessionTimeoutMs);
    auto progress = std::make_unique<ProgressLine>(context);
    context.completeWith(context.engine.observe(root), read);
    const Reply<Done> reading(read);
    const auto observed = co_await reading;
    context.readingIsOver();
    progress.reset();
    context.onInterrupt({}); // from here on it ends the program
    if (!observed && !isKnownBesides(context.world, observed.error(), root)) {
        auto failing = failToRead(context, observed.error(), root);
        co_return co_await failing;
    }
    const bool incomplete = context.world.observation().incomplete;
    if (context.world.directory(root) == nullptr && !incomplete)
        co_return fail({ErrorCode::NoNode, u"list"_s, root, {}});

    // A user who has stopped it does not want to wait for proof.
    if (incomplete) {
        const ReplyPromise<Done> probed;
        context.completeWith(context.engine.probeServers(), probed);
        endLater(context, probed, wordsAfterStop);
        const Reply<Done> probing(probed);
        co_await probing;
    } else if (isConnected(context.world)) {
        co_await gatherEvidence(context, line.isSet(u"quick"_s));
    }
    QList<QString> paths = context.world.lockPaths();
    if (session)
        paths.removeIf([&](const QString &path) { return !isOfSession(context.world, path, *session); });
    if (line.json()) {
        QJsonArray array;
        const auto watches = locks::watchesBySession(context.world.knowledge());
        for (const QString &path : std::as_const(paths))
            array.append(lockJson(context.world, path, watches));
        printJson(array);
    } else if (paths.isEmpty()) {
        const bool isWhole = !incomplete && isAllRead(context.world);
        const auto target = zk::parseConnectString(spec->connectString);
        const bool hasChroot = target && !target->chroot.isEmpty();
        if (session)
            printLine((!isWhole    ? u"Session %1 holds no lock and waits for none in what was read."_s
                       : hasChroot ? u"Session %1 holds no lock and waits for none below the chroot."_s
                                   : u"Session %1 holds no lock and waits for none."_s)
                          .arg(session->toHex()));
        else
            printLine((isWhole ? u"No locks under %1."_s : u"No lock under %1 in what was read of it."_s).arg(root));
    } else {
        printLocks(context.world, paths);
    }
    if (const QString lock = lockOfContender(context.world, root); !lock.isEmpty())
        sayError(u"%1 is by its name a contender, whose queue is that of %2."_s.arg(visible(root), visible(lock)));
    const ExitCode readable = reportUnreadable(context);
    if (!incomplete)
        co_return readable;
    const bool lost = !isConnected(context.world);
    std::fprintf(stderr, "lockscope-cli: incomplete: %s, there may be more\n",
                 lost ? "the connection is lost" : "the reading was cancelled");
    co_return lost ? ExitCode::NotConnected : ExitCode::Failed;
}

} // namespace lockscope::cli
