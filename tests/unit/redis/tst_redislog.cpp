// SPDX-License-Identifier: Apache-2.0
#include "core/backends/redis/redislog.h"
#include "core/history/world.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/eventlog.h"

#include <QDir>
#include <QTemporaryDir>

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

const QByteArray setByA = command({"SETNX", "orders", "a"});
const QByteArray gone = command({"DEL", "orders"});

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

/// The logs of servers, which grow, and what was told of all of them together. Of the key, "a" is client 7's and "b"
/// client 8's.
struct Servers
{
    explicit Servers(size_t count = 1)
    {
        QStringList paths;
        for (size_t i = 0; i < count; ++i) {
            directories.push_back(std::make_unique<QTemporaryDir>());
            files.push_back(std::make_unique<QFile>());
            beginFiles(directories.back()->path(), *files.back());
            paths += directories.back()->path();
        }
        log.emplace(paths);
        log->expect(u"orders"_s, "a", ClientId{7}, SessionId{1});
        log->expect(u"orders"_s, "b", ClientId{8}, SessionId{2});
    }
    void set(size_t server, const QByteArray &value, qint64 untilMs)
    {
        append(command({"SET", "orders", value, "PXAT", QByteArray::number(untilMs)}), server);
    }
    void remove(size_t server) { append(gone, server); }
    void append(const QByteArray &bytes, size_t server = 0)
    {
        files[server]->write(bytes);
        files[server]->flush();
        log->catchUp(sink);
    }
    /// "born 1 of 7 until 5000, gone 1 …"
    QString lives() const
    {
        QStringList words;
        for (const auto *node : sink.all<ServerNode>()) {
            QString word = journal::lifeName(node->life) + u" %1"_s.arg(node->czxid.value);
            if (!node->id.isNull())
                word += u" of %1"_s.arg(node->id.value);
            if (node->untilMs != 0)
                word += u" until %1"_s.arg(node->untilMs);
            words += word;
        }
        return words.join(u", "_s);
    }
    /// "born 7 100": whose it is, until when.
    QStringList story() const
    {
        QStringList words;
        for (const auto *node : sink.all<ServerNode>()) {
            if (node->life != ServerNode::Life::Gone && node->id.isNull())
                words += u"%1 unknown"_s.arg(journal::lifeName(node->life));
            else
                words += u"%1 %2 %3"_s.arg(journal::lifeName(node->life)).arg(node->id.value).arg(node->untilMs);
        }
        return words;
    }

    /// "1:100 – 2:200", as written last: whose it is, until when, on each server.
    QString copies() const
    {
        const auto reports = sink.all<journal::KeyCopiesReported>();
        QStringList words;
        for (const locks::KeyCopy &copy : reports.empty() ? QList<locks::KeyCopy>() : reports.back()->copies)
            words += copy.isThere ? u"%1:%2"_s.arg(copy.owner.value).arg(copy.untilMs) : u"–"_s;
        return words.join(u' ');
    }

    std::vector<std::unique_ptr<QTemporaryDir>> directories;
    std::vector<std::unique_ptr<QFile>> files;
    EventLog sink;
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
        Servers one;
        one.append(setByA);
        one.append(command({"PEXPIREAT", "orders", "5000"}));
        one.append(gone);
        one.append(command({"SET", "orders", "b", "PXAT", "9000"}));
        QCOMPARE(one.lives(), u"born 1 of 7, seen 1 of 7 until 5000, gone 1, born 2 of 8 until 9000"_s);
        const auto *first = one.sink.all<ServerNode>().front();
        QCOMPARE(first->path, u"/orders"_s);
        QCOMPARE(first->owner, SessionId{1});
    }

    void onlyKeysOfClientsAreTold()
    {
        Servers one;
        one.append(command({"SET", "another", "a"}) + command({"DEL", "another"}));
        QCOMPARE(one.lives(), QString());
    }

    void aValueThatIsReplacedIsTheSameLife()
    {
        Servers one;
        one.append(setByA + command({"SET", "orders", "b"}) + gone);
        QCOMPARE(one.lives(), u"born 1 of 7, seen 1 of 8, gone 1"_s);
    }

    void whoTriesAgainAndAgainIsKnown()
    {
        Servers one;
        for (int i = 0; i < 10; ++i)
            one.log->expect(u"orders"_s, "a", ClientId{7}, SessionId{1});
        one.append(setByA);
        QCOMPARE(one.lives(), u"born 1 of 7"_s);
    }

    void whoDeletedItIsToldWhereThatIsCertain_data()
    {
        QTest::addColumn<QByteArray>("meanwhile");
        QTest::addColumn<QString>("lives");
        QTest::newRow("one went") << gone << u"born 1 of 7, gone 1, gone 1 of 9"_s;
        QTest::newRow("of two that went nobody knows")
            << gone + setByA + gone << u"born 1 of 7, gone 1, born 2 of 7, gone 2"_s;
    }
    void whoDeletedItIsToldWhereThatIsCertain()
    {
        QFETCH(QByteArray, meanwhile);
        Servers one;
        one.append(setByA);
        const quint64 before = one.log->ends();
        one.append(meanwhile);
        one.log->endedBy(ClientId{9}, u"orders"_s, before, one.sink);
        QTEST(one.lives(), "lives");
    }

    void aWorldSeesTheKeyAsALockOfOneNode()
    {
        Servers one;
        for (const auto &[id, session] : {std::pair(7u, 1), {8u, 2}}) {
            journal::ClientSpawned spawned;
            spawned.id = ClientId{id};
            spawned.name = u"client-%1"_s.arg(id);
            spawned.recipe = locks::RecipeId::RedisSetPx;
            spawned.lock = u"/orders"_s;
            one.sink.write(spawned);
            one.sink.write(journal::ClientConnection{spawned.id, ConnectionState::Connected, SessionId{session}});
            one.sink.write(journal::ClientLockState{spawned.id, locks::LockState::Fetching, {}, {}, 0, {}});
        }
        const auto queue = [&] {
            journal::World world;
            world.apply(one.sink.events);
            return world.queue(u"/orders"_s);
        };
        one.set(0, "a", 5'000);
        one.sink.write(journal::ClientLockState{ClientId{7}, locks::LockState::Retained, u"/orders"_s, {}, 1, {}, 1});
        QCOMPARE(queue().holders.size(), 1u);
        QCOMPARE(queue().contenders[0].node.owner(), SessionId{1});
        QCOMPARE(queue().waiting, 1); // the other client has no node
        const QList<locks::KeyCopy> copies{{true, SessionId{1}, 5'000}, {}};
        one.sink.write(journal::KeyCopiesReported{u"/orders"_s, copies});
        QCOMPARE(queue().copies, copies);
        one.remove(0);
        one.sink.write(journal::ClientLockState{ClientId{7}, locks::LockState::Released, {}, {}, 1, {}});
        QCOMPARE(queue().holders.size(), 0u);
    }

    void aServerWithoutALogTellsNothing()
    {
        const QTemporaryDir empty;
        RedisLog log(QStringList{empty.path()});
        EventLog sink;
        log.expect(u"l"_s, "A", ClientId{7}, SessionId{1});
        log.catchUp(sink);
        QVERIFY(sink.events.isEmpty());
    }

    void ofServersTheMajorityCounts()
    {
        Servers three(3);
        three.set(0, "a", 100);
        QCOMPARE(three.story(), QStringList());
        three.set(1, "a", 300);
        QCOMPARE(three.story(), QStringList{u"born 7 100"_s}); // at 100 it is one alone that has it
        three.set(2, "a", 200);
        QCOMPARE(three.story().size(), 2);
        QCOMPARE(three.story().last(), u"seen 7 200"_s);
        three.remove(0);
        three.remove(1);
        QCOMPARE(three.story().last(), u"gone 0 0"_s);
        three.set(0, "b", 400);
        three.set(1, "b", 400);
        QCOMPARE(three.story().last(), u"born 8 400"_s);
    }

    void whatEachServerHasIsReportedOnce()
    {
        Servers three(3);
        three.set(0, "a", 100);
        QCOMPARE(three.copies(), u"1:100 – –"_s);
        three.set(2, "b", 200);
        three.set(1, "c", 300); // of no client of ours
        QCOMPARE(three.copies(), u"1:100 0:300 2:200"_s);
        three.remove(0);
        QCOMPARE(three.copies(), u"– 0:300 2:200"_s);
        const auto count = three.sink.all<journal::KeyCopiesReported>().size();
        three.set(2, "b", 200);
        QCOMPARE(three.sink.all<journal::KeyCopiesReported>().size(), count);
        Servers one;
        one.set(0, "a", 100);
        QCOMPARE(one.copies(), QString());
    }

    void aServerThatBeginsAgainHasWhatItsFilesSay()
    {
        Servers one;
        one.set(0, "a", 100);
        const QStringList before = one.story();
        one.log->follow(0, one.directories[0]->path()); // with what it kept
        one.log->catchUp(one.sink);
        QCOMPARE(one.story(), before);
        one.files[0]->close();
        beginFiles(one.directories[0]->path(), *one.files[0]); // empty
        one.log->follow(0, one.directories[0]->path());
        one.log->catchUp(one.sink);
        QCOMPARE(one.story().last(), u"gone 0 0"_s);
        one.set(0, "b", 200);
        QCOMPARE(one.story().last(), u"born 8 200"_s);
    }

    void anotherServerInItsPlace()
    {
        Servers two(2);
        RedisLog log(QStringList{two.directories[0]->path()});
        EventLog sink;
        log.expect(u"orders"_s, "a", ClientId{1}, SessionId{1});
        log.expect(u"orders"_s, "b", ClientId{2}, SessionId{2});
        two.set(0, "a", 0);
        two.set(1, "b", 0); // which comes and goes before anybody asks
        two.remove(1);
        log.catchUp(sink);
        QCOMPARE(sink.all<ServerNode>().size(), 1);
        log.follow(0, two.directories[1]->path());
        log.catchUp(sink);
        QCOMPARE(sink.all<ServerNode>().size(), 2);
        QCOMPARE(sink.all<ServerNode>().back()->life, ServerNode::Life::Gone);
        two.set(1, "b", 0);
        log.catchUp(sink);
        QCOMPARE(sink.all<ServerNode>().back()->life, ServerNode::Life::Born);
        QCOMPARE(sink.all<ServerNode>().back()->id, ClientId{2});
    }
};

} // namespace lockscope::tst_redislog

LOCKSCOPE_TEST(lockscope::tst_redislog::TestRedisLog)
#include "tst_redislog.moc"
