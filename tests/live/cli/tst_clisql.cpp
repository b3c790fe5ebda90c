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

/// \a what: its clients, its steps, and what is expected.
QByteArray scenarioOf(locks::Backend backend, const QString &recipe, const QByteArray &what)
{
    QByteArray text = R"({"lockscope": 1, "title": "Judged", "lock": "/orders", "backend": "ON", "recipe": "BY", )";
    return text.replace("ON", locks::backendName(backend).toUtf8()).replace("BY", recipe.toUtf8()) + what + '}';
}

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
        const auto ran = run(words("--backend", backend, "--recipe", recipe, "--clients 20 --rounds 3"));
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
        const auto ran = m_cli.run("run --recipe sql-row --backend", backend, "--clients 3 --json");
        QVERIFY2(ran.code == 0, ran.said());
        QCOMPARE(ran.object()[u"acquired"_s].toInt(), 3);
        QCOMPARE(ran.object()[u"unproved"_s].toInt(-1), 0);
    }

    void theRecordingOfAScenarioIsJudgedByTheSameRules_data()
    {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QByteArray>("scenario");
        QTest::addColumn<QStringList>("rules");
        const auto onEach = [](const char *name, const QStringList &recipes, const QByteArray &what,
                               const QStringList &rules) {
            for (const QString &recipe : recipes) {
                for (const locks::Backend backend : locks::recipeInfo(*locks::recipeFromName(recipe)).backends) {
                    QTest::addRow("%s, %s, %s", name, qPrintable(recipe), qPrintable(locks::backendName(backend)))
                        << locks::backendName(backend) << scenarioOf(backend, recipe, what) << rules;
                }
            }
        };
        onEach("nobody ever gets the row of a dead holder", {u"sql-row"_s}, R"("acquire_timeout": "1s",
            "clients": [{"name": "A"}, {"name": "B"}],
            "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                      {"do": "crash", "client": "A"}, {"do": "acquire", "client": "B"},
                      {"until": {"client": "B", "error": "acquire-timeout"}}],
            "expect": {"acquired": 1})",
               {u"persistent-node"_s});
        onEach("a pause past the limit is seen", {u"sql-row"_s}, R"("limit": "300ms",
            "clients": [{"name": "A"}, {"name": "B"}],
            "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                      {"do": "pause", "client": "A"}, {"do": "acquire", "client": "B"},
                      {"until": {"client": "B", "holds": true}}, {"do": "resume", "client": "A"},
                      {"do": "release", "client": "A"}, {"until": {"client": "A", "error": "not-held"}}],
            "expect": {"acquired": 2, "belief_overlaps": 1, "violations": 0})",
               {u"belief-overlap"_s});
        onEach("the lock of a dead connection is given on", {u"sql-for-update"_s, u"sql-named"_s}, R"(
            "clients": [{"name": "A"}, {"name": "B"}],
            "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                      {"do": "acquire", "client": "B"}, {"do": "crash", "client": "A"},
                      {"until": {"client": "B", "holds": true}, "within": "60s"}, {"do": "release", "client": "B"},
                      {"until": {"client": "B", "state": "RELEASED"}}],
            "expect": {"acquired": 2, "belief_overlaps": 0, "violations": 0, "orphans": 0})",
               {});
        onEach("order numbers are given out once", {u"sql-for-update"_s, u"sql-named"_s}, R"(
            "stamp": "/orders-number", "rounds": 5, "hold": 0, "clients": [{"name": "C", "count": 10}],
            "steps": [{"do": "acquire", "client": "C*"}, {"until": {"client": "C*", "done": true}, "within": "100s"}],
            "expect": {"acquired": 50, "duplicates": 0})",
               {});
    }

    void theRecordingOfAScenarioIsJudgedByTheSameRules()
    {
        QFETCH(QString, backend);
        QFETCH(QByteArray, scenario);
        QFETCH(QStringList, rules);
        const auto ran = run(words("--backend", backend), scenario);
        QVERIFY2(ran.code == 0, ran.said());
        QCOMPARE(rulesOf(check()), rules);
        if (rules.contains("persistent-node"_L1))
            QCOMPARE(ran.object()[u"orphans"_s].toArray(), QJsonArray{u"/orders"_s});
    }

    void workIsRepeatedUnderContention_data() { everyBackend(); }

    void workIsRepeatedUnderContention()
    {
        QFETCH(QString, backend);
        const auto ran =
            run(words("--backend", backend), scenarioOf(*locks::backendFromName(backend), u"sql-version"_s, R"(
            "clients": [{"name": "C", "count": 5}],
            "steps": [{"do": "acquire", "client": "C*"}, {"until": {"client": "C*", "holds": true}},
                      {"do": "release", "client": "C*"}, {"until": {"client": "C*", "done": true}, "within": "60s"}],
            "expect": {"acquired": 5})"));
        QVERIFY2(ran.code == 0, ran.said());
        QCOMPARE(ran.object()[u"acquired"_s].toInt(), 5);
        // All five had read the same version before the first one wrote: four of them have written in vain.
        QVERIFY2(ran.object()[u"requests"_s][u"update"_s].toInt() >= 9, ran.said());
    }

    void whatIsNoLongerNeededGoes_data() { everyBackend(); }

    void whatIsNoLongerNeededGoes()
    {
        QFETCH(QString, backend);
        QCOMPARE(run(words("--backend", backend, "--recipe sql-row --clients 2")).unlike(0), QString());
        for (const QString &table : {u"lockscope_locks"_s, u"lockscope_log"_s})
            QVERIFY(!ask(addressOf(backend), {u"SELECT COUNT(*) FROM "_s + table}));
    }

    void theLastProgramDropsTheTables_data() { everyBackend(); }

    void theLastProgramDropsTheTables()
    {
        QFETCH(QString, backend);
        const sql::Address address = addressOf(backend);
        const auto session = await(sql::Session::open(address, {}));
        QVERIFY(session);
        backends::SqlTables first, second, killed;
        QVERIFY(await(killed.enter(session->get()))); // makes them
        QVERIFY(ask(address, {u"UPDATE lockscope_locks SET until_ms = 1"_s,
                              u"INSERT INTO lockscope_locks (name, owner, until_ms, version) VALUES ('lockscope in use "
                              "x', 'somebody', 1, 0)"_s})); // a lock, whatever its name is
        QVERIFY(await(first.enter(session->get())));
        QCOMPARE(run(words("--backend", backend, "--recipe sql-row")).unlike(0), QString());
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
        const sql::Address address = addressOf(backend);
        const auto session = await(sql::Session::open(address, {}));
        QVERIFY(session && await(backends::SqlTables().enter(session->get())));
        QVERIFY(ask(address, {u"DELETE FROM lockscope_locks"_s}));
        const auto ran = run(words("--backend", backend, "--recipe sql-row"));
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
        const sql::Address address = addressOf(backend);
        const auto running = m_cli.start("run --backend", backend, "--at", at(backend), "--recipe", recipe,
                                         "--clients 4 --pool 2 --rounds 10 --hold 50");
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

    void aDatabaseThatIsLockedKeepsNoReportBack()
    {
        const sql::Address address{sql::Kind::Sqlite, m_files.filePath(u"locked.sqlite"_s)};
        const auto running = m_cli.start("run --backend sqlite --recipe sql-row --clients 3 --rounds 1000 --hold 20",
                                         "--json --at", u"sqlite="_s + address.toString());
        const auto hasBegun = [&] {
            const auto lines = ask(address, {u"SELECT COUNT(*) FROM lockscope_log"_s});
            return lines && lines->first().rows.first().first().toInt() > 2;
        };
        AWAIT_VERIFY(hasBegun());
        const auto other = await(sql::Session::open(address, {}));
        QVERIFY(other);
        bool isLocked = false;
        const auto locks = [&] {
            const sql::Request exclusive{u"lock"_s, {{u"BEGIN EXCLUSIVE"_s}}, sql::Request::Bounds::Without};
            return isLocked = isLocked || await((*other)->ask(exclusive)).has_value();
        };
        AWAIT_VERIFY(locks());
        QCOMPARE(terminate(*running), 1);
        const QJsonObject report = QJsonDocument::fromJson(running->readAllStandardOutput()).object();
        QVERIFY(report[u"acquired"].toInt() > 0 && report.contains(u"incomplete"));
        const QByteArray said = running->readAllStandardError();
        QVERIFY2(said.contains("orphans were not looked for") && said.contains("lockscope_log"), said.constData());
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
        const sql::Address address = addressOf(backend);
        QVERIFY(
            ask(address, {u"CREATE TABLE %1 (id INTEGER)"_s.arg(table), u"INSERT INTO %1 VALUES (7)"_s.arg(table)}));
        const auto dropped = qScopeGuard([&] { QVERIFY(ask(address, {u"DROP TABLE "_s + table})); });
        QCOMPARE(run(words("--backend", backend, "--recipe sql-row"))
                     .unlike(3, "table " + table.toUtf8() + " already, with other columns"),
                 QString());
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
        QCOMPARE(run(words("--backend", backend, "--recipe sql-row --at", asUser(backend, u"reader"_s)))
                     .unlike(3, "does not let this user"),
                 QString());
        QVERIFY(!ask(addressOf(backend), {u"SELECT COUNT(*) FROM lockscope_locks"_s}));
    }

    void aWrongPasswordIsTold_data() { servers(); }

    void aWrongPasswordIsTold()
    {
        QFETCH(QString, backend);
        prepare(backend,
                {u"CREATE OR REPLACE USER ann@'%' IDENTIFIED BY 'right'"_s, u"GRANT ALL ON lockscope.* TO ann@'%'"_s},
                {u"CREATE USER ann PASSWORD 'right'"_s, u"GRANT ALL ON SCHEMA public TO ann"_s});
        if (backend == "postgresql"_L1) { // which lets everybody in on loopback else
            const QString rules = m_postgreSql.directory() + u"/data/pg_hba.conf"_s;
            QVERIFY(writeFile(rules, "host all ann 127.0.0.1/32 scram-sha-256\n" + contentOf(rules)));
            prepare(backend, {}, {u"SELECT pg_reload_conf()"_s});
        }
        const QString login = m_files.filePath(u"login"_s);
        for (const char *password : {"wrong", "right"}) {
            QVERIFY(writeFile(login, (backend + u':').toUtf8() + password));
            const auto ran = run(
                words("--backend", backend, "--recipe sql-row --at", asUser(backend, u"ann"_s), "--auth-file", login));
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

    /// Its last lines are advice, or what it tidied up.
    void whyAServerCouldNotBePreparedIsTheLineWithTheError()
    {
        const QTemporaryDir programs;
        for (const QString &name : {u"initdb"_s, u"postgres"_s}) {
            const QString program = programs.filePath(name);
            QVERIFY(writeFile(program, "#!/bin/sh\necho creating\necho initdb: error: no space left >&2\n"
                                       "echo initdb: removing contents\nexit 1\n"));
            QVERIFY(QFile::setPermissions(program, QFile::Permissions(0x7055)));
        }
        QVERIFY(QFile::setPermissions(programs.path(), QFile::Permissions(0x7055)));
        backends::SqlServerSpec spec = backends::SqlServerSpec::fromEnvironment(sql::Kind::PostgreSql);
        spec.path = {programs.path()};
        backends::SqlServer server(spec);
        const auto started = await(server.start());
        QVERIFY(!started);
        const QString sentence = started.error().sentence().english();
        QVERIFY2(sentence.contains("could not be prepared: initdb: error: no space left"_L1)
                     && !sentence.contains("removing"_L1),
                 qPrintable(sentence));
    }

    void aFileThatIsNoDatabaseIsLeftAlone()
    {
        const QString file = m_files.filePath(u"letter.txt"_s);
        const QByteArray letter = QByteArray("Dear reader, this is no database. ").repeated(100);
        QVERIFY(writeFile(file, letter));
        QCOMPARE(run(words("--backend sqlite --recipe sql-row --at", u"sqlite=sqlite:"_s + file))
                     .unlike(3, "is no SQLite database"),
                 QString());
        QCOMPARE(contentOf(file), letter);
        QCOMPARE(QDir(m_files.path()).entryList({u"letter*"_s}), QStringList{u"letter.txt"_s}); // nothing beside it
    }

    void whatCannotBeDroppedIsNamed()
    {
        prepare(u"mariadb"_s,
                {u"CREATE OR REPLACE USER maker@'%'"_s,
                 u"GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON lockscope.* TO maker@'%'"_s},
                {});
        const auto ran = run(words("--backend mariadb --recipe sql-row --at", asUser(u"mariadb"_s, u"maker"_s)));
        const auto dropped =
            ask(m_addresses[locks::Backend::MariaDb], {u"DROP TABLE lockscope_log, lockscope_locks"_s});
        QVERIFY(dropped); // they were left
        QVERIFY2(ran.code == 0, ran.said());
        QVERIFY2(ran.err.contains("could not be dropped: drop them yourself"), ran.said());
    }

    void moreClientsThanConnectionsAreTold()
    {
        backends::SqlServerSpec spec = backends::SqlServerSpec::fromEnvironment(sql::Kind::MariaDb);
        spec.connections = 10;
        backends::SqlServer small(spec);
        const auto started = await(small.start());
        QVERIFY(started);
        const auto ran =
            run(words("--backend mariadb --recipe sql-named --clients 30 --at", u"mariadb="_s + started->toString()));
        QCOMPARE(ran.unlike(3, "takes no more connections"), QString());
    }

    void aPlaceWithoutADatabaseIsNamed_data()
    {
        QTest::addColumn<QString>("at");
        QTest::addColumn<QByteArray>("says");
        const auto opened = QByteArray("could not be opened");
        QTest::newRow("a directory that is not there") << u"sqlite=sqlite:/nowhere/locks"_s << opened;
        QTest::newRow("a directory where nobody may write") << u"sqlite=sqlite:/proc/locks.sqlite"_s << opened;
        QTest::newRow("a directory, no file") << u"sqlite=sqlite:/proc"_s << opened;
        QTest::newRow("no server") << u"mariadb=mysql://u@127.0.0.1:%1/d"_s.arg(m_nobody.port()) << "No database at"_ba;
    }

    void aPlaceWithoutADatabaseIsNamed()
    {
        QFETCH(QString, at);
        QFETCH(QByteArray, says);
        const QString recipe = at.startsWith(u"sqlite"_s) ? u"sql-row"_s : u"sql-named"_s;
        const CliResult ran = m_cli.run("run --recipe", recipe, "--at", at);
        QCOMPARE(ran.unlike(3, says), QString());
        QVERIFY(ran.out.isEmpty());
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
            options += {u"--at"_s, at(options.at(named + 1))};
        return runRecorded(m_cli, m_files, options, scenario);
    }

    QJsonObject check() { return checkRecorded(m_cli, m_files); }

    /// A database of this test.
    sql::Address addressOf(const QString &backend) const { return m_addresses[*locks::backendFromName(backend)]; }
    QString at(const QString &backend) const { return backend + u'=' + addressOf(backend).toString(); }

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
        sql::Address address = addressOf(backend);
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
        sql::Address address = addressOf(backend);
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
