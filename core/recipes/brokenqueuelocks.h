// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE, never for real use: queue locks that take one step wrongly, each as some real client once did. The
// line that is wrong says what would be sound. Included by recipe.cpp alone; the sound steps are in mutex.cpp and
// ownnode.cpp.
#pragma once

#include "core/base/path.h"
#include "core/recipes/readwritecurator.h"

#include <algorithm>

namespace lockscope::recipes {

// ---- create ----

/// When the reply to its create is lost, it creates again without looking for the node that may be there: an orphan is
/// then before its own node. As Curator before protected creates (CURATOR-45, CURATOR-79), zk-ruby #51 and go-zookeeper
/// PR 237.
struct BrokenDuplicateContender final : Mutex
{
    using Mutex::Mutex;

    Task<Result<std::vector<Grant>>> findOwn(QString) override
    {
        co_return std::vector<Grant>(); // sound: it may be there, and is looked for by its token
    }
};

/// Its node is persistent, so that it stays when the client dies, and the lock is taken for ever. As kazoo's Lock with
/// ephemeral=False and Hive's locks with keep-alive.
struct BrokenPersistentNode final : Mutex
{
    using Mutex::Mutex;

    NodeKind nodeKind() const override { return NodeKind::PersistentSequential; } // sound: goes with the session
    bool isOurs(const NodeStat &) const override { return true; } // it has no owner, but a token of ours

    Task<Result<Grant>> create(std::stop_token stop) override
    {
        if (token().isEmpty())
            co_return failure(ErrorCode::InvalidInput, QStringLiteral("acquire"), m_spec.lock,
                              Text::en("The dialect \"%1\" has no names to find a node again by: choose another.")
                                  .arg(locks::dialectName(m_spec.dialect)));
        co_return co_await Mutex::create(stop);
    }
};

// ---- am I first, and if not, whom do I wait for ----

/// The names begin with the session's id, and are sorted as whole names: an older session comes first, however late it
/// comes, and holds beside the one that holds. As Java's WriteLock (ZOOKEEPER-2931).
struct BrokenPathOrder final : Mutex
{
    using Mutex::Mutex;

    /// The session's id in the form of the dialect's tokens.
    QString token() override
    {
        const auto session = static_cast<quint64>(m_steps.store().session().value);
        QString token = QString::number(session, 16).rightJustified(32, u'0');
        if (m_spec.dialect == locks::Dialect::Kazoo)
            return token;
        for (const int dash : {8, 13, 18, 23})
            token.insert(dash, u'-');
        return token;
    }

    Result<QString> blockerAmong(const NameList &names) const override
    {
        const QString own = baseName(m_own.node);
        if (!names.contains(own))
            return Mutex::blockerAmong(names);
        QString before;
        for (const Rival &rival : contendersAmong(names, m_spec.dialect)) {
            if (rival.name < own && rival.name > before) // sound: by number
                before = rival.name.toString();
        }
        return before.isEmpty() ? QString() : joinPath(m_spec.lock, before);
    }
};

/// After a lost create reply it knows its node by the bare name, and compares that with the others' full paths, which
/// all sort below it, its own too: it watches itself. As Java's WriteLock, whose findPrefixInChildren() keeps the bare
/// name.
struct BrokenSelfWatch final : Mutex
{
    using Mutex::Mutex;

    Result<QString> blockerAmong(const NameList &names) const override
    {
        if (!m_foundAgain)
            return Mutex::blockerAmong(names);
        const QString own = baseName(m_own.node); // sound: the path, as of all others
        QString before;
        for (const Rival &rival : contendersAmong(names, m_spec.dialect)) {
            const QString path = joinPath(m_spec.lock, rival.name.toString());
            if (path < own)
                before = path;
        }
        return before;
    }
};

/// One child whose name it cannot read makes every acquire fail, and leaves its own node behind. As go-zookeeper's
/// lock.go, whose Lock() returns the error of parseSeq() for any sibling.
struct BrokenForeignChild final : Mutex
{
    using Mutex::Mutex;

    Result<QString> blockerAmong(const NameList &names) const override
    {
        for (const QStringView name : names) {
            const QString path = joinPath(m_spec.lock, name);
            if (!locks::parseName(name)) // sound: it is no contender, and is passed over
                return failure(ErrorCode::InvalidInput, QStringLiteral("acquire"), path,
                               Text::en("\"%1\" has no sequence number: delete it.").arg(path));
        }
        return Mutex::blockerAmong(names);
    }

    Task<Result<Grant>> withdraw(Error why) override
    {
        if (why.code == ErrorCode::InvalidInput)
            co_return tl::unexpected(why); // sound: the own node is deleted first
        co_return co_await Mutex::withdraw(why);
    }
};

/// A reader waits for the last writer, also for one that came after it and waits for this reader: both wait for ever.
/// As kazoo's ReadLock (kazoo #649).
struct BrokenMutualWait final : ReadWriteLock
{
    using ReadWriteLock::ReadWriteLock;

    Result<QString> blockerAmong(const NameList &names) const override
    {
        const Contenders contenders = contendersAmong(names, m_spec.dialect); // sound: those before its own
        const int me = indexOf(contenders, baseName(m_own.node));
        if (me < 0 || contenders[static_cast<size_t>(me)].mode == locks::Mode::Exclusive)
            return ReadWriteLock::blockerAmong(names);
        const auto writer = std::find_if(contenders.rbegin(), contenders.rend(),
                                         [](const Rival &rival) { return rival.mode == locks::Mode::Exclusive; });
        return writer == contenders.rend() ? QString() : joinPath(m_spec.lock, writer->name.toString());
    }
};

// ---- watch, and wait ----

/// Does not look whether the node that it watches is still there. If that goes between the list and the watch, nothing
/// ever fires. As Java's WriteLock, and ZooKeeperNetEx #26.
struct BrokenLostWakeup final : Mutex
{
    using Mutex::Mutex;

    Task<Result<Done>> waitUntilGone(QString path, std::stop_token stop) override
    {
        const auto watched = co_await m_steps.watchExists(path);
        if (!watched)
            co_return tl::unexpected(watched.error());
        co_return co_await m_steps.untilFired(watched->watch, path, stop); // sound: only if the node is there
    }
};

/// When the node before it goes before it is watched, it deletes its own and queues again, behind all others. As the
/// recipe in ZooKeeper's C client, zkr_lock_operation() in zoo_lock.c.
struct BrokenRequeueAtTail : Mutex
{
    using Mutex::Mutex;

    Task<Result<Done>> waitUntilGone(QString path, std::stop_token stop) override
    {
        const auto watched = co_await m_steps.watchExists(path);
        if (!watched)
            co_return tl::unexpected(watched.error());
        if (watched->stat)
            co_return co_await m_steps.untilFired(watched->watch, path, stop);
        watched->watch->cancel();
        co_return co_await queueAgain(stop); // sound: the place is kept, and all listed again
    }

    virtual Task<Result<Done>> queueAgain(std::stop_token stop)
    {
        const auto removed = co_await remove(m_own, Step::Withdraw);
        if (!removed)
            co_return tl::unexpected(removed.error());
        const auto created = co_await create(stop);
        if (!created)
            co_return tl::unexpected(created.error());
        takePlace(*created);
        co_return Done();
    }
};

/// A contender that finds the node before it gone takes a new place at the end, and so makes the next one find its own
/// gone: contenders delete and create without end, and none leads. As Curator's LeaderLatch, whose checkLeadership()
/// called reset() on NONODE (CURATOR-644, CURATOR-645).
struct BrokenElectionLivelock final : BrokenRequeueAtTail
{
    using BrokenRequeueAtTail::BrokenRequeueAtTail;

    Task<Result<Done>> queueAgain(std::stop_token stop) override
    {
        auto removing = remove(m_own, Step::Withdraw); // sound: the place is kept, and the directory listed again
        const auto created = co_await create(stop);    // while the delete is under way
        const auto removed = co_await removing;
        if (!created)
            co_return tl::unexpected(created.error());
        takePlace(*created);
        if (!removed)
            co_return tl::unexpected(removed.error());
        co_return Done();
    }
};

/// An acquire that gives up does not take its watch back: watches pile up for clients that wait for nothing, on the
/// server and in the client. As Curator's LockInternals after a timeout (CURATOR-107).
struct BrokenLeakedWatch final : Mutex
{
    using Mutex::Mutex;

    Task<Result<Done>> waitUntilGone(QString path, std::stop_token stop) override
    {
        const auto watched = co_await m_steps.watchExists(path);
        if (!watched)
            co_return tl::unexpected(watched.error());
        const auto watch = watched->watch;
        if (!watched->stat) {
            watch->cancel();
            co_return Done();
        }
        const auto passed = co_await m_steps.reach(Step::Wait, path);
        if (!passed)
            co_return tl::unexpected(passed.error());
        const ReplyPromise<Done> over;
        watch->fired().then(
            [over](const Result<WatchEvent> &fired) { over.complete(fired.map([](WatchEvent) { return Done(); })); });
        const std::stop_callback onStop(stop, [over] {
            const auto kept = over; // it may destroy this callback
            kept.complete(Done());  // sound: the watch is cancelled, which ends the wait
        });
        Reply<Done> waiting(over);
        co_return co_await waiting;
    }
};

// ---- release, and giving up ----

/// An acquire that is cancelled or times out leaves its node, which no client releases once it is first. As kazoo #732
/// and zk-ruby #49, #51.
struct BrokenLeakyTimeout final : Mutex
{
    using Mutex::Mutex;

    Task<Result<Grant>> withdraw(Error why) override
    {
        if (why.code == ErrorCode::Cancelled)
            co_return tl::unexpected(why); // sound: the own node is deleted first
        co_return co_await Mutex::withdraw(why);
    }
};

/// A release that meets a lost connection is forgotten, while the node stays on a living session: it holds for ever. As
/// Curator's InterProcessMutex, which forgets the owner whatever came of the delete (CURATOR-678).
struct BrokenForgottenRelease final : Mutex
{
    using Mutex::Mutex;

    Task<Result<Done>> release() override
    {
        if (!m_held)
            co_return failure(ErrorCode::NotHeld, QStringLiteral("release"), m_spec.lock);
        const Grant own = *std::exchange(m_held, {});
        co_await m_steps.reach(Step::Release, own.node);
        auto reply = m_steps.store().remove(own.node, -1);
        co_return co_await reply; // sound: asked again until it is known that the node has gone
    }
};

/// The holder does not learn that its session has expired; it goes on as if it held, and so does the next one. As
/// Curator's mutex where no connection listener is set (CURATOR-206).
struct BrokenSilentLoss final : Mutex
{
    using Mutex::Mutex;

    Task<Result<Done>> release() override
    {
        auto released = co_await Mutex::release();
        if (!released && released.error().sessionIsOver())
            co_return Done(); // sound: the error, for what it did under the lock may have met another holder
        co_return std::move(released);
    }
    Task<Result<bool>> isStillHeld() override
    {
        co_return m_held.has_value(); // sound: the server is asked
    }
    bool tellsOfSessionLoss() const override { return false; }
};

// ---- from writer to reader ----

/// The writer that goes on as a reader takes a new number, at the end of the queue: the writer that waited sees no node
/// before its own and enters beside the reader. As Curator's InterProcessReadWriteLock before 5.5 (CURATOR-276,
/// CURATOR-621).
struct BrokenOvertakingWriter final : ReadWriteCurator
{
    using ReadWriteCurator::ReadWriteCurator;

    Task<Result<Grant>> createReader(std::stop_token stop) override
    {
        const auto mode = std::exchange(m_spec.mode, locks::Mode::Shared);
        auto created = co_await create(stop); // sound: by the writer's own number
        m_spec.mode = mode;
        co_return std::move(created);
    }
};

} // namespace lockscope::recipes
