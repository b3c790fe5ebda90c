// SPDX-License-Identifier: Apache-2.0
// What a command that is killed leaves in the temporary directory, at whichever moment: nothing.
#include "core/backends/redis/redisserver.h"
#include "core/backends/sql/sqlserver.h"
#include "tests/live/cli/cliprogram.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_clikilled {

using namespace Qt::StringLiterals;

namespace {

/// The states ("S", "T", …) of all processes that work in \a directory.
QStringList statesOfProcessesIn(const QString &directory)
{
    QStringList states;
    const QStringList names = QDir(u"/proc"_s).entryList({u"[1-9]*"_s}, QDir::Dirs);
    for (const QString &name : names) {
        QFile stat(u"/proc/%1/stat"_s.arg(name));
        if (!QFile::symLinkTarget(u"/proc/%1/cwd"_s.arg(name)).startsWith(directory) || !stat.open(QIODevice::ReadOnly))
            continue;
        const QByteArray line = stat.readAll();
        states += QString::fromLatin1(line.mid(line.lastIndexOf(')') + 2, 1));
    }
    return states;
}

} // namespace

class CliKilledTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsLeft_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("after"); // a file that it makes
        QTest::addColumn<int>("times");
        const QStringList sandbox{u"sandbox"_s};
        QTest::newRow("a sandbox at its start") << sandbox << u"lockscope-sandbox-*"_s << 5;
        QTest::newRow("a sandbox whose server starts") << sandbox << u"zoo.cfg"_s << 1;
        QTest::newRow("a sandbox that stands") << sandbox << u"version-2"_s << 1;
        const auto compare = [](const QString &backend) {
            return test::words("compare --backends", backend, "--clients 2 --rounds 1 --turns 1");
        };
        QTest::newRow("a comparison at its start") << compare(u"sqlite"_s) << u"lockscope-compare-*"_s << 5;
        QTest::newRow("a comparison with a database file") << compare(u"sqlite"_s) << u"locks.sqlite"_s << 1;
        QTest::newRow("a comparison with ZooKeeper") << compare(u"zookeeper"_s) << u"version-2"_s << 1;
        if (!backends::RedisServer().missing())
            QTest::newRow("a comparison with Redis") << compare(u"redis"_s) << u"server.log"_s << 1;
        for (const auto &[kind, name] :
             {std::pair(sql::Kind::MariaDb, u"mariadb"_s), std::pair(sql::Kind::PostgreSql, u"postgresql"_s)}) {
            if (backends::SqlServer(backends::SqlServerSpec::fromEnvironment(kind)).missing())
                continue;
            QTest::addRow("while %s is prepared", qPrintable(name)) << compare(name) << u"data"_s << 1;
            QTest::addRow("while %s starts", qPrintable(name)) << compare(name) << u"server.log"_s << 1;
        }
    }

    void nothingIsLeft()
    {
        QFETCH(QStringList, command);
        QFETCH(QString, after);
        QFETCH(int, times);
        for (int time = 0; time < times; ++time) {
            QTemporaryDir temporary;
            QProcess program;
            start(program, temporary, command);
            const auto hasMade = [&] {
                return QDirIterator(temporary.path(), {after}, QDir::AllEntries | QDir::NoDotAndDotDot,
                                    QDirIterator::Subdirectories)
                    .hasNext();
            };
            const QDeadlineTimer patience(test::patienceMs());
            while (!hasMade() && program.state() == QProcess::Running && !patience.hasExpired())
                program.waitForFinished(0); // at once: the moment in question is short
            QVERIFY2(hasMade(), qPrintable(after));
            program.kill();
            QVERIFY(program.waitForFinished(test::patienceMs()));
            AWAIT_COMPARE(QDir(temporary.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
            QVERIFY(QDir(temporary.path()).removeRecursively());
        }
    }

    /// Of PostgreSQL each client has a process of its own.
    void aServerThatIsPausedStandsStillAsAWholeAndGoes()
    {
        QTemporaryDir temporary, files;
        QFile scenario(files.filePath(u"paused.json"_s));
        QVERIFY(scenario.open(QIODevice::WriteOnly));
        scenario.write(R"({"lockscope": 1, "title": "Paused", "lock": "/orders", "backend": "postgresql",
            "recipe": "sql-row", "clients": [{"name": "A"}],
            "steps": [{"do": "acquire", "client": "A"}, {"until": {"client": "A", "holds": true}},
                      {"do": "pause-server"}, {"do": "wait", "for": "10m"}]})");
        scenario.close();
        QProcess program;
        start(program, temporary, {u"run"_s, scenario.fileName()});
        const auto standsStill = [&temporary] {
            const QStringList states = statesOfProcessesIn(temporary.path());
            return states.size() > 1 && states.count(u"T"_s) == states.size();
        };
        AWAIT_VERIFY(standsStill());
        program.kill();
        QVERIFY(program.waitForFinished(test::patienceMs()));
        AWAIT_COMPARE(statesOfProcessesIn(temporary.path()), QStringList());
        AWAIT_COMPARE(QDir(temporary.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
        QVERIFY(QDir(temporary.path()).removeRecursively());
    }

private:
    /// With a temporary directory of its own: what is left there can only be of it.
    static void start(QProcess &program, QTemporaryDir &temporary, const QStringList &command)
    {
        temporary.setAutoRemove(false);
        QVERIFY(QFile::setPermissions(temporary.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner
                                                            | QFile::ExeOther)); // also for a database's user
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"TMPDIR"_s, temporary.path());
        program.setProcessEnvironment(environment);
        program.setStandardOutputFile(QProcess::nullDevice());
        program.setStandardErrorFile(QProcess::nullDevice());
        program.start(QStringLiteral(LOCKSCOPE_CLI), command);
        QVERIFY(program.waitForStarted(test::patienceMs()));
    }
};

} // namespace lockscope::tst_clikilled

LOCKSCOPE_TEST(lockscope::tst_clikilled::CliKilledTest)
#include "tst_clikilled.moc"
