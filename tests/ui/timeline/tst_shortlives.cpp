// SPDX-License-Identifier: Apache-2.0
// Very many sessions of other programs that come, take a lock and go: what the window's history, its ledger and its
// lanes keep of them is bounded. Counted by entries, never by time; LOCKSCOPE_SESSIONS sets another number of sessions.
#include "tests/ui/uitest.h"
#include "ui/timeline/lanes.h"
#include "ui/world/liveworld.h"

namespace lockscope::tst_shortlives {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

int sessions()
{
    const int asked = qEnvironmentVariableIntValue("LOCKSCOPE_SESSIONS");
    return asked > 0 ? asked : 9'000;
}

// All of it small, so that each bound is reached soon.
constexpr qsizetype historyBytes = 192 * 1024;
constexpr size_t mostAcquisitions = 1'000;
constexpr size_t mostGoneLocks = 300;
constexpr size_t mostMarks = 5'000;
constexpr size_t mostLanes = 100;

/// As LiveWorld folds them.
struct Window
{
    journal::History history{{historyBytes, 20'000, journal::History::Limits::none}};
    journal::Ledger ledger{mostAcquisitions, mostGoneLocks};
    LaneIndex lanes{mostMarks, mostLanes};
    journal::EventBatch batch;
    quint64 number = 0;
    qint64 atNs = 1'790'000'000'000'000'000;
    qint64 zxid = 0x100;

    void tell(journal::Payload what)
    {
        atNs += 300'000;
        batch.append({++number, atNs, std::move(what)});
        if (batch.size() == 64)
            flush();
    }
    void flush()
    {
        history.append(batch, [this](const journal::Event &event, const journal::Changes &changed) {
            ledger.append(event, history.head(), changed);
            lanes.append(event, ledger);
        });
        batch.clear();
    }
    void list(const QString &path, const QStringList &added, const QStringList &removed, int children)
    {
        journal::DirectoryListed listed;
        listed.path = path;
        listed.added = added;
        listed.removed = removed;
        listed.watched = true;
        listed.stat.czxid = Zxid{1};
        listed.stat.pzxid = Zxid{++zxid};
        listed.stat.numChildren = children;
        tell(listed);
    }
    void resolve(const QString &path, SessionId owner)
    {
        journal::NodeResolved node;
        node.path = path;
        node.stat.czxid = node.stat.mzxid = Zxid{++zxid};
        node.stat.ephemeralOwner = owner;
        node.access = locks::ChildNode::Data::Read;
        tell(node);
    }
    /// What no bound in bytes speaks of.
    size_t weight() const
    {
        return static_cast<size_t>(history.head().weight() + history.keyframes()) + ledger.weight() + lanes.weight();
    }
};

using Live = void (*)(Window &, int session);

SessionId sessionOf(int session)
{
    return SessionId{0x1000009f7cb0000 + session};
}

void inOneQueue(Window &window, int session)
{
    const QString name = u"lock-%1"_s.arg(session, 10, 10, QChar(u'0'));
    window.list(u"/locks/orders"_s, {name}, {}, 1);
    window.resolve(u"/locks/orders/"_s + name, sessionOf(session));
    window.list(u"/locks/orders"_s, {}, {name}, 0);
}

void eachWithALockOfItsOwn(Window &window, int session)
{
    const QString name = u"%1.lock"_s.arg(session);
    window.list(u"/locks"_s, {name}, {}, 1);
    window.resolve(u"/locks/"_s + name, sessionOf(session));
    window.list(u"/locks"_s, {}, {name}, 0);
}

void eachInADirectoryOfItsOwn(Window &window, int session)
{
    const QString job = u"job-%1"_s.arg(session);
    const QString directory = u"/locks/"_s + job;
    const QString name = u"lock-0000000000"_s;
    window.list(u"/locks"_s, {job}, {}, 1);
    window.list(directory, {name}, {}, 1);
    window.resolve(directory + u'/' + name, sessionOf(session));
    window.list(directory, {}, {name}, 0);
    window.tell(journal::NodeVanished{directory});
    window.list(u"/locks"_s, {}, {job}, 0);
}

/// The session stays; the names never come again.
void byOneSession(Window &window, int session)
{
    const QString name = u"%1.lock"_s.arg(session);
    window.list(u"/locks"_s, {name}, {}, 1);
    window.resolve(u"/locks/"_s + name, sessionOf(0));
    window.list(u"/locks"_s, {}, {name}, 0);
}

/// Who is taken off the list when it is through.
void bySimulatedClients(Window &window, int session)
{
    const ClientId id{static_cast<quint32>(session)};
    journal::ClientSpawned spawned;
    spawned.id = id;
    spawned.lock = u"/l"_s;
    window.tell(spawned);
    window.tell(journal::ClientConnection{id, ConnectionState::Connected, sessionOf(session)});
    for (const auto state : {locks::LockState::Fetching, locks::LockState::Retained, locks::LockState::Released})
        window.tell(journal::ClientLockState{id, state, {}, {}, 0, {}});
    window.tell(journal::ClientRemoved{id});
}

} // namespace

class TestShortLives : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsKeptOfThoseWhoWentIsBounded_data()
    {
        QTest::addColumn<Live>("live");
        QTest::newRow("in one queue") << &inOneQueue;
        QTest::newRow("each with a lock of its own") << &eachWithALockOfItsOwn;
        QTest::newRow("each in a directory of its own") << &eachInADirectoryOfItsOwn;
        QTest::newRow("by one session") << &byOneSession;
        QTest::newRow("by simulated clients") << &bySimulatedClients;
    }
    void whatIsKeptOfThoseWhoWentIsBounded()
    {
        QFETCH(Live, live);
        Window window;
        // Marks and acquisitions go by the half and the quarter: the most of a stretch is held against another's.
        size_t most = 0;
        size_t mostAtFirst = 0;
        const int all = sessions();
        for (int session = 1; session <= all; ++session) {
            live(window, session);
            if (session % 250 != 0)
                continue;
            QVERIFY(window.lanes.lanes().size() <= mostLanes + 1);
            most = std::max(most, window.weight());
            if (session <= all / 3)
                mostAtFirst = most;
        }
        window.flush();
        QVERIFY(window.history.journal().bytes() <= historyBytes);
        QVERIFY2(most <= mostAtFirst + mostAtFirst / 10,
                 qPrintable(u"%1 entries, and %2 after a third of it"_s.arg(most).arg(mostAtFirst)));
        QCOMPARE(window.lanes.laneOf(sessionOf(1)), -1);
        QCOMPARE(window.lanes.laneOf(ClientId{1}), -1);
        QCOMPARE(window.ledger.client(ClientId{1}), nullptr);
        // What goes on is told as ever.
        window.list(u"/locks/orders"_s, {u"lock-2000000000"_s}, {}, 1);
        window.resolve(u"/locks/orders/lock-2000000000"_s, sessionOf(-1));
        window.flush();
        const int lane = window.lanes.laneOf(sessionOf(-1));
        QVERIFY(lane >= 0);
        QCOMPARE(window.lanes.lanes()[static_cast<size_t>(lane)].truth.spans().back().state, SpanState::Holding);
        QVERIFY(window.ledger.heldSince(u"/locks/orders"_s, u"/locks/orders/lock-2000000000"_s, window.number));
        // Any instant that is kept is shown as it was.
        const quint64 first = window.history.firstState();
        QVERIFY(window.history.at(first).eventNumber() == first);
    }
};

} // namespace lockscope::tst_shortlives

LOCKSCOPE_TEST(lockscope::tst_shortlives::TestShortLives)
#include "tst_shortlives.moc"
