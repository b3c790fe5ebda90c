// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/uitest.h"
#include "ui/queue/herdgauge.h"

namespace lockscope::ui::tst_herdgauge {

using namespace Qt::StringLiterals;

using locks::LockState;

class TestHerdGauge : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        LiveWorld world;
        WorldScript script{&world};
        HerdGauge gauge{&world};

        Fixture()
        {
            script.nowNs = nowNs() - 60'000'000'000; // long ago: all effects are there
            gauge.setLockPath(u"/a"_s);
            gauge.show();
            for (quint32 id = 1; id <= 6; ++id) {
                spawn(script, id, u"/a"_s);
                setState(script, id, id == 1 ? LockState::Retained : LockState::Fetching, nodeOf(id));
            }
            script.flush();
        }

        static QString nodeOf(quint32 id) { return u"/a/"_s + lockName(int(id)); }

        /// \a holder gives the lock back, \a woken hear of it and ask so often.
        void release(quint32 holder, const QList<quint32> &woken, int requests)
        {
            setState(script, holder, LockState::Released);
            for (const quint32 id : woken) {
                script.write(journal::ClientWatchFired{ClientId{id}, WatchEvent::Deleted, nodeOf(holder)});
                for (int i = 0; i < requests; ++i)
                    script.write(journal::ClientRequest{ClientId{id}, u"get_children"_s, u"/a"_s});
            }
            setState(script, holder + 1, LockState::Retained, nodeOf(holder + 1));
            script.flush();
        }
    };

private Q_SLOTS:
    void beforeTheFirstReleaseItSaysSo()
    {
        Fixture f;
        QVERIFY(f.gauge.isVisible());
        QVERIFY(!f.gauge.reading());
        QCOMPARE(f.gauge.text(), u"no simulated client has left this lock yet"_s);
    }

    void oneWokenOfManyShowsTheFiguresOfTheWorld()
    {
        Fixture f;
        f.release(1, {2}, 2);
        AWAIT_VERIFY(f.gauge.reading());
        QCOMPARE(*f.gauge.reading(),
                 (HerdReading{1, 2, 1, 0, 5, u"client-1"_s, journal::Leaving::Cause::Released, false}));
        QCOMPARE(f.gauge.text(), u"woke 1 of 5 · 1 event · 2 requests"_s);
        QCOMPARE(f.gauge.accessibleName(), u"Last release: woke 1 of 5 · 1 event · 2 requests"_s);
    }

    void aHerdShowsThatAllWereWoken()
    {
        Fixture f;
        f.release(1, {2, 3, 4, 5, 6}, 1);
        AWAIT_COMPARE(f.gauge.text(), u"woke 5 of 5, 4 in vain · 5 events · 5 requests"_s);
    }

    void anExpiryIsCalledOneAndHasItsOwnCount()
    {
        Fixture f;
        f.release(1, {2}, 2);
        f.script.write(journal::ClientFault{ClientId{2}, journal::Fault::Crash, 0, false});
        f.script.write(journal::ClientWatchFired{ClientId{3}, WatchEvent::Deleted, Fixture::nodeOf(2)});
        setState(f.script, 3, LockState::Retained, Fixture::nodeOf(3));
        f.script.flush();
        AWAIT_COMPARE(f.gauge.accessibleName(), u"Last expiry: woke 1 of 4 · 1 event · 0 requests"_s);
        QVERIFY(f.gauge.toolTip().startsWith(u"The session of client-2 expired."_s));
    }

    void aReleaseThatIsStillUnderWayGivesWayToTheOneBeforeIt()
    {
        Fixture f;
        f.release(1, {2}, 2);
        f.script.nowNs = nowNs() + 60'000'000'000; // as fresh as can be, however slow the machine
        f.release(2, {}, 0);
        const auto reading = readHerd(f.world.world(), u"/a"_s, nowNs());
        QVERIFY(reading);
        QCOMPARE(reading->leaver, u"client-1"_s);
        QCOMPARE(reading->events, 1);
        // And once it is over, it counts.
        QCOMPARE(readHerd(f.world.world(), u"/a"_s, f.script.nowNs + 1'000'000'000)->leaver, u"client-2"_s);
    }

    void onceItHasHadItsEffectsALeavingIsNoLongerUnderWay()
    {
        Fixture f;
        f.script.nowNs = nowNs();
        f.world.setClock([&f] { return f.script.nowNs; });
        f.release(1, {2}, 2);
        AWAIT_COMPARE(f.gauge.text(), u"woke 1 of 5 · 1 event · 2 requests · so far"_s);
        f.script.pass(1'000); // and nothing else happens
        AWAIT_COMPARE(f.gauge.text(), u"woke 1 of 5 · 1 event · 2 requests"_s);
    }

    void aLockWithoutSimulatedClientsHasNoMeter()
    {
        Fixture f;
        f.gauge.setLockPath(u"/b"_s);
        QVERIFY(f.gauge.isHidden());
        f.gauge.setLockPath(u"/a"_s);
        QVERIFY(!f.gauge.isHidden());
    }
};

} // namespace lockscope::ui::tst_herdgauge

LOCKSCOPE_TEST(lockscope::ui::tst_herdgauge::TestHerdGauge)
#include "tst_herdgauge.moc"
