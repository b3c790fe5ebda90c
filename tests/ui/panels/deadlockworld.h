// SPDX-License-Identifier: Apache-2.0
// Locks with a staged deadlock of three, a chain over two locks, a long queue and readers: for the wait-for graph.
#pragma once

#include "tests/ui/panels/madeupworld.h"

namespace lockscope::ui {

inline SessionId staged(int n)
{
    return SessionId{0x2000009f7cb0000LL + n};
}

/// \a holders hold or wait in this order, each with its session.
inline void stageLock(WorldScript &script, const QString &path, const QList<int> &sessions, int firstNumber = 1)
{
    QList<QString> names;
    for (int i = 0; i < sessions.size(); ++i)
        names += kazooName(firstNumber + i, false);
    script.list(path, names);
    for (int i = 0; i < sessions.size(); ++i)
        script.resolve(path, names[i], staged(sessions[i]), "job-" + QByteArray::number(sessions[i]), 60'000 - i * 900);
}

/// 1 holds first and waits for second, 2 holds second and waits for third, 3 holds third and waits for first.
inline void stageDeadlock(WorldScript &script)
{
    using namespace Qt::StringLiterals;
    stageLock(script, u"/pay/accounts"_s, {1, 3});
    stageLock(script, u"/pay/ledger"_s, {2, 1});
    stageLock(script, u"/pay/rates"_s, {3, 2, 9});
    script.flush();
}

/// 20 waits for 21, who waits for 22; behind 22 a queue of \a others.
inline void stageChain(WorldScript &script, int others)
{
    using namespace Qt::StringLiterals;
    stageLock(script, u"/chain/one"_s, {21, 20});
    QList<int> queue{22, 21};
    for (int i = 0; i < others; ++i)
        queue += 100 + i;
    stageLock(script, u"/chain/two"_s, queue);
    script.flush();
}

/// A Curator mutex: its holder and the second of its waiters watch their own nodes.
inline void stageSelfWatch(WorldScript &script)
{
    using namespace Qt::StringLiterals;
    const QString lock = u"/pay/revocable"_s;
    QList<QString> names;
    for (int i = 1; i <= 4; ++i)
        names += curatorName(i);
    script.list(lock, names);
    for (int i = 0; i < names.size(); ++i)
        script.resolve(lock, names[i], staged(40 + i), "teller-" + QByteArray::number(i + 1), 20'000 - i * 3'000);
    script.flush();
}

inline void tellSelfWatch(locks::Knowledge &knowledge, const locks::LockQueue &queue)
{
    const auto watch = [&](size_t from, size_t to) {
        knowledge.watchers[queue.path + u'/' + queue.contenders[to].node.name] +=
            queue.contenders[from].node.stat->ephemeralOwner;
    };
    for (size_t i = 0; i < queue.contenders.size(); ++i) {
        if (i % 2 == 0)
            watch(i, i);
        if (i == 1 || i == 3)
            watch(i, i - 1);
    }
}

/// What servers would tell of all these: addresses, and the watch of each waiter of /app/inventory on the one in its
/// way, but for one whose watch is not told and the last, which watches the first holder. Told often enough to be
/// evidence.
inline void tellServersWord(WorldScript &script, const LiveWorld &world)
{
    using namespace Qt::StringLiterals;
    for (int round = 0; round < 4; ++round) {
        journal::ServersProbed probed = script.probed();
        locks::Knowledge &knowledge = probed.knowledge;
        knowledge.allSessions = knowledge.allConnections = true;
        int port = 41'000;
        for (const QString &lock : world.world().lockPaths()) {
            for (const locks::Contender &contender : world.world().queue(lock).contenders) {
                const SessionId owner = contender.node.owner();
                if (owner.isNull())
                    continue;
                knowledge.sessions.insert(owner, {.id = owner,
                                                  .client = u"10.0.4.%1:%2"_s.arg(17 + owner.value % 20).arg(port++),
                                                  .server = u"127.0.0.1:2182"_s,
                                                  .timeoutMs = 10'000,
                                                  .lastOperation = u"PING"_s,
                                                  .heardAgoMs = 400,
                                                  .expiresInMs = 9'600,
                                                  .lastLatencyMs = 1,
                                                  .maxLatencyMs = 14});
            }
        }
        const locks::LockQueue &queue = world.world().queue(u"/app/inventory"_s);
        for (size_t i = 2; i < queue.contenders.size(); ++i) {
            const size_t target = i + 1 == queue.contenders.size() ? 0 : size_t(queue.waitsFor(int(i)).front());
            if (i != 4)
                knowledge.watchers[queue.path + u'/' + queue.contenders[target].node.name] +=
                    queue.contenders[i].node.stat->ephemeralOwner;
        }
        if (const QString lock = u"/pay/revocable"_s; world.world().isLock(lock))
            tellSelfWatch(knowledge, world.world().queue(lock));
        knowledge.sessions[queue.contenders[5].node.stat->ephemeralOwner].client.clear();
        script.write(probed).flush();
        script.pass(1'300);
    }
}

} // namespace lockscope::ui
