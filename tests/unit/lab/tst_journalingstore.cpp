// SPDX-License-Identifier: Apache-2.0
#include "core/lab/journalingstore.h"
#include "tests/support/fake/fakeensemble.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/eventlog.h"

#include <QTest>

namespace lockscope::tst_journalingstore {

using namespace Qt::StringLiterals;

class TestCountingStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachRequestAndItsReplyAreWritten()
    {
        fake::FakeEnsemble ensemble;
        EventLog log;
        lab::JournalingStore store(ClientId{7}, ensemble.newSession(), log);
        int answers = 0;
        const auto count = [&answers](const auto &) { ++answers; };
        store.create(u"/a"_s, "x", NodeKind::Persistent).then(count);
        store.children(u"/a"_s).then(count);
        store.exists(u"/b"_s).then(count);
        store.set(u"/a"_s, "y", -1).then(count);
        store.get(u"/a"_s).then(count);
        store.watchData(u"/b"_s).then(count);
        store.watchChildren(u"/b"_s).then(count);
        store.remove(u"/a"_s, -1).then(count);
        QCOMPARE(log.all<journal::ClientRequest>().size(), 8u);
        QCOMPARE(log.all<journal::ClientReply>().size(), 0u);
        ensemble.run();
        QCOMPARE(answers, 8);
        QStringList operations;
        for (const auto *reply : log.all<journal::ClientReply>()) {
            QCOMPARE(reply->id, ClientId{7});
            operations.append(reply->operation + u' ' + reply->path + (reply->error ? u" failed"_s : QString()));
        }
        QCOMPARE(operations,
                 (QStringList{u"create /a"_s, u"get_children /a"_s, u"exists /b failed"_s, u"set /a"_s, u"get /a"_s,
                              u"get /b failed"_s, u"get_children /b failed"_s, u"delete /a"_s}));
    }

    void aFiredWatchIsWrittenAndPassedOn()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(u"/a"_s);
        EventLog log;
        lab::JournalingStore store(ClientId{7}, ensemble.newSession(), log);
        std::optional<WatchEvent> event;
        std::shared_ptr<recipes::Watch> watch;
        store.watchExists(u"/a"_s).then([&](const Result<recipes::Watched> &watched) {
            watch = watched->watch;
            watch->fired().then([&event](const Result<WatchEvent> &fired) { event = *fired; });
        });
        ensemble.run();
        QVERIFY(!event);
        ensemble.erase(u"/a"_s);
        ensemble.run();
        QCOMPARE(event, WatchEvent::Deleted);
        QCOMPARE(log.all<journal::ClientWatchFired>().size(), 1u);
        QCOMPARE(log.all<journal::ClientWatchFired>()[0]->path, u"/a"_s);
    }

    void watchesOnDataAndOnChildrenAreWrittenToo()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(u"/a"_s);
        EventLog log;
        lab::JournalingStore store(ClientId{7}, ensemble.newSession(), log);
        std::vector<std::shared_ptr<recipes::Watch>> watches;
        QList<WatchEvent> events;
        const auto keep = [&](const auto &watched) {
            watches.push_back(watched->watch);
            watches.back()->fired().then([&events](const Result<WatchEvent> &fired) { events.append(*fired); });
        };
        store.watchData(u"/a"_s).then(keep);
        store.watchChildren(u"/a"_s).then(keep);
        ensemble.run();
        ensemble.setData(u"/a"_s, "new");
        ensemble.make(u"/a/b"_s);
        ensemble.run();
        QCOMPARE(events, (QList{WatchEvent::Changed, WatchEvent::ChildrenChanged}));
        QCOMPARE(log.all<journal::ClientWatchFired>().size(), 2u);
        QCOMPARE(ensemble.watchCount(), 0);
    }

    void aCancelledWatchIsNoEvent()
    {
        fake::FakeEnsemble ensemble;
        EventLog log;
        lab::JournalingStore store(ClientId{7}, ensemble.newSession(), log);
        std::optional<ErrorCode> error;
        std::shared_ptr<recipes::Watch> watch;
        store.watchExists(u"/a"_s).then([&](const Result<recipes::Watched> &watched) {
            watch = watched->watch;
            watch->fired().then([&error](const Result<WatchEvent> &fired) { error = fired.error().code; });
        });
        ensemble.run();
        watch->cancel();
        QCOMPARE(error, ErrorCode::Cancelled);
        QVERIFY(log.all<journal::ClientWatchFired>().empty());
        QCOMPARE(ensemble.watchCount(), 0);
    }
};

} // namespace lockscope::tst_journalingstore

LOCKSCOPE_TEST(lockscope::tst_journalingstore::TestCountingStore)
#include "tst_countingstore.moc"
