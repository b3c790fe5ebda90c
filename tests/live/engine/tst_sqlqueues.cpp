// SPDX-License-Identifier: Apache-2.0
// Who waits for a lock in a database, as its own lock tables tell: simulated clients, and a client of another program.
#include "core/backends/sql/sqlserver.h"
#include "core/journal/eventjson.h"
#include "core/sql/session.h"
#include "tests/live/engine/enginefixture.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_sqlqueues {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using locks::ContenderState;
using Bounds = sql::Request::Bounds;

namespace {

const QString lockPath = u"/orders"_s;

QString recipeOf()
{
    QFETCH(QString, recipe);
    return recipe;
}

/// Held, or waited for, by a connection with this number.
const locks::Contender *contenderOf(const EngineFixture &engine, qint64 connection)
{
    for (const locks::Contender &contender : engine.world().queue(lockPath).contenders) {
        if (contender.connection == connection)
            return &contender;
    }
    return nullptr;
}

} // namespace

class SqlQueuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto mariaDb = await(m_mariaDb.start());
        const auto postgreSql = await(m_postgreSql.start());
        QVERIFY(mariaDb && postgreSql);
        m_addresses = {{u"mariadb"_s, *mariaDb}, {u"postgresql"_s, *postgreSql}};
    }

    void whoWaitsIsWhatTheDatabaseTells_data() { connectionLocks(); }

    void whoWaitsIsWhatTheDatabaseTells()
    {
        EngineFixture engine;
        open(engine);
        const Spawned holder = spawn(engine, u"A"_s);
        AWAIT_VERIFY(engine.client(holder.id).holds());
        const auto session = other();
        const sql::Kind kind = session->address().kind;
        bool isServed = false;
        session->ask(locking(kind)).then([&isServed](const auto &answer) { isServed = answer.has_value(); });
        const Spawned waiter = spawn(engine, u"B"_s);

        // Both wait for A, and of the one who is no client of ours the server alone tells.
        const auto waitsForHolder = [&](qint64 number) {
            const auto *connection = told(engine, number);
            return connection && connection->waits && connection->waitsFor.contains(holder.connection);
        };
        AWAIT_VERIFY(waitsForHolder(session->number()) && told(engine, waiter.connection));
        QVERIFY(told(engine, session->number())->session.isNull());
        QVERIFY2(told(engine, session->number())->who.contains(u"lockscope"_s),
                 qPrintable(told(engine, session->number())->who));
        QVERIFY(std::abs(told(engine, session->number())->sinceMs - QDateTime::currentMSecsSinceEpoch())
                < patienceMs());
        const locks::LockQueue &queue = engine.world().queue(lockPath);
        QVERIFY(queue.database->problem.isEmpty());
        QCOMPARE(queue.waiting, 2);
        const auto *stranger = contenderOf(engine, session->number());
        QVERIFY(stranger && stranger->state == ContenderState::Waiting && !stranger->hasNode());
        const auto *own = contenderOf(engine, waiter.connection);
        QVERIFY(own && own->nodeless == waiter.id);
        QCOMPARE(engine.world().clientOfSession(told(engine, waiter.connection)->session)->spec.name, u"B"_s);

        // A recording has it as well.
        journal::World replayed;
        for (const journal::Event &event : engine.events()) {
            const auto read = journal::eventFromJson(journal::toJson(event));
            QVERIFY(read);
            replayed.apply({*read});
        }
        QVERIFY(replayed.queue(lockPath) == engine.world().queue(lockPath));

        engine->command({holder.id}, lab::ClientCommand::Release);
        AWAIT_VERIFY(isServed || engine.client(waiter.id).holds());
    }

    void aHolderOfAnotherProgramIsSeen_data() { connectionLocks(); }

    void aHolderOfAnotherProgramIsSeen()
    {
        EngineFixture engine;
        open(engine);
        const Spawned first = spawn(engine, u"A"_s); // makes the row
        AWAIT_VERIFY(engine.client(first.id).holds());
        engine->command({first.id}, lab::ClientCommand::Release);
        AWAIT_VERIFY(engine.client(first.id).state == locks::LockState::Released);
        const auto session = other();
        const sql::Kind kind = session->address().kind;
        QVERIFY(await(session->ask(locking(kind))));
        const Spawned waiter = spawn(engine, u"B"_s);
        const auto holds = [&] {
            const auto *stranger = contenderOf(engine, session->number());
            return stranger && stranger->state == ContenderState::Holding;
        };
        AWAIT_VERIFY(holds());
        QCOMPARE(engine.world().queue(lockPath).holders.size(), 1U);
        QVERIFY(await(session->ask(unlocking(kind))));
        AWAIT_VERIFY(engine.client(waiter.id).holds() && !holds());
    }

    void aRowThatIsThereHasNoQueue()
    {
        EngineFixture engine;
        const auto opened =
            await(engine->openBackend({locks::Backend::PostgreSql, m_addresses[u"postgresql"_s].toString()}));
        QVERIFY(opened);
        lab::SpawnRequest request;
        request.lock = lockPath;
        request.recipe = locks::RecipeId::SqlRow;
        request.dialect = locks::Dialect::Plain;
        request.count = 2;
        request.hold = {lab::HoldTime::Kind::Fixed, std::chrono::milliseconds(1500)};
        QVERIFY(await(engine->spawn(request)));
        AWAIT_COMPARE(engine.count(locks::LockState::Released), 2);
        QVERIFY(engine.all<journal::QueueReported>().empty());
        QVERIFY(!engine.world().queue(lockPath).database);
    }

    void whatTheUserMayNotSeeIsSaid_data() { connectionLocks(); }

    void whatTheUserMayNotSeeIsSaid()
    {
        QFETCH(QString, backend);
        const bool isMariaDb = backend == "mariadb"_L1;
        sql::Address root = m_addresses[backend];
        if (isMariaDb)
            root.user = u"root"_s;
        const auto administrator = await(sql::Session::open(root, {}));
        QVERIFY2(administrator, qPrintable(administrator ? QString() : administrator.error().sentence().english()));
        const QStringList grants =
            isMariaDb
                ? QStringList{u"CREATE OR REPLACE USER limited@'%'"_s, u"GRANT ALL ON lockscope.* TO limited@'%'"_s}
                : QStringList{u"DROP OWNED BY limited"_s, u"DROP USER limited"_s, u"CREATE USER limited"_s,
                              u"GRANT ALL ON SCHEMA public TO limited"_s};
        for (const QString &grant : grants)
            await((*administrator)
                      ->ask({u"test"_s, {{grant}}, Bounds::Without})); // that it is gone already is no failure

        EngineFixture engine;
        open(engine, u"limited"_s);
        const Spawned holder = spawn(engine, u"A"_s);
        AWAIT_VERIFY(engine.client(holder.id).holds());
        const auto session = other();
        session->ask(locking(session->address().kind)).then([](const auto &) {});
        const auto problem = [&] {
            const auto &told = engine.world().queue(lockPath).database;
            return told ? told->problem.english() : QString();
        };
        AWAIT_VERIFY(problem().contains(isMariaDb ? u"the right PROCESS"_s : u"pg_read_all_stats"_s));
        const auto notices = engine.all<journal::Notice>();
        const auto says = [&](const journal::Notice &notice) { return notice.text.english() == problem(); };
        QCOMPARE(std::count_if(notices.begin(), notices.end(), says), 1);
        engine->command({holder.id}, lab::ClientCommand::Release);
    }

private:
    static void connectionLocks()
    {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("recipe");
        for (const char *backend : {"mariadb", "postgresql"}) {
            for (const char *recipe : {"sql-for-update", "sql-named"})
                QTest::addRow("%s, %s", recipe, backend) << QString::fromLatin1(backend) << QString::fromLatin1(recipe);
        }
    }

    struct Spawned
    {
        ClientId id;
        qint64 connection = 0;
    };

    /// The engine's clients are as \a user.
    void open(EngineFixture &engine, const QString &user = {}, const QString &password = {})
    {
        QFETCH(QString, backend);
        sql::Address address = m_addresses[backend];
        if (!user.isEmpty())
            address.user = user;
        const auto opened =
            await(engine->openBackend({*locks::backendFromName(backend), address.toString(), password}));
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().sentence().english()));
    }

    static Spawned spawn(EngineFixture &engine, const QString &name)
    {
        lab::SpawnRequest request;
        request.lock = lockPath;
        request.recipe = *locks::recipeFromName(recipeOf());
        request.dialect = locks::Dialect::Plain;
        request.names = {name};
        const auto ids = await(engine->spawn(request));
        if (!ids)
            qFatal("%s", qPrintable(ids.error().sentence().english()));
        const bool isThere =
            QTest::qWaitFor([&] { return engine.client(ids->first()).session.value != 0; }, patienceMs());
        if (!isThere)
            qFatal("a client has no session");
        return {ids->first(), engine.client(ids->first()).session.value};
    }

    std::unique_ptr<sql::Session> other() const
    {
        QFETCH(QString, backend);
        auto session = await(sql::Session::open(m_addresses[backend], {}));
        if (!session)
            qFatal("%s", qPrintable(session.error().sentence().english()));
        return std::move(*session);
    }

    /// What another program asks for the same lock; it is answered when that is free.
    static sql::Request locking(sql::Kind kind)
    {
        if (recipeOf() == "sql-for-update"_L1)
            return {u"lock"_s,
                    {{u"SELECT version FROM lockscope_locks WHERE name = '/row orders' FOR UPDATE"_s}},
                    Bounds::Opens};
        return {u"lock"_s,
                {{kind == sql::Kind::MariaDb ? u"SELECT GET_LOCK('orders', 60)"_s
                                             : u"SELECT pg_advisory_lock(hashtextextended('orders', 0))"_s}},
                Bounds::Without};
    }

    static sql::Request unlocking(sql::Kind kind)
    {
        if (recipeOf() == "sql-for-update"_L1)
            return {u"unlock"_s, {}, Bounds::Closes};
        return {u"unlock"_s,
                {{kind == sql::Kind::MariaDb ? u"SELECT RELEASE_LOCK('orders')"_s
                                             : u"SELECT pg_advisory_unlock(hashtextextended('orders', 0))"_s}},
                Bounds::Without};
    }

    static const locks::LockConnection *told(const EngineFixture &engine, qint64 number)
    {
        const auto &queue = engine.world().queue(lockPath).database;
        return queue ? queue->find(number) : nullptr;
    }

    backends::SqlServer m_mariaDb{backends::SqlServerSpec::fromEnvironment(sql::Kind::MariaDb)};
    backends::SqlServer m_postgreSql{backends::SqlServerSpec::fromEnvironment(sql::Kind::PostgreSql)};
    QHash<QString, sql::Address> m_addresses;
};
} // namespace lockscope::tst_sqlqueues

LOCKSCOPE_TEST(lockscope::tst_sqlqueues::SqlQueuesTest)
#include "tst_sqlqueues.moc"
