// SPDX-License-Identifier: Apache-2.0
// The fixtures of tests/unit/locks on a real server: each queue is made there by the names that its clients give, and
// read through the watcher as it is in the window.
#include "core/locks/dialectregistry.h"
#include "core/observe/release.h"
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"
#include "tests/unit/locks/queuetext.h"

namespace lockscope::tst_dialects {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

/// A node to be made, as a fixture has it.
struct Wanted
{
    QString path;
    qint64 place = 0;   ///< in the order of creation
    qint64 session = 0; ///< 0: persistent
    QByteArray data;
    bool isClosed = false; ///< its data may not be read
};

void collect(QList<Wanted> &all, const QString &directory, const QJsonArray &children, int first)
{
    int at = first;
    for (const QJsonValue &json : children) {
        const QJsonObject more = json.toObject();
        const QString name = json.isString() ? json.toString() : more["name"_L1].toString();
        all << Wanted{joinPath(directory, name), more["czxid"_L1].toInteger(0x100 + at),
                      more["session"_L1].toInteger(0xa00 + at), more["data"_L1].toString().toUtf8(),
                      more["closed"_L1].toBool()};
        ++at;
    }
}

/// Instants of the fixtures are of one day: on a server of today what was held then is held until tomorrow.
QByteArray today(QByteArray data)
{
    const QDateTime later = QDateTime::currentDateTimeUtc().addDays(1);
    data.replace("2026-11-21T12:05:00.000Z", later.toString(Qt::ISODateWithMs).toLatin1());
    data.replace("2026-11-21T12:05:00.123456789Z", later.toString(u"yyyy-MM-ddTHH:mm:ss.123456789Z"_s).toLatin1());
    data.replace("2026-11-21T11:59:59.999Z", "2000-01-01T00:00:00.000Z");
    return data.replace("1795262700000", QByteArray::number(later.toMSecsSinceEpoch()));
}

} // namespace

class DialectsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_sandbox.start(), m_sandbox.why()); }

    void cleanupTestCase() { m_sessions.clear(); }
    void init() { m_base = u"/t%1"_s.arg(++m_count); }

    void everyQueueIsReadFromAServerAsItIs_data()
    {
        QTest::addColumn<QJsonObject>("test");
        for (const locks::DialectRules &rules : locks::dialectRegistry().all()) {
            QFile file(QStringLiteral(LOCK_FIXTURES) + u'/' + rules.id + u".json"_s);
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
            const QJsonArray cases = QJsonDocument::fromJson(file.readAll()).object()["cases"_L1].toArray();
            for (const QJsonValue &test : cases) {
                // What is not read yet is a matter of a moment, and no state of a server; nor is there any client that
                // waits.
                const QByteArray text = QJsonDocument(test.toObject()).toJson();
                if (!text.contains("\"unread\"") && !text.contains("\"line\""))
                    QTest::newRow(qPrintable(rules.id + u": "_s + test["what"_L1].toString())) << test.toObject();
            }
        }
    }

    void everyQueueIsReadFromAServerAsItIs()
    {
        QFETCH(QJsonObject, test);
        const QString path = m_base + test["path"_L1].toString(u"/lock"_s);
        QVERIFY(make(test, path));
        Watched observation(m_sandbox.connectString(), m_base);
        AWAIT_VERIFY(observation.isSettled());
        const bool isNode = test.contains("node"_L1);
        const bool isLock = !isNode || test["lock"_L1].toBool();
        const locks::LockQueue queue = observation.world().queue(path);
        if (!isLock) {
            QVERIFY(!observation.world().isLock(path));
            return;
        }
        QCOMPARE(drawn(queue, isNode), test["reads"_L1].toString());
        QCOMPARE(locks::dialectName(queue.dialect), test["dialect"_L1].toString());
        QCOMPARE(locks::lockKindName(queue.kind), test["kind"_L1].toString());
        if (test.contains("title"_L1))
            QCOMPARE(queue.title.english(), test["title"_L1].toString());
        if (test.contains("max"_L1))
            QCOMPARE(queue.maxLeases.value_or(-1), test["max"_L1].toInt());
        if (test.contains("queue"_L1)) // its directories are shown as one
            QCOMPARE(observation.world().lockPaths(), QList<QString>{path});
    }

    void aSemaphoreIsOneLockAlsoIfItIsAllThatIsWatched()
    {
        const QString lock = m_base + u"/s"_s;
        const QString queue = lock + u"-__lock__"_s;
        const QString id = u"3f2504e04f8941d39a0c0305e82c3301"_s;
        QVERIFY(makeWithParents(lock, NodeKind::Persistent, "1", 1));
        QVERIFY(makeWithParents(joinPath(lock, id), NodeKind::Ephemeral, {}, 1));
        QVERIFY(makeWithParents(queue, NodeKind::Persistent, {}, 1));
        QVERIFY(makeWithParents(joinPath(queue, id + u"__lock__0000000000"_s), NodeKind::Ephemeral, {}, 2));
        Watched observation(m_sandbox.connectString(), lock);
        AWAIT_COMPARE(observation.world().queue(lock).maxLeases.value_or(-1), 1);
        AWAIT_COMPARE(drawn(observation.world().queue(lock), false), u"%1H 0W<%1"_s.arg(id));
        QVERIFY(await(sessionOf(1).remove(joinPath(lock, id), -1)));
        Watched later(m_sandbox.connectString(), lock); // while no lease is out
        AWAIT_COMPARE(later.world().queue(lock).kind, locks::LockKind::Semaphore);
        QCOMPARE(later.world().queue(lock).waiting, 1);
        Watched part(m_sandbox.connectString(), queue); // nor if it is named by where its clients queue
        AWAIT_COMPARE(part.world().semaphoreOf(queue), lock);
        AWAIT_COMPARE(part.world().queue(lock).waiting, 1);
    }

    void aLeaderIsKnownAlsoIfItsElectionIsAllThatIsWatched()
    {
        const QString shard = m_base + u"/collections/c/leader_elect/shard1/election"_s;
        const QString candidate = shard + u"/72057594037927931-core_node1-n_0000000000"_s;
        const QString leader = m_base + u"/collections/c/leaders/shard1/leader"_s;
        QVERIFY(makeWithParents(candidate, NodeKind::Ephemeral, {}, 1));
        const auto planned = [&] {
            const auto plan = await(observe::planRelease(sessionOf(2), {candidate}));
            return plan && plan->holds() ? u"holds"_s : plan ? u"does not"_s : plan.error().sentence().english();
        };
        Watched observation(m_sandbox.connectString(), shard);
        AWAIT_COMPARE(observation.world().queue(shard).waiting, 1); // there is no way to such a node
        QCOMPARE(planned(), u"does not"_s);
        QVERIFY(makeWithParents(leader, NodeKind::Ephemeral, {}, 2));
        QCOMPARE(planned(), u"does not"_s);
        Watched later(m_sandbox.connectString(), shard);
        AWAIT_COMPARE(later.world().queue(shard).waiting, 1); // it is another's
        QVERIFY(await(sessionOf(2).remove(leader, -1)));
        AWAIT_VERIFY(later.world().queue(shard).leader && later.world().queue(shard).leader->session.isNull());
        QVERIFY(makeWithParents(leader, NodeKind::Ephemeral, {}, 1));
        AWAIT_COMPARE(later.world().queue(shard).holders.size(), 1u);
        QCOMPARE(planned(), u"holds"_s);
    }

private:
    zk::Session &sessionOf(qint64 number)
    {
        constexpr qint64 sessions = 8;
        auto &session = m_sessions[number % sessions];
        if (!session)
            session = openSession(m_sandbox.connectString());
        return *session;
    }

    bool makeWithParents(const QString &path, NodeKind kind, const QByteArray &data, qint64 session)
    {
        const QString parent = parentPath(path);
        zk::Session &own = sessionOf(session);
        if (parent.size() > 1) {

            if (!await(own.exists(parent)) && !makeWithParents(parent, NodeKind::Persistent, {}, session))
                return false;
        }
        return makeNode(own, path, kind, data) == path;
    }

    bool make(const QJsonObject &test, const QString &path)
    {
        QList<Wanted> all;
        if (test.contains("node"_L1)) {
            const QJsonObject node = test["node"_L1].toObject();
            all << Wanted{path, 0, node["session"_L1].toInteger(), node["data"_L1].toString().toUtf8(), false};
        } else if (!makeWithParents(path, NodeKind::Persistent, test["data"_L1].toString().toUtf8(), 1)) {
            return false;
        }
        const QJsonObject leases = test["leases"_L1].toObject();
        const QJsonObject queue = test["queue"_L1].toObject();
        for (const QJsonObject &part : {leases, queue}) {
            const QString there = m_base + part["path"_L1].toString();
            if (there != m_base && !makeWithParents(there, NodeKind::Persistent, {}, 1))
                return false;
        }
        collect(all, m_base + leases["path"_L1].toString(), leases["children"_L1].toArray(), 0x20);
        collect(all, m_base + queue["path"_L1].toString(), queue["children"_L1].toArray(), 0x40);
        QJsonArray own = test["children"_L1].toArray();
        for (qsizetype i = own.size() - 1; i >= 0 && !leases.isEmpty(); --i) {
            if (own[i] == "locks"_L1 || own[i] == "leases"_L1)
                own.removeAt(i); // they are there
        }
        collect(all, path, own, 0);
        std::stable_sort(all.begin(), all.end(), [](const Wanted &a, const Wanted &b) { return a.place < b.place; });
        return std::all_of(all.begin(), all.end(), [this](const Wanted &node) {
            const NodeKind kind = node.session == 0 ? NodeKind::Persistent : NodeKind::Ephemeral;
            constexpr int noRead = 31 & ~static_cast<int>(Permission::Read);
            return makeWithParents(node.path, kind, today(node.data), node.session)
                   && (!node.isClosed
                       || await(sessionOf(node.session).setAcl(node.path, {{noRead, u"world"_s, u"anyone"_s}})));
        });
    }

    /// As the fixtures write it.
    static QString drawn(const locks::LockQueue &queue, bool isNode)
    {
        if (!isNode)
            return locks::test::drawn(queue);
        QStringList words;
        for (const locks::Contender &contender : queue.contenders)
            words += baseName(contender.node.name) + locks::contenderStateName(contender.state).at(0).toUpper();
        return words.join(u' ');
    }

    SandboxForTest m_sandbox;
    QHash<qint64, std::shared_ptr<zk::Session>> m_sessions; ///< few: contenders of a queue take turns
    QString m_base;
    int m_count = 0;
};

} // namespace lockscope::tst_dialects

LOCKSCOPE_TEST(lockscope::tst_dialects::DialectsTest)
#include "tst_dialects.moc"
