// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/evidence.h"

#include "core/locks/queuejson.h"

#include <QJsonArray>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

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
    auto observing = context.engine.observe(root);
    const auto observed = co_await observing;
    if (!observed)
        co_return fail(observed.error());
    if (context.world.directory(root) == nullptr)
        co_return fail({ErrorCode::NoNode, u"list"_s, root, {}});

    co_await gatherEvidence(context, line.isSet(u"quick"_s));
    const QList<QString> paths = context.world.lockPaths();
    if (line.json()) {
        QJsonArray array;
        const auto watches = locks::watchesBySession(context.world.knowledge());
        for (const QString &path : paths)
            array.append(lockJson(context.world, path, watches));
        printJson(array);
    } else if (paths.isEmpty()) {
        printLine(u"No locks under %1."_s.arg(root));
    } else {
        printLocks(context.world, paths);
    }
    for (const auto &[path, directory] : context.world.directories()) {
        if (directory.error)
            std::fprintf(stderr, "lockscope-cli: %s\n", qPrintable(directory.error->sentence()));
    }
    co_return ExitCode::Ok;
}

} // namespace lockscope::cli
