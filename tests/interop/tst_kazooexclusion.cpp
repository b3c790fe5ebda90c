// SPDX-License-Identifier: Apache-2.0
#include "core/lab/lab.h"
#include "core/lab/zksessionfactory.h"
#include "tests/interop/kazoo.h"
#include "tests/live/observe/observation.h"
#include "tests/support/sandboxfortest.h"

#include <QFile>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using lab::ClientCommand;
using locks::LockState;

namespace {

/// Our simulated clients' events as a World; a test may look at each event at the moment it happens.
class ClientEvents : public journal::EventSink
{
public:
    void write(journal::Payload what) override
    {
        const journal::Event event = m_writer.stamp(std::move(what));
        journal::Changes changes;
        world.apply(event, changes);
        const auto *state = std::get_if<journal::ClientLockState>(&event.what);
        if (state && onState)
            onState(*state);
    }

    journal::World world;
    std::function<void(const journal::ClientLockState &)> onState;

private:
    journal::EventWriter m_writer;
};

} // namespace

/// kazoo's clients and ours on one lock: each keeps the other out, in every order.
class KazooExclusionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void init();
    void cleanup();

    void oursWaitsForAKazooHolder();
    void kazooWaitsForOurHolder();
    void theQueueIsServedInOrderAcrossBoth();
    void readersOfBothShareAndKeepAWriterOut_data();
    void readersOfBothShareAndKeepAWriterOut();
    void aWriterKeepsReadersOfTheOtherOut_data();
    void aWriterKeepsReadersOfTheOtherOut();
    void aWriterKeepsAWriterOfTheOtherOut_data();
    void aWriterKeepsAWriterOfTheOtherOut();
    void aKazooReaderPassesNoWriterOfOursAndOursNoneOfKazoos();
    void tenContendersLoseNoUpdate();

private:
    ClientId spawn(locks::RecipeId recipe = locks::RecipeId::Mutex, double writers = 1)
    {
        lab::SpawnRequest request;
        request.lock = m_lock;
        request.recipe = recipe;
        request.dialect = locks::Dialect::Kazoo;
        request.writers = writers;
        const auto ids = await(m_lab->spawn(request));
        return ids ? ids->first() : ClientId{};
    }
    ClientId spawnReader() { return spawn(locks::RecipeId::ReadWrite, 0); }
    ClientId spawnWriter() { return spawn(locks::RecipeId::ReadWrite, 1); }
    LockState state(ClientId id) const
    {
        const journal::Client *client = m_events.world.client(id);
        return client ? client->state : LockState::Free;
    }
    void release(ClientId id) { m_lab->command({id}, ClientCommand::Release); }
    bool holds(const QString &name) const { return m_kazoo.count(name, u"acquired"_s) > m_releases.value(name); }
    bool releaseKazoo(const QString &name)
    {
        ++m_releases[name];
        return m_kazoo.release(name);
    }
    QString openKazoo(const QString &kind)
    {
        const QString name = u"k%1"_s.arg(++m_names);
        return m_kazoo.open(name, kind, m_lock) ? name : QString();
    }
    int childrenOfLock()
    {
        const auto children = await(m_others->children(m_lock));
        return children ? static_cast<int>(children->names.size()) : 0;
    }
    /// Until so many stand in the queue, so that whoever comes next stands behind them.
    bool queueHas(int count)
    {
        return QTest::qWaitFor([&] { return childrenOfLock() == count; }, awaitLimitMs);
    }

    SandboxForTest m_sandbox;
    Kazoo m_kazoo;
    std::unique_ptr<zk::Session> m_others;
    std::unique_ptr<zk::Connection> m_connection;
    std::unique_ptr<lab::ZkSessionFactory> m_sessions;
    std::unique_ptr<lab::Lab> m_lab;
    ClientEvents m_events;
    QHash<QString, int> m_releases;
    QString m_lock;
    int m_count = 0;
    int m_names = 0;
};

#define TRY_HOLDS_KAZOO(name) QTRY_VERIFY_WITH_TIMEOUT(holds(name), awaitLimitMs)
#define TRY_HOLDS_OURS(id) QTRY_COMPARE_WITH_TIMEOUT(state(id), LockState::Retained, awaitLimitMs)

void KazooExclusionTest::initTestCase()
{
    QVERIFY2(m_sandbox.start(), m_sandbox.why());
    const QString problem = m_kazoo.start(m_sandbox.connectString());
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    m_others = openSession(m_sandbox.connectString());
    QVERIFY(m_others);
    m_connection = std::make_unique<zk::Connection>(
        zk::ConnectionSpec{*zk::parseConnectString(m_sandbox.connectString()), 10'000, 30'000, {}, {}, false});
    QVERIFY(await(m_connection->open()));
    m_sessions = std::make_unique<lab::ZkSessionFactory>(*m_connection);
}

void KazooExclusionTest::cleanupTestCase()
{
    m_connection.reset();
    m_others.reset();
}

void KazooExclusionTest::init()
{
    m_lock = u"/t%1"_s.arg(++m_count);
    m_lab = std::make_unique<lab::Lab>(*m_sessions, m_events);
}

void KazooExclusionTest::cleanup()
{
    QVERIFY(await(m_lab->closeAll()));
    m_lab.reset();
    m_events.onState = {};
    QVERIFY(!m_kazoo.hasFailed());
    QCOMPARE(childrenOfLock(), 0);
}

void KazooExclusionTest::oursWaitsForAKazooHolder()
{
    const QString kazoo = openKazoo(u"mutex"_s);
    m_kazoo.acquire(kazoo);
    TRY_HOLDS_KAZOO(kazoo);
    const ClientId ours = spawn();
    QVERIFY(queueHas(2));
    QCOMPARE(state(ours), LockState::Fetching);
    QVERIFY(releaseKazoo(kazoo));
    TRY_HOLDS_OURS(ours);
    release(ours);
    QTRY_COMPARE_WITH_TIMEOUT(state(ours), LockState::Released, awaitLimitMs);
}

void KazooExclusionTest::kazooWaitsForOurHolder()
{
    const ClientId ours = spawn();
    TRY_HOLDS_OURS(ours);
    const QString kazoo = openKazoo(u"mutex"_s);
    m_kazoo.acquire(kazoo);
    QVERIFY(queueHas(2));
    QVERIFY(!holds(kazoo));
    release(ours);
    TRY_HOLDS_KAZOO(kazoo);
    QVERIFY(releaseKazoo(kazoo));
}

void KazooExclusionTest::theQueueIsServedInOrderAcrossBoth()
{
    const QString first = openKazoo(u"mutex"_s);
    const QString third = openKazoo(u"mutex"_s);
    m_kazoo.acquire(first);
    QVERIFY(queueHas(1));
    const ClientId second = spawn();
    QVERIFY(queueHas(2));
    m_kazoo.acquire(third);
    QVERIFY(queueHas(3));
    const ClientId fourth = spawn();
    QVERIFY(queueHas(4));
    TRY_HOLDS_KAZOO(first);
    QVERIFY(releaseKazoo(first));
    TRY_HOLDS_OURS(second);
    QVERIFY(!holds(third) && state(fourth) == LockState::Fetching);
    release(second);
    TRY_HOLDS_KAZOO(third);
    QCOMPARE(state(fourth), LockState::Fetching);
    QVERIFY(releaseKazoo(third));
    TRY_HOLDS_OURS(fourth);
}

void KazooExclusionTest::readersOfBothShareAndKeepAWriterOut_data()
{
    QTest::addColumn<bool>("kazooWrites");
    QTest::newRow("kazoo's writer waits") << true;
    QTest::newRow("our writer waits") << false;
}

void KazooExclusionTest::readersOfBothShareAndKeepAWriterOut()
{
    QFETCH(bool, kazooWrites);
    const QString kazooReader = openKazoo(u"read"_s);
    const QString kazooWriter = kazooWrites ? openKazoo(u"write"_s) : QString();
    m_kazoo.acquire(kazooReader);
    TRY_HOLDS_KAZOO(kazooReader);
    const ClientId ourReader = spawnReader();
    TRY_HOLDS_OURS(ourReader); // the two together
    ClientId ourWriter;
    if (kazooWrites)
        m_kazoo.acquire(kazooWriter);
    else
        ourWriter = spawnWriter();
    QVERIFY(queueHas(3));
    const auto writes = [&] { return kazooWrites ? holds(kazooWriter) : state(ourWriter) == LockState::Retained; };
    QVERIFY(!writes());
    QVERIFY(releaseKazoo(kazooReader));
    QVERIFY(queueHas(2));
    QVERIFY(!writes()); // ours still reads
    release(ourReader);
    QTRY_VERIFY_WITH_TIMEOUT(writes(), awaitLimitMs);
    if (kazooWrites)
        QVERIFY(releaseKazoo(kazooWriter));
}

void KazooExclusionTest::aWriterKeepsReadersOfTheOtherOut_data()
{
    QTest::addColumn<bool>("kazooWrites");
    QTest::newRow("kazoo writes") << true;
    QTest::newRow("ours writes") << false;
}

void KazooExclusionTest::aWriterKeepsReadersOfTheOtherOut()
{
    QFETCH(bool, kazooWrites);
    if (kazooWrites) {
        const QString writer = openKazoo(u"write"_s);
        m_kazoo.acquire(writer);
        TRY_HOLDS_KAZOO(writer);
        const ClientId first = spawnReader();
        const ClientId second = spawnReader();
        QVERIFY(queueHas(3));
        QVERIFY(state(first) == LockState::Fetching && state(second) == LockState::Fetching);
        QVERIFY(releaseKazoo(writer));
        TRY_HOLDS_OURS(first);
        TRY_HOLDS_OURS(second);
        return;
    }
    const ClientId writer = spawnWriter();
    TRY_HOLDS_OURS(writer);
    const QString first = openKazoo(u"read"_s);
    const QString second = openKazoo(u"read"_s);
    m_kazoo.acquire(first);
    m_kazoo.acquire(second);
    QVERIFY(queueHas(3));
    QVERIFY(!holds(first) && !holds(second));
    release(writer);
    TRY_HOLDS_KAZOO(first);
    TRY_HOLDS_KAZOO(second);
    QVERIFY(releaseKazoo(first) && releaseKazoo(second));
}

void KazooExclusionTest::aWriterKeepsAWriterOfTheOtherOut_data()
{
    aWriterKeepsReadersOfTheOtherOut_data();
}

void KazooExclusionTest::aWriterKeepsAWriterOfTheOtherOut()
{
    QFETCH(bool, kazooWrites);
    const QString kazoo = openKazoo(u"write"_s);
    ClientId ours;
    if (kazooWrites) {
        m_kazoo.acquire(kazoo);
        TRY_HOLDS_KAZOO(kazoo);
        ours = spawnWriter();
        QVERIFY(queueHas(2));
        QCOMPARE(state(ours), LockState::Fetching);
        QVERIFY(releaseKazoo(kazoo));
        TRY_HOLDS_OURS(ours);
        return;
    }
    ours = spawnWriter();
    TRY_HOLDS_OURS(ours);
    m_kazoo.acquire(kazoo);
    QVERIFY(queueHas(2));
    QVERIFY(!holds(kazoo));
    release(ours);
    TRY_HOLDS_KAZOO(kazoo);
    QVERIFY(releaseKazoo(kazoo));
}

void KazooExclusionTest::aKazooReaderPassesNoWriterOfOursAndOursNoneOfKazoos()
{
    // W(kazoo) R(ours) W(ours) R(kazoo): one after the other. (A kazoo 2.8 reader also waits for *later* writers, and
    // they for it: a deadlock of its own, so no writer stands behind kazoo's reader here.)
    const QString kazooWriter = openKazoo(u"write"_s);
    const QString kazooReader = openKazoo(u"read"_s);
    m_kazoo.acquire(kazooWriter);
    TRY_HOLDS_KAZOO(kazooWriter);
    const ClientId ourReader = spawnReader();
    QVERIFY(queueHas(2));
    const ClientId ourWriter = spawnWriter();
    QVERIFY(queueHas(3));
    m_kazoo.acquire(kazooReader);
    QVERIFY(queueHas(4));
    QVERIFY(releaseKazoo(kazooWriter));
    TRY_HOLDS_OURS(ourReader);
    QVERIFY(state(ourWriter) == LockState::Fetching && !holds(kazooReader));
    release(ourReader);
    TRY_HOLDS_OURS(ourWriter);
    QVERIFY(!holds(kazooReader));
    release(ourWriter);
    TRY_HOLDS_KAZOO(kazooReader);
    QVERIFY(releaseKazoo(kazooReader));
}

void KazooExclusionTest::tenContendersLoseNoUpdate()
{
    constexpr int each = 5;
    constexpr int rounds = 20;
    QTemporaryDir folder;
    const QString counterFile = folder.filePath(u"counter"_s);
    const QString diaryFile = folder.filePath(u"diary"_s);
    QFile counter(counterFile);
    QVERIFY(counter.open(QIODevice::WriteOnly) && counter.write("0") == 1);
    counter.close();
    QFile diary(diaryFile);
    QVERIFY(diary.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered));

    // Ours count at the moment they hold, as kazoo's do: read, then write.
    QHash<ClientId, int> read;
    const auto value = [&] {
        QFile file(counterFile);
        return file.open(QIODevice::ReadOnly) ? file.readAll().toInt() : -1;
    };
    m_events.onState = [&](const journal::ClientLockState &now) {
        if (now.state == LockState::Retained) {
            diary.write(u"enter ours%1\n"_s.arg(now.id.value).toUtf8());
            read[now.id] = value();
        } else if (now.state == LockState::Releasing && read.contains(now.id)) {
            QFile file(counterFile); // only now: a few turns of the loop after it was read
            if (file.open(QIODevice::WriteOnly))
                file.write(QByteArray::number(read.take(now.id) + 1));
            file.close();
            diary.write(u"leave ours%1\n"_s.arg(now.id.value).toUtf8());
        }
    };
    for (int i = 0; i < each; ++i)
        QVERIFY(!openKazoo(u"mutex"_s).isEmpty());
    lab::SpawnRequest request;
    request.lock = m_lock;
    request.dialect = locks::Dialect::Kazoo;
    request.count = each;
    request.rounds = rounds;
    request.hold = {lab::HoldTime::Kind::Random, std::chrono::milliseconds(0), std::chrono::milliseconds(3)};
    const int doneBefore = m_kazoo.count(u"done"_s);
    for (int i = 0; i < each; ++i)
        m_kazoo.send(u"k%1"_s.arg(m_names - i), u"rounds"_s, {QString::number(rounds), counterFile, diaryFile});
    const auto ids = await(m_lab->spawn(request));
    QVERIFY(ids);
    QTRY_COMPARE_WITH_TIMEOUT(m_kazoo.count(u"done"_s) - doneBefore, each, 2 * awaitLimitMs);
    for (const ClientId id : *ids) {
        QTRY_VERIFY_WITH_TIMEOUT(state(id) == LockState::Released && m_events.world.client(id)->round == rounds,
                                 awaitLimitMs);
    }
    QCOMPARE(value(), 2 * each * rounds);

    diary.close();
    QVERIFY(diary.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = diary.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 2 * 2 * each * rounds);
    int handOversBetweenBoth = 0;
    for (qsizetype i = 0; i < lines.size(); i += 2) { // never two inside
        QVERIFY2(lines[i].startsWith("enter "), lines[i].constData());
        QCOMPARE(lines[i + 1], "leave " + lines[i].mid(6));
        handOversBetweenBoth += i > 0 && lines[i].contains("ours") != lines[i - 1].contains("ours") ? 1 : 0;
    }
    QVERIFY(handOversBetweenBoth > rounds); // they did contend with each other
}

QTEST_GUILESS_MAIN(KazooExclusionTest)
#include "tst_kazooexclusion.moc"
