// SPDX-License-Identifier: Apache-2.0
#include "core/observe/release.h"
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

#include <deque>
#include <functional>

namespace lockscope::tst_guardedwrite {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using observe::NodeIdentity;
using observe::Window;

/// Keeps back what a session sends after it has looked: between the last answer and the transaction, \a meanwhile is
/// done by others. The transaction goes on when it calls what it is given.
class WorstInstant
{
public:
    using Meanwhile = std::function<void(std::function<void()> goOn)>;

    /// \a looks: answers that one look consists of, a Stat for each directory and node.
    WorstInstant(Relay &relay, int looks, int times, Meanwhile meanwhile)
    {
        struct Count
        {
            std::deque<qint32> asked = {}; // kinds of requests that are not answered yet
            int answers = 0;
            int done = 0;
        };
        const auto count = std::make_shared<Count>(); // the relay copies its tap
        relay.setTap(
            [&relay, looks, times, meanwhile, count](bool fromClient, bool handshake, const QByteArray &frame) {
                constexpr qint32 exists = 3;
                if (handshake || qFromBigEndian<qint32>(frame.constData() + 4) <= 0) // pings, events
                    return;
                if (fromClient)
                    return count->asked.push_back(qFromBigEndian<qint32>(frame.constData() + 8));
                const qint32 asked = count->asked.front();
                count->asked.pop_front();
                if (asked != exists || ++count->answers < looks)
                    return;
                count->answers = 0;
                if (count->done++ >= times)
                    return;
                relay.setPartitioned(true);
                QMetaObject::invokeMethod(
                    &relay, [&relay, meanwhile] { meanwhile([&relay] { relay.setPartitioned(false); }); },
                    Qt::QueuedConnection);
            });
    }
};

/// A write hits the node that was looked at or none, whatever others do between looking and writing.
class GuardedWriteTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startServer(); }
    void cleanupTestCase() { m_others.reset(); }
    void init()
    {
        m_base = make(u"/g%1"_s.arg(++m_count));
        QVERIFY(!m_base.isEmpty());
    }

    /// The control: what the rest of this file guards against is real.
    void theDataVersionAloneHitsANodeThatWasMadeAnew()
    {
        const QString node = ephemeral(m_base + u"/job"_s);
        const NodeIdentity looked = identityOf(node);
        QVERIFY(await(m_others->remove(node, 0)));
        ephemeral(node);
        QVERIFY(identityOf(node) != looked);
        QVERIFY(await(m_others->remove(node, 0))); // another node, the same version
    }

    void aNodeReplacedAtTheWorstInstantIsLeftAlone_data()
    {
        QTest::addColumn<bool>("sequential");
        QTest::addColumn<bool>("withItsDirectory");
        QTest::newRow("plain") << false << false;
        QTest::newRow("plain, with its directory") << false << true;
        QTest::newRow("sequential, by its name") << true << false;
        QTest::newRow("sequential, with its directory") << true << true;
    }

    void aNodeReplacedAtTheWorstInstantIsLeftAlone()
    {
        QFETCH(bool, sequential);
        QFETCH(bool, withItsDirectory);
        const QString directory = make(m_base + u"/d"_s);
        const QString prefix = directory + (sequential ? u"/lock-"_s : u"/job"_s);
        const QString node = ephemeral(prefix, sequential ? NodeKind::EphemeralSequential : NodeKind::Ephemeral);
        const NodeIdentity looked = identityOf(node);

        Relay relay(m_sandbox.port());
        auto releaser = openSession(relay.connectString());
        QVERIFY(releaser);
        // The last look has been answered, the transaction is kept back: now the node is replaced.
        bool replaced = false;
        const WorstInstant instant(relay, 4, 1, [&](const std::function<void()> &goOn) {
            std::vector<zk::WriteOp> ops{zk::WriteOp::remove(node)};
            if (withItsDirectory) {
                ops.emplace_back(zk::WriteOp::remove(directory));
                ops.emplace_back(zk::WriteOp::create(directory));
            }
            ops.emplace_back(withItsDirectory && sequential
                                 ? zk::WriteOp::create(prefix, {}, NodeKind::EphemeralSequential)
                                 : zk::WriteOp::create(node, {}, NodeKind::Ephemeral));
            m_others->multi(ops).then([&replaced, goOn](const Result<zk::MultiAnswer> &answer) {
                replaced = answer && !answer->refused;
                goOn();
            });
        });
        const auto outcome = write(*releaser, {{looked}});
        QVERIFY(replaced);
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->code, ErrorCode::IdentityChanged);
        QCOMPARE(outcome.error->path, node);
        QCOMPARE(outcome.window, Window::Closed);
        QCOMPARE(outcome.attempts, 2); // the transaction was sent after the old node was seen, and refused
        const auto left = await(m_others->exists(node));
        QVERIFY(left);
        QVERIFY(left->czxid != looked.czxid);
        QCOMPARE(left->version, 0); // of the same version as the one that was looked at
    }

    void theWorstInstantForAWriteIntoANode()
    {
        const QString node = ephemeral(m_base + u"/_c_0123-lock-"_s, NodeKind::EphemeralSequential);
        const NodeIdentity looked = identityOf(node);
        Relay relay(m_sandbox.port());
        auto asker = openSession(relay.connectString());
        QVERIFY(asker);
        const WorstInstant instant(relay, 3, 1, [&](const std::function<void()> &goOn) {
            m_others->multi({zk::WriteOp::remove(node), zk::WriteOp::create(node, "another's", NodeKind::Ephemeral)})
                .then([goOn](const Result<zk::MultiAnswer> &) { goOn(); });
        });
        const auto outcome = write(*asker, {{looked}, "__REVOKE__"});
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->code, ErrorCode::IdentityChanged);
        const auto left = await(m_others->get(node));
        QVERIFY(left);
        QCOMPARE(left->data, "another's");
    }

    /// Its second look has shown that it waits; the holder goes before the transaction.
    void aWaiterThatComesToHoldAtTheWorstInstantIsLeftAlone()
    {
        const QString lock = make(m_base + u"/d"_s);
        const QString holder = queueUp(lock);
        const QString waiter = queueUp(lock);
        const auto plan = await(observe::planRelease(*m_others, {waiter}));
        QVERIFY(plan && !plan->holds());
        Relay relay(m_sandbox.port());
        auto releaser = openSession(relay.connectString());
        QVERIFY(releaser);
        const WorstInstant instant(relay, 5, 1, [&](const std::function<void()> &goOn) {
            m_others->remove(holder, -1).then([goOn](const Result<Done> &) { goOn(); });
        });
        const auto outcome = endOf(observe::carryOut(*releaser, *plan));
        QVERIFY(!exists(holder));
        QVERIFY(exists(waiter));
        QVERIFY(outcome.error);
        QVERIFY(outcome.error->sentence().english().contains(u"has come to hold its lock"_s));
        QVERIFY(outcome.fresh && outcome.fresh->holds());
    }

    /// Still behind another one, it is released after one more look.
    void aWaiterThatMovesUpAtTheWorstInstantIsStillReleased()
    {
        const QString lock = make(m_base + u"/d"_s);
        const QString holder = queueUp(lock);
        const QString between = queueUp(lock);
        const QString waiter = queueUp(lock);
        const auto plan = await(observe::planRelease(*m_others, {waiter}));
        QVERIFY(plan);
        Relay relay(m_sandbox.port());
        auto releaser = openSession(relay.connectString());
        QVERIFY(releaser);
        const WorstInstant instant(relay, 5, 1, [&](const std::function<void()> &goOn) {
            m_others->remove(between, -1).then([goOn](const Result<Done> &) { goOn(); });
        });
        const auto outcome = endOf(observe::carryOut(*releaser, *plan));
        QVERIFY2(!outcome.error, qPrintable(outcome.error ? outcome.error->sentence().english() : QString()));
        QVERIFY(exists(holder) && !exists(between) && !exists(waiter));
    }

    void aWaiterOfALockThatCannotBeReadAgainIsLeftAlone()
    {
        const QString lock = make(m_base + u"/d"_s);
        const QString holder = queueUp(lock);
        const QString waiter = queueUp(lock);
        const auto plan = await(observe::planRelease(*m_others, {waiter}));
        QVERIFY(plan);
        QVERIFY(await(m_others->remove(holder, -1)));
        constexpr int allButRead = 30;
        QVERIFY(await(m_others->setAcl(lock, {{allButRead, u"world"_s, u"anyone"_s}})));
        const auto outcome = endOf(observe::carryOut(*m_others, *plan));
        QVERIFY(outcome.error);
        QVERIFY(outcome.error->sentence().english().contains(u"nothing was deleted"_s));
        QVERIFY(exists(waiter));
    }

    void ofSeveralAllAreDeletedOrNone()
    {
        std::vector<NodeIdentity> nodes;
        for (const auto *directory : {"/a", "/b"}) {
            make(m_base + QLatin1String(directory));
            for (int i = 0; i < 3; ++i)
                nodes.push_back(identityOf(
                    ephemeral(m_base + QLatin1String(directory) + u"/lock-"_s, NodeKind::EphemeralSequential)));
        }
        QVERIFY(await(m_others->remove(nodes[4].path, 0)));
        ephemeral(nodes[4].path);
        const auto refused = write(*m_others, {nodes});
        QVERIFY(refused.error);
        QCOMPARE(refused.error->code, ErrorCode::IdentityChanged);
        QCOMPARE(refused.error->path, nodes[4].path);
        for (const NodeIdentity &node : nodes)
            QVERIFY(exists(node.path));
        nodes[4] = identityOf(nodes[4].path);
        const auto done = write(*m_others, {nodes});
        QVERIFY2(!done.error, done.error ? qPrintable(done.error->sentence().english()) : "");
        for (const NodeIdentity &node : nodes)
            QVERIFY(!exists(node.path));
        // What does not fit into one transaction is not begun.
        const QString longName(8'000, u'n');
        nodes.assign(200, identityOf(ephemeral(m_base + u'/' + longName)));
        const auto tooMany = write(*m_others, {nodes});
        QVERIFY(tooMany.error);
        QCOMPARE(tooMany.error->code, ErrorCode::InvalidInput);
        QVERIFY2(tooMany.error->sentence().english().contains(u"nothing was sent"_s),
                 qPrintable(tooMany.error->sentence().english()));
        QVERIFY(exists(nodes.front().path));
    }

    void nothingIsLeftBehindAndNobodySeesTheGuards()
    {
        const QString node = ephemeral(m_base + u"/job"_s);
        const auto watched = await(m_others->watchChildren(m_base));
        QVERIFY(watched);
        QStringList seen;
        watched->watch.fired().then([&](const Result<WatchEvent> &) {
            m_others->children(m_base).then([&](const Result<Children> &children) {
                seen = children ? children->names.toList() << u"end"_s : QStringList();
            });
        });
        auto session = openSession(m_sandbox.connectString());
        QVERIFY(session);
        QVERIFY(!write(*session, {{identityOf(node)}}).error);
        AWAIT_VERIFY(!seen.isEmpty());
        QCOMPARE(seen, QStringList{u"end"_s});
        const auto children = await(m_others->children(m_base));
        QVERIFY(children && children->names.isEmpty());
        QCOMPARE(createsUnder(children->stat), 2u); // the price: one sequence number
    }

    void aBusyDirectoryDelaysAndDoesNotMislead()
    {
        const QString plain = ephemeral(m_base + u"/job"_s);
        const QString numbered = queueUp(m_base);
        Relay relay(m_sandbox.port());
        auto session = openSession(relay.connectString());
        QVERIFY(session);
        // Before each transaction arrives somebody makes a node.
        int made = 0;
        const WorstInstant instant(relay, 3, 1'000, [&](const std::function<void()> &goOn) {
            m_others->create(m_base + u"/other-"_s, {}, NodeKind::PersistentSequential)
                .then([&made, goOn](const Result<CreatedNode> &) {
                    ++made;
                    goOn();
                });
        });
        const auto refused = write(*session, {{identityOf(plain)}});
        QVERIFY(refused.error);
        QVERIFY2(refused.error->sentence().english().contains(m_base), qPrintable(refused.error->sentence().english()));
        QVERIFY(exists(plain));
        QCOMPARE(refused.attempts, made);
        // A numbered name is given once in a directory, and the directory is guarded from above.
        made = 0;
        const auto done = write(*session, {{identityOf(numbered)}});
        QVERIFY(made > 1);
        QVERIFY2(!done.error, done.error ? qPrintable(done.error->sentence().english()) : "");
        QCOMPARE(done.window, Window::Narrow);
        QVERIFY(done.windowReason.english().contains(numbered));
        QVERIFY(!exists(numbered));
    }

    void withoutPermissionToCreateTheWindowIsSaidToBeOpen()
    {
        const QString node = ephemeral(m_base + u"/job"_s);
        const int noCreate = 31 & ~static_cast<int>(Permission::Create);
        QVERIFY(await(m_others->setAcl(m_base, {{noCreate, u"world"_s, u"anyone"_s}})));
        const auto refused = write(*m_others, {{identityOf(node)}});
        QVERIFY(refused.error);
        QCOMPARE(refused.window, Window::Open);
        QVERIFY2(refused.windowReason.english().contains(u"may not create"_s),
                 qPrintable(refused.windowReason.english()));
        QVERIFY(exists(node));
        const auto done = write(*m_others, {{identityOf(node)}, std::nullopt, true});
        QVERIFY2(!done.error, done.error ? qPrintable(done.error->sentence().english()) : "");
        QCOMPARE(done.window, Window::Open);
        QVERIFY(!exists(node));
    }

    void withoutPermissionFurtherUpItIsNarrow()
    {
        const QString directory = make(m_base + u"/d"_s);
        const QString node = ephemeral(directory + u"/job"_s);
        const int noCreate = 31 & ~static_cast<int>(Permission::Create);
        QVERIFY(await(m_others->setAcl(m_base, {{noCreate, u"world"_s, u"anyone"_s}})));
        const auto done = write(*m_others, {{identityOf(node)}});
        QVERIFY2(!done.error, done.error ? qPrintable(done.error->sentence().english()) : "");
        QCOMPARE(done.window, Window::Narrow);
        QVERIFY2(done.windowReason.english().contains(m_base), qPrintable(done.windowReason.english()));
        QVERIFY(!exists(node));
    }

    void whoMayNotDeleteIsToldSoAtOnce_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << u"job"_s;
        QTest::newRow("numbered") << u"lock-0000000000"_s;
    }

    void whoMayNotDeleteIsToldSoAtOnce()
    {
        QFETCH(QString, name);
        const QList<AclEntry> noDelete{{31 & ~static_cast<int>(Permission::Delete), u"world"_s, u"anyone"_s}};
        const QString lock = make(m_base + u"/lock"_s);
        const QString node = ephemeral(joinPath(lock, name));
        QVERIFY(await(m_others->setAcl(lock, noDelete)));
        const auto refused = write(*m_others, {{identityOf(node)}});
        QVERIFY(refused.error);
        QCOMPARE(refused.error->code, ErrorCode::NoAuth);
        QCOMPARE(refused.error->path, node);
        QCOMPARE(refused.attempts, 1);
        QVERIFY(exists(node));
        // Further up it only makes the window narrow.
        QVERIFY(await(m_others->setAcl(lock, {{31, u"world"_s, u"anyone"_s}})));
        QVERIFY(await(m_others->setAcl(m_base, noDelete)));
        const auto done = write(*m_others, {{identityOf(node)}});
        QVERIFY2(!done.error, done.error ? qPrintable(done.error->sentence().english()) : "");
        QCOMPARE(done.window, Window::Narrow);
        QVERIFY2(done.windowReason.english().contains(u"may not delete nodes in "_s + m_base),
                 qPrintable(done.windowReason.english()));
        QVERIFY(!exists(node));
    }

    void belowAChrootItIsNarrow()
    {
        const QString node = queueUp(m_base);
        NodeIdentity looked = identityOf(node);
        looked.path = u"/lock-0000000000"_s;
        auto session = openSession(m_sandbox.connectString() + m_base);
        QVERIFY(session);
        const auto done = write(*session, {{looked}});
        QVERIFY2(!done.error, done.error ? qPrintable(done.error->sentence().english()) : "");
        QCOMPARE(done.attempts, 1);
        QCOMPARE(done.window, Window::Narrow);
        QVERIFY2(done.windowReason.english().contains(u"the chroot"_s), qPrintable(done.windowReason.english()));
        QVERIFY(!exists(node));
    }

    void whatChangedMeanwhileIsStillTheSameNode()
    {
        const QString node = ephemeral(m_base + u"/job"_s);
        Relay relay(m_sandbox.port());
        auto session = openSession(relay.connectString());
        QVERIFY(session);
        const WorstInstant instant(relay, 3, 1, [&](const std::function<void()> &goOn) {
            m_others->set(node, "changed", -1).then([goOn](const Result<NodeStat> &) { goOn(); });
        });
        const auto done = write(*session, {{identityOf(node)}});
        QVERIFY2(!done.error, done.error ? qPrintable(done.error->sentence().english()) : "");
        QCOMPARE(done.attempts, 2);
        QVERIFY(!exists(node));
    }

    void aLookWithoutAnAnswerChangedNothing()
    {
        const QString node = ephemeral(m_base + u"/job"_s);
        const NodeIdentity identity = identityOf(node);
        Relay relay(m_sandbox.port());
        auto session = openSession(relay.connectString());
        QVERIFY(session);
        relay.loseNextReply();
        const auto outcome = write(*session, {{identity}});
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->code, ErrorCode::NotConnected);
        QVERIFY2(outcome.error->sentence().english().contains(u"delete was not sent"_s),
                 qPrintable(outcome.error->sentence().english()));
        QVERIFY(exists(node));
    }

    /// The session is closed, by hand, while the reply is on its way.
    void aTransactionWithoutAnAnswerMayHaveBeenCarriedOut()
    {
        const QString node = ephemeral(m_base + u"/job"_s);
        const NodeIdentity identity = identityOf(node);
        Relay relay(m_sandbox.port());
        auto session = openSession(relay.connectString());
        QVERIFY(session);
        bool asked = false;
        relay.setTap([&session, &asked](bool fromClient, bool, const QByteArray &frame) {
            constexpr char multi = 14;
            if (fromClient && frame.size() > 11 && frame[11] == multi)
                asked = true;
            else if (!fromClient && asked)
                session->abandon();
        });
        const auto outcome = write(*session, {{identity}});
        QVERIFY(outcome.error);
        QVERIFY2(outcome.error->outcomeUnknown(), qPrintable(outcome.error->sentence().english()));
        QVERIFY2(outcome.error->sentence().english().contains(node), qPrintable(outcome.error->sentence().english()));
        QVERIFY(!exists(node));
    }

private:
    NodeIdentity identityOf(const QString &path)
    {
        const auto stat = await(m_others->exists(path));
        return stat ? NodeIdentity{path, stat->czxid, stat->ephemeralOwner} : NodeIdentity{path, {}, {}};
    }
    QString ephemeral(const QString &path, NodeKind kind = NodeKind::Ephemeral) { return make(path, kind); }
    bool exists(const QString &path) { return isThere(*m_others, path); }
    template<typename Outcome>
    static Outcome endOf(Task<Outcome> task)
    {
        auto end = std::make_shared<std::optional<Outcome>>();
        std::move(task).then([end](Outcome outcome) { end->emplace(std::move(outcome)); });
        if (!QTest::qWaitFor([&] { return end->has_value(); }, patienceMs()))
            qFatal("a write did not end within a minute");
        return **end;
    }
    static observe::GuardedOutcome write(zk::Session &session, observe::GuardedWrite what)
    {
        return endOf(observe::writeGuarded(session, std::move(what)));
    }
};

} // namespace lockscope::tst_guardedwrite

LOCKSCOPE_TEST(lockscope::tst_guardedwrite::GuardedWriteTest)
#include "tst_guardedwrite.moc"
