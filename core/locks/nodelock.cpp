// SPDX-License-Identifier: Apache-2.0
#include "core/locks/nodelock.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

struct Known
{
    Dialect dialect = Dialect::Plain;
    NodeLockReading lock;
};

std::optional<Known> knownLock(const QString &path, const ChildNode &node)
{
    if (!node.stat || node.stat->numChildren > 0)
        return std::nullopt;
    const DialectRegistry &registry = dialectRegistry();
    for (const Dialect dialect : registry.readersOfNodes()) {
        if (auto lock = registry.rules(dialect).readNode(path, node))
            return Known{dialect, *std::move(lock)};
    }
    const auto byUser = registry.nodeOfUser(path);
    return byUser && node.stat->isEphemeral() ? std::optional(Known{*byUser, {}}) : std::nullopt;
}

/// The session has a contender in a directory beside or above: this node may be its leader's address, or the like.
bool isInLineNear(const QString &path, SessionId session, const Knowledge &knowledge)
{
    return std::ranges::any_of(fewNodesOf(knowledge, session), [&](const QString &node) {
        const QString line = parentPath(node);
        const QString around = parentPath(line);
        return viewName(baseName(node)) && line != parentPath(path) && around != u'/' && isAtOrBelow(path, around);
    });
}

/// Its name or its directory's says that one at most is such a node's owner. Where none does, a cache watches a single
/// registration as a waiter watches a lock.
bool saysOneOwner(const QString &path)
{
    static const QRegularExpression word(u"(?<![bc])lock|mutex|leader|master|(?<!in)active|primary|elect|controller|"
                                         "coordinator|owner|singleton|running|exclusive"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    return word.match(baseName(path)).hasMatch() || word.match(baseName(parentPath(path))).hasMatch();
}

/// What a server that makes itself known is called by: its address, HBase's with its start, or a UUID.
bool isInstanceName(const QString &name)
{
    static const QRegularExpression instance(
        u"\\A(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\\d{1,3}(?:\\.\\d{1,3}){3}(?:[:_]\\d+)?|"
        "[A-Za-z0-9._-]+(?::\\d{1,5}|,\\d{1,5},\\d+))\\z"_s,
        QRegularExpression::CaseInsensitiveOption);
    return instance.match(name).hasMatch();
}

/// Of a node that is taken for a lock already: some families know it then wherever it lies.
std::optional<Known> namedLock(const QString &path, const ChildNode &node)
{
    if (auto known = knownLock(path, node))
        return known;
    if (!node.stat || node.stat->numChildren > 0)
        return std::nullopt;
    const DialectRegistry &registry = dialectRegistry();
    for (const Dialect dialect : registry.readersOfNodes()) {
        const auto read = registry.rules(dialect).readNamedNode;
        if (auto lock = read ? read(node) : std::nullopt)
            return Known{dialect, *std::move(lock)};
    }
    return std::nullopt;
}

} // namespace

bool isNodeLock(const QString &path, const ChildNode &node)
{
    return knownLock(path, node).has_value();
}

bool isNamedNodeLock(const QString &path, const ChildNode &node)
{
    return namedLock(path, node).has_value();
}

bool mayBecomeNodeLock(const QString &path, const ChildNode &node)
{
    if (!node.stat || node.stat->isEphemeral() || node.stat->numChildren > 0)
        return false;
    const DialectRegistry &registry = dialectRegistry();
    const QString above = baseName(parentPath(path));
    return isNodeLock(path, node) || std::ranges::any_of(registry.readersOfNodes(), [&](Dialect dialect) {
               const QString &directory = registry.rules(dialect).recordDirectory;
               return !directory.isEmpty() && directory == above;
           });
}

LockQueue readNodeLock(const QString &path, std::optional<ChildNode> node, qint64 nowMs)
{
    LockQueue queue;
    queue.path = path;
    queue.kind = LockKind::Ephemeral;
    queue.isNode = true;
    queue.dialect = Dialect::Plain;
    queue.title = Text::en("a plain lock: the node itself, while there is one");
    if (!node)
        return queue;
    const auto known = namedLock(path, *node);
    if (known) {
        const DialectRules &rules = rulesOf(known->dialect);
        queue.dialect = known->dialect;
        queue.kind = known->lock.kind;
        if (known->dialect != Dialect::Plain)
            queue.title = rules.wholeTitle();
    }
    const NodeLockReading lock = known ? known->lock : NodeLockReading{};
    const bool over = lock.untilMs && *lock.untilMs <= nowMs;
    const ParsedName name{queue.dialect, NameKind::Node, Mode::Exclusive, 0, lock.holder};
    Contender holder{*std::move(node), name, ContenderState::Pending, {}};
    holder.untilMs = lock.untilMs;
    if (lock.isFree || over)
        return queue; // the record stays, and there is no holder
    holder.placeShift = 0;
    if (queue.kind != LockKind::Ephemeral)
        holder.node.name = path; // it is no child of the lock, but the lock
    if (holder.node.stat) {
        holder.state = ContenderState::Holding;
        queue.holders.push_back(0);
    } else {
        queue.waiting = 1;
    }
    queue.contenders.push_back(std::move(holder));
    return queue;
}

bool isLikeNodeLock(const ChildNode &node)
{
    return node.stat && node.stat->isEphemeral() && !viewName(node.name) && !isInstanceName(node.name);
}

qsizetype nodesLikeLocksIn(const QString &directory, const Knowledge &knowledge)
{
    if (!knowledge.allEphemerals)
        return 0;
    qsizetype count = 0;
    for (const QStringList &paths : knowledge.ephemerals) {
        count += std::ranges::count_if(paths, [&](const QString &path) {
            const QString name = baseName(path);
            return parentPath(path) == directory && !viewName(name) && !isInstanceName(name);
        });
    }
    return count;
}

bool isAwaited(const QString &path, SessionId owner, const Knowledge &knowledge, const QSet<SessionId> &browsers)
{
    if (!saysOneOwner(path))
        return false;
    const QList<SessionId> above = knowledge.watchers.value(parentPath(path));
    return std::ranges::any_of(knowledge.watchers.value(path),
                               [&](SessionId session) {
                                   return session != owner && !browsers.contains(session) && !above.contains(session);
                               })
           && !isInLineNear(path, owner, knowledge);
}

LockQueue asMember(LockQueue queue)
{
    queue.title = Text::en("an ephemeral node, which may be a lock");
    for (size_t i = 0; i < queue.contenders.size(); ++i) {
        Contender member = queue.contenders[i];
        member.state = ContenderState::Member;
        queue.contenders.replace(i, std::move(member));
    }
    queue.holders.clear();
    queue.waiting = 0;
    queue.mayBeLine = true;
    queue.kind = LockKind::Group;
    return queue;
}

} // namespace lockscope::locks
