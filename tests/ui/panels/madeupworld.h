// SPDX-License-Identifier: Apache-2.0
// A made-up ensemble with everything a panel can show: a mutex of twenty in the middle of a release, a read/write lock
// whose queue has all kinds of rows, locks of other clients, a free one, one without permission. For pictures and
// tests.
#pragma once

#include "tests/ui/models/worldscript.h"

namespace lockscope::ui {

inline QString kazooName(int number, bool reader)
{
    const QString token =
        QStringLiteral("%1").arg(0x4f2b9e31c07d5511ULL * quint64(number + 3), 16, 16, QLatin1Char('0'));
    return sequenceName(token.right(16) + token.right(16)
                            + (reader ? QStringLiteral("__rlock__") : QStringLiteral("__lock__")),
                        number);
}

inline QString curatorName(int number)
{
    return sequenceName(
        QStringLiteral("_c_6f1e%1-90ab-4cde-8f01-23456789abcd-lock-").arg(number, 4, 10, QLatin1Char('0')), number);
}

/// 1 to 20: of our clients of /app/orders; from 100 on: of /app/inventory; 200: of /jobs/nightly; 201: of
/// /jobs/billing.
inline SessionId madeUpSession(int number)
{
    return SessionId{0x1000009f7cb0000LL + number};
}

inline void makeUp(WorldScript &script)
{
    using namespace Qt::StringLiterals;
    using journal::Freshness;
    const auto session = &madeUpSession;

    journal::ConnectionChanged connected;
    connected.state = ConnectionState::Connected;
    connected.endpoint = u"127.0.0.1:2181"_s;
    connected.server = u"127.0.0.1:2181"_s;
    connected.session = SessionId{0x2000003a1b40007LL};
    script.write(connected);
    script.observe(Freshness::Reading);
    script.list(u"/"_s, {u"app"_s, u"jobs"_s, u"secret"_s});
    script.list(u"/app"_s, {u"orders"_s, u"inventory"_s, u"reports"_s});
    script.list(u"/jobs"_s, {u"nightly"_s, u"billing"_s, u"ledger"_s});
    script.list(u"/app/reports"_s, {});

    // Our own twenty on /app/orders: client-1 has just let go, client-2 holds, client-5 is suspended, client-9 crashed.
    for (int i = 1; i <= 20; ++i) {
        journal::ClientSpawned spawned;
        spawned.id = ClientId{quint32(i)};
        spawned.name = u"client-%1"_s.arg(i);
        spawned.lock = u"/app/orders"_s;
        spawned.dialect = locks::Dialect::Curator;
        script.write(spawned);
        auto state = ConnectionState::Connected;
        if (i == 5)
            state = ConnectionState::Suspended;
        script.write(journal::ClientConnection{ClientId{quint32(i)}, state, session(i)});
    }
    script.write(journal::ClientFault{ClientId{9}, journal::Fault::Crash});
    QList<QString> names;
    for (int i = 1; i <= 20; ++i)
        names += curatorName(i);
    script.list(u"/app/orders"_s, names);
    for (int i = 1; i <= 20; ++i)
        script.resolve(u"/app/orders"_s, names[i - 1], session(i), "worker-" + QByteArray::number(i),
                       61'000 - i * 2'900);
    script.write(journal::ClientLockState{
        ClientId{1}, locks::LockState::Retained, u"/app/orders/"_s + names[0], Zxid{0x1f01}, 1, {}});

    // kazoo's read/write lock: two readers hold, a writer, readers and writers wait.
    const QList<std::pair<bool, QByteArray>> queue{{true, "reports-1"}, {true, "reports-2"},  {false, "settlement"},
                                                   {true, "reports-3"}, {true, "reports-4"},  {false, "pricing"},
                                                   {true, "reports-5"}, {false, "stock-take"}};
    QList<QString> rw;
    for (int i = 0; i < queue.size(); ++i)
        rw += kazooName(107 + i, queue[i].first);
    script.list(u"/app/inventory"_s, rw);
    for (int i = 0; i < queue.size(); ++i)
        script.resolve(u"/app/inventory"_s, rw[i], session(100 + i), queue[i].second, 47'000 - i * 6'100);

    // A lock held for hours; one with bytes that are no text, a node without permission and a foreign child.
    script.come(u"/jobs/nightly"_s, kazooName(7, false), session(200), "backup", 11'520'000);
    script.list(u"/jobs/billing"_s, {kazooName(3, false), kazooName(4, false), kazooName(5, false), u"README"_s});
    script.resolve(u"/jobs/billing"_s, kazooName(3, false), session(201), QByteArray("\x00\x01\xfe\xff binary", 11),
                   9'000);
    script.resolve(u"/jobs/billing"_s, kazooName(4, false), SessionId{}, "left behind", 7'000);
    script.resolve(u"/jobs/billing"_s, u"README"_s, SessionId{}, "do not touch", 900'000'000);
    script.list(u"/jobs/ledger"_s, {kazooName(1, false)});
    script.list(u"/jobs/ledger"_s, {}, {kazooName(1, false)});
    script.deny(u"/secret"_s);
    script.observe(Freshness::Live).flush();

    script.pass(1'400);
    script.list(u"/app/orders"_s, {}, {names[0]});
    script.write(journal::ClientLockState{ClientId{1}, locks::LockState::Released, {}, {}, 1, {}});
    script.write(journal::ClientLockState{
        ClientId{2}, locks::LockState::Retained, u"/app/orders/"_s + names[1], Zxid{0x1f02}, 1, {}});
    script.flush();
    script.pass(4'200);
}

} // namespace lockscope::ui
