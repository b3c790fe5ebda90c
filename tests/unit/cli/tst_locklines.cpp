// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/locklines.h"
#include "tests/support/testprogram.h"
#include "tests/unit/journal/worldfixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::tst_locklines {

using namespace lockscope::cli;
using namespace lockscope::journal;
using namespace Qt::StringLiterals;

namespace {

struct Watched
{
    journal::test::WorldFixture f;
    LockLines lines{{}, true};
    qsizetype told = 0;
    QList<QJsonObject> newest; ///< of the lines

    /// "changed /a", a line each.
    QStringList tell(const Changes &changes)
    {
        newest.clear();
        QStringList said;
        for (const QByteArray &line : lines.take(f.world, changes.directories)) {
            newest += QJsonDocument::fromJson(line).object();
            said += newest.constLast()[u"event"_s].toString() + u' ' + newest.constLast()[u"path"_s].toString();
        }
        told += said.size();
        return said;
    }
};

} // namespace

class TestLockLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLockIsToldOfWhenItComesChangesAndGoes()
    {
        Watched w;
        const QString node = u"lock-0000000000"_s;
        QCOMPARE(w.tell(w.f.listed(u"/config"_s, {u"x"_s})), QStringList());
        QCOMPARE(w.tell(w.f.listed(u"/a"_s, {node})), QStringList{u"snapshot /a"_s});
        QCOMPARE(w.tell(w.f.resolved(u"/a/"_s + node, 7)), QStringList{u"changed /a"_s});
        QCOMPARE(w.tell(w.f.listed(u"/a"_s, {})), QStringList());
        QCOMPARE(w.tell(w.f.listed(u"/a"_s, {}, {node})), QStringList{u"changed /a"_s}); // free
        QCOMPARE(w.tell(w.f.happens(NodeVanished{u"/a"_s})), QStringList{u"vanished /a"_s});
        QCOMPARE(w.tell(w.f.happens(NodeVanished{u"/a"_s})), QStringList());
    }

    void theLineOfALockThatIsGoneTellsWhoHeldItLast()
    {
        for (const bool isEmptyFirst : {true, false}) {
            Watched w;
            LockLines text({}, false);
            QByteArrayList said;
            const auto tell = [&](const Changes &changes) {
                w.tell(changes);
                said = text.take(w.f.world, changes.directories);
            };
            const QString node = u"lock-0000000000"_s;
            tell(w.f.listed(u"/a"_s, {node}));
            tell(w.f.resolved(u"/a/"_s + node, 7, 0x2a));
            if (isEmptyFirst)
                tell(w.f.listed(u"/a"_s, {}, {node})); // the lock is free, and its directory still there
            tell(w.f.happens(NodeVanished{u"/a"_s}));
            const QJsonObject json = w.newest.value(0);
            QCOMPARE(json[u"event"_s].toString(), u"vanished"_s);
            QCOMPARE(json[u"kind"_s].toString(), u"mutex"_s);
            QCOMPARE(json[u"text"_s].toString(), u"no contender is left"_s);
            QCOMPARE(json[u"last_holders"_s][0][u"node"_s].toString(), node);
            QCOMPARE(json[u"last_holders"_s][0][u"session"_s].toString(), u"0x2a"_s);
            QVERIFY(json[u"holders"_s].toArray().isEmpty() && json[u"contenders"_s].toArray().isEmpty());
            QVERIFY2(said.value(0).endsWith("vanished  /a: no contender is left, last held by lock-0000000000"),
                     said.value(0).constData());
        }
    }

    void aLockThatTurnsOutToBeAPartOfASemaphoreIsToldSo()
    {
        Watched w;
        const QString node = u"_c_0f3b2c8e-6d2a-4a9a-9d3b-0f6f7d1f1a01-lock-0000000000"_s;
        w.tell(w.f.listed(u"/s"_s, {u"locks"_s}));
        w.tell(w.f.listed(u"/s/locks"_s, {node}));
        QCOMPARE(w.tell(w.f.resolved(u"/s/locks/"_s + node, 7)), QStringList{u"changed /s/locks"_s});
        Changes changes = w.f.listed(u"/s"_s, {u"leases"_s});
        changes.unite(w.f.listed(u"/s/leases"_s, {}));
        QCOMPARE(w.tell(changes), (QStringList{u"vanished /s/locks"_s, u"snapshot /s"_s}));
        const QJsonObject vanished = w.newest.first();
        QCOMPARE(vanished[u"text"_s].toString(), u"a part of the semaphore /s"_s);
        QVERIFY(vanished[u"holders"_s].toArray().isEmpty() && vanished[u"last_holders"_s].toArray().isEmpty());
    }

    /// Kazoo's: its line stands beside the directory of its leases.
    void aSemaphoreWhoseLineIsSeenFirstAndStaysLast()
    {
        Watched w;
        const QString lease = u"3f2504e04f8941d39a0c0305e82c3301"_s;
        const QString node = u"3f2504e04f8941d39a0c0305e82c3302__lock__0000000000"_s;
        w.tell(w.f.listed(u"/"_s, {u"s"_s, u"s-__lock__"_s}));
        w.tell(w.f.listed(u"/s-__lock__"_s, {node}));
        QCOMPARE(w.tell(w.f.resolved(u"/s-__lock__/"_s + node, 7)), QStringList{u"changed /s-__lock__"_s});
        QCOMPARE(w.tell(w.f.listed(u"/s"_s, {lease})), (QStringList{u"vanished /s-__lock__"_s, u"snapshot /s"_s}));
        QCOMPARE(w.tell(w.f.happens(NodeVanished{u"/s"_s})),
                 (QStringList{u"vanished /s"_s, u"snapshot /s-__lock__"_s}));
    }

    /// What clients of a semaphore left there, or use beside it, takes nothing from a mutex at the same path.
    void aMutexStaysOneBesideThePartsOfASemaphore()
    {
        const QString kazoos = u"3f2504e04f8941d39a0c0305e82c3301__lock__0000000000"_s;
        Watched w;
        w.tell(w.f.listed(u"/"_s, {u"p"_s, u"p-__lock__"_s}));
        w.tell(w.f.listed(u"/p-__lock__"_s, {}));
        w.tell(w.f.listed(u"/p"_s, {kazoos}));
        w.tell(w.f.resolved(u"/p/"_s + kazoos, 7));
        QCOMPARE(w.f.world.queue(u"/p"_s).kind, locks::LockKind::Mutex);
        QCOMPARE(w.f.holders(u"/p"_s), QStringList{kazoos});

        const QString curators = u"_c_0f3b2c8e-6d2a-4a9a-9d3b-0f6f7d1f1a01-lock-0000000000"_s;
        const QString lease = u"_c_0f3b2c8e-6d2a-4a9a-9d3b-0f6f7d1f1a02-lease-0000000000"_s;
        w.tell(w.f.listed(u"/c"_s, {curators, u"locks"_s, u"leases"_s}));
        w.tell(w.f.resolved(u"/c/"_s + curators, 8));
        w.tell(w.f.listed(u"/c/leases"_s, {lease}));
        w.tell(w.f.resolved(u"/c/leases/"_s + lease, 9));
        QCOMPARE(w.f.holders(u"/c"_s), QStringList{curators});
        QCOMPARE(w.f.holders(u"/c/leases"_s), QStringList{lease});
        QCOMPARE(w.tell(w.f.listed(u"/c"_s, {}, {curators})), (QStringList{u"vanished /c/leases"_s, u"changed /c"_s}));
        QCOMPARE(w.f.world.queue(u"/c"_s).kind, locks::LockKind::Semaphore);
        QCOMPARE(w.tell(w.f.listed(u"/c"_s, {curators})), (QStringList{u"changed /c"_s, u"snapshot /c/leases"_s}));
    }

    /// As `locks` would say that has not seen the leases.
    void whereTheLeasesGoWhoWaitsIsFirstInALock()
    {
        const QString waiter = u"_c_0f3b2c8e-6d2a-4a9a-9d3b-0f6f7d1f1a01-lock-0000000000"_s;
        const QString lease = u"_c_0f3b2c8e-6d2a-4a9a-9d3b-0f6f7d1f1a02-lease-0000000000"_s;
        Watched w;
        w.tell(w.f.listed(u"/s"_s, {u"locks"_s, u"leases"_s}));
        w.tell(w.f.listed(u"/s/leases"_s, {lease}));
        w.tell(w.f.listed(u"/s/locks"_s, {waiter}));
        w.tell(w.f.resolved(u"/s/locks/"_s + waiter, 7));
        QCOMPARE(w.f.world.queue(u"/s"_s).waiting, 1);
        Changes gone = w.f.listed(u"/s"_s, {}, {u"leases"_s});
        gone.unite(w.f.happens(NodeVanished{u"/s/leases"_s}));
        w.tell(gone);
        QCOMPARE(w.f.holders(u"/s/locks"_s), QStringList{waiter});
        QVERIFY(!w.f.world.queue(u"/s"_s).isLock());
    }

    void whatMayNotBeListedAnyMoreIsNotKnown()
    {
        const QString node = u"lock-0000000000"_s;
        Watched w;
        w.tell(w.f.listed(u"/a"_s, {node}));
        w.tell(w.f.resolved(u"/a/"_s + node, 7));
        const Error refused{ErrorCode::NoAuth, u"get_children"_s, u"/a"_s, {}};
        QCOMPARE(w.tell(w.f.happens(DirectoryUnreadable{u"/a"_s, refused})), QStringList{u"changed /a"_s});
        QVERIFY(w.f.world.queue(u"/a"_s).isHolderUnknown());
        QCOMPARE(w.tell(w.f.listed(u"/a"_s, {}, {node})), QStringList{u"changed /a"_s});
        QVERIFY(!w.f.world.queue(u"/a"_s).isHolderUnknown());
    }

    void aLockThatNobodyWasSeenToHoldHasNoLastHolder()
    {
        Watched w;
        LockLines text({}, false);
        text.take(w.f.world, w.f.listed(u"/a"_s, {u"lock-0000000000"_s}).directories); // its Stat is not read
        const Changes gone = w.f.happens(NodeVanished{u"/a"_s});
        const QByteArray said = text.take(w.f.world, gone.directories).value(0);
        QVERIFY2(said.endsWith("vanished  /a: no contender is left"), said.constData());
    }

    void aLineForPeopleNamesTheLock()
    {
        Watched w;
        LockLines lines({}, false);
        const QByteArrayList said = lines.take(w.f.world, w.f.listed(u"/a"_s, {u"lock-0000000000"_s}).directories);
        QCOMPARE(said.size(), 1);
        QVERIFY2(said.first().contains("  snapshot  /a: mutex"), said.first().constData());
        // And findings: a line that has one more is not as the one before.
        const auto changed = lines.take(w.f.world, w.f.resolved(u"/a/lock-0000000000"_s, 7, 0).directories);
        QVERIFY2(changed.value(0).endsWith(" waiting, persistent-contender"), changed.value(0).constData());
    }

    void aHeadThatWatchesASiblingThatIsGoneIsDoubted()
    {
        Watched w;
        const QString gone = u"lock-0000000000"_s;
        const QString node = u"lock-0000000001"_s;
        w.f.listed(u"/a"_s, {gone, node});
        w.f.resolved(u"/a/"_s + gone, 7, 1);
        w.f.resolved(u"/a/"_s + node, 8, 2);
        w.f.listed(u"/a"_s, {}, {gone});
        ServersProbed probed;
        probed.knowledge.watchers[u"/a/"_s + gone] = {SessionId{2}};
        probed.knowledge.sessions.insert(SessionId{2}, {.id = SessionId{2}, .lastOperation = u"PING"_s});
        const auto holder = [&w] { return lockJson(w.f.world, u"/a"_s, {})[u"contenders"_s][0].toObject(); };
        QCOMPARE(holder()[u"state"_s].toString(), u"holding"_s);
        QVERIFY(!holder().contains(u"may_wait_for_gone"_s));
        for (int reading = 1; reading <= 3; ++reading) {
            Event event = w.f.writer.stamp(probed);
            event.atNs += reading * 1'500'000'000LL;
            auto &knowledge = std::get<ServersProbed>(event.what).knowledge;
            knowledge.askedAtNs = knowledge.answeredAtNs = event.atNs;
            w.f.world.apply({event});
        }
        QCOMPARE(holder()[u"may_wait_for_gone"_s].toString(), gone);
        QCOMPARE(holder()[u"state"_s].toString(), u"holding"_s);
    }

    /// Each of many sessions takes a lock of its own name: some in a directory that goes, some in one that stays.
    void locksThatAreGoneAreForgotten()
    {
        constexpr int sessions = testprogram::played(4'000);
        Watched w;
        for (int session = 0; session < sessions; ++session) {
            const QString name = u"%1.lock"_s.arg(session);
            const QString directory = session % 2 == 0 ? u"/jobs/%1"_s.arg(session) : u"/plain"_s;
            w.tell(w.f.listed(directory, {name}));
            w.tell(w.f.resolved(directory + u'/' + name, 1 + session));
            w.tell(w.f.listed(directory, {}, {name}));
            if (session % 2 == 0)
                w.tell(w.f.happens(NodeVanished{directory}));
        }
        QVERIFY2(w.told >= 5 * sessions / 2, qPrintable(QString::number(w.told)));
        QVERIFY2(w.lines.known() < 300, qPrintable(QString::number(w.lines.known())));
    }
};

} // namespace lockscope::tst_locklines

LOCKSCOPE_TEST(lockscope::tst_locklines::TestLockLines)
#include "tst_locklines.moc"
