// SPDX-License-Identifier: Apache-2.0
// One target, one journal: what was seen in one place is nowhere when another one is opened, and goes on when the same
// one is opened again.
#include "core/history/recordingreader.h"
#include "core/history/recordingwriter.h"
#include "core/profiles/profilestore.h"
#include "tests/live/observe/observation.h"
#include "tests/support/changingrelay.h"
#include "tests/support/files.h"
#include "tests/ui/models/worldscript.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/shell/spawnflow.h"

#include <algorithm>

namespace lockscope::ui::tst_targets {

using namespace Qt::StringLiterals;
using test::SandboxForTest;

class TestTargets : public WindowTest
{
    Q_OBJECT

    SandboxForTest m_here;
    SandboxForTest m_there;

    LiveWorld *world() const { return m_window->world(); }
    const journal::Journal &journal() const { return world()->journal(); }
    size_t lanes() const { return workspace()->timeline()->index().lanes().size(); }

    /// They queue on a sandbox of their own.
    void openSandboxWith(int clients) const
    {
        openSandbox();
        AWAIT_VERIFY(isOpen());
        spawn(clients);
    }
    void openSandbox() const
    {
        Target target;
        target.sandboxServers = 1;
        m_window->open(target);
    }
    void cancel() const
    {
        QVERIFY(question());
        question()->button(QMessageBox::Cancel)->click();
        AWAIT_VERIFY(!question());
    }
    void disconnectIt() const
    {
        click(u"barDisconnect"_s);
        AWAIT_VERIFY(!m_window->isOpen());
    }
    void connectTo(const SandboxForTest &servers) const
    {
        Target target;
        target.spec.connectString = servers.connectString();
        m_window->connectTo(target);
    }
    /// Two were seen there, and the connection was ended: nothing is lost by that, and nothing asked.
    void leaveHere() const
    {
        connectTo(m_here);
        AWAIT_VERIFY(isOpen());
        spawn(2);
        disconnectIt();
    }
    /// They queue, and their lock is looked at.
    void spawn(int count) const
    {
        lab::SpawnRequest request;
        request.count = count;
        request.lock = SpawnDialog::demoLock();
        request.sessionTimeout = std::chrono::seconds(30); // their nodes stay, also where the window's session is short
        m_window->spawning()->spawn(request);
        AWAIT_COMPARE(workspace()->queue()->lockPath(), request.lock);
        AWAIT_COMPARE(workspace()->queue()->model()->rowCount(), count);
        AWAIT_COMPARE(lanes(), size_t(count));
    }
    /// To a server that has come further than the others.
    Target connectWithChanges(const test::ChangingRelay &relay, int sessionTimeoutMs)
    {
        Target target;
        target.spec.connectString = relay.connectString();
        target.spec.sessionTimeoutMs = sessionTimeoutMs;
        const auto changes = test::openSession(m_here.connectString());
        [&] { // what clients left that a test before cut off
            const QString lock = SpawnDialog::demoLock();
            const auto left = test::await(changes->children(lock));
            for (const QStringView name : left ? left->names : NameList())
                QVERIFY(test::await(changes->remove(lock + u'/' + name.toString(), -1)));
        }();
        m_window->connectTo(target);
        [&] {
            AWAIT_VERIFY(isOpen());
            QVERIFY(test::makeNodes(*changes, 200, [](int) {
                return test::NewNode{u"/change-"_s, NodeKind::PersistentSequential};
            }));
            spawn(2);
        }();
        return target;
    }
    journal::EventBatch saved() const
    {
        const QString file = m_dir.filePath(u"saved.lockscope"_s);
        journal::EventBatch events;
        if (journal::saveRecording(world()->history(), file))
            (void)journal::readRecording(file, [&events](const journal::EventBatch &batch) { events += batch; });
        return events;
    }
    /// Of what is open nothing is of another place, in no state and in no recording.
    void nothingIsOfAnotherPlace(const QString &endpoint) const
    {
        QCOMPARE(journal().firstNumber(), quint64(1));
        for (quint64 number = world()->firstPosition(); number <= world()->lastPosition(); ++number) {
            const journal::World then = world()->history().at(number);
            QVERIFY(then.clients().empty());
            QVERIFY(!then.directory(SpawnDialog::demoLock()));
        }
        QCOMPARE(lanes(), size_t(0));
        QVERIFY(!world()->ledger().of(SpawnDialog::demoLock()));
        QVERIFY(world()->bookmarks().isEmpty());
        QVERIFY(!world()->isRewound());
        QCOMPARE(workspace()->selection()->lock(), QString());
        QCOMPARE(workspace()->selection()->node(), QString());
        QCOMPARE(workspace()->queue()->lockPath(), QString());
        const journal::EventBatch events = saved();
        QVERIFY(!events.isEmpty());
        for (const journal::Event &event : events) {
            QVERIFY(journal::clientOf(event.what).isNull());
            if (const auto *connection = std::get_if<journal::ConnectionChanged>(&event.what))
                QCOMPARE(connection->endpoint, endpoint);
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("LOCKSCOPE_AUDIT_FILE", m_dir.filePath(u"audit.jsonl"_s).toLocal8Bit());
        QVERIFY2(m_here.start(), m_here.why());
        QVERIFY2(m_there.start(), m_there.why());
    }

    void init()
    {
        makeWindow();
        m_window->show();
        (void)workspace();
    }
    void cleanup() { m_window.reset(); }

    void anotherTargetHasNothingOfTheOneBefore()
    {
        openSandboxWith(3);
        world()->addBookmark(u"here"_s);
        world()->seek(world()->lastPosition() / 2);
        workspace()->timeline()->view()->setFollowing(false);
        for (auto *box : workspace()->journal()->findChildren<QComboBox *>()) {
            if (box->accessibleName() == u"Client"_s)
                box->setCurrentIndex(1);
        }
        click(u"barDisconnect"_s);
        answer(u"&End sandbox"_s);
        AWAIT_VERIFY(!m_window->isOpen());
        AWAIT_VERIFY(!question());

        connectTo(m_there); // that it may be lost was said already
        QVERIFY(!question());
        AWAIT_VERIFY(isOpen());
        nothingIsOfAnotherPlace(m_there.connectString());
        QVERIFY(workspace()->timeline()->view()->isFollowing());
        QCOMPARE(workspace()->locks()->findChild<QAbstractItemView *>()->model()->rowCount(), 0);
        QVERIFY(workspace()->journal()->findChild<QAbstractItemView *>()->model()->rowCount() > 0); // of no client
    }

    void norWhenItTakesThePlaceOfWhatIsOpen()
    {
        openSandboxWith(2);
        connectTo(m_there);
        AWAIT_VERIFY(question());
        QVERIFY2(question()->text().startsWith(u"End the sandbox"_s), qPrintable(question()->text()));
        answer(u"&Connect"_s);
        AWAIT_VERIFY(isOpen() && m_window->controller()->target().spec.connectString == m_there.connectString());
        nothingIsOfAnotherPlace(m_there.connectString());
    }

    void aSandboxOfTheSameSizeIsAnotherOne()
    {
        openSandboxWith(1);
        openSandbox();
        QVERIFY(!isOpen());
        AWAIT_VERIFY(isOpen());
        nothingIsOfAnotherPlace(m_window->controller()->target().spec.connectString);
    }

    void theAddressOfAProductionProfileIsGuardedWithoutIt()
    {
        profiles::ProfileStore store(m_settings->profilesFile());
        const auto forgotten = qScopeGuard([&store] { QFile::remove(store.fileName()); });
        profiles::Profile orders = profiles::newProfile({});
        orders.name = u"orders"_s;
        orders.connect = m_here.connectString() + u"/orders"_s;
        orders.production = true;
        QVERIFY(store.change([&orders](QList<profiles::Profile> &all) { all.append(orders); }));
        connectTo(m_here);
        AWAIT_VERIFY(isOpen());
        QVERIFY(m_window->controller()->target().spec.production);
        disconnectIt();
        connectTo(m_there);
        AWAIT_VERIFY(isOpen());
        QVERIFY(!m_window->controller()->target().spec.production);
    }

    void profilesThatCannotBeReadGuardEveryEnsemble()
    {
        const QString file = m_settings->profilesFile();
        const auto forgotten = qScopeGuard([&file] { QFile::remove(file); });
        QVERIFY(test::writeFile(file, "{"));
        connectTo(m_there);
        AWAIT_VERIFY(isOpen());
        QVERIFY(m_window->controller()->target().spec.production);
        QVERIFY(workspace()->messageBanner()->isVisible());
        QVERIFY(workspace()->messageBanner()->text().contains(u"treated as a production one"_s));
    }

    void theSameTargetAgainGoesOn()
    {
        leaveHere();
        const journal::Event first = journal().at(0);
        const quint64 last = world()->lastPosition();

        connectTo(m_here);
        QVERIFY(!question());
        AWAIT_VERIFY(isOpen());
        QVERIFY(journal().at(0) == first);
        QVERIFY(world()->lastPosition() > last);
        QCOMPARE(lanes(), size_t(2));
        QCOMPARE(workspace()->selection()->lock(), SpawnDialog::demoLock());
        QVERIFY(std::ranges::any_of(saved(), [](const journal::Event &event) {
            return std::holds_alternative<journal::ClientSpawned>(event.what);
        }));
    }

    void whatWouldBeLostIsOfferedToBeSaved()
    {
        leaveHere();
        AWAIT_VERIFY(world()->head().connection().state == ConnectionState::Closed);
        const quint64 last = world()->lastPosition();

        connectTo(m_there);
        QVERIFY(question());
        QVERIFY2(question()->text().contains(m_here.connectString()), qPrintable(question()->text()));
        cancel();
        QVERIFY(!m_window->isOpen());
        QCOMPARE(m_window->controller()->phase(), SessionController::Phase::Idle);
        QCOMPARE(m_window->controller()->target().spec.connectString, m_here.connectString());
        QCOMPARE(world()->lastPosition(), last);
        QCOMPARE(lanes(), size_t(2));

        Q_EMIT m_window->startPage()->sandboxRequested(1);
        cancel();
        QCOMPARE(m_window->controller()->phase(), SessionController::Phase::Idle);

        connectTo(m_there);
        answer(u"&Connect"_s);
        AWAIT_VERIFY(isOpen());
        nothingIsOfAnotherPlace(m_there.connectString());
        QVERIFY(!m_window->recordings()->asksBeforeLoss());
    }

    /// As where a server's data were replaced: what is there now did not become of what was seen.
    void serversWithAnotherHistoryBeginTheirOwn()
    {
        test::ChangingRelay relay(m_here.port());
        connectWithChanges(relay, 1'000); // which is over soon after it has no server
        relay.moveTo(m_there.port());
        const auto *banner = workspace()->connectionBanner();
        AWAIT_COMPARE(banner->title(), u"The connection has ended."_s);
        QVERIFY2(banner->text().contains(u"another history"_s), qPrintable(banner->text()));
        QCOMPARE(lanes(), size_t(2));
        banner->findChild<QPushButton *>()->click();
        AWAIT_VERIFY(question());
        answer(u"&Connect"_s);
        AWAIT_VERIFY(isOpen());
        nothingIsOfAnotherPlace(relay.connectString());
    }

    void norDoTheyGoOnAfterADisconnect()
    {
        test::ChangingRelay relay(m_here.port());
        const Target target = connectWithChanges(relay, 30'000);
        disconnectIt();
        relay.moveTo(m_there.port());
        QSignalSpy failed(m_window->controller(), &SessionController::openFailed);
        m_window->connectTo(target);
        QVERIFY(!question());
        AWAIT_COMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].value<Error>().code, ErrorCode::HistoryChanged);
        QCOMPARE(lanes(), size_t(2));
        m_window->connectTo(target);
        AWAIT_VERIFY(question());
        answer(u"&Connect"_s);
        AWAIT_VERIFY(isOpen());
        nothingIsOfAnotherPlace(relay.connectString());
    }

    void whereNobodySawALockNothingIsAsked()
    {
        WorldScript script(world());
        script.observe(journal::Freshness::Reading);
        script.list(u"/"_s, {u"app"_s});
        script.observe(journal::Freshness::Live);
        script.list(u"/"_s, {u"settings"_s});
        script.list(u"/settings"_s, {u"one"_s});
        script.flush();
        QVERIFY(!m_window->recordings()->asksBeforeLoss());
        script.list(u"/app"_s, {u"lock-0000000001"_s});
        script.flush();
        QVERIFY(world()->head().isLock(u"/app"_s));
        QVERIFY(m_window->recordings()->asksBeforeLoss());
    }
};

} // namespace lockscope::ui::tst_targets

LOCKSCOPE_TEST(lockscope::ui::tst_targets::TestTargets)
#include "tst_targets.moc"
