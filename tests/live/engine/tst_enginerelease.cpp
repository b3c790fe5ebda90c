// SPDX-License-Identifier: Apache-2.0
#include "tests/live/engine/enginefixture.h"
#include "tests/live/observe/observation.h"
#include "tests/support/relay.h"
#include "tests/support/sandboxfortest.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using locks::LockState;

/// Reading one node, and forcing a release: only ever the node that was looked at.
class EngineReleaseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        QVERIFY(m_folder.isValid());
        m_others = openSession(m_sandbox.connectString());
        QVERIFY(m_others);
    }
    void cleanupTestCase() { m_others.reset(); }
    void init();
    void cleanup() { m_engine.reset(); }

    void aNodeIsReadWithItsAcl();
    void aNodeThatMayNotBeReadSaysSo();
    void aHolderIsReleasedAndTheNextHolds();
    void aWaiterIsTakenOutOfTheQueue();
    void aNodeReplacedMeanwhileIsLeftAlone();
    void aNodeThatIsGoneAlreadyIsSaidToBeGone();
    void whatIsNoContenderIsNotDeleted();
    void aChangedNodeIsStillTheSameNode();
    void withoutPermissionNothingIsDeleted();
    void observeOnlyRefusesARelease();
    void aLostReplyIsSaidToBeUnknown();
    void anAuditThatCannotBeWrittenIsANotice();

private:
    QString enqueue(const QByteArray &data = {}, NodeKind kind = NodeKind::EphemeralSequential)
    {
        return makeNode(*m_others, m_lock + u"/lock-"_s, kind, data);
    }
    bool exists(const QString &path) { return test::await(m_others->exists(path)).has_value(); }
    QList<QJsonObject> audit() const
    {
        QFile file(m_auditFile);
        QList<QJsonObject> lines;
        if (file.open(QIODevice::ReadOnly)) {
            for (const QByteArray &line : file.readAll().trimmed().split('\n'))
                lines << QJsonDocument::fromJson(line).object();
        }
        return lines;
    }

    SandboxForTest m_sandbox;
    QTemporaryDir m_folder;
    QString m_auditFile;
    std::unique_ptr<zk::Session> m_others;
    std::unique_ptr<EngineFixture> m_engine;
    QString m_lock;
    int m_count = 0;
};

void EngineReleaseTest::init()
{
    m_lock = makeNode(*m_others, u"/t%1"_s.arg(++m_count));
    m_auditFile = m_folder.filePath(u"audit%1.jsonl"_s.arg(m_count));
    qputenv("LOCKSCOPE_AUDIT_FILE", m_auditFile.toUtf8()); // before the engine's thread is there
    m_engine = std::make_unique<EngineFixture>();
    QVERIFY(m_engine->open(m_sandbox.connectString()));
}

void EngineReleaseTest::aNodeIsReadWithItsAcl()
{
    const QString node = enqueue(QByteArray(100'000, 'x'));
    const auto details = test::await((*m_engine)->readNode(node));
    QVERIFY(details);
    QCOMPARE(details->path, node);
    QVERIFY(details->dataReadable);
    QCOMPARE(details->content.data.size(), 100'000); // all of it
    QCOMPARE(details->content.stat.ephemeralOwner, m_others->id());
    QCOMPARE(details->acl, (QList<AclEntry>{{31, u"world"_s, u"anyone"_s}}));
    QVERIFY(!details->aclError);
    const auto absent = test::await((*m_engine)->readNode(m_lock + u"/absent"_s));
    QVERIFY(!absent);
    QCOMPARE(absent.error().code, ErrorCode::NoNode);
}

void EngineReleaseTest::aNodeThatMayNotBeReadSaysSo()
{
    const QString node = enqueue("secret");
    QVERIFY(test::await(m_others->setAcl(node, {{0, u"world"_s, u"anyone"_s}})));
    const auto details = test::await((*m_engine)->readNode(node));
    QVERIFY(details);
    QVERIFY(!details->dataReadable);
    QVERIFY(details->content.data.isEmpty());
    QCOMPARE(details->content.stat.ephemeralOwner, m_others->id());
    QVERIFY(details->aclError);
    QVERIFY2(details->aclError->sentence().contains(u"READ or ADMIN"_s), qPrintable(details->aclError->sentence()));
}

void EngineReleaseTest::aHolderIsReleasedAndTheNextHolds()
{
    EngineFixture &engine = *m_engine;
    QVERIFY(test::await(engine->observe(m_lock)));
    QVERIFY(engine.spawn(m_lock, 3));
    QTRY_COMPARE_WITH_TIMEOUT(engine.world().queue(m_lock).contenders.size(), size_t(3), awaitLimitMs);
    QTRY_VERIFY_WITH_TIMEOUT(!engine.queueOf(m_lock).contains(ClientId{}), awaitLimitMs);
    const QList<ClientId> order = engine.queueOf(m_lock);
    const QString node = joinPath(m_lock, engine.world().queue(m_lock).contenders[0].node.name);
    const auto plan = test::await(engine->planRelease(node));
    QVERIFY(plan);
    QVERIFY(plan->holds());
    QCOMPARE(plan->path, node);
    QCOMPARE(plan->next, std::vector<int>{1});
    QCOMPARE(plan->stillWaiting(), 1);
    QVERIFY(plan->warning().contains(plan->stat.ephemeralOwner.toHex()));
    const auto outcome = test::await(engine->carryOut(*plan));
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->sentence()) : "");
    QVERIFY(!exists(node));
    QTRY_COMPARE_WITH_TIMEOUT(engine.state(order.at(1)), LockState::Retained, awaitLimitMs);
    QTRY_COMPARE_WITH_TIMEOUT(engine.all<journal::ReleaseForced>().size(), size_t(1), awaitLimitMs);
    QVERIFY(!engine.all<journal::ReleaseForced>().front().error);
    QCOMPARE(audit().size(), 1);
    const QByteArray line = QJsonDocument(audit().first()).toJson(QJsonDocument::Compact);
    QVERIFY2(line.contains(node.toUtf8()) && line.contains(plan->stat.czxid.toHex().toUtf8()), line.constData());
}

void EngineReleaseTest::aWaiterIsTakenOutOfTheQueue()
{
    const QStringList nodes{enqueue("a"), enqueue("b"), enqueue("c")};
    const auto plan = test::await((*m_engine)->planRelease(nodes.at(1)));
    QVERIFY(plan && !plan->holds());
    QVERIFY(plan->next.empty());
    QCOMPARE(plan->node.data, "b");
    QCOMPARE(plan->stillWaiting(), 1);
    QVERIFY(!test::await((*m_engine)->carryOut(*plan)).error);
    QVERIFY(exists(nodes.at(0)) && !exists(nodes.at(1)) && exists(nodes.at(2)));
}

void EngineReleaseTest::aNodeReplacedMeanwhileIsLeftAlone()
{
    const QString node = enqueue("the one that was looked at");
    const auto plan = test::await((*m_engine)->planRelease(node));
    QVERIFY(plan);
    QVERIFY(removeTree(*m_others, m_lock)); // then the numbers begin again
    makeNode(*m_others, m_lock);
    QCOMPARE(enqueue("another"), node);
    const auto outcome = test::await((*m_engine)->carryOut(*plan));
    QVERIFY(outcome.error);
    QCOMPARE(outcome.error->code, ErrorCode::IdentityChanged);
    QVERIFY(outcome.error->sentence().contains(u"nothing was deleted"_s));
    QVERIFY(exists(node));
    QVERIFY(outcome.fresh); // to look at again
    QCOMPARE(outcome.fresh->node.data, "another");
    QVERIFY(outcome.fresh->stat.czxid != plan->stat.czxid);
    QCOMPARE(audit().size(), 1); // told too
    QVERIFY(!test::await((*m_engine)->carryOut(*outcome.fresh)).error);
    QVERIFY(!exists(node));
    QCOMPARE(audit().size(), 2);
}

void EngineReleaseTest::aNodeThatIsGoneAlreadyIsSaidToBeGone()
{
    const QString node = enqueue();
    const auto plan = test::await((*m_engine)->planRelease(node));
    QVERIFY(plan && test::await(m_others->remove(node, -1)));
    const auto outcome = test::await((*m_engine)->carryOut(*plan));
    QVERIFY(outcome.error);
    QCOMPARE(outcome.error->code, ErrorCode::NoNode);
    const auto again = test::await((*m_engine)->planRelease(node));
    QVERIFY(!again);
    QCOMPARE(again.error().code, ErrorCode::NoNode);
}

void EngineReleaseTest::whatIsNoContenderIsNotDeleted()
{
    const QString readme = makeNode(*m_others, m_lock + u"/README"_s);
    enqueue();
    for (const QString &path : {readme, m_lock, u"/zookeeper"_s, u"/"_s}) {
        const auto plan = test::await((*m_engine)->planRelease(path));
        QVERIFY2(!plan, qPrintable(path));
    }
    QVERIFY(exists(readme) && exists(m_lock));
}

void EngineReleaseTest::aChangedNodeIsStillTheSameNode()
{
    const QString node = enqueue("before");
    const auto plan = test::await((*m_engine)->planRelease(node));
    QVERIFY(plan && test::await(m_others->set(node, "after", -1)));
    QVERIFY(!test::await((*m_engine)->carryOut(*plan)).error);
    QVERIFY(!exists(node));
}

void EngineReleaseTest::withoutPermissionNothingIsDeleted()
{
    const QString node = enqueue();
    const int noDelete = 31 & ~static_cast<int>(Permission::Delete);
    QVERIFY(test::await(m_others->setAcl(m_lock, {{noDelete, u"world"_s, u"anyone"_s}})));
    const auto plan = test::await((*m_engine)->planRelease(node));
    QVERIFY(plan);
    const auto outcome = test::await((*m_engine)->carryOut(*plan));
    QVERIFY(outcome.error);
    QCOMPARE(outcome.error->code, ErrorCode::NoAuth);
    QVERIFY2(outcome.error->sentence().contains(u"DELETE (on the parent)"_s), qPrintable(outcome.error->sentence()));
    QVERIFY(exists(node));
}

void EngineReleaseTest::observeOnlyRefusesARelease()
{
    const QString node = enqueue();
    QVERIFY(m_engine->open(m_sandbox.connectString(), 10'000, 30'000, true));
    const auto plan = test::await((*m_engine)->planRelease(node)); // looking is allowed
    QVERIFY(plan);
    const auto outcome = test::await((*m_engine)->carryOut(*plan));
    QVERIFY(outcome.error);
    QCOMPARE(outcome.error->code, ErrorCode::ObserveOnly);
    QVERIFY(exists(node));
}

void EngineReleaseTest::aLostReplyIsSaidToBeUnknown()
{
    const QString node = enqueue();
    Relay relay(m_sandbox.port());
    QVERIFY(m_engine->open(relay.connectString()));
    const auto plan = test::await((*m_engine)->planRelease(node));
    QVERIFY(plan);
    relay.setTap([&](bool fromClient, bool, const QByteArray &frame) {
        constexpr char deleteNode = 2;
        if (fromClient && frame.size() > 11 && frame[11] == deleteNode && frame.contains(node.toUtf8()))
            relay.loseNextReply();
    });
    const auto outcome = test::await((*m_engine)->carryOut(*plan));
    QVERIFY(outcome.error);
    QVERIFY(outcome.error->outcomeUnknown());
    QVERIFY(outcome.error->sentence().contains(u"not known"_s));
    QVERIFY(!exists(node)); // it was, in fact
    // As soon as the connection is back.
    const auto again = [&] {
        const auto error = test::await((*m_engine)->carryOut(*plan)).error;
        return error ? error->code : ErrorCode::Other;
    };
    QTRY_COMPARE_WITH_TIMEOUT(again(), ErrorCode::NoNode, awaitLimitMs);
}

void EngineReleaseTest::anAuditThatCannotBeWrittenIsANotice()
{
    qputenv("LOCKSCOPE_AUDIT_FILE", "/proc/no/such/place/audit.jsonl");
    const QString node = enqueue();
    const auto plan = test::await((*m_engine)->planRelease(node));
    QVERIFY(plan);
    QVERIFY(!test::await((*m_engine)->carryOut(*plan)).error);
    QTRY_COMPARE_WITH_TIMEOUT(m_engine->all<journal::Notice>().size(), size_t(1), awaitLimitMs);
    QVERIFY2(m_engine->all<journal::Notice>().front().text.contains(u"audit"_s),
             qPrintable(m_engine->all<journal::Notice>().front().text));
}

QTEST_GUILESS_MAIN(EngineReleaseTest)
#include "tst_enginerelease.moc"
