// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/doctorreport.h"

#include <algorithm>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

/// A read each; in a tree of very many locks the first are a sample.
constexpr int mostLocksChecked = 200;

/// What could not be read of the tree while it was looked through.
QList<AclTrouble> unreadable(const journal::World &world)
{
    QList<AclTrouble> troubles;
    for (const auto &[path, directory] : world.directories()) {
        if (directory.error && directory.error->code == ErrorCode::NoAuth)
            troubles += {path, AclTrouble::Kind::CannotList, directory.error->sentence()};
        qsizetype hidden = 0;
        for (const locks::ChildNode &child : directory.children)
            hidden += child.access == locks::ChildNode::Data::NoPermission ? 1 : 0;
        if (hidden > 0)
            troubles += {path, AclTrouble::Kind::CannotRead,
                         u"%1: the data of %2 of its nodes cannot be read: no READ permission"_s.arg(path).arg(hidden)};
    }
    return troubles;
}

bool anyoneMayDelete(const QList<AclEntry> &acl)
{
    return std::any_of(acl.cbegin(), acl.cend(), [](const AclEntry &entry) {
        return entry.scheme == "world"_L1 && (entry.permissions & static_cast<int>(Permission::Delete)) != 0;
    });
}

Task<QList<AclTrouble>> openToAll(Engine *engine, QList<QString> locks)
{
    QList<AclTrouble> troubles;
    std::vector<QFuture<Result<NodeDetails>>> reading;
    for (const QString &path : locks)
        reading.push_back(engine->readNode(path));
    for (auto &node : reading) {
        const Result<NodeDetails> details = co_await node;
        if (details && anyoneMayDelete(details->acl))
            troubles +=
                {details->path, AclTrouble::Kind::AnyoneMayWrite,
                 u"%1: anyone who can connect may delete its nodes (world:anyone has DELETE)"_s.arg(details->path)};
    }
    co_return troubles;
}

} // namespace

Task<ExitCode> runDoctor(Context &context, QStringList arguments)
{
    CommandLine line(u"doctor"_s,
                     u"Tells what the servers are and what they tell, what cannot be read, and what to change."_s);
    line.positional(u"ROOT"_s, u"The tree whose permissions are looked at; default: /"_s, u"[ROOT]"_s);
    if (const auto ended = line.parse(arguments, 0, 1))
        co_return *ended;
    const auto spec = line.connectSpec();
    if (!spec)
        co_return fail(spec.error());

    context.endWhenLost();
    auto opening = context.engine.open(*spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());
    DoctorReport report;
    report.root = line.positionals().value(0, u"/"_s);
    auto observing = context.engine.observe(report.root);
    const auto observed = co_await observing;
    if (!observed && observed.error().code != ErrorCode::NoAuth)
        co_return fail(observed.error());
    auto probing = context.engine.probeServers();
    const auto probed = co_await probing;
    if (!probed)
        co_return fail(probed.error());

    const journal::World &world = context.world;
    if (world.directory(report.root) == nullptr)
        co_return fail({ErrorCode::NoNode, u"list"_s, report.root, {}});
    const QList<QString> locks = world.lockPaths();
    report.connection = world.connection();
    report.servers = world.servers();
    report.knowledge = world.knowledge();
    report.locks = static_cast<int>(locks.size());
    report.locksChecked = std::min(report.locks, mostLocksChecked);
    report.acl = unreadable(world);
    auto looking = openToAll(&context.engine, locks.first(report.locksChecked));
    report.acl += co_await looking;

    if (line.json()) {
        printJson(toJson(report), true);
    } else {
        for (const QString &text : toLines(report))
            printLine(text);
    }
    co_return report.isWell() ? ExitCode::Ok : ExitCode::Failed;
}

} // namespace lockscope::cli
