// SPDX-License-Identifier: Apache-2.0
// What is chosen, by whatever part of it: lock, node, client or session; that all of it is told, once; and what may be
// asked about it.
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/uitest.h"
#include "ui/selection/clientactions.h"
#include "ui/selection/selection.h"

#include <QClipboard>

namespace lockscope::ui::tst_selection {

using namespace Qt::StringLiterals;

namespace {

const QString orders = u"/app/orders"_s;
const QString inventory = u"/app/inventory"_s;

QString orderOf(int client)
{
    return orders + u'/' + curatorName(client);
}

struct Fixture
{
    LiveWorld world;
    WorldScript script{&world};
    Selection selection{&world};

    Fixture() { makeUp(script); }
};

} // namespace

class TestSelection : public QObject
{
    Q_OBJECT

    static QAction *entry(const Fixture &f, const QString &text)
    {
        for (QAction *action : f.selection.clientActions()->actions()) {
            if (action->text() == text)
                return action;
        }
        return nullptr;
    }

private Q_SLOTS:
    void aNodeMeansItsClientAndAForeignOneNobody()
    {
        Fixture f;
        f.selection.choose(orders, {orderOf(4)});
        QCOMPARE(f.selection.client(), ClientId{4});
        const QString foreign = inventory + u'/' + kazooName(109, false);
        f.selection.choose(inventory, {foreign});
        QVERIFY(f.selection.client().isNull());
        QCOMPARE(f.selection.session(), madeUpSession(102));
        QVERIFY(!f.selection.nodeCzxid().isNull());
    }

    void whoeverHoldsTheLockGivesItBack()
    {
        Fixture f;
        QAction *release = f.selection.holderReleasesAction();
        QVERIFY(!release->isEnabled()); // no lock is chosen
        QSignalSpy asked(f.selection.clientActions(), &ClientActions::commandRequested);
        QList<ClientId> holders;
        for (const auto &[id, client] : f.world.world().clients()) {
            if (client.holds() && client.spec.lock == orders)
                holders += id;
        }
        QCOMPARE(holders.size(), 1);
        f.selection.setLock(orders);
        f.selection.setClient(ClientId{4}); // waits
        QVERIFY(release->isEnabled());
        release->trigger();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().value<QList<ClientId>>(), holders);
        f.selection.setLock(inventory); // of other programs' clients
        QVERIFY(!release->isEnabled());
    }

    void aClientMeansItsLockAndItsNode()
    {
        Fixture f;
        f.selection.setClient(ClientId{2});
        QCOMPARE(f.selection.lock(), orders);
        QCOMPARE(f.selection.node(), orderOf(2));
        QCOMPARE(f.selection.nodes(), QStringList{orderOf(2)});
        f.selection.setClient(ClientId{1}); // has let go
        QCOMPARE(f.selection.lock(), orders);
        QVERIFY(f.selection.node().isEmpty());
        QVERIFY(f.selection.nodes().isEmpty());
    }

    void aSessionMeansItsPlaceInTheChosenLockElseInTheFirst()
    {
        Fixture f;
        const SessionId session = madeUpSession(100);
        f.script.come(u"/jobs/other"_s, kazooName(1, false), session).flush();
        f.selection.setSession(session);
        QCOMPARE(f.selection.lock(), inventory);
        f.selection.setLock(u"/jobs/other"_s);
        f.selection.setSession(session);
        QCOMPARE(f.selection.node(), u"/jobs/other/"_s + kazooName(1, false));
        f.selection.setSession(SessionId{0x4711});
        QCOMPARE(f.selection.node(), u"/jobs/other/"_s + kazooName(1, false));
    }

    void whoeverIsToldSeesAllOfIt()
    {
        Fixture f;
        QStringList seen;
        connect(&f.selection, &Selection::lockChanged, this, [&] {
            seen += f.selection.lock() + u' ' + f.selection.node() + u' ' + QString::number(f.selection.client().value);
        });
        QSignalSpy nodes(&f.selection, &Selection::nodesChanged);
        QSignalSpy clients(&f.selection, &Selection::clientChanged);
        f.selection.setClient(ClientId{3});
        f.selection.setClient(ClientId{3});
        QCOMPARE(seen, QStringList{orders + u' ' + orderOf(3) + u" 3"_s});
        QCOMPARE(nodes.size(), 1);
        QCOMPARE(clients.size(), 1);
    }

    void anotherNodeAtThePathIsAnotherOne()
    {
        Fixture f;
        f.selection.choose(orders, {orderOf(5)});
        const Zxid before = f.selection.nodeCzxid();
        QSignalSpy told(&f.selection, &Selection::nodeChanged);
        f.script.list(orders, {}, {curatorName(5)}).flush();
        f.script.come(orders, curatorName(5), SessionId{0x99}, {}, 0, Zxid{0x7777}).flush();
        QCOMPARE(told.size(), 0); // nobody chose the new one
        QCOMPARE(f.selection.nodeCzxid(), before);
        f.selection.setNode(orderOf(5));
        QCOMPARE(told.size(), 1);
        QCOMPARE(f.selection.nodeCzxid(), Zxid{0x7777});
    }

    void whoseNodeItIsBecomesKnownWithItsStat()
    {
        Fixture f;
        const QString name = curatorName(30);
        f.script.list(orders, {name}).flush();
        f.selection.choose(orders, {orders + u'/' + name});
        QVERIFY(f.selection.client().isNull());
        QSignalSpy told(&f.selection, &Selection::nodeChanged);
        QSignalSpy client(&f.selection, &Selection::clientChanged);
        f.script.resolve(orders, name, madeUpSession(7)).flush();
        QCOMPARE(f.selection.client(), ClientId{7});
        QCOMPARE(client.size(), 1);
        QCOMPARE(told.size(), 0); // the same node
    }

    void anotherLockHasNoNodeChosenAndTheClientStays()
    {
        Fixture f;
        f.selection.setClient(ClientId{2});
        f.selection.setLock(inventory);
        QVERIFY(f.selection.node().isEmpty());
        QVERIFY(f.selection.nodes().isEmpty());
        QCOMPARE(f.selection.client(), ClientId{2});
        QVERIFY(!f.selection.releaseAction()->isEnabled());
    }

    void theFilterIsTheChosenLockAsLongAsItIsOn()
    {
        Fixture f;
        QSignalSpy changed(&f.selection, &Selection::filterChanged);
        QVERIFY(!f.selection.onlyThisLockAction()->isEnabled());
        f.selection.setLock(orders);
        QCOMPARE(changed.size(), 0);
        QVERIFY(f.selection.onlyLock().isEmpty());
        f.selection.onlyThisLockAction()->trigger();
        QCOMPARE(f.selection.onlyLock(), orders);
        f.selection.setLock(inventory);
        QCOMPARE(f.selection.onlyLock(), inventory);
        QCOMPARE(changed.size(), 2);
    }

    void aReleaseIsAskedForOnlyWhereItMayBe()
    {
        Fixture f;
        QSignalSpy asked(&f.selection, &Selection::releaseRequested);
        QSignalSpy may(&f.selection, &Selection::mayReleaseChanged);
        f.selection.choose(orders, {orderOf(2), orderOf(3)});
        QCOMPARE(f.selection.releaseAction()->text(), u"Release these 2 nodes…"_s);
        f.selection.releaseAction()->trigger();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().toStringList(), QStringList({orderOf(2), orderOf(3)}));

        f.selection.setObserveOnly(true);
        QCOMPARE(may.size(), 1);
        QVERIFY(f.selection.whyNoRelease().contains(u"only observes"_s));
        QVERIFY(!f.selection.releaseAction()->isEnabled());
        f.selection.requestRelease({orderOf(2)});
        f.selection.setObserveOnly(false);
        f.world.seek(f.world.firstPosition());
        QVERIFY(f.selection.whyNoRelease().contains(u"past"_s));
        f.selection.requestRelease({orderOf(2)});
        f.world.goLive();
        f.script.observe(journal::Freshness::Stale).flush();
        QVERIFY(!f.selection.releaseAction()->isEnabled());
        f.selection.requestRelease({orderOf(2)});
        journal::ConnectionChanged redis;
        redis.state = ConnectionState::Connected;
        redis.endpoint = redis.server = u"redis://127.0.0.1:6379"_s;
        f.script.write(redis).flush();
        QVERIFY(f.selection.whyNoRelease().startsWith(u"Only nodes of an ensemble"_s));
        f.selection.requestRelease({orderOf(2)});
        QCOMPARE(asked.size(), 1);
    }

    void whatIsChosenIsCopied()
    {
        Fixture f;
        f.selection.choose(orders, {orderOf(2), orderOf(3)});
        f.selection.copyNodesAction()->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), orderOf(2) + u'\n' + orderOf(3));
        f.selection.copyLockAction()->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), orders);
    }

    void aSessionAndAnAddressAreCopiedWhereTheyAreKnown()
    {
        Fixture f;
        f.selection.choose(orders, {orderOf(2), orderOf(3)});
        const auto copied = [&f](const QString &text) {
            const std::unique_ptr<QMenu> menu(f.selection.makeMenu(true, nullptr));
            QGuiApplication::clipboard()->clear();
            for (QAction *action : menu->actions()) {
                if (action->text() == text)
                    action->trigger();
            }
            return QGuiApplication::clipboard()->text();
        };
        QCOMPARE(copied(u"Copy 2 sessions"_s), u"0x1000009f7cb0002\n0x1000009f7cb0003"_s);
        QCOMPARE(copied(u"Copy address"_s), QString()); // no server told
        journal::ServersProbed probed = f.script.probed();
        const SessionId session = madeUpSession(3);
        probed.knowledge.sessions.insert(session, {.id = session, .client = u"10.0.4.17:52734"_s});
        f.script.write(probed).flush();
        QCOMPARE(copied(u"Copy address"_s), u"10.0.4.17:52734"_s);
        f.selection.choose(u"/jobs/billing"_s, {u"/jobs/billing/README"_s}); // nobody's
        QCOMPARE(copied(u"Copy session"_s), QString());
    }

    void ofASimulatedClientCanBeAskedWhatItsStateAllows()
    {
        Fixture f;
        ClientActions *ours = f.selection.clientActions();
        QSignalSpy commands(ours, &ClientActions::commandRequested);
        QSignalSpy faults(ours, &ClientActions::faultRequested);
        f.selection.choose(orders, {orderOf(2)});
        QVERIFY(entry(f, u"Release"_s)->isEnabled());
        QVERIFY(!entry(f, u"Acquire"_s)->isEnabled());
        entry(f, u"Release"_s)->trigger();
        QCOMPARE(commands.takeFirst().at(0).value<QList<ClientId>>(), QList{ClientId{2}});
        entry(f, u"Pause"_s)->trigger();
        QCOMPARE(faults.takeFirst().at(1).value<lab::FaultRequest>().fault, journal::Fault::Pause);
        f.script.write(journal::ClientFault{ClientId{2}, journal::Fault::Pause}).flush();
        entry(f, u"Resume"_s)->trigger(); // the same entry, by the same key
        QCOMPARE(faults.takeFirst().at(1).value<lab::FaultRequest>().fault, journal::Fault::Resume);

        f.selection.choose(orders, {orderOf(2), orderOf(9), orderOf(10)}); // client-9 has crashed
        QCOMPARE(ours->thoseFor(journal::Fault::Crash), (QList{ClientId{2}, ClientId{10}}));
        f.selection.choose(inventory, {inventory + u'/' + kazooName(109, false)}); // of another program
        QVERIFY(ours->clients().isEmpty());
        QVERIFY(!entry(f, u"Crash"_s)->isEnabled());
    }

    void nothingIsAskedOfAnotherProgramsClient()
    {
        journal::Client client;
        client.connection = ConnectionState::Connected;
        client.state = locks::LockState::Retained;
        for (const ClientAction &action :
             {ClientAction(lab::ClientCommand::Release), ClientAction(lab::ClientCommand::Remove),
              ClientAction(journal::Fault::Crash), ClientAction(journal::Fault::Pause)}) {
            client.spec.foreign = false;
            QVERIFY(canDo(client, action));
            client.spec.foreign = true;
            QVERIFY(!canDo(client, action));
        }
    }

    void nothingIsAskedOfAClientInThePast()
    {
        Fixture f;
        f.selection.choose(orders, {orderOf(2)});
        QSignalSpy faults(f.selection.clientActions(), &ClientActions::faultRequested);
        f.world.step(-1);
        QVERIFY(!entry(f, u"Crash"_s)->isEnabled());
        f.selection.clientActions()->ask(journal::Fault::Crash);
        QCOMPARE(faults.size(), 0);
        f.world.goLive();
        QVERIFY(entry(f, u"Crash"_s)->isEnabled());
    }

    /// A client that has just let go can be asked to queue again where its card was.
    void aClientStaysChosenWhenItsNodeGoes()
    {
        Fixture f;
        f.selection.choose(orders, {orderOf(2)});
        f.script.list(orders, {}, {curatorName(2)});
        f.script.write(journal::ClientLockState{ClientId{2}, locks::LockState::Released, {}, {}, 1, {}}).flush();
        QVERIFY(entry(f, u"Acquire"_s)->isEnabled());
    }

    void withoutAServerNothingIsReadAgain()
    {
        Fixture f;
        QSignalSpy asked(&f.selection, &Selection::refreshRequested);
        f.selection.setLock(orders);
        f.selection.refreshAction()->trigger();
        QCOMPARE(asked.takeFirst().first().toString(), orders);
        f.selection.setRefreshEnabled(false, u"A recording."_s);
        f.selection.requestRefresh(inventory);
        QCOMPARE(asked.size(), 0);
        QCOMPARE(f.selection.refreshAction()->toolTip(), u"A recording."_s);
    }
};

} // namespace lockscope::ui::tst_selection

LOCKSCOPE_TEST(lockscope::ui::tst_selection::TestSelection)
#include "tst_selection.moc"
