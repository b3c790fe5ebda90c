// SPDX-License-Identifier: Apache-2.0
#include "core/history/world.h"
#include "core/lab/redislog.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/eventlog.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace lockscope::tst_redislog {

using namespace lockscope::lab;
using namespace Qt::StringLiterals;
using journal::ServerNode;
using Kind = KeyWrite::Kind;

/// As the server writes it.
QByteArray command(const QList<QByteArray> &words)
{
    QByteArray bytes = '*' + QByteArray::number(words.size()) + "\r\n";
    for (const QByteArray &word : words)
        bytes += '$' + QByteArray::number(word.size()) + "\r\n" + word + "\r\n";
    return bytes;
}

/// A log that grows, and what was told of it.
struct Follower
{
    Follower()
    {
        QDir(directory.path()).mkdir(u"appendonlydir"_s);
        file.setFileName(directory.filePath(u"appendonlydir/appendonly.aof.1.incr.aof"_s));
        file.open(QIODevice::WriteOnly);
    }
    void append(const QByteArray &bytes)
    {
        file.write(bytes);
        file.flush();
        log.catchUp(told);
    }
    /// "born 1 of 7 until 5000, gone 1 …"
    QString story() const
    {
        QStringList words;
        for (const auto *node : told.all<ServerNode>()) {
            QString word = journal::lifeName(node->life) + u" %1"_s.arg(node->czxid.value);
            if (!node->id.isNull())
                word += u" of %1"_s.arg(node->id.value);
            if (node->untilMs != 0)
                word += u" until %1"_s.arg(node->untilMs);
            words += word;
        }
        return words.join(u", "_s);
    }

    QTemporaryDir directory;
    QFile file;
    EventLog told;
    RedisLog log{directory.path()};
};

class TestRedisLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatTheServerWritesIsRead();
    void halfACommandWaitsForTheRest();
    void otherDatabasesAndRemarksArePassedOver();
    void theLivesOfAKeyAreTold();
    void onlyKeysOfClientsAreTold();
    void aValueThatIsReplacedIsTheSameLife();
    void whoTriesAgainAndAgainIsKnown();
    void whoDeletedItIsToldWhereThatIsCertain();
    void ofTwoThatWentNobodyKnowsWhoDeletedWhich();
    void aWorldSeesTheKeyAsALockOfOneNode();
    void aServerWithoutALogTellsNothing();
};

void TestRedisLog::whatTheServerWritesIsRead()
{
    QByteArray bytes = command({"SELECT", "0"}) + command({"SETNX", "a", "1"})
                       + command({"SET", "a", "2", "PXAT", "77"}) + command({"PEXPIREAT", "a", "99"})
                       + command({"DEL", "a", "b"}) + command({"PUBLISH", "c", "d"});
    RedisLogReader reader;
    QCOMPARE(reader.read(bytes), (std::vector<KeyWrite>{{Kind::Set, "a", "1", 0},
                                                        {Kind::Set, "a", "2", 77},
                                                        {Kind::Limit, "a", {}, 99},
                                                        {Kind::End, "a", {}, 0},
                                                        {Kind::End, "b", {}, 0}}));
    QVERIFY(bytes.isEmpty());
}

void TestRedisLog::halfACommandWaitsForTheRest()
{
    const QByteArray whole = command({"SET", "a", "1\r\n2"});
    for (qsizetype cut = 0; cut < whole.size(); ++cut) {
        RedisLogReader reader;
        QByteArray bytes = whole.left(cut);
        QVERIFY(reader.read(bytes).empty());
        bytes += whole.mid(cut);
        QCOMPARE(reader.read(bytes), (std::vector<KeyWrite>{{Kind::Set, "a", "1\r\n2", 0}}));
    }
}

void TestRedisLog::otherDatabasesAndRemarksArePassedOver()
{
    QByteArray bytes = "#TS:1795468666\r\n" + command({"SELECT", "3"}) + command({"SET", "a", "1"})
                       + command({"SELECT", "0"}) + command({"SET", "a", "2"});
    RedisLogReader reader;
    QCOMPARE(reader.read(bytes), (std::vector<KeyWrite>{{Kind::Set, "a", "2", 0}}));
}

void TestRedisLog::theLivesOfAKeyAreTold()
{
    Follower follower;
    follower.log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
    follower.log.expect(u"l"_s, "B", ClientId{8}, SessionId{2});
    follower.append(command({"SETNX", "l", "A"}));
    follower.append(command({"PEXPIREAT", "l", "5000"}));
    follower.append(command({"DEL", "l"}));
    follower.append(command({"SET", "l", "B", "PXAT", "9000"}));
    QCOMPARE(follower.story(), u"born 1 of 7, seen 1 of 7 until 5000, gone 1, born 2 of 8 until 9000"_s);
    const auto *first = follower.told.all<ServerNode>().front();
    QCOMPARE(first->path, u"/l"_s);
    QCOMPARE(first->owner, SessionId{1});
}

void TestRedisLog::onlyKeysOfClientsAreTold()
{
    Follower follower;
    follower.append(command({"SET", "l", "A"}) + command({"DEL", "l"}));
    QCOMPARE(follower.story(), QString());
}

void TestRedisLog::aValueThatIsReplacedIsTheSameLife()
{
    Follower follower;
    follower.log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
    follower.log.expect(u"l"_s, "B", ClientId{8}, SessionId{2});
    follower.append(command({"SETNX", "l", "A"}) + command({"SET", "l", "B"}) + command({"DEL", "l"}));
    QCOMPARE(follower.story(), u"born 1 of 7, seen 1 of 8, gone 1"_s);
}

void TestRedisLog::whoTriesAgainAndAgainIsKnown()
{
    Follower follower;
    for (int i = 0; i < 10; ++i)
        follower.log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
    follower.append(command({"SETNX", "l", "A"}));
    QCOMPARE(follower.story(), u"born 1 of 7"_s);
}

void TestRedisLog::whoDeletedItIsToldWhereThatIsCertain()
{
    Follower follower;
    follower.log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
    follower.append(command({"SETNX", "l", "A"}));
    const quint64 before = follower.log.ends();
    follower.append(command({"DEL", "l"}));
    follower.log.endedBy(ClientId{9}, u"l"_s, before, follower.told);
    QCOMPARE(follower.story(), u"born 1 of 7, gone 1, gone 1 of 9"_s);
}

void TestRedisLog::ofTwoThatWentNobodyKnowsWhoDeletedWhich()
{
    Follower follower;
    follower.log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
    follower.append(command({"SETNX", "l", "A"}));
    const quint64 before = follower.log.ends();
    follower.append(command({"DEL", "l"}) + command({"SETNX", "l", "A"}) + command({"DEL", "l"}));
    follower.log.endedBy(ClientId{9}, u"l"_s, before, follower.told);
    QCOMPARE(follower.story(), u"born 1 of 7, gone 1, born 2 of 7, gone 2"_s);
}

void TestRedisLog::aWorldSeesTheKeyAsALockOfOneNode()
{
    Follower follower;
    const auto client = [&](quint32 id) {
        journal::ClientSpawned spawned;
        spawned.id = ClientId{id};
        spawned.name = u"client-%1"_s.arg(id);
        spawned.recipe = locks::RecipeId::RedisSetPx;
        spawned.lock = u"/l"_s;
        follower.told.write(spawned);
        follower.told.write(journal::ClientConnection{spawned.id, ConnectionState::Connected, SessionId{id}});
        follower.told.write(journal::ClientLockState{spawned.id, locks::LockState::Fetching, {}, {}, 0, {}});
    };
    client(1);
    client(2);
    follower.log.expect(u"l"_s, "A", ClientId{1}, SessionId{1});
    const auto queue = [&] {
        journal::World world;
        world.apply(follower.told.events);
        return world.queue(u"/l"_s);
    };
    follower.append(command({"SET", "l", "A", "PXAT", "5000"}));
    follower.told.write(journal::ClientLockState{ClientId{1}, locks::LockState::Retained, u"/l"_s, {}, 1, {}, 1});
    QCOMPARE(queue().holders.size(), 1u);
    QCOMPARE(queue().contenders[0].node.owner(), SessionId{1});
    QCOMPARE(queue().waiting, 1); // the other client has no node
    follower.append(command({"DEL", "l"}));
    follower.told.write(journal::ClientLockState{ClientId{1}, locks::LockState::Released, {}, {}, 1, {}});
    QCOMPARE(queue().holders.size(), 0u);
}

void TestRedisLog::aServerWithoutALogTellsNothing()
{
    const QTemporaryDir empty;
    RedisLog log(empty.path());
    EventLog told;
    log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
    log.catchUp(told);
    QVERIFY(told.events.isEmpty());
}

} // namespace lockscope::tst_redislog

LOCKSCOPE_TEST(lockscope::tst_redislog::TestRedisLog)
#include "tst_redislog.moc"
