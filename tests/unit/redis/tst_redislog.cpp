// SPDX-License-Identifier: Apache-2.0
#include "core/backends/redis/redislog.h"
#include "core/history/world.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/eventlog.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace lockscope::tst_redislog {

using namespace lockscope::backends;
using namespace Qt::StringLiterals;
using journal::ServerNode;
using lab::KeyWrite;
using Kind = KeyWrite::Kind;

/// As the server writes it.
QByteArray command(const QList<QByteArray> &words)
{
    QByteArray bytes = '*' + QByteArray::number(words.size()) + "\r\n";
    for (const QByteArray &word : words)
        bytes += '$' + QByteArray::number(word.size()) + "\r\n" + word + "\r\n";
    return bytes;
}

/// A server's files as they are at its start: an empty base, and what is written on. The same again: without what it
/// had.
void beginFiles(const QString &directory, QFile &file)
{
    QDir(directory).mkdir(u"appendonlydir"_s);
    QFile manifest(directory + u"/appendonlydir/appendonly.aof.manifest"_s);
    QFile base(directory + u"/appendonlydir/appendonly.aof.1.base.aof"_s);
    file.setFileName(directory + u"/appendonlydir/appendonly.aof.1.incr.aof"_s);
    for (QFile *each : {&manifest, &base, &file})
        each->open(QIODevice::WriteOnly | QIODevice::Truncate);
    manifest.write("file appendonly.aof.1.base.aof seq 1 type b\nfile appendonly.aof.1.incr.aof seq 1 type i\n");
}

/// A log that grows, and what was told of it.
struct Follower
{
    Follower() { beginFiles(directory.path(), file); }
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
    RedisLog log{QStringList{directory.path()}};
};

/// Some servers, and what is told of all of them together.
struct Servers
{
    explicit Servers(size_t count)
    {
        QStringList paths;
        for (size_t i = 0; i < count; ++i) {
            directories.push_back(std::make_unique<QTemporaryDir>());
            files.push_back(std::make_unique<QFile>());
            beginFiles(directories.back()->path(), *files.back());
            paths += directories.back()->path();
        }
        log.emplace(paths);
        log->expect(u"orders"_s, "a", ClientId{1}, SessionId{1});
        log->expect(u"orders"_s, "b", ClientId{2}, SessionId{2});
    }
    void set(size_t server, const QByteArray &value, qint64 untilMs)
    {
        append(server, command({"SET", "orders", value, "PXAT", QByteArray::number(untilMs)}));
    }
    void remove(size_t server) { append(server, command({"DEL", "orders"})); }
    void append(size_t server, const QByteArray &bytes)
    {
        files[server]->write(bytes);
        files[server]->flush();
        log->catchUp(told);
    }
    QStringList story() const
    {
        QStringList words;
        for (const auto *node : told.all<ServerNode>()) {
            if (node->life != ServerNode::Life::Gone && node->id.isNull())
                words += u"%1 unknown"_s.arg(journal::lifeName(node->life));
            else
                words += u"%1 %2 %3"_s.arg(journal::lifeName(node->life)).arg(node->id.value).arg(node->untilMs);
        }
        return words;
    }

    std::vector<std::unique_ptr<QTemporaryDir>> directories;
    std::vector<std::unique_ptr<QFile>> files;
    EventLog told;
    std::optional<RedisLog> log;
};

class TestRedisLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatTheServerWritesIsRead()
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

    void halfACommandWaitsForTheRest()
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

    void otherDatabasesAndRemarksArePassedOver()
    {
        QByteArray bytes = "#TS:1795468666\r\n" + command({"SELECT", "3"}) + command({"SET", "a", "1"})
                           + command({"SELECT", "0"}) + command({"SET", "a", "2"});
        RedisLogReader reader;
        QCOMPARE(reader.read(bytes), (std::vector<KeyWrite>{{Kind::Set, "a", "2", 0}}));
    }

    void theLivesOfAKeyAreTold()
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

    void onlyKeysOfClientsAreTold()
    {
        Follower follower;
        follower.append(command({"SET", "l", "A"}) + command({"DEL", "l"}));
        QCOMPARE(follower.story(), QString());
    }

    void aValueThatIsReplacedIsTheSameLife()
    {
        Follower follower;
        follower.log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
        follower.log.expect(u"l"_s, "B", ClientId{8}, SessionId{2});
        follower.append(command({"SETNX", "l", "A"}) + command({"SET", "l", "B"}) + command({"DEL", "l"}));
        QCOMPARE(follower.story(), u"born 1 of 7, seen 1 of 8, gone 1"_s);
    }

    void whoTriesAgainAndAgainIsKnown()
    {
        Follower follower;
        for (int i = 0; i < 10; ++i)
            follower.log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
        follower.append(command({"SETNX", "l", "A"}));
        QCOMPARE(follower.story(), u"born 1 of 7"_s);
    }

    void whoDeletedItIsToldWhereThatIsCertain()
    {
        Follower follower;
        follower.log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
        follower.append(command({"SETNX", "l", "A"}));
        const quint64 before = follower.log.ends();
        follower.append(command({"DEL", "l"}));
        follower.log.endedBy(ClientId{9}, u"l"_s, before, follower.told);
        QCOMPARE(follower.story(), u"born 1 of 7, gone 1, gone 1 of 9"_s);
    }

    void ofTwoThatWentNobodyKnowsWhoDeletedWhich()
    {
        Follower follower;
        follower.log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
        follower.append(command({"SETNX", "l", "A"}));
        const quint64 before = follower.log.ends();
        follower.append(command({"DEL", "l"}) + command({"SETNX", "l", "A"}) + command({"DEL", "l"}));
        follower.log.endedBy(ClientId{9}, u"l"_s, before, follower.told);
        QCOMPARE(follower.story(), u"born 1 of 7, gone 1, born 2 of 7, gone 2"_s);
    }

    void aWorldSeesTheKeyAsALockOfOneNode()
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

    void aServerWithoutALogTellsNothing()
    {
        const QTemporaryDir empty;
        RedisLog log(QStringList{empty.path()});
        EventLog told;
        log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
        log.catchUp(told);
        QVERIFY(told.events.isEmpty());
    }

    void ofServersTheMajorityCounts()
    {
        Servers three(3);
        three.set(0, "a", 100);
        QCOMPARE(three.story(), QStringList());
        three.set(1, "a", 300);
        QCOMPARE(three.story(), QStringList{u"born 1 100"_s}); // at 100 it is one alone that has it
        three.set(2, "a", 200);
        QCOMPARE(three.story().size(), 2);
        QCOMPARE(three.story().last(), u"seen 1 200"_s);
        three.remove(0);
        three.remove(1);
        QCOMPARE(three.story().last(), u"gone 0 0"_s);
        three.set(0, "b", 400);
        three.set(1, "b", 400);
        QCOMPARE(three.story().last(), u"born 2 400"_s);
    }

    void aServerThatBeginsAgainHasWhatItsFilesSay()
    {
        Servers one(1);
        one.set(0, "a", 100);
        const QStringList before = one.story();
        one.log->follow(0, one.directories[0]->path()); // with what it kept
        one.log->catchUp(one.told);
        QCOMPARE(one.story(), before);
        one.files[0]->close();
        beginFiles(one.directories[0]->path(), *one.files[0]); // empty
        one.log->follow(0, one.directories[0]->path());
        one.log->catchUp(one.told);
        QCOMPARE(one.story().last(), u"gone 0 0"_s);
        one.set(0, "b", 200);
        QCOMPARE(one.story().last(), u"born 2 200"_s);
    }

    void anotherServerInItsPlace()
    {
        Servers two(2);
        RedisLog log(QStringList{two.directories[0]->path()});
        EventLog told;
        log.expect(u"orders"_s, "a", ClientId{1}, SessionId{1});
        log.expect(u"orders"_s, "b", ClientId{2}, SessionId{2});
        two.set(0, "a", 0);
        two.set(1, "b", 0); // which comes and goes before anybody asks
        two.remove(1);
        log.catchUp(told);
        QCOMPARE(told.all<ServerNode>().size(), 1);
        log.follow(0, two.directories[1]->path());
        log.catchUp(told);
        QCOMPARE(told.all<ServerNode>().size(), 2);
        QCOMPARE(told.all<ServerNode>().back()->life, ServerNode::Life::Gone);
        two.set(1, "b", 0);
        log.catchUp(told);
        QCOMPARE(told.all<ServerNode>().back()->life, ServerNode::Life::Born);
        QCOMPARE(told.all<ServerNode>().back()->id, ClientId{2});
    }
};

} // namespace lockscope::tst_redislog

LOCKSCOPE_TEST(lockscope::tst_redislog::TestRedisLog)
#include "tst_redislog.moc"
