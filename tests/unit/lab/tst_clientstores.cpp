// SPDX-License-Identifier: Apache-2.0
#include "core/lab/clientstores.h"
#include "tests/support/fake/fakeensemble.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/eventlog.h"

namespace lockscope::tst_clientstores {

using namespace lockscope::lab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Fault;

namespace {

std::vector<std::optional<FaultDraw>> draws(const QList<RandomFault> &faults, quint64 seed, quint32 client, int count)
{
    FaultDriver driver(faults, seed, client);
    std::vector<std::optional<FaultDraw>> drawn;
    for (int i = 0; i < count; ++i)
        drawn.push_back(driver.next());
    return drawn;
}

const QList<RandomFault> some{{Fault::LoseReply, 0.05, {}}, {Fault::Pause, 0.05, 40ms}, {Fault::Crash, 0.01, {}}};

/// A client's own view of an ensemble, and what is written of it.
struct Journaled
{
    fake::FakeEnsemble ensemble;
    EventLog log;
    JournalingStore store{ClientId{7}, ensemble.newSession(), log};
};

} // namespace

class TestClientStores : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // ---- the journal ----

    void eachRequestAndItsReplyAreWritten()
    {
        Journaled a;
        int answers = 0;
        const auto count = [&answers](const auto &) { ++answers; };
        a.store.create(u"/a"_s, "x", NodeKind::Persistent).then(count);
        a.store.children(u"/a"_s).then(count);
        a.store.exists(u"/b"_s).then(count);
        a.store.set(u"/a"_s, "y", -1).then(count);
        a.store.get(u"/a"_s).then(count);
        a.store.watchData(u"/b"_s).then(count);
        a.store.watchChildren(u"/b"_s).then(count);
        a.store.remove(u"/a"_s, -1).then(count);
        QCOMPARE(a.log.all<journal::ClientRequest>().size(), 8u);
        QCOMPARE(a.log.all<journal::ClientReply>().size(), 0u);
        a.ensemble.run();
        QCOMPARE(answers, 8);
        QStringList operations;
        for (const auto *reply : a.log.all<journal::ClientReply>()) {
            QCOMPARE(reply->id, ClientId{7});
            operations.append(reply->operation + u' ' + reply->path + (reply->error ? u" failed"_s : QString()));
        }
        QCOMPARE(operations,
                 (QStringList{u"create /a"_s, u"get_children /a"_s, u"exists /b failed"_s, u"set /a"_s, u"get /a"_s,
                              u"get /b failed"_s, u"get_children /b failed"_s, u"delete /a"_s}));
    }

    void firedWatchesOfEachKindAreWrittenAndPassedOn()
    {
        Journaled a;
        a.ensemble.make(u"/a"_s);
        a.ensemble.make(u"/b"_s);
        std::vector<std::shared_ptr<recipes::Watch>> watches;
        QList<WatchEvent> events;
        const auto keep = [&](const auto &watched) {
            watches.push_back(watched->watch);
            watches.back()->fired().then([&events](const Result<WatchEvent> &fired) { events.append(*fired); });
        };
        a.store.watchExists(u"/b"_s).then(keep);
        a.store.watchData(u"/a"_s).then(keep);
        a.store.watchChildren(u"/a"_s).then(keep);
        a.ensemble.run();
        QVERIFY(events.isEmpty());
        a.ensemble.erase(u"/b"_s);
        a.ensemble.setData(u"/a"_s, "new");
        a.ensemble.make(u"/a/b"_s);
        a.ensemble.run();
        QCOMPARE(events, (QList{WatchEvent::Deleted, WatchEvent::Changed, WatchEvent::ChildrenChanged}));
        QStringList paths;
        for (const auto *fired : a.log.all<journal::ClientWatchFired>())
            paths += fired->path;
        QCOMPARE(paths, (QStringList{u"/b"_s, u"/a"_s, u"/a"_s}));
        QCOMPARE(a.ensemble.watchCount(), 0);
    }

    void aCancelledWatchIsNoEvent()
    {
        Journaled a;
        std::optional<ErrorCode> error;
        std::shared_ptr<recipes::Watch> watch;
        a.store.watchExists(u"/a"_s).then([&](const Result<recipes::Watched> &watched) {
            watch = watched->watch;
            watch->fired().then([&error](const Result<WatchEvent> &fired) { error = fired.error().code; });
        });
        a.ensemble.run();
        watch->cancel();
        QCOMPARE(error, ErrorCode::Cancelled);
        QVERIFY(a.log.all<journal::ClientWatchFired>().empty());
        a.ensemble.run(); // it is taken back from the server too
        QCOMPARE(a.ensemble.watchCount(), 0);
    }

    // ---- the dice of random faults ----

    void theSameSeedAndClientDrawTheSame()
    {
        QCOMPARE(draws(some, 7, 3, 2'000), draws(some, 7, 3, 2'000));
        QVERIFY(draws(some, 7, 3, 2'000) != draws(some, 8, 3, 2'000));
        QVERIFY(draws(some, 7, 3, 2'000) != draws(some, 7, 4, 2'000));
        QVERIFY(draws(some, 7, 3, 2'000) != draws(some, 7 + (1ULL << 32), 3, 2'000));
    }

    void theDrawsOfASeedAreTheSameOnEveryMachine() // a recorded seed is good for ever
    {
        QStringList drawn;
        for (const auto &draw : draws({{Fault::Expire, 0.3, {}}, {Fault::Delay, 0.3, 5ms}}, 42, 0, 12))
            drawn << (draw ? journal::faultName(draw->request.fault) + (draw->afterReply ? u'+' : u'-')
                           : QStringLiteral("."));
        QCOMPARE(drawn.join(u' '), QStringLiteral("expire+ expire+ expire+ . delay+ . . . delay- . . delay+"));
    }

    void eachFaultComesAboutAsOftenAsAsked()
    {
        int lost = 0;
        int paused = 0;
        int crashed = 0;
        for (const auto &draw : draws(some, 1, 0, 20'000)) {
            lost += draw && draw->request.fault == Fault::LoseReply;
            paused += draw && draw->request == FaultRequest{Fault::Pause, 40ms};
            crashed += draw && draw->request.fault == Fault::Crash;
        }
        QVERIFY2(lost > 900 && lost < 1'100, qPrintable(QString::number(lost)));
        QVERIFY2(paused > 850 && paused < 1'050, qPrintable(QString::number(paused))); // 0.95 of them
        QVERIFY2(crashed > 140 && crashed < 220, qPrintable(QString::number(crashed)));
    }

    void anotherRateOfOneFaultDoesNotMoveTheOthers()
    {
        auto more = some;
        more[1].rate = 0;
        const auto with = draws(some, 5, 0, 2'000);
        const auto without = draws(more, 5, 0, 2'000);
        for (size_t i = 0; i < with.size(); ++i) {
            if (!with[i] || with[i]->request.fault != Fault::Pause)
                QCOMPARE(with[i], without[i]);
        }
    }

    void aLostReplyIsNeverDrawnForAfterTheReply()
    {
        for (const auto &draw : draws({{Fault::LoseReply, 0.5, {}}, {Fault::LoseCreateReply, 0.5, {}}}, 3, 0, 500))
            QVERIFY(!draw || !draw->afterReply);
    }

    void withoutFaultsNothingHappens()
    {
        for (const auto &draw : draws({}, 3, 0, 100))
            QVERIFY(!draw);
    }
};

} // namespace lockscope::tst_clientstores

LOCKSCOPE_TEST(lockscope::tst_clientstores::TestClientStores)
#include "tst_clientstores.moc"
