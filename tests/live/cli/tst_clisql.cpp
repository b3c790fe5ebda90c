// SPDX-License-Identifier: Apache-2.0
// Locks in databases from the command line: each run is on a real one, and its recording is judged again.
#include "core/backends/sql/sqlserver.h"
#include "core/backends/sql/sqltables.h"
#include "core/locks/recipecatalog.h"
#include "core/sql/session.h"
#include "tests/live/cli/cliprogram.h"
#include "tests/support/heldport.h"
#include "tests/support/livetest.h"

#include <unistd.h>

namespace lockscope::tst_clisql {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array backends{locks::Backend::Sqlite, locks::Backend::MariaDb, locks::Backend::PostgreSql};

} // namespace

class CliSqlTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_addresses[locks::Backend::Sqlite] = {sql::Kind::Sqlite, m_files.filePath(u"locks.sqlite"_s)};
        for (auto *server : {&m_mariaDb, &m_postgreSql}) {
            const auto started = await(server->start());
            QVERIFY2(started, qPrintable(started ? QString() : started.error().sentence().english()));
            m_addresses[server == &m_mariaDb ? locks::Backend::MariaDb : locks::Backend::PostgreSql] = *started;
        }
    }

    void cleanup() { m_cli.tellIfFailed(); }
    void oneHoldsAtATimeUnderLoad_data() { everyRecipe(); }

    void oneHoldsAtATimeUnderLoad()
    {
        QFETCH(QString, backend);
        QFETCH(QString, recipe);
        const auto ran =
            run({u"--backend"_s, backend, u"--recipe"_s, recipe, u"--clients"_s, u"20"_s, u"--rounds"_s, u"3"_s});
        QVERIFY2(ran.code == 0, ran.said());
        const QJsonObject report = ran.object();
        QCOMPARE(report[u"recipe"_s].toString(), recipe);
        QCOMPARE(report[u"backend"_s].toString(), backend);
        QCOMPARE(report[u"acquired"_s].toInt(), 60);
        // Of those who only compare a version nobody excludes another.
        const bool excludes = recipe != "sql-version"_L1;
        QCOMPARE(report[u"unproved"_s].toInt(-1), excludes ? 0 : 60);
        QCOMPARE(report[u"belief_overlaps"_s].toArray().size(), 0);
        QCOMPARE(report[u"orphans"_s].toArray(), QJsonArray());
        const QJsonObject checked = check();
        QVERIFY(checked[u"clean"_s].toBool());
        QCOMPARE(checked[u"grants"_s].toInt(), 60);
        QCOMPARE(rulesOf(checked), QStringList());
    }

    void aPrivateServerIsOneOfItsKind_data() { everyBackend(); }

    void aPrivateServerIsOneOfItsKind()
    {
        QFETCH(QString, backend);
        const auto ran = m_cli.run(
            {u"run"_s, u"--recipe"_s, u"sql-row"_s, u"--backend"_s, backend, u"--clients"_s, u"3"_s, u"--json"_s});
        QVERIFY2(ran.code == 0, ran.said());
        QCOMPARE(ran.object()[u"acquired"_s].toInt(), 3);
        QCOMPARE(ran.object()[u"unproved"_s].toInt(-1), 0);
    }

    void nobodyEverGetsTheRowOfADeadHolder_data() { everyBackend(); }

    void nobodyEverGetsTheRowOfADeadHolder()
    {
        QFETCH(QString, backend);
        const auto ran = run({u"--backend"_s, backend}, R"({"lockscope": 1, "title": "The holder of a row dies",
        "backend": ")" + backend.toUtf8() + R"(", "lock": "/orders",
        "recipe": "sql-row", "acquire_timeout": "1s", "clients": [{"name": "A"}, {"name": "B"}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                  {"do": "crash", "client": "A"}, {"do": "acquire", "client": "B"},
                  {"until": {"client": "B", "error": "acquire-timeout"}}],
        "expect": {"acquired": 1}})");
        QVERIFY2(ran.code == 0, ran.said());
        QCOMPARE(ran.object()[u"orphans"_s].toArray(), QJsonArray{u"/orders"_s});
        QCOMPARE(rulesOf(check()), QStringList{u"persistent-node"_s});
    }

    void aPausePastTheLimitIsSeen_data() { everyBackend(); }

    void aPausePastTheLimitIsSeen()
    {
        QFETCH(QString, backend);
        const auto ran = run({u"--backend"_s, backend}, R"({"lockscope": 1, "title": "A pause past the limit",
        "backend": ")" + backend.toUtf8() + R"(", "lock": "/orders", "limit": "300ms",
        "recipe": "sql-row", "clients": [{"name": "A"}, {"name": "B"}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                  {"do": "pause", "client": "A"}, {"do": "acquire", "client": "B"},
                  {"until": {"client": "B", "holds": true}}, {"do": "resume", "client": "A"},
                  {"do": "release", "client": "A"}, {"until": {"client": "A", "error": "not-held"}}],
        "expect": {"acquired": 2, "belief_overlaps": 1, "violations": 0}})");
        QVERIFY2(ran.code == 0, ran.said());
        QCOMPARE(rulesOf(check()), QStringList{u"belief-overlap"_s});
    }

    void theLockOfADeadConnectionIsGivenOn_data() { connectionLocks(); }

    void theLockOfADeadConnectionIsGivenOn()
    {
        QFETCH(QString, backend);
        QFETCH(QString, recipe);
        const auto ran = run({u"--backend"_s, backend}, R"({"lockscope": 1, "title": "The holder dies",
        "backend": ")" + backend.toUtf8() + R"(", "lock": "/orders", "recipe": ")"
                                                            + recipe.toUtf8() + R"(",
        "clients": [{"name": "A"}, {"name": "B"}],
        "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                  {"do": "acquire", "client": "B"}, {"do": "crash", "client": "A"},
                  {"until": {"client": "B", "holds": true}, "within": "60s"}, {"do": "release", "client": "B"},
                  {"until": {"client": "B", "state": "RELEASED"}}],
        "expect": {"acquired": 2, "belief_overlaps": 0, "violations": 0, "orphans": 0}})");
        QVERIFY2(ran.code == 0, ran.said());
        QCOMPARE(rulesOf(check()), QStringList());
    }

    void workIsRepeatedUnderContention_data() { everyBackend(); }

    void workIsRepeatedUnderContention()
    {
        QFETCH(QString, backend);
        const auto ran = run({u"--backend"_s, backend}, R"({"lockscope": 1, "title": "Work in vain",
        "backend": ")" + backend.toUtf8() + R"(", "lock": "/orders", "recipe": "sql-version",
        "clients": [{"name": "C", "count": 5}],
        "steps": [{"do": "acquire", "client": "C*"}, {"until": {"client": "C*", "holds": true}},
                  {"do": "release", "client": "C*"}, {"until": {"client": "C*", "done": true}, "within": "60s"}],
        "expect": {"acquired": 5}})");
        QVERIFY2(ran.code == 0, ran.said());
        QCOMPARE(ran.object()[u"acquired"_s].toInt(), 5);
        // All five had read the same version before the first one wrote: four of them have written in vain.
        const int updates = ran.object()[u"requests"_s][u"update"_s].toInt();
        QVERIFY2(updates >= 9, ran.said());
    }

    void orderNumbersAreGivenOutOnce_data() { connectionLocks(); }

    void orderNumbersAreGivenOutOnce()
    {
        QFETCH(QString, backend);
        QFETCH(QString, recipe);
        const auto ran = run({u"--backend"_s, backend}, R"({"lockscope": 1, "title": "Order numbers", "lock": "/orders",
        "backend": ")" + backend.toUtf8() + R"(", "recipe": ")"
                                                            + recipe.toUtf8() + R"(",
        "stamp": "/orders-number", "rounds": 5, "hold": 0, "clients": [{"name": "C", "count": 10}],
        "steps": [{"do": "acquire", "client": "C*"}, {"until": {"client": "C*", "done": true}, "within": "100s"}],
        "expect": {"acquired": 50, "duplicates": 0}})");
        QVERIFY2(ran.code == 0, ran.said());
    }

    void whatIsNoLongerNeededGoes_data() { everyBackend(); }

    void whatIsNoLongerNeededGoes()
    {
        QFETCH(QString, backend);
        const auto ran = run({u"--backend"_s, backend, u"--recipe"_s, u"sql-row"_s, u"--clients"_s, u"2"_s});
        QVERIFY2(ran.code == 0, ran.said());
        const sql::Address address = m_addresses[*locks::backendFromName(backend)];
        for (const char *table : {"lockscope_locks", "lockscope_log"})
            QVERIFY(!ask(address, {u"SELECT COUNT(*) FROM %1"_s.arg(QLatin1StringView(table))}));
    }

    void theLastProgramDropsTheTables_data() { everyBackend(); }

    void theLastProgramDropsTheTables()
    {
        QFETCH(QString, backend);
        const sql::Address address = m_addresses[*locks::backendFromName(backend)];
        const auto session = await(sql::Session::open(address, {}));
        QVERIFY(session);
        backends::SqlTables first, second, killed;
        QVERIFY(await(killed.enter(session->get()))); // makes them
        QVERIFY(ask(address, {u"UPDATE lockscope_locks SET until_ms = 1"_s,
                              u"INSERT INTO lockscope_locks (name, owner, until_ms, version) VALUES ('lockscope in use "
                              "x', 'somebody', 1, 0)"_s})); // a lock, whatever its name is
        QVERIFY(await(first.enter(session->get())));
        const auto ran = run({u"--backend"_s, backend, u"--recipe"_s, u"sql-row"_s});
        QVERIFY2(ran.code == 0, ran.said());
        QVERIFY(await(second.enter(session->get())));
        QVERIFY(await(first.leave(session->get())));
        QVERIFY(ask(address, {u"SELECT COUNT(*) FROM lockscope_log"_s}));
        QVERIFY(await(second.leave(session->get())));
        QVERIFY(!ask(address, {u"SELECT COUNT(*) FROM lockscope_locks"_s}));
        QVERIFY(!ask(address, {u"SELECT COUNT(*) FROM lockscope_log"_s}));
    }

    void tablesThatWereThereStay_data() { everyBackend(); }

    void tablesThatWereThereStay()
    {
        QFETCH(QString, backend);
        const sql::Address address = m_addresses[*locks::backendFromName(backend)];
        const auto session = await(sql::Session::open(address, {}));
        QVERIFY(session && await(backends::SqlTables().enter(session->get())));
        QVERIFY(ask(address, {u"DELETE FROM lockscope_locks"_s}));
        const auto ran = run({u"--backend"_s, backend, u"--recipe"_s, u"sql-row"_s});
        const auto rows = ask(address, {u"SELECT name FROM lockscope_locks"_s});
        QVERIFY(ask(address, {u"DROP TABLE lockscope_log"_s, u"DROP TABLE lockscope_locks"_s}));
        QVERIFY2(ran.code == 0, ran.said());
        QVERIFY(rows && rows->first().rows.isEmpty());
    }

    void whereAPoolsConnectionsAreLostOthersAreTaken_data() { connectionLocks(); }

    void whereAPoolsConnectionsAreLostOthersAreTaken()
    {
        QFETCH(QString, backend);
        QFETCH(QString, recipe);
        const sql::Address address = m_addresses[*locks::backendFromName(backend)];
        const auto running = m_cli.start({u"run"_s, u"--backend"_s, backend, u"--at"_s,
                                          at(*locks::backendFromName(backend)), u"--recipe"_s, recipe, u"--clients"_s,
                                          u"4"_s, u"--pool"_s, u"2"_s, u"--rounds"_s, u"10"_s, u"--hold"_s, u"50"_s});
        const auto hasBegun = [&] {
            const auto lines = ask(address, {u"SELECT COUNT(*) FROM lockscope_log"_s});
            return lines && lines->first().rows.first().first().toInt() > 2;
        };
        AWAIT_VERIFY(hasBegun());
        const bool isMariaDb = address.kind == sql::Kind::MariaDb;
        const auto others =
            ask(address, {isMariaDb ? u"SELECT id FROM information_schema.processlist WHERE user = "
                                      "'lockscope' AND id <> CONNECTION_ID()"_s
                                    : u"SELECT pid FROM pg_stat_activity WHERE usename = 'lockscope' AND "
                                      "pid <> pg_backend_pid()"_s});
        QVERIFY(others && others->first().rows.size() >= 3);
        for (const QVariantList &other : others->first().rows) {
            ask(address,
                {(isMariaDb ? u"KILL %1"_s : u"SELECT pg_terminate_backend(%1)"_s).arg(other.first().toString())});
        }
        const int code = endOf(*running);
        const QByteArray report = running->readAllStandardOutput();
        QVERIFY(code == 0 || code == 1); // the lock of a holder goes with its connection, which the report says
        QVERIFY2(report.contains("acquired"), report.constData());
    }

    void aTableOfAnotherKindIsLeftAlone_data()
    {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("other");
        for (const locks::Backend backend : backends) {
            const QString name = locks::backendName(backend);
            QTest::addRow("%s, locks", qPrintable(name)) << name << u"lockscope_locks"_s << u"lockscope_log"_s;
            QTest::addRow("%s, log", qPrintable(name)) << name << u"lockscope_log"_s << u"lockscope_locks"_s;
        }
    }

    void aTableOfAnotherKindIsLeftAlone()
    {
        QFETCH(QString, backend);
        QFETCH(QString, table);
        QFETCH(QString, other);
        const sql::Address address = m_addresses[*locks::backendFromName(backend)];
        QVERIFY(
            ask(address, {u"CREATE TABLE %1 (id INTEGER)"_s.arg(table), u"INSERT INTO %1 VALUES (7)"_s.arg(table)}));
        const auto dropped = qScopeGuard([&] { QVERIFY(ask(address, {u"DROP TABLE "_s + table})); });
        const auto ran = run({u"--backend"_s, backend, u"--recipe"_s, u"sql-row"_s});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("table " + table.toUtf8() + " already, with other columns"), ran.said());
        const auto kept = ask(address, {u"SELECT id FROM "_s + table});
        QVERIFY(kept);
        QCOMPARE(kept->first().rows, QList<QVariantList>{{7}});
        QVERIFY(!ask(address, {u"SELECT COUNT(*) FROM "_s + other})); // what was made beside it is gone
    }

    void whoMayMakeNoTableIsTold_data() { servers(); }

    void whoMayMakeNoTableIsTold()
    {
        QFETCH(QString, backend);
        prepare(backend, {u"CREATE OR REPLACE USER reader@'%'"_s, u"GRANT SELECT ON lockscope.* TO reader@'%'"_s},
                {u"CREATE USER reader"_s, u"REVOKE CREATE ON SCHEMA public FROM PUBLIC"_s});
        const auto ran =
            run({u"--backend"_s, backend, u"--recipe"_s, u"sql-row"_s, u"--at"_s, asUser(backend, u"reader"_s)});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("does not let this user"), ran.said());
        QVERIFY(!ask(m_addresses[*locks::backendFromName(backend)], {u"SELECT COUNT(*) FROM lockscope_locks"_s}));
    }

    void aWrongPasswordIsTold_data() { servers(); }

    void aWrongPasswordIsTold()
    {
        QFETCH(QString, backend);
        prepare(backend,
                {u"CREATE OR REPLACE USER ann@'%' IDENTIFIED BY 'right'"_s, u"GRANT ALL ON lockscope.* TO ann@'%'"_s},
                {u"CREATE USER ann PASSWORD 'right'"_s, u"GRANT ALL ON SCHEMA public TO ann"_s});
        if (backend == "postgresql"_L1) { // which lets everybody in on loopback else
            QFile rules(m_postgreSql.directory() + u"/data/pg_hba.conf"_s);
            QVERIFY(rules.open(QIODevice::ReadOnly));
            const QByteArray before = rules.readAll();
            rules.close();
            QVERIFY(rules.open(QIODevice::WriteOnly)
                    && rules.write("host all ann 127.0.0.1/32 scram-sha-256\n" + before) > 0);
            rules.close();
            prepare(backend, {}, {u"SELECT pg_reload_conf()"_s});
        }
        QFile login(m_files.filePath(u"login"_s));
        for (const char *password : {"wrong", "right"}) {
            QVERIFY(login.open(QIODevice::WriteOnly));
            QVERIFY(login.write((backend + u':').toUtf8() + password) > 0);
            login.close();
            const auto ran = run({u"--backend"_s, backend, u"--recipe"_s, u"sql-row"_s, u"--at"_s,
                                  asUser(backend, u"ann"_s), u"--auth-file"_s, login.fileName()});
            const bool isRight = QByteArray(password) == "right";
            QVERIFY2(ran.code == (isRight ? 0 : 4), ran.said());
            QVERIFY2(isRight || ran.err.contains("refused the user or the password"), ran.said());
            QVERIFY2(!ran.err.contains(password), ran.said());
        }
    }

    void aFolderThatTheServersUserCannotEnterIsTold_data() { servers(); }

    void aFolderThatTheServersUserCannotEnterIsTold()
    {
        if (::geteuid() != 0)
            QSKIP("only root runs a server as another user");
        QFETCH(QString, backend);
        const QTemporaryDir closed; // its owner's alone
        const QString below = closed.filePath(u"below"_s);
        QVERIFY(QDir().mkdir(below));
        QVERIFY(QFile::setPermissions(below, QFile::Permissions(0x7055)));
        const QByteArray before = qgetenv("TMPDIR");
        const auto putBack =
            qScopeGuard([&before] { before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before); });
        qputenv("TMPDIR", below.toLocal8Bit());
        backends::SqlServer server(backends::SqlServerSpec::fromEnvironment(
            backend == "mariadb"_L1 ? sql::Kind::MariaDb : sql::Kind::PostgreSql));
        const auto started = await(server.start());
        QVERIFY(!started);
        const QString sentence = started.error().sentence().english();
        QVERIFY2(sentence.contains(" runs as the user "_L1), qPrintable(sentence));
        QVERIFY2(sentence.contains(u"who cannot enter %1: set TMPDIR"_s.arg(closed.path())), qPrintable(sentence));
    }

    void aFileThatIsNoDatabaseIsLeftAlone()
    {
        QFile file(m_files.filePath(u"letter.txt"_s));
        const QByteArray letter = QByteArray("Dear reader, this is no database. ").repeated(100);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(letter) == letter.size());
        file.close();
        const auto ran = run({u"--backend"_s, u"sqlite"_s, u"--recipe"_s, u"sql-row"_s, u"--at"_s,
                              u"sqlite=sqlite:"_s + file.fileName()});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("is no SQLite database"), ran.said());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), letter);
        QCOMPARE(QDir(m_files.path()).entryList({u"letter*"_s}), QStringList{u"letter.txt"_s}); // nothing beside it
    }

    void whatCannotBeDroppedIsNamed()
    {
        prepare(u"mariadb"_s,
                {u"CREATE OR REPLACE USER maker@'%'"_s,
                 u"GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON lockscope.* TO maker@'%'"_s},
                {});
        const auto ran = run(
            {u"--backend"_s, u"mariadb"_s, u"--recipe"_s, u"sql-row"_s, u"--at"_s, asUser(u"mariadb"_s, u"maker"_s)});
        const auto dropped =
            ask(m_addresses[locks::Backend::MariaDb], {u"DROP TABLE lockscope_log, lockscope_locks"_s});
        QVERIFY(dropped); // they were left
        QVERIFY2(ran.code == 0, ran.said());
        QVERIFY2(ran.err.contains("could not be dropped: drop them yourself"), ran.said());
    }

    void moreClientsThanConnectionsAreTold()
    {
        const sql::Address address = m_addresses[locks::Backend::MariaDb];
        backends::SqlServerSpec spec = backends::SqlServerSpec::fromEnvironment(sql::Kind::MariaDb);
        spec.connections = 10;
        backends::SqlServer small(spec);
        const auto started = await(small.start());
        QVERIFY(started);
        const auto ran = run({u"--backend"_s, u"mariadb"_s, u"--recipe"_s, u"sql-named"_s, u"--clients"_s, u"30"_s,
                              u"--at"_s, u"mariadb="_s + started->toString()});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("takes no more connections"), ran.said());
    }

    void badInputIsASentence_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("says");
        QTest::addColumn<int>("code");

        const auto at = [](const QString &url) { return QStringList{u"--recipe"_s, u"sql-row"_s, u"--at"_s, url}; };
        QTest::newRow("no server") << QStringList{u"--recipe"_s, u"sql-named"_s, u"--at"_s,
                                                  u"mariadb=mysql://u@127.0.0.1:%1/d"_s.arg(m_nobody.port())}
                                   << "No database at"_ba << 3;
        QTest::newRow("no address") << at(u"sqlite=nowhere"_s) << "sqlite:FILE"_ba << 2;
        QTest::newRow("a directory that is not there")
            << at(u"sqlite=sqlite:/nowhere/locks"_s) << "could not be opened"_ba << 3;
        QTest::newRow("a directory where nobody may write")
            << at(u"sqlite=sqlite:/proc/locks.sqlite"_s) << "could not be opened"_ba << 3;
        QTest::newRow("a directory, no file") << at(u"sqlite=sqlite:/proc"_s) << "could not be opened"_ba << 3;
        QTest::newRow("no pool") << QStringList{u"--recipe"_s, u"mutex"_s, u"--pool"_s, u"3"_s}
                                 << "no connections to share"_ba << 2;
        QTest::newRow("another backend") << at(u"redis=redis://127.0.0.1"_s) << "BACKEND is sqlite"_ba << 2;
        QTest::newRow("another kind of address")
            << at(u"sqlite=mysql://u@127.0.0.1/d"_s) << "not the address of a SQLite"_ba << 2;
        QTest::newRow("a password in it")
            << QStringList{u"--recipe"_s, u"sql-named"_s, u"--at"_s, u"mariadb=mysql://u:secret@127.0.0.1/d"_s}
            << "password does not belong"_ba << 2;
        QTest::newRow("a lock that SQLite does not have")
            << QStringList{u"--recipe"_s, u"sql-named"_s, u"--backend"_s, u"sqlite"_s} << "SQLite does not have"_ba
            << 2;
        QTest::newRow("a fault that there is not")
            << QStringList{u"--recipe"_s, u"sql-row"_s, u"--fault"_s, u"expire@0.1"_s} << "no sessions"_ba << 2;
    }

    void badInputIsASentence()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, says);
        QFETCH(int, code);
        verifyRunRefused(m_cli, options, says, code);
    }

private:
    static void everyBackend()
    {
        QTest::addColumn<QString>("backend");
        for (const locks::Backend backend : backends)
            QTest::newRow(qPrintable(locks::backendName(backend))) << locks::backendName(backend);
    }

    static void everyRecipe()
    {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("recipe");
        for (const locks::RecipeInfo &info : locks::sqlCatalog()) {
            for (const locks::Backend backend : info.backends)
                QTest::addRow("%s, %s", qPrintable(info.name), qPrintable(locks::backendName(backend)))
                    << locks::backendName(backend) << info.name;
        }
    }

    static void servers()
    {
        QTest::addColumn<QString>("backend");
        for (const char *backend : {"mariadb", "postgresql"})
            QTest::newRow(backend) << QString::fromLatin1(backend);
    }

    static void connectionLocks()
    {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("recipe");
        for (const char *recipe : {"sql-for-update", "sql-named"}) {
            for (const locks::Backend backend : {locks::Backend::MariaDb, locks::Backend::PostgreSql})
                QTest::addRow("%s, %s", recipe, qPrintable(locks::backendName(backend)))
                    << locks::backendName(backend) << QString::fromLatin1(recipe);
        }
    }

    /// With a recording.
    CliResult run(QStringList options, const QByteArray &scenario = {})
    {
        if (const qsizetype named = options.indexOf(u"--backend"_s); named >= 0 && !options.contains(u"--at"_s))
            options += {u"--at"_s, at(*locks::backendFromName(options.at(named + 1)))};
        return runRecorded(m_cli, m_files, options, scenario);
    }

    QJsonObject check() { return checkRecorded(m_cli, m_files); }

    /// A database of this test for \a backend.
    QString at(locks::Backend backend) const
    {
        return locks::backendName(backend) + u'=' + m_addresses[backend].toString();
    }

    Result<sql::Answer> ask(const sql::Address &address, const QStringList &statements) const
    {
        auto session = await(sql::Session::open(address, {}));
        if (!session)
            return tl::unexpected(session.error());
        sql::Request request{u"test"_s, {}, sql::Request::Bounds::Without};
        for (const QString &text : statements)
            request.statements += {text};
        return await((*session)->ask(request));
    }

    /// As an administrator: that what goes is not there is no failure.
    void prepare(const QString &backend, const QStringList &mariaDb, const QStringList &postgreSql) const
    {
        sql::Address address = m_addresses[*locks::backendFromName(backend)];
        const bool isMariaDb = address.kind == sql::Kind::MariaDb;
        if (isMariaDb)
            address.user = u"root"_s;
        for (const QString &statement : isMariaDb ? mariaDb : postgreSql) {
            const auto done = ask(address, {statement});
            QVERIFY2(done, qPrintable(done ? QString() : done.error().sentence().english()));
        }
    }

    QString asUser(const QString &backend, const QString &user) const
    {
        sql::Address address = m_addresses[*locks::backendFromName(backend)];
        address.user = user;
        return backend + u'=' + address.toString();
    }

    QTemporaryDir m_files;
    CliProgram m_cli;
    const HeldPort m_nobody = heldPort();
    backends::SqlServer m_mariaDb{backends::SqlServerSpec::fromEnvironment(sql::Kind::MariaDb)};
    backends::SqlServer m_postgreSql{backends::SqlServerSpec::fromEnvironment(sql::Kind::PostgreSql)};
    QHash<locks::Backend, sql::Address> m_addresses;
};

} // namespace lockscope::tst_clisql

LOCKSCOPE_TEST(lockscope::tst_clisql::CliSqlTest)

#include "tst_clisql.moc"
