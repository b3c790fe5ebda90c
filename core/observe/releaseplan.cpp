// SPDX-License-Identifier: Apache-2.0
// The plan of a release from what is read for it, with the evidence. Never watches and never writes.
#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/nodelock.h"
#include "core/locks/semaphore.h"
#include "core/locks/unnamedleases.h"
#include "core/observe/release.h"

#include <QHash>
#include <QPointer>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

// ---- the lock, as it is now ----

namespace {

/// A lock as it is now, read for a plan: all nodes of its directory at once, or of both directories of a semaphore.
/// Several directories are not one instant.
struct LockReading
{
    locks::LockQueue queue;
    QStringList directories; ///< in which it has contenders: its own, or those of a semaphore
};

/// Beyond this many children their data are not read for a plan, but their Stats always are: who holds depends on them.
constexpr qsizetype dataUpTo = 5'000;

using Known = QHash<QString, locks::ChildNode>;

locks::ChildNode toChild(const QString &name, const NodeContent &content)
{
    return {name, content.stat, locks::ChildNode::Data::Read, content.data};
}

locks::ChildNode withoutData(const QString &name, const NodeStat &stat, locks::ChildNode::Data why)
{
    return {name, stat, why, {}};
}

/// Children that were read already may be missing by now.
Task<Result<locks::LockSource>> readDirectory(QPointer<zk::Session> session, QString path, Known known)
{
    if (!session)
        co_return failure(ErrorCode::Closed, u"list"_s, path);
    auto holding = session->get(path);
    auto listing = session->children(path);
    const auto data = co_await holding;
    const auto listed = co_await listing;
    if (!listed)
        co_return tl::unexpected(listed.error());
    locks::LockSource source;
    source.path = path;
    source.parentStat = listed->stat;
    if (data)
        source.data = data->data;
    const bool withData = listed->names.size() <= dataUpTo;
    std::vector<std::pair<QString, Reply<NodeContent>>> reading;
    std::vector<std::pair<QString, Reply<NodeStat>>> looking;
    for (const QStringView view : listed->names) {
        const QString name = view.toString();
        const QString child = joinPath(path, name);
        if (const auto found = known.constFind(child); found != known.cend())
            source.children.push_back(*found);
        else if (session && withData)
            reading.emplace_back(name, session->get(child));
        else if (session)
            looking.emplace_back(name, session->exists(child));
    }
    for (auto &[name, reply] : reading) {
        const auto content = co_await reply;
        if (!content && content.error().code == ErrorCode::NoAuth && session)
            looking.emplace_back(name, session->exists(joinPath(path, name)));
        else if (content)
            source.children.push_back(toChild(name, *content));
        else if (content.error().code != ErrorCode::NoNode)
            co_return tl::unexpected(content.error());
    }
    for (auto &[name, reply] : looking) {
        const auto stat = co_await reply;
        if (!stat && stat.error().code != ErrorCode::NoNode)
            co_return tl::unexpected(stat.error());
        if (stat)
            source.children.push_back(withoutData(
                name, *stat, withData ? locks::ChildNode::Data::NoPermission : locks::ChildNode::Data::NotRead));
    }
    co_return source;
}

/// Where the rest of a semaphore is, if a directory is a part of one.
struct Semaphore
{
    QString path;
    QString queue;
    QString leases;
};

std::vector<Semaphore> semaphoresWith(const QString &directory)
{
    std::vector<Semaphore> found;
    for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes()) {
        for (const QString &ending : {shape.queue, shape.leases}) {
            if (!directory.endsWith(ending) || directory.size() == ending.size())
                continue;
            const QString path = directory.chopped(ending.size());
            found.push_back({path, path + shape.queue, path + shape.leases});
        }
    }
    return found;
}

bool hasContenders(const locks::LockSource &source, bool leasesOnly)
{
    return std::any_of(source.children.begin(), source.children.end(), [leasesOnly](const locks::ChildNode &child) {
        const auto name = locks::viewName(child.name);
        return name && (!leasesOnly || name->kind == locks::NameKind::Lease);
    });
}

/// Directories that are called so are no semaphore by that alone.
bool isSemaphore(const Semaphore &semaphore, const locks::LockSource &queue, const locks::LockSource &leases)
{
    if (semaphore.leases == semaphore.path) {
        const auto isOther = [](const locks::ChildNode &child) { return locks::isOfAnotherLock(child.name); };
        return std::ranges::none_of(leases.children, isOther);
    }
    return hasContenders(queue, false) || hasContenders(leases, true);
}

locks::LockSource::Part partOf(locks::LockSource source)
{
    return {source.path, std::move(source.children)};
}

/// One node with its data; one whose data may not be read still shows its Stat.
Task<Result<locks::ChildNode>> readNode(QPointer<zk::Session> session, QString path)
{
    const auto content = co_await session->get(path);
    if (content)
        co_return toChild(baseName(path), *content);
    if (content.error().code != ErrorCode::NoAuth || !session)
        co_return tl::unexpected(content.error());
    const auto stat = co_await session->exists(path);
    if (!stat)
        co_return tl::unexpected(stat.error());
    co_return withoutData(baseName(path), *stat, locks::ChildNode::Data::NoPermission);
}

/// Nothing where there is no such rule, or what it says is not known.
Task<std::optional<locks::LeaderNode>> readLeader(QPointer<zk::Session> session, QString election)
{
    const QString path = locks::dialectRegistry().leaderNodeOf(election);
    if (path.isEmpty() || !session)
        co_return std::nullopt;
    const auto stat = co_await session->exists(path);
    if (stat)
        co_return locks::LeaderNode{path, stat->owner()};
    if (stat.error().code != ErrorCode::NoNode || !session)
        co_return std::nullopt;
    const auto above = co_await session->exists(parentPath(path)); // in old versions that is the node itself
    const bool isMissing = above ? !above->isEphemeral() : above.error().code == ErrorCode::NoNode;
    co_return isMissing ? std::optional(locks::LeaderNode{path, {}}) : std::nullopt;
}

/// The lock whose contenders are in \a directory: the directory itself, or the semaphore that it is a part of.
/// \a known: nodes that were read already, by path; they are not read again.
Task<Result<LockReading>> readLockWith(QPointer<zk::Session> session, QString directory, Known known,
                                       locks::Knowledge knowledge)
{
    auto own = co_await readDirectory(session, directory, known);
    if (!own)
        co_return tl::unexpected(own.error());
    const std::vector<Semaphore> semaphores = semaphoresWith(directory);
    for (const Semaphore &semaphore : semaphores) {
        const bool ownIsQueue = directory == semaphore.queue;
        auto other = co_await readDirectory(session, ownIsQueue ? semaphore.leases : semaphore.queue, known);
        if (!other && other.error().code == ErrorCode::NoNode)
            continue;
        const bool isOtherUnread = !other && other.error().code == ErrorCode::NoAuth; // but it is there
        if (isOtherUnread)
            other = locks::LockSource{ownIsQueue ? semaphore.leases : semaphore.queue};
        if (!other)
            co_return tl::unexpected(other.error());
        locks::LockSource &queue = ownIsQueue ? *own : *other;
        locks::LockSource &leases = ownIsQueue ? *other : *own;
        if (!isSemaphore(semaphore, queue, leases))
            continue;
        locks::LockSource whole;
        whole.path = semaphore.path;
        if (semaphore.leases == semaphore.path)
            whole = std::move(leases);
        else
            whole.leases = partOf(std::move(leases));
        whole.queue = partOf(std::move(queue));
        whole.leasesUnread = isOtherUnread && ownIsQueue;
        whole.lineUnread = isOtherUnread && !ownIsQueue;
        co_return LockReading{locks::readQueue(std::move(whole)), {semaphore.queue, semaphore.leases}};
    }
    own->leader = co_await readLeader(session, directory);
    own->isLine = knowledge.lines.contains(directory);
    locks::LockQueue queue = locks::readQueue(*own);
    if (queue.mayBeOneLine() && locks::showsLine(queue, knowledge)) {
        own->isLine = true;
        queue = locks::readQueue(*std::move(own));
    }
    co_return LockReading{locks::withUnnamedLeases(std::move(queue), knowledge), {directory}};
}

// ---- the plan ----

bool isContender(const locks::LockQueue &queue, int index)
{
    return index >= 0 && queue.contenders[static_cast<size_t>(index)].state != locks::ContenderState::Foreign;
}

int waitersLeft(const ReleaseLock &lock)
{
    const auto at = [&lock](int index) -> const locks::Contender & {
        return lock.queue.contenders[static_cast<size_t>(index)];
    };
    const auto waits = [&at](int index) { return at(index).state == locks::ContenderState::Waiting; };
    // The lease of a line's head is no other waiter; granted, it takes the head out of the line.
    const auto isServed = [&](int index) { return waits(index) || locks::isPendingLease(at(index)); };
    const auto gone = std::ranges::count_if(lock.removed, waits) + std::ranges::count_if(lock.next, isServed);
    return lock.queue.waitingCount() - static_cast<int>(gone);
}

/// What to do about a node that is left alone where it is to go all the same.
Text advisingZkCli(const Text &why, const QString &path)
{
    return Text::en(
               "%1 Lockscope deletes nothing else. Where it is to go, delete it in zkCli.sh with its data's version, "
               "so that no other client's node is hit: delete -v VERSION %2")
        .arg(why, path);
}

/// Why a persistent node without a number is left alone.
Text whyNoLock(const QString &path, const NodeStat &stat)
{
    if (stat.numChildren > 0)
        return Text::counted(
                   "%1 is a directory with %n nodes, and no contender of a lock. A release takes the path of a "
                   "contender's node: lockscope-cli queue %1 shows who stands there.",
                   stat.numChildren)
            .arg(path);
    return advisingZkCli(Text::en("%1 is no contender of a lock: its name has no sequence number, it belongs to no "
                                  "session, and its data are no lock record that Lockscope knows.")
                             .arg(path),
                         path);
}

/// Why a persistent node of a group is left alone.
Text whyNoMember(const QString &path)
{
    return advisingZkCli(
        Text::en("%1 belongs to no session, and nothing shows that it is of a lock: it may be a record "
                 "of another program.")
            .arg(path),
        path);
}

/// No session keeps it, and its name is none that locks alone have.
bool isRecordInGroup(const locks::LockQueue &queue, int index)
{
    if (index < 0 || queue.contenders[static_cast<size_t>(index)].state != locks::ContenderState::Member)
        return false;
    const locks::ChildNode &node = queue.contenders[static_cast<size_t>(index)].node;
    return node.stat && !node.stat->isEphemeral() && !locks::namesSayLock(queue.path, {node.name});
}

/// An ephemeral node by itself that neither its name nor a watch of another session calls a lock. \a beside: what its
/// directory has.
bool mayBeNoLock(const QString &path, const locks::ChildNode &node, const locks::LockQueue &beside,
                 const locks::Knowledge &knowledge)
{
    if (!node.stat->isEphemeral() || knowledge.lines.contains(path) || locks::isNamedNodeLock(path, node))
        return false;
    if (!locks::isLikeNodeLock(node))
        return true;
    const bool isAwaited = locks::isAwaited(path, node.owner(), knowledge, locks::treeWatchers(knowledge));
    const auto isLikeIt = [](const locks::Contender &each) { return locks::isLikeNodeLock(each.node); };
    return !isAwaited || std::ranges::count_if(beside.contenders, isLikeIt) > 1;
}

/// Puts a node that was read into the plan, with its lock; \a queue is the one of which it is a contender.
Result<Done> addTarget(ReleasePlan &plan, const QString &path, const locks::ChildNode &node,
                       const locks::LockQueue &queue, const locks::Knowledge &knowledge)
{
    ReleaseTarget target{path, *node.stat, node};
    const int index = queue.indexOfPath(path);
    const bool isPlain = !isContender(queue, index);
    target.isRecord = isPlain && !node.stat->isEphemeral();
    if (target.isRecord && !locks::isNamedNodeLock(path, node))
        return failure(ErrorCode::InvalidInput, u"release"_s, path, whyNoLock(path, *node.stat));
    if (isRecordInGroup(queue, index))
        return failure(ErrorCode::InvalidInput, u"release"_s, path, whyNoMember(path));
    const QString lockPath = isPlain ? path : queue.path;
    const auto found = std::find_if(plan.locks.begin(), plan.locks.end(),
                                    [&](const ReleaseLock &lock) { return lock.queue.path == lockPath; });
    target.lock = static_cast<int>(found - plan.locks.begin());
    if (found == plan.locks.end()) {
        ReleaseLock lock;
        lock.queue = isPlain ? locks::readNodeLock(path, node, nowNs() / 1'000'000) : queue;
        if (lock.queue.contenders.empty())
            return failure(
                ErrorCode::InvalidInput, u"release"_s, path,
                Text::en("No client holds %1: its record stays for the next client, and there is nothing to release.")
                    .arg(path));
        if (isPlain && mayBeNoLock(path, node, queue, knowledge))
            lock.queue = locks::asMember(std::move(lock.queue));
        plan.locks.push_back(std::move(lock));
    }
    ReleaseLock &lock = plan.locks[static_cast<size_t>(target.lock)];
    target.index = isPlain ? 0 : index;
    target.holds = lock.queue.contenders[static_cast<size_t>(target.index)].state == locks::ContenderState::Holding;
    lock.removed.push_back(target.index);
    plan.targets.push_back(std::move(target));
    return Done();
}

void foretell(ReleasePlan &plan)
{
    for (ReleaseLock &lock : plan.locks) {
        lock.next = lock.queue.nextAfterRemoval(lock.removed);
        lock.stillWaiting = waitersLeft(lock);
    }
    // Leases and elections are not given back on request in any dialect.
    const locks::LockKind kind = plan.lock().queue.kind;
    if (plan.isOne() && (kind == locks::LockKind::Mutex || kind == locks::LockKind::ReadWrite))
        plan.revokeWord = locks::rulesOf(plan.lock().queue.dialect).revokeWord;
    plan.readAtNs = nowNs();
}

/// Why deleting in these directories is refused, as far as their ACLs say beforehand; empty where it may be allowed.
Task<Text> whyForbidden(QPointer<zk::Session> session, QStringList directories)
{
    for (const QString &directory : std::as_const(directories)) {
        if (!session)
            co_return {};
        const auto acl = co_await session->acl(directory);
        if (!acl || !session)
            continue; // not known: it is tried
        QStringList allowed;
        bool maybe = false;
        for (const AclEntry &entry : *acl) {
            if ((entry.permissions & static_cast<int>(Permission::Delete)) == 0)
                continue;
            allowed += entry.scheme + u':' + entry.id.section(u':', 0, 0);
            maybe = maybe || session->mayBeMeantBy(entry);
        }
        if (allowed.isEmpty())
            co_return Text::en("This connection may not delete it: the ACL of %1 allows DELETE to nobody.")
                .arg(directory);
        if (!maybe)
            co_return Text::en("This connection may not delete it: the ACL of %1 allows DELETE to %2 only.")
                .arg(directory, allowed.join(u", "_s));
    }
    co_return {};
}

/// \a skipGone: nodes that do not exist are left out; then there may be no target at all.
Task<Result<ReleasePlan>> readPlan(QPointer<zk::Session> session, QStringList paths, locks::Knowledge knowledge,
                                   bool skipGone)
{
    ReleasePlan plan;
    paths.removeDuplicates();
    QHash<QString, locks::ChildNode> known; // by path
    QStringList present;
    if (!session)
        co_return failure(ErrorCode::Closed, u"get"_s, paths.value(0));
    std::vector<Task<Result<locks::ChildNode>>> reading; // all at once
    for (const QString &path : std::as_const(paths))
        reading.push_back(readNode(session, path));
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const QString &path = paths[i];
        const auto node = co_await reading[static_cast<size_t>(i)];
        if (!node && skipGone && node.error().code == ErrorCode::NoNode)
            continue;
        if (!node)
            co_return tl::unexpected(node.error());
        known.insert(path, *node);
        present << path;
    }
    QHash<QString, locks::LockQueue> queues; // by each directory
    for (const QString &path : std::as_const(present)) {
        const QString directory = parentPath(path);
        if (directory.isEmpty())
            co_return failure(ErrorCode::InvalidInput, u"release"_s, path,
                              Text::en("The root is no contender of a lock."));
        if (!queues.contains(directory)) {
            const auto lock = co_await readLockWith(session, directory, known, knowledge);
            if (!lock)
                co_return tl::unexpected(lock.error());
            for (const QString &part : lock->directories)
                queues.insert(part, lock->queue);
            if (!lock->queue.mayBeLine)
                knowledge.lines.insert(directory); // also when the one that waits has come to its turn
        }
        if (const auto added = addTarget(plan, path, known.value(path), queues.value(directory), knowledge); !added)
            co_return tl::unexpected(added.error());
    }
    if (!plan.targets.empty())
        foretell(plan);
    QStringList directories;
    for (const ReleaseTarget &target : plan.targets)
        directories << parentPath(target.path);
    directories.removeDuplicates();
    plan.forbidden = co_await whyForbidden(session, directories);
    plan.knowledge = std::move(knowledge);
    co_return plan;
}

} // namespace

qint64 ReleaseTarget::ageMs(qint64 nowNs) const
{
    return std::max<qint64>(0, nowNs / 1'000'000 - (isRecord ? stat.mtimeMs : stat.ctimeMs));
}

bool ReleasePlan::holds() const
{
    return std::any_of(targets.begin(), targets.end(), [](const ReleaseTarget &target) { return target.holds; });
}

QString ReleasePlan::confirmation() const
{
    QString common = lock().queue.path;
    for (const ReleaseLock &lock : locks) {
        while (!isAtOrBelow(lock.queue.path, common))
            common = parentPath(common);
    }
    return common;
}

namespace {

QString watchedChild(const ReleasePlan &plan, const ReleaseTarget &target, const locks::Knowledge &knowledge)
{
    const locks::LockQueue &queue = plan.lockOf(target).queue;
    const auto &rule = locks::rulesOf(queue.dialect).strangers;
    if (!rule || !target.holds)
        return {};
    QStringList watched;
    for (const locks::Contender &child : queue.contenders) {
        if (child.state == locks::ContenderState::Foreign
            && knowledge.watchers.value(queue.pathOf(child)).contains(target.stat.owner()))
            watched += child.node.name;
    }
    return rule->mayBlock(plan.contenderOf(target), watched) ? watched.front() : QString();
}

} // namespace

void addEvidence(ReleasePlan &plan, const locks::Knowledge &knowledge)
{
    for (ReleaseTarget &target : plan.targets) {
        OwnerEvidence &owner = target.owner;
        owner = {};
        owner.askedAtNs = knowledge.askedAtNs;
        const auto watchers = knowledge.watchers.value(target.path);
        if (knowledge.allWatches || !watchers.isEmpty())
            owner.watchers = static_cast<int>(watchers.size());
        if (!target.stat.isEphemeral()) {
            owner.life = OwnerEvidence::Life::NoSession;
            continue;
        }
        const SessionId id = target.stat.owner();
        const locks::LockQueue &queue = plan.lockOf(target).queue;
        const bool isAlone = queue.contenders.ownedBy(id).size() <= 1; // else another one of its may wait for this
        if (knowledge.allWatches ? isAlone || !watchers.contains(id) : isAlone && watchers.contains(id))
            owner.listens = watchers.contains(id);
        owner.watchedChild = watchedChild(plan, target, knowledge);
        if (const auto found = knowledge.sessions.constFind(id); found != knowledge.sessions.cend()) {
            owner.facts = *found;
            owner.life = !found->client.isEmpty()                                 ? OwnerEvidence::Life::Connected
                         : locks::isUnconnected(knowledge, id, target.stat.czxid) ? OwnerEvidence::Life::Disconnected
                                                                                  : OwnerEvidence::Life::NotKnown;
        } else if (knowledge.allSessions && !locks::isOvertaken(knowledge, target.stat.czxid)) {
            owner.life = OwnerEvidence::Life::Over;
        }
    }
    plan.sessions.clear();
    for (const ReleaseLock &lock : plan.locks) {
        for (const int index : lock.next) {
            const SessionId owner = lock.queue.contenders[static_cast<size_t>(index)].node.owner();
            const auto found = knowledge.sessions.constFind(owner);
            if (found != knowledge.sessions.cend())
                plan.sessions.insert(found.key(), *found);
        }
    }
}

Task<Result<ReleasePlan>> planRelease(zk::Session &session, QStringList paths, locks::Knowledge knowledge)
{
    if (paths.isEmpty())
        co_return failure(ErrorCode::InvalidInput, u"release"_s, {}, Text::en("No node was named."));
    co_return co_await readPlan(QPointer<zk::Session>(&session), std::move(paths), std::move(knowledge), false);
}

Task<Result<ReleasePlan>> replan(zk::Session &session, ReleasePlan plan)
{
    QStringList paths;
    for (const ReleaseTarget &target : plan.targets)
        paths << target.path;
    auto fresh = co_await readPlan(QPointer<zk::Session>(&session), paths, plan.knowledge, true);
    if (!fresh)
        co_return fresh;
    if (fresh->targets.empty())
        co_return failure(ErrorCode::NoNode, u"delete"_s, plan.target().path);
    fresh->ensemble = plan.ensemble;
    fresh->production = plan.production;
    for (ReleaseTarget &target : fresh->targets) { // the evidence of the same node is as old as it says
        for (const ReleaseTarget &before : plan.targets) {
            if (before.identity() == target.identity())
                target.owner = before.owner;
        }
    }
    fresh->sessions = plan.sessions;
    co_return fresh;
}

} // namespace lockscope::observe
