// SPDX-License-Identifier: Apache-2.0
// What simulated clients tell of themselves wins over what names and Stats make likely: in the Queue, on the Stage and
// in the findings.
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/uitest.h"
#include "ui/details/shownnode.h"
#include "ui/models/lockfacts.h"
#include "ui/models/queuemodel.h"
#include "ui/queue/queuepanel.h"
#include "ui/selection/selection.h"
#include "ui/stage/stageview.h"
#include "ui/theme/widgets.h"

#include <algorithm>

namespace lockscope::ui::tst_ownclients {

using namespace Qt::StringLiterals;
using journal::ClientWatchSet;
using locks::ContenderState;
using locks::LockState;
using locks::RecipeId;

namespace {

const QString lock = u"/a"_s;

/// Clients 1 … n, each with a node of its own.
struct Bench
{
    LiveWorld world;
    WorldScript script{&world};
    Selection selection{&world};
    QueuePanel panel{&world, &selection};
    StageView stage{panel.model()};

    Bench()
    {
        world.setClock([this] { return script.nowNs; });
        panel.resize(1100, 500);
        panel.show();
        stage.setAnimated(false);
        stage.resize(1100, 500);
        stage.show();
        selection.setLock(lock);
    }

    static QString nameOf(quint32 id, const QString &prefix = u"lock-"_s) { return sequenceName(prefix, int(id)); }
    static QString pathOf(quint32 id, const QString &prefix = u"lock-"_s) { return lock + u'/' + nameOf(id, prefix); }

    WorldScript &come(quint32 id, LockState state, RecipeId recipe, const QString &prefix = u"lock-"_s)
    {
        const bool isReader = prefix == u"read-"_s;
        spawn(script, id, lock, recipe, isReader ? locks::Mode::Shared : locks::Mode::Exclusive);
        script.come(lock, nameOf(id, prefix), SessionId{0x1000 + id}, {}, 0, Zxid{0x100 + id});
        return become(id, state, pathOf(id, prefix));
    }
    WorldScript &become(quint32 id, LockState state, const QString &node)
    {
        journal::ClientLockState changed;
        changed.id = ClientId{id};
        changed.state = state;
        changed.node = node;
        changed.round = state == LockState::Retained ? 1 : 0;
        changed.mode = node.contains(u"read-"_s) ? locks::Mode::Shared : locks::Mode::Exclusive;
        if (state == LockState::Retained)
            changed.token = Zxid{0x100 + id};
        return script.write(changed);
    }
    WorldScript &watch(quint32 id, const QString &path, bool ofChildren = false)
    {
        return script.write(ClientWatchSet{ClientId{id}, path, ofChildren});
    }

    const locks::LockQueue &queue() { return panel.model()->queue(); }
    QString stateOf(const QString &client)
    {
        for (int row = 0; row < panel.model()->rowCount(); ++row) {
            if (cell(row, QueueModel::Client) == client)
                return cell(row, QueueModel::State);
        }
        return {};
    }
    QString cell(int row, QueueModel::Column column) { return panel.model()->index(row, column).data().toString(); }
    QString tip(int row, QueueModel::Column column)
    {
        return panel.model()->index(row, column).data(Qt::ToolTipRole).toString();
    }
    bool shows(const QString &text) const
    {
        const auto pills = panel.findChildren<Pill *>();
        return std::ranges::any_of(pills, [&](const Pill *pill) { return pill->isVisible() && pill->text() == text; });
    }
    const locks::Finding *finding(const QString &id)
    {
        const auto &findings = queue().findings;
        const auto found = std::ranges::find(findings, id, &locks::Finding::id);
        return found == findings.end() ? nullptr : &*found;
    }
    QStringList stageTells(StageCard::Form form)
    {
        QStringList titles;
        for (const StageCard &card : stage.cards()) {
            if (card.form == form)
                titles += card.title;
        }
        return titles;
    }
};

} // namespace

class TestOwnClients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A naive read/write lock: all readers watch the writer, and when it goes its rule lets them in before they know.
    void whoIsStillFetchingDoesNotHold()
    {
        Bench b;
        b.come(1, LockState::Retained, RecipeId::ReadWriteNaive, u"write-"_s);
        for (quint32 id = 2; id <= 6; ++id) {
            b.come(id, LockState::Fetching, RecipeId::ReadWriteNaive, u"read-"_s);
            b.watch(id, lock, true);
        }
        b.script.flush();
        QCOMPARE(b.queue().holders.size(), 1u);
        b.become(1, LockState::Released, {});
        b.script.list(lock, {}, {Bench::nameOf(1, u"write-"_s)});
        b.become(2, LockState::Retained, Bench::pathOf(2, u"read-"_s)).flush();
        AWAIT_VERIFY(b.shows(u"1 holder"_s));
        QVERIFY(b.shows(u"4 waiting"_s));
        QCOMPARE(b.stateOf(u"client-2"_s), u"holding"_s);
        QCOMPARE(b.stateOf(u"client-3"_s), u"waiting"_s);
        QCOMPARE(b.stageTells(StageCard::Form::Holding), QStringList{u"client-2"_s});
        QCOMPARE(b.stageTells(StageCard::Form::Waiting).size(), 4);
    }

    void aHerdIsDrawnAsOneAndFoundAtOnce()
    {
        Bench b;
        b.come(1, LockState::Retained, RecipeId::QueueHerd);
        for (quint32 id = 2; id <= 7; ++id) {
            b.come(id, LockState::Fetching, RecipeId::QueueHerd);
            b.watch(id, lock, true);
        }
        b.script.flush();
        const auto edges = b.stage.edges();
        QCOMPARE(edges.size(), 6u);
        QVERIFY(std::ranges::all_of(edges, &QueueEdge::isToDirectory));
        QVERIFY(std::ranges::all_of(edges, [](const QueueEdge &edge) { return edge.kind == QueueEdge::Kind::Wrong; }));
        QVERIFY(!b.panel.model()->edges().hasPlain(QueueEdge::Kind::Expected));
        const locks::Finding *herd = b.finding(u"herd"_s);
        QVERIFY(herd);
        QCOMPARE(herd->nodes.size(), 6);
        QVERIFY(b.tip(3, QueueModel::Edges).contains(u"directory"_s));
        QVERIFY(!b.stage.grab().isNull());
    }

    /// As Curator's rule says: no herd that anybody could mend.
    void readersBehindOneWriterAreNoMoreThanANote()
    {
        Bench b;
        b.come(1, LockState::Retained, RecipeId::ReadWriteCurator, u"write-"_s);
        b.come(2, LockState::Fetching, RecipeId::ReadWriteCurator, u"write-"_s);
        b.watch(2, Bench::pathOf(1, u"write-"_s));
        for (quint32 id = 3; id <= 6; ++id) {
            b.come(id, LockState::Fetching, RecipeId::ReadWriteCurator, u"read-"_s);
            b.watch(id, Bench::pathOf(1, u"write-"_s));
        }
        b.script.flush();
        QVERIFY(!b.finding(u"herd"_s)); // four readers and a writer
        b.come(7, LockState::Fetching, RecipeId::ReadWriteCurator, u"read-"_s);
        b.watch(7, Bench::pathOf(1, u"write-"_s)).flush();
        QVERIFY(b.finding(u"herd"_s));
        QCOMPARE(b.finding(u"herd"_s)->severity, locks::Finding::Severity::Note);
        QCOMPARE(b.finding(u"herd"_s)->nodes.size(), 5);
    }

    void aWatchThatTheClientToldIsNoGuess()
    {
        Bench b;
        b.come(1, LockState::Retained, RecipeId::Mutex);
        b.come(2, LockState::Fetching, RecipeId::Mutex).flush();
        QVERIFY(b.stage.edges().empty()); // it has not set its watch yet, and nothing is guessed of it
        b.watch(2, Bench::pathOf(1)).flush();
        QCOMPARE(b.stage.edges(), (std::vector<QueueEdge>{{1, 0, QueueEdge::Kind::Reported, true}}));
        b.script.write(journal::ClientWatchFired{ClientId{2}, WatchEvent::Deleted, Bench::pathOf(1)}).flush();
        QVERIFY(b.stage.edges().empty());
    }

    void aWatchOnItsOwnNodeIsALoopOnTheStageToo()
    {
        Bench b;
        b.come(1, LockState::Retained, RecipeId::Mutex);
        b.come(2, LockState::Fetching, RecipeId::BrokenSelfWatch);
        b.watch(2, Bench::pathOf(2)).flush();
        const auto edges = b.stage.edges();
        QCOMPARE(edges.size(), 1u);
        QVERIFY(edges.front().isToItself());
        QVERIFY(!b.stage.grab().isNull());
    }

    void aLockOfOneNodeThatIsReleasedIsFree()
    {
        Bench b;
        b.selection.setLock(u"/locks/one"_s);
        b.script.list(u"/locks"_s, {u"one"_s});
        spawn(b.script, 1, u"/locks/one"_s, RecipeId::Ephemeral); // by which it is known to be one
        b.script.resolve(u"/locks"_s, u"one"_s, SessionId{0x2001}, {}, 0, Zxid{0x101}).flush();
        AWAIT_COMPARE(b.panel.model()->rowCount(), 1);
        const ShownNode shown(u"/locks/one"_s); // in Details
        QCOMPARE(shown.lock(b.world.world()), u"/locks/one"_s);
        QVERIFY(shown.contender(b.world.world())->state == ContenderState::Holding);
        b.script.list(u"/locks"_s, {}, {u"one"_s}).flush();
        AWAIT_COMPARE(b.panel.findChild<EmptyState *>()->title(), u"The lock is free"_s);
    }

    void thoseWhoWaitForAPlainNodeStandInLineThoughTheyHaveNone()
    {
        Bench b;
        b.selection.setLock(u"/locks/one"_s);
        b.script.list(u"/locks"_s, {});
        for (quint32 id = 1; id <= 3; ++id)
            spawn(b.script, id, u"/locks/one"_s, RecipeId::Ephemeral);
        b.script.come(u"/locks"_s, u"one"_s, SessionId{0x1001}, {}, 0, Zxid{0x101});
        b.become(1, LockState::Retained, u"/locks/one"_s);
        for (const quint32 id : {3u, 2u}) {
            b.become(id, LockState::Fetching, {});
            b.watch(id, u"/locks/one"_s);
        }
        b.script.flush();
        AWAIT_VERIFY(b.shows(u"2 waiting"_s));
        QCOMPARE(b.panel.model()->rowCount(), 3);
        QCOMPARE(b.stateOf(u"client-1"_s), u"holding"_s);
        QCOMPARE(b.stateOf(u"client-2"_s), u"waiting"_s);
        QCOMPARE(b.cell(1, QueueModel::Client), u"client-3"_s); // it asked first
        QCOMPARE(b.cell(1, QueueModel::Node), u"no node"_s);
        QVERIFY(b.tip(1, QueueModel::State).contains(u"ours"_s));
        QCOMPARE(b.stageTells(StageCard::Form::Waiting), (QStringList{u"client-3"_s, u"client-2"_s}));
        b.selection.choose(u"/locks/one"_s, {u"/locks/one"_s});
        QVERIFY(b.selection.releaseAction()->isEnabled());
        b.selection.choose(u"/locks/one"_s, {b.panel.model()->pathAt(1)});
        QVERIFY(!b.selection.releaseAction()->isEnabled());
        b.become(1, LockState::Released, {});
        b.script.list(u"/locks"_s, {}, {u"one"_s}).flush();
        QCOMPARE(b.panel.model()->rowCount(), 2); // they wait, and nobody holds
    }

    /// The server's word comes first: the node is there, its client still waits for the answer to its create.
    void whoseNodeIsThereHoldsThoughItHasNotHeardSo()
    {
        Bench b;
        b.selection.setLock(u"/locks/one"_s);
        b.script.list(u"/locks"_s, {});
        for (quint32 id = 1; id <= 2; ++id) {
            spawn(b.script, id, u"/locks/one"_s, RecipeId::Ephemeral);
            b.become(id, LockState::Fetching, {});
        }
        b.script.come(u"/locks"_s, u"one"_s, SessionId{0x1001}, {}, 0, Zxid{0x101}).flush();
        AWAIT_COMPARE(b.panel.model()->rowCount(), 2);
        QCOMPARE(b.stateOf(u"client-1"_s), u"holding"_s);
        QCOMPARE(b.stateOf(u"client-2"_s), u"waiting"_s);
    }

    /// A key that was over, or that its server lost: Redis counts nothing that could be a token.
    void whoBelievesToHoldAKeyOfAnotherIsAGhostWithoutAToken()
    {
        Bench b;
        const QString key = u"/keys/orders"_s;
        b.selection.setLock(key);
        const auto isWrittenBy = [&](quint32 id) {
            b.script.come(u"/keys"_s, u"orders"_s, SessionId{0x1000 + id}, {}, 0, Zxid{id});
            setState(b.script, id, LockState::Retained, key, 1);
            b.script.flush();
        };
        for (const quint32 id : {1, 2})
            spawn(b.script, id, key, RecipeId::RedisSetPx, locks::Mode::Exclusive);
        isWrittenBy(1);
        QVERIFY(!b.finding(u"zombie-holder"_s));
        b.script.list(u"/keys"_s, {}, {u"orders"_s});
        isWrittenBy(2);
        QVERIFY(b.finding(u"zombie-holder"_s));
        QVERIFY(b.finding(u"zombie-holder"_s)->text.english().contains(u"no fencing token"_s));
        AWAIT_VERIFY(b.shows(u"1 believes it holds"_s));
        const auto cards = b.stage.cards();
        QVERIFY(std::ranges::any_of(
            cards, [](const StageCard &card) { return card.title == u"client-1"_s && card.node == u"no token"_s; }));
    }

    /// It pauses longer than its session lives: another one holds, and it goes on as if it did.
    void aZombieHolderStaysAsAGhostAndIsFound()
    {
        Bench b;
        b.come(1, LockState::Retained, RecipeId::Mutex);
        b.come(2, LockState::Fetching, RecipeId::Mutex);
        b.script.write(journal::ClientFault{ClientId{1}, journal::Fault::Pause, 0, false}).flush();
        QVERIFY(!b.finding(u"zombie-holder"_s));
        b.script.list(lock, {}, {Bench::nameOf(1)});
        b.become(2, LockState::Retained, Bench::pathOf(2)).flush();
        const locks::Finding *finding = b.finding(u"zombie-holder"_s);
        QVERIFY(finding);
        QCOMPARE(finding->severity, locks::Finding::Severity::Error);
        for (const QString &part : {u"client-1"_s, Zxid{0x101}.toHex(), Zxid{0x102}.toHex()})
            QVERIFY2(finding->text.english().contains(part), qPrintable(part));
        QVERIFY(!finding->advice.isEmpty());
        AWAIT_VERIFY(b.shows(u"1 believes it holds"_s));
        const auto cards = b.stage.cards();
        QCOMPARE(cards.size(), 2u);
        QCOMPARE(cards[0].title, u"client-2"_s);
        QVERIFY(cards[0].node.contains(Zxid{0x102}.toHex()));
        QCOMPARE(cards[1].title, u"client-1"_s);
        QCOMPARE(cards[1].state, u"believes it holds"_s);
        QVERIFY(cards[1].node.contains(Zxid{0x101}.toHex()));
        QVERIFY(!b.stage.grab().isNull());
        b.become(1, LockState::Released, {}).flush(); // it has heard
        QVERIFY(!b.finding(u"zombie-holder"_s));
        QCOMPARE(b.stage.cards().size(), 1u);
    }

    /// Of another program, and seen too late: its place says that it holds, its watch that it may wait for ever.
    void whoMayHaveLostItsWakeUpIsDoubtedOnItsCard()
    {
        Bench b;
        for (const int place : {1, 2, 3})
            b.script.come(lock, Bench::nameOf(quint32(place)), SessionId{place}, {}, 0, Zxid{0x100 + place});
        b.script.list(lock, {}, {Bench::nameOf(1)}).flush();
        const QString before = b.stage.cards().front().state;
        QVERIFY(before.startsWith(u"holds"_s) && !before.contains(u'?'));
        journal::ServersProbed probed;
        probed.knowledge.watchers[Bench::pathOf(1)] = {SessionId{2}};
        probed.knowledge.sessions.insert(SessionId{2}, {.id = SessionId{2}, .lastOperation = u"PING"_s});
        for (int reading = 0; reading < 3; ++reading) {
            b.script.pass(1'500);
            probed.knowledge.askedAtNs = probed.knowledge.answeredAtNs = b.script.nowNs;
            b.script.write(probed).flush();
        }
        const StageCard card = b.stage.cards().front();
        QVERIFY2(card.state.startsWith(u"holds? "_s), qPrintable(card.state));
        QCOMPARE(card.node, u"or lost its wake-up"_s);
        QVERIFY(b.stage.cards().back().state.startsWith(u"waits "_s));
    }

    /// The watch of the next one tells that the node has gone, before the observer has listed the lock again.
    void twoDoNotHoldUntilTheLockIsListed()
    {
        Bench b;
        b.come(1, LockState::Retained, RecipeId::Mutex);
        b.come(2, LockState::Fetching, RecipeId::Mutex);
        b.watch(2, Bench::pathOf(1));
        b.script.write(journal::ClientFault{ClientId{1}, journal::Fault::Pause, 0, false}).flush();
        QCOMPARE(b.queue().holders.size(), 1u);
        b.script.write(journal::ClientWatchFired{ClientId{2}, WatchEvent::Deleted, Bench::pathOf(1)}).flush();
        QCOMPARE(b.panel.model()->rowCount(), 1);
        b.become(2, LockState::Retained, Bench::pathOf(2)).flush();
        QCOMPARE(b.queue().holders.size(), 1u);
        QCOMPARE(b.stateOf(u"client-2"_s), u"holding"_s);
        QVERIFY(b.finding(u"zombie-holder"_s));
        b.script.list(lock, {}, {Bench::nameOf(1)}); // and now it is listed
        b.script.flush();
        QCOMPARE(b.queue().holders.size(), 1u);
        QVERIFY(b.finding(u"zombie-holder"_s));
    }

    /// It knows at once that no event will come: the server answered that there is no such node.
    void aLostWakeUpIsFoundFromItsOwnClient()
    {
        Bench b;
        b.come(1, LockState::Released, RecipeId::BrokenLostWakeup);
        b.come(2, LockState::Fetching, RecipeId::BrokenLostWakeup);
        b.script.list(lock, {}, {Bench::nameOf(1)});
        b.script.write(journal::ClientRequest{ClientId{2}, u"exists"_s, Bench::pathOf(1), 7});
        b.script.write(journal::ClientReply{ClientId{2}, u"exists"_s, Bench::pathOf(1), {}, 0, 7, {}});
        b.watch(2, Bench::pathOf(1)).flush();
        QVERIFY(!b.finding(u"lost-wakeup"_s)); // it may look once more
        b.script.write(journal::ClientStep{ClientId{2}, locks::Step::Wait, Bench::pathOf(1)}).flush();
        QVERIFY(b.finding(u"lost-wakeup"_s));
        QCOMPARE(b.finding(u"lost-wakeup"_s)->nodes, QStringList{Bench::pathOf(2)});
        QCOMPARE(std::ranges::count(b.queue().findings, u"lost-wakeup"_s, &locks::Finding::id), 1);
        b.script.write(journal::ClientWatchFired{ClientId{2}, WatchEvent::Created, Bench::pathOf(1)}).flush();
        QVERIFY(!b.finding(u"lost-wakeup"_s));
    }

    void aSelfWatchIsFoundFromItsOwnClient()
    {
        Bench b;
        b.come(1, LockState::Released, RecipeId::BrokenSelfWatch);
        b.come(2, LockState::Fetching, RecipeId::BrokenSelfWatch);
        b.watch(2, Bench::pathOf(1));
        b.script.write(journal::ClientStep{ClientId{2}, locks::Step::Wait, Bench::pathOf(1)}).flush();
        QVERIFY(!b.finding(u"self-watch"_s));
        b.script.write(journal::ClientWatchFired{ClientId{2}, WatchEvent::Deleted, Bench::pathOf(1)});
        b.watch(2, Bench::pathOf(2)).flush();
        QVERIFY(b.finding(u"self-watch"_s));
        QCOMPARE(b.finding(u"self-watch"_s)->nodes, QStringList{Bench::pathOf(2)});
    }

    void aWatchOnANodeThatIsThereIsNoLostWakeUp()
    {
        Bench b;
        b.come(1, LockState::Retained, RecipeId::BrokenLostWakeup);
        b.come(2, LockState::Fetching, RecipeId::BrokenLostWakeup);
        b.script.write(journal::ClientRequest{ClientId{2}, u"exists"_s, Bench::pathOf(1), 7});
        b.script.write(journal::ClientReply{ClientId{2}, u"exists"_s, Bench::pathOf(1), {}, 0, 7, Zxid{0x101}});
        b.watch(2, Bench::pathOf(1));
        b.script.write(journal::ClientStep{ClientId{2}, locks::Step::Wait, Bench::pathOf(1)}).flush();
        QVERIFY(!b.finding(u"lost-wakeup"_s));
    }

    /// What it did not get to know of is nobody's but its own: the lock is taken until its session ends.
    void theNodeOfADeadOneHolds()
    {
        Bench b;
        b.come(1, LockState::Fetching, RecipeId::Mutex).flush();
        QCOMPARE(b.queue().holders.size(), 0u);
        b.script.write(journal::ClientFault{ClientId{1}, journal::Fault::Crash, 0, false}).flush();
        QCOMPARE(b.queue().holders.size(), 1u);
        QCOMPARE(b.stateOf(u"client-1"_s), u"holds, crashed"_s);
    }

    /// Its node is there until the server says otherwise, and it holds no more by its own word.
    void theRowOfOneThatReleasesSaysSo()
    {
        Bench b;
        b.come(1, LockState::Retained, RecipeId::Mutex).flush();
        QCOMPARE(b.stateOf(u"client-1"_s), u"holding"_s);
        b.become(1, LockState::Releasing, Bench::pathOf(1)).flush();
        QCOMPARE(b.stateOf(u"client-1"_s), u"gives it back"_s);
        QCOMPARE(b.stage.cards().front().state, u"gives it back"_s);
    }

    void readersThatShareAreNoZombies()
    {
        Bench b;
        b.come(1, LockState::Retained, RecipeId::ReadWrite, u"read-"_s).flush();
        b.come(2, LockState::Retained, RecipeId::ReadWrite, u"read-"_s).flush();
        b.become(1, LockState::Retained, Bench::pathOf(1, u"read-"_s));
        b.script.list(lock, {}, {Bench::nameOf(1, u"read-"_s)}).flush();
        QVERIFY(!b.finding(u"zombie-holder"_s));
    }

    /// Who is first in the line of a semaphore has made a lease already: one contender, with two nodes.
    void theHeadOfASemaphoresLineIsOneContender()
    {
        Bench b;
        b.selection.setLock(u"/s"_s);
        b.script.list(u"/s"_s, {u"locks"_s, u"leases"_s});
        const auto lease = [](quint32 id) {
            return Bench::nameOf(id, u"_c_0000000%1-0000-0000-0000-000000000000-lease-"_s.arg(id));
        };
        const auto place = [](quint32 id) {
            return Bench::nameOf(id, u"_c_0000000%1-0000-0000-0000-000000000000-lock-"_s.arg(id));
        };
        b.script.come(u"/s/leases"_s, lease(1), SessionId{0x1}, {}, 0, Zxid{0x11});
        b.script.come(u"/s/locks"_s, place(2), SessionId{0x2}, {}, 0, Zxid{0x12});
        b.script.come(u"/s/leases"_s, lease(2), SessionId{0x2}, {}, 0, Zxid{0x13}).flush();
        QCOMPARE(b.queue().kind, locks::LockKind::Semaphore);
        QCOMPARE(b.queue().holders.size(), 1u);
        QCOMPARE(b.queue().waiting, 1);
        QCOMPARE(b.stage.cards().size(), 2u);
        QStringList states;
        for (int row = 0; row < b.panel.model()->rowCount(); ++row)
            states += b.cell(row, QueueModel::State);
        QCOMPARE(states, (QStringList{u"holding"_s, u"lease, not granted"_s, u"waiting"_s}));
        AWAIT_VERIFY(std::ranges::any_of(b.panel.findChildren<QLabel *>(),
                                         [](const QLabel *label) { return label->text() == "2 contenders"_L1; }));
        const LockFacts facts = readFacts(b.world.world(), b.queue());
        QVERIFY(!summaryOf(facts, b.script.nowMs(), true).contains(u"reader"_s));
    }
};

} // namespace lockscope::ui::tst_ownclients

LOCKSCOPE_TEST(lockscope::ui::tst_ownclients::TestOwnClients)
#include "tst_ownclients.moc"
