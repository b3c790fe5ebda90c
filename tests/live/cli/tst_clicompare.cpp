// SPDX-License-Identifier: Apache-2.0
// The comparison from the command line: on real servers, and each of its claims judged again by its recording.
#include "core/locks/recipecatalog.h"
#include "core/profiles/profilestore.h"
#include "tests/live/cli/cliprogram.h"
#include "tests/support/files.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_clicompare {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class CliCompareTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto ran = m_cli.run("compare --backends zookeeper,sqlite --clients 3 --rounds 4 --turns 1 --json --html",
                                   m_files.filePath(u"page.html"_s));
        QVERIFY2(ran.code == 0, ran.said());
        m_found = ran.object();
    }

    void cleanup() { m_cli.tellIfFailed(); }

    void eachLockIsMeasured()
    {
        const QJsonArray subjects = m_found[u"backends"_s].toArray();
        QCOMPARE(subjects.size(), 4);
        for (const QJsonValue each : subjects)
            QVERIFY2(each[u"measured"_s].toBool(), qPrintable(each[u"error"_s].toString()));
        QCOMPARE(m_found[u"conditions"_s][u"clients"_s].toArray(), (QJsonArray{1, 3}));
        for (const QJsonValue each : subjects) {
            const QString name = each[u"recipe"_s].toString();
            QVERIFY2(!each[u"version"_s].toString().isEmpty() && !each[u"durability"_s].toString().isEmpty(),
                     qPrintable(name));
            QVERIFY2(each[u"ease"_s][u"steps"_s].toInt() > 0, qPrintable(name));
            const QJsonArray runs = each[u"runs"_s].toArray();
            QCOMPARE(runs.size(), 2);
            // One request takes it and one gives it back, at least, but for the one that the time limit of a run cut
            // off.
            const double alone = runs[0][u"acquired"_s].toDouble();
            QVERIFY2(alone > 0 && each[u"requests"_s][u"free"_s].toDouble() >= (2 * alone - 1) / alone - 0.01,
                     QJsonDocument(each.toObject()).toJson().constData());
            for (const QJsonValue run : runs) {
                QVERIFY(run[u"acquired"_s].toInt() >= (run[u"whole"_s].toBool() ? 50 : 1));
                QVERIFY2(run[u"acquires_per_s"_s].toDouble() > 0, qPrintable(name));
            }
            QVERIFY2(each[u"ease"_s][u"concepts"_s].toArray().size() >= 2, qPrintable(name));
            QVERIFY2(!each[u"ease"_s][u"needs"_s].toString().isEmpty(), qPrintable(name));
            QCOMPARE(each[u"requests"_s][u"by_clients"_s].toArray().size(), 2);
            QCOMPARE(each[u"faults"_s].toArray().size(), 4);
        }
        QCOMPARE(subject(u"sql-row"_s, u"sqlite"_s)[u"poll_ms"_s].toInt(), 20);
        QVERIFY(subject(u"mutex"_s, u"zookeeper"_s)[u"poll_ms"_s].isNull());
    }

    /// ZooKeeper answers each request, and sends watch events beside: its own count and that of the clients agree.
    void theServersCountAgreesWithThatOfTheClients()
    {
        const QJsonArray runs = subject(u"mutex"_s, u"zookeeper"_s)[u"runs"_s].toArray();
        QCOMPARE(runs.size(), 2);
        for (const QJsonValue run : runs) {
            const double told = 2 * run[u"requests"_s].toDouble() + run[u"watch_events"_s].toDouble();
            const double counted = run[u"server_work"_s].toDouble();
            QVERIFY2(counted > told - 1 && counted < told + 2, qPrintable(u"%1, %2"_s.arg(told).arg(counted)));
            QVERIFY(run[u"server_cpu_us"_s].toDouble() > 0);
            QCOMPARE(run[u"connections"_s].toInt(), run[u"clients"_s].toInt());
        }
        const QJsonArray ofSqlite = subject(u"sql-row"_s, u"sqlite"_s)[u"runs"_s].toArray();
        QCOMPARE(ofSqlite.size(), 2);
        for (const QJsonValue run : ofSqlite)
            QVERIFY(run[u"server_work"_s].isNull() && run[u"connections"_s].isNull());
    }

    void whatTheArticlesSayIsShown()
    {
        // A session's end gives the lock on; nothing ever deletes a row without a time limit.
        const QJsonObject mutex = faultOf(subject(u"mutex"_s, u"zookeeper"_s), u"holder-crashes"_s);
        QVERIFY(mutex[u"shown"_s].toBool() && !mutex[u"deadlocked"_s].toBool());
        QVERIFY(mutex[u"recovered_ms"_s].toInteger() > 0);
        const QJsonObject row = faultOf(subject(u"sql-row"_s, u"sqlite"_s), u"holder-crashes"_s);
        QVERIFY(row[u"shown"_s].toBool() && row[u"deadlocked"_s].toBool());
        QVERIFY(row[u"recovered_ms"_s].isNull());
        // A holder that stands still believes to hold when it goes on; no server proves a violation.
        const QJsonObject pause = faultOf(subject(u"mutex"_s, u"zookeeper"_s), u"holder-pauses"_s);
        QCOMPARE(pause[u"violations"_s].toInt(-1), 0);
        QCOMPARE(pause[u"belief_overlaps"_s].toInt(), 1);
        // The server forgets nothing, and the one that waited gets the lock; there is no server of SQLite.
        const QJsonObject death = faultOf(subject(u"mutex"_s, u"zookeeper"_s), u"server-dies"_s);
        QVERIFY(death[u"shown"_s].toBool() && death[u"recovered_ms"_s].toInteger() > 1000);
        QCOMPARE(death[u"violations"_s].toInt(-1), 0);
        QVERIFY(!faultOf(subject(u"sql-row"_s, u"sqlite"_s), u"server-dies"_s)[u"shown"_s].toBool(true));
        // Nobody waits for a version.
        const QJsonObject version = faultOf(subject(u"sql-version"_s, u"sqlite"_s), u"holder-crashes"_s);
        QCOMPARE(version[u"recovered_ms"_s].toInt(-1), 0);
        QVERIFY(faultOf(subject(u"sql-version"_s, u"sqlite"_s), u"holder-pauses"_s)[u"violations"_s].isNull());
    }

    void eachRecordingIsJudgedTheSame()
    {
        for (const QJsonValue each : m_found[u"backends"_s].toArray()) {
            for (const QJsonValue fault : each[u"faults"_s].toArray()) {
                if (fault[u"recording"_s].toString().isEmpty()) { // nothing was staged: it says why
                    QVERIFY(!fault[u"shown"_s].toBool() && !fault[u"why"_s].toString().isEmpty());
                    continue;
                }
                const QString file = m_files.filePath(u"page-recordings/"_s + fault[u"recording"_s].toString());
                const QJsonObject checked = m_cli.run("check", file, "--json").object();
                QVERIFY2(!checked.isEmpty(), qPrintable(file));
                const QJsonObject counts = checked[u"counts"_s].toObject();
                QCOMPARE(counts[u"belief-overlap"_s].toInt(), fault[u"belief_overlaps"_s].toInt());
                int violations = 0;
                for (const char *rule :
                     {"mutual-exclusion", "permits", "reentrancy", "foreign-release", "fencing-token"})
                    violations += counts[QString::fromLatin1(rule)].toInt();
                QCOMPARE(violations, fault[u"violations"_s].toInt());
                if (!fault[u"shown"_s].toBool())
                    continue;
                const QJsonObject aftermath = checked[u"aftermath"_s].toObject();
                QCOMPARE(aftermath[u"faults"_s][0][u"next_held_ms"_s], fault[u"recovered_ms"_s]);
                QCOMPARE(aftermath[u"in_vain_ms"_s].toInt() >= 5000, fault[u"deadlocked"_s].toBool());
                QCOMPARE(checked[u"unproved"_s].toInt() > 0, fault[u"violations"_s].isNull());
            }
        }
    }

    void thePageNeedsNothingElse()
    {
        QFile page(m_files.filePath(u"page.html"_s));
        QVERIFY(page.open(QIODevice::ReadOnly));
        QVERIFY(!(page.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
        const QString text = QString::fromUtf8(page.readAll());
        QVERIFY(text.contains(u"SQLite, sql-row"_s) && text.contains(u"ZooKeeper, mutex"_s)
                && text.contains(u"never"_s));
        for (const char *from : {"<script", "src=", "http"})
            QVERIFY2(!text.contains(QLatin1StringView(from)), from);
        QCOMPARE(text.count(u"href="_s), text.count(u"href=\"page-recordings/"_s)); // only to what lies beside it
        for (const QJsonValue each : m_found[u"backends"_s].toArray()) {
            for (const QJsonValue fault : each[u"faults"_s].toArray()) {
                const QString recording = fault[u"recording"_s].toString();
                QVERIFY2(text.contains(u"page-recordings/"_s + recording), qPrintable(recording));
            }
        }
    }

    /// A directory stands where one node would be the lock: whoever left it.
    void aLockThatCannotBeMeasuredIsNamedBesideTheOthers()
    {
        SandboxForTest sandbox;
        QVERIFY2(sandbox.start(), sandbox.why());
        const auto session = connectTo(sandbox.connectString());
        QVERIFY(session);
        for (const char *path : {"/lockscope", "/lockscope/compare", "/lockscope/compare/ephemeral"})
            QVERIFY2(!makeNode(*session, QString::fromLatin1(path)).isEmpty(), path);
        const CliResult ran = m_cli.run("compare --backends zookeeper --connect", sandbox.connectString(),
                                        "--clients 1 --turns 1 --json");
        QCOMPARE(ran.unlike(1, "Not all could be measured. ZooKeeper, ephemeral: /lockscope/compare/ephemeral"),
                 QString());
        const QJsonArray subjects = ran.object()[u"backends"_s].toArray();
        QCOMPARE(subjects.size(), 2);
        QCOMPARE(subjects[0][u"recipe"_s].toString(), u"mutex"_s);
        QVERIFY2(subjects[0][u"measured"_s].toBool(), qPrintable(subjects[0][u"error"_s].toString()));
        QVERIFY(!subjects[1][u"measured"_s].toBool(true));
        QVERIFY(subjects[1][u"error"_s].toString().contains(u"exists and is no ephemeral node"_s));
        QCOMPARE(subjects[1][u"runs"_s][0][u"acquired"_s].toInt(-1), 0);
        // Its faults have locks of their own.
        QCOMPARE(subjects[1][u"faults"_s].toArray().size(), 4);
        for (const QJsonValue fault : subjects[1][u"faults"_s].toArray())
            QCOMPARE(fault[u"shown"_s].toBool(), !fault[u"recording"_s].toString().isEmpty());
        // What was there before stays, and nothing else.
        QCOMPARE(childrenOf(*session, u"/lockscope/compare"_s), QStringList{u"ephemeral"_s});
    }

    /// The first part is over when the second is named.
    void whatWasMeasuredIsPrintedWhereItIsCancelled()
    {
        const auto running = m_cli.start("compare --backends sqlite --clients 1 --turns 100 --json");
        QByteArray err;
        AWAIT_VERIFY((err += running->readAllStandardError()).contains("2 of "));
        QCOMPARE(terminate(*running), 1);
        const QJsonObject found = QJsonDocument::fromJson(running->readAllStandardOutput()).object();
        QVERIFY(found[u"parts_done"_s].toInt() >= 1 && found[u"parts_done"_s].toInt() < found[u"parts"_s].toInt());
        const QJsonValue first = found[u"backends"_s][0];
        QVERIFY2(first[u"runs"_s][0][u"acquires_per_s"_s].toDouble() > 0,
                 QJsonDocument(first.toObject()).toJson().constData());
    }

    void aDocumentIsPrintedAlsoWhereNothingWasMeasured()
    {
        const auto running = m_cli.start("compare --backends mariadb --clients 1 --rounds 100 --turns 1 --json");
        QByteArray err;
        AWAIT_VERIFY((err += running->readAllStandardError()).contains("0 of "));
        QCOMPARE(terminate(*running), 1);
        const QJsonObject found = QJsonDocument::fromJson(running->readAllStandardOutput()).object();
        QVERIFY2(found[u"parts"_s].toInt() > 0, err.constData());
        QVERIFY(!found[u"backends"_s].toArray().isEmpty());
    }

    void whatWasThereStaysWhereItIsCancelled()
    {
        const QString page = m_files.filePath(u"old.html"_s);
        QVERIFY(writeFile(page, "of before"));
        const auto running = m_cli.start("compare --backends sqlite --clients 1 --turns 100 --html", page);
        QByteArray err;
        AWAIT_VERIFY((err += running->readAllStandardError()).contains(" of "));
        QCOMPARE(terminate(*running), 1);
        QCOMPARE(contentOf(page), "of before");
    }

    void aProductionEnsembleWantsTheDirectoryNamed()
    {
        const QString file = m_files.filePath(u"profiles.json"_s);
        QVERIFY(profiles::ProfileStore(file).change([](QList<profiles::Profile> &all) {
            profiles::Profile profile = profiles::newProfile(all);
            profile.name = u"Orders"_s;
            profile.connect = u"127.0.0.1:1"_s; // nothing listens there, and nobody is asked
            profile.production = true;
            all += profile;
        }));
        qputenv("LOCKSCOPE_PROFILES", file.toUtf8());
        const auto compareWith = [&](const QString &name) {
            return m_cli.run("compare --backends zookeeper --profile Orders --timeout 1000 --confirm", name);
        };
        const auto refused = compareWith(u"/lockscope"_s);
        const auto confirmed = compareWith(u"/lockscope/compare"_s);
        qunsetenv("LOCKSCOPE_PROFILES");
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("It is /lockscope/compare."), refused.said());
        QCOMPARE(confirmed.code, 3);
        QVERIFY2(!confirmed.err.contains("It is /lockscope/compare."), confirmed.said());
    }

private:
    QJsonObject subject(const QString &recipe, const QString &backend) const
    {
        for (const QJsonValue each : m_found[u"backends"_s].toArray()) {
            if (each[u"recipe"_s] == recipe && each[u"backend"_s] == backend)
                return each.toObject();
        }
        return {};
    }

    static QJsonObject faultOf(const QJsonObject &subject, const QString &fault)
    {
        for (const QJsonValue each : subject[u"faults"_s].toArray()) {
            if (each[u"fault"_s] == fault)
                return each.toObject();
        }
        return {};
    }

    QTemporaryDir m_files;
    CliProgram m_cli;
    QJsonObject m_found;
};

} // namespace lockscope::tst_clicompare

LOCKSCOPE_TEST(lockscope::tst_clicompare::CliCompareTest)

#include "tst_clicompare.moc"
