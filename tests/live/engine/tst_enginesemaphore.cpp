// SPDX-License-Identifier: Apache-2.0
#include "tests/live/engine/enginefixture.h"
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_enginesemaphore {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// Leases that are released by force: who is said to get them, and who does.
class EngineSemaphoreTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        startServer();
        QVERIFY(m_folder.isValid());
        qputenv("LOCKSCOPE_AUDIT_FILE", m_folder.filePath(u"audit.jsonl"_s).toUtf8()); // before any engine's thread
    }
    void cleanupTestCase() { m_others.reset(); }

    void whatASemaphoreLeftTakesNothingFromAMutex()
    {
        const QString lock = makeNode(*m_others, u"/used-before"_s);
        QVERIFY(!makeNode(*m_others, lock + u"-__lock__"_s).isEmpty()); // kazoo never removes it
        QStringList nodes;
        for (const char *token : {"3f2504e04f8941d39a0c0305e82c3301", "3f2504e04f8941d39a0c0305e82c3302"}) {
            nodes += makeNode(*m_others, u"%1/%2__lock__"_s.arg(lock, QLatin1StringView(token)),
                              NodeKind::EphemeralSequential);
        }
        EngineFixture engine;
        QVERIFY(engine.open(m_sandbox.connectString()));
        const observe::ReleasePlan plan = planOf(engine, {nodes[0]});
        QVERIFY(plan.target().holds);
        QCOMPARE(plan.lock().queue.kind, locks::LockKind::Mutex);
        QCOMPARE(plan.lock().next.size(), size_t(1)); // the other one
    }

    void whoIsForetoldToGetALeaseGetsIt_data()
    {
        QTest::addColumn<locks::Dialect>("dialect");
        QTest::newRow("Curator") << locks::Dialect::Curator;
        QTest::newRow("kazoo") << locks::Dialect::Kazoo;
    }

    void whoIsForetoldToGetALeaseGetsIt()
    {
        QFETCH(locks::Dialect, dialect);
        const QString root = makeNode(*m_others, u"/"_s + QString::fromLatin1(QTest::currentDataTag()));
        EngineFixture engine;
        QVERIFY(engine.open(m_sandbox.connectString()));
        QVERIFY(test::await(engine->observe(root)));
        lab::SpawnRequest request;
        request.lock = root + u"/permits"_s;
        request.recipe = locks::RecipeId::Semaphore;
        request.dialect = dialect;
        request.leases = 2;
        request.count = 5;
        QVERIFY(test::await(engine->spawn(request)));
        const auto queue = [&]() -> const locks::LockQueue & { return engine.world().queue(request.lock); };
        const auto sessionsAt = [](const locks::LockQueue &of, const std::vector<int> &indices) {
            QSet<SessionId> sessions;
            for (const int index : indices)
                sessions << of.contenders[static_cast<size_t>(index)].node.stat->ephemeralOwner;
            return sessions;
        };
        const auto holders = [&] { return sessionsAt(queue(), queue().holders); };
        const auto leasePath = [&](int holder) {
            const auto index = static_cast<size_t>(queue().holders[static_cast<size_t>(holder)]);
            return joinPath(request.lock, queue().contenders[index].node.name);
        };
        // The head of Curator's line has made a lease already.
        const size_t contenders = dialect == locks::Dialect::Kazoo ? 5 : 6;
        AWAIT_VERIFY(queue().holders.size() == 2 && queue().waiting == 3 && queue().contenders.size() == contenders);

        const SessionId stays = *sessionsAt(queue(), {queue().holders[1]}).cbegin();
        observe::ReleasePlan plan = planOf(engine, {leasePath(0)});
        QCOMPARE(plan.lock().queue.path, request.lock);
        QVERIFY(plan.target().holds);
        QCOMPARE(plan.lock().next.size(), size_t(1));
        QCOMPARE(plan.lock().stillWaiting, 2);
        QSet<SessionId> expected = sessionsAt(plan.lock().queue, plan.lock().next);
        QVERIFY(!expected.contains(stays));
        observe::ReleaseOutcome outcome = test::await(engine->carryOut(plan));
        QVERIFY2(!outcome.error, qPrintable(outcome.error ? outcome.error->sentence().english() : QString()));
        AWAIT_COMPARE(holders(), expected + QSet<SessionId>{stays});
        AWAIT_VERIFY(queue().waiting == 2 && queue().contenders.size() == contenders - 1);

        plan = planOf(engine, {leasePath(0), leasePath(1)});
        QCOMPARE(plan.locks.size(), size_t(1));
        QCOMPARE(plan.lock().next.size(), size_t(2));
        QCOMPARE(plan.lock().stillWaiting, 0);
        expected = sessionsAt(plan.lock().queue, plan.lock().next);
        outcome = test::await(engine->carryOut(plan));
        QVERIFY2(!outcome.error, qPrintable(outcome.error ? outcome.error->sentence().english() : QString()));
        AWAIT_COMPARE(holders(), expected);
    }

    /// No child comes or goes then.
    void aSizeThatIsWrittenIsSeen()
    {
        const QString root = makeNode(*m_others, u"/sized"_s);
        const QString lock = makeNode(*m_others, root + u"/permits"_s, NodeKind::Persistent, "1");
        makeNode(*m_others, root + u"/permits-__lock__"_s);
        makeNode(*m_others, lock + u"/0123456789abcdef0123456789abcdef"_s, NodeKind::Ephemeral);
        EngineFixture engine;
        QVERIFY(engine.open(m_sandbox.connectString()));
        QVERIFY(test::await(engine->observe(root)));
        AWAIT_COMPARE(engine.world().queue(lock).maxLeases, std::optional(1));
        QVERIFY(test::await(m_others->set(lock, "2", -1)));
        AWAIT_COMPARE(engine.world().queue(lock).maxLeases, std::optional(2));
        QVERIFY(test::await(m_others->set(lock, "none", -1)));
        AWAIT_COMPARE(engine.world().queue(lock).maxLeases, std::optional<int>());
        QVERIFY(test::await(m_others->set(lock, "3", -1)));
        AWAIT_COMPARE(engine.world().queue(lock).maxLeases, std::optional(3));
    }

private:
    static observe::ReleasePlan planOf(EngineFixture &engine, const QStringList &nodes)
    {
        const auto plan = test::await(engine->planRelease(nodes));
        if (!plan)
            qFatal("%s", qPrintable(plan.error().sentence().english()));
        return *plan;
    }

    QTemporaryDir m_folder;
};

} // namespace lockscope::tst_enginesemaphore

LOCKSCOPE_TEST(lockscope::tst_enginesemaphore::EngineSemaphoreTest)
#include "tst_enginesemaphore.moc"
