// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/path.h"
#include "core/base/sessiontext.h"

#include <QJsonArray>

#include <map>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

/// A node of a session, from the tree and from the servers: what may not be listed only they name.
struct OwnNode
{
    QString lock;  ///< of which it is a contender; empty: of none that is known
    QString state; ///< there: "holding", "waiting"
    std::optional<locks::ChildNode> node;
};

OwnNode ownNode(const journal::World &world, const QString &path)
{
    const QString parent = parentPath(path);
    const journal::Directory *directory = world.directory(parent);
    OwnNode own;
    if (directory != nullptr)
        own.node = directory->children.find(baseName(path));
    for (const QString &lock : {path, world.lockOf(parent)}) {
        if (!world.isLock(lock))
            continue;
        const locks::LockQueue &queue = world.queue(lock);
        const int index = lock == path && !queue.contenders.empty() ? 0 : queue.indexOfPath(path);
        if (index < 0 || queue.contenders[static_cast<size_t>(index)].state == locks::ContenderState::Foreign)
            continue;
        own.lock = lock;
        own.state = locks::contenderStateName(queue.contenders[static_cast<size_t>(index)].state);
        break;
    }
    return own;
}

std::map<QString, OwnNode> nodesOf(const journal::World &world, SessionId session)
{
    std::map<QString, OwnNode> nodes;
    const auto add = [&](const QString &path) { nodes.try_emplace(path, ownNode(world, path)); };
    for (const QString &path : world.knowledge().ephemerals.value(session))
        add(path);
    for (const auto &[path, directory] : world.directories()) {
        for (const locks::ChildNode &child : directory.children.all()) {
            if (child.owner() == session)
                add(joinPath(path, child.name));
        }
    }
    return nodes;
}

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

QJsonObject sessionJson(SessionId session, const locks::SessionFacts &facts, const std::map<QString, OwnNode> &nodes)
{
    QJsonArray array;
    for (const auto &[path, own] : nodes)
        array += QJsonObject{{u"path"_s, path}, {u"lock"_s, textOrNull(own.lock)}, {u"state"_s, textOrNull(own.state)}};
    return {{u"session"_s, session.toHex()},
            {u"decimal"_s, QString::number(session.value)}, // no number of JSON's is exact there
            {u"client"_s, textOrNull(facts.client)},
            {u"server"_s, textOrNull(facts.server)},
            {u"nodes"_s, array}};
}

void printSession(SessionId session, const locks::SessionFacts &facts, const std::map<QString, OwnNode> &nodes)
{
    const QString count = nodes.size() == 1 ? u"1 ephemeral node"_s : u"%1 ephemeral nodes"_s.arg(nodes.size());
    printLine(u"%1 (%2), client %3: %4"_s.arg(session.toHex(), QString::number(session.value),
                                              facts.client.isEmpty() ? u"not told"_s : facts.client, count));
    for (const auto &[path, own] : nodes) {
        const QString data = own.node ? dataText(*own.node) : QString();
        printLine(u"  %1  %2%3"_s.arg((own.state.isEmpty() ? u"-"_s : own.state).leftJustified(8), path,
                                      data.isEmpty() ? QString() : u"  "_s + data));
    }
}

} // namespace

Task<ExitCode> printNodesOf(Context &context, SessionId session, const CommandLine &line)
{
    auto observing = context.engine.observe(u"/"_s);
    const auto observed = co_await observing;
    context.readingIsOver();
    if (!observed && observed.error().code != ErrorCode::NoAuth)
        co_return fail(observed.error());
    co_await gatherEvidence(context, true);
    const locks::Knowledge &knowledge = context.world.knowledge();
    const auto nodes = nodesOf(context.world, session);
    if (nodes.empty() && knowledge.allSessions && !knowledge.sessions.contains(session))
        sayError(u"The servers know no session %1 (%2): it is over, or never was."_s.arg(
            session.toHex(), QString::number(session.value)));
    else if (nodes.empty())
        sayError(u"Session %1 (%2) owns no ephemeral node in what was read."_s.arg(session.toHex(),
                                                                                   QString::number(session.value)));
    else if (line.json())
        printJson(sessionJson(session, knowledge.sessions.value(session), nodes), true);
    else
        printSession(session, knowledge.sessions.value(session), nodes);
    // Where servers report all ephemeral nodes, a directory that may not be listed hides none.
    const ExitCode readable = knowledge.allEphemerals ? ExitCode::Ok : reportUnreadable(context);
    co_return readable == ExitCode::Ok &&nodes.empty() ? ExitCode::Failed : readable;
}

std::optional<ExitCode> misusedSession(const QString &command, const QStringList &paths)
{
    for (const QString &path : paths) {
        if (const auto session = sessionFromText(path))
            return usage(u"%1 wants a path, and %2 is a session's id: lockscope-cli queue %3 lists its nodes."_s.arg(
                command, path, session->toHex()));
    }
    return std::nullopt;
}

} // namespace lockscope::cli
