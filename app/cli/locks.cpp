// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/visible.h"
#include "core/locks/queuejson.h"

#include <QJsonArray>
#include <QLocale>

#include <cstdio>

#include <unistd.h>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

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

bool isConnected(const journal::World &world)
{
    return world.connection().state == ConnectionState::Connected;
}

} // namespace

ExitCode tellUnreadable(const journal::World &world)
{
    std::optional<ExitCode> first;
    for (const auto &[path, directory] : world.directories()) {
        if (!directory.error)
            continue;
        const ExitCode code = fail(*directory.error);
        if (!first)
            first = code;
    }
    return first.value_or(ExitCode::Ok);
}

Task<ExitCode> runLocks(Context &context, QStringList arguments)
{
    CommandLine line(u"locks"_s, u"Lists every lock under ROOT: kind, dialect, holders, waiters, findings."_s);
    line.positional(u"ROOT"_s, u"The tree to look through; default: /"_s, u"[ROOT]"_s);
    addFindingOptions(line, true);
    if (const auto ended = line.parse(arguments, 0, 1))
        co_return *ended;
    const auto spec = line.connectSpec();
    if (!spec)
        co_return fail(spec.error());
    const QString root = line.positionals().value(0, u"/"_s);

    const auto thresholds = thresholdsFrom(line);
    if (!thresholds)
        co_return fail(thresholds.error());
    context.world.setThresholds(*thresholds);

    context.endWhenLost();
    auto opening = context.engine.open(*spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());
    context.onInterrupt([&context] { context.engine.setDiscovery(false); });
    auto progress = std::make_unique<ProgressLine>(context);
    auto observing = context.engine.observe(root);
    const auto observed = co_await observing;
    progress.reset();
    context.onInterrupt({}); // from here on it ends the program
    if (!observed)
        co_return fail(observed.error());
    const bool incomplete = context.world.observation().incomplete;
    if (context.world.directory(root) == nullptr && !incomplete)
        co_return fail({ErrorCode::NoNode, u"list"_s, root, {}});

    // A user who has stopped it does not want to wait for proof.
    if (isConnected(context.world))
        co_await gatherEvidence(context, line.isSet(u"quick"_s) || incomplete);
    const QList<QString> paths = context.world.lockPaths();
    if (line.json()) {
        QJsonArray array;
        const auto watches = locks::watchesBySession(context.world.knowledge());
        for (const QString &path : paths)
            array.append(lockJson(context.world, path, watches));
        printJson(array);
    } else if (paths.isEmpty()) {
        printLine((incomplete ? u"No lock under %1 in what was read of it."_s : u"No locks under %1."_s).arg(root));
    } else {
        printLocks(context.world, paths);
    }
    const ExitCode readable = tellUnreadable(context.world);
    if (!incomplete)
        co_return readable;
    const bool lost = !isConnected(context.world);
    std::fprintf(stderr, "lockscope-cli: incomplete: %s, there may be more\n",
                 lost ? "the connection is lost" : "the reading was cancelled");
    co_return lost ? ExitCode::NotConnected : ExitCode::Failed;
}

} // namespace lockscope::cli
