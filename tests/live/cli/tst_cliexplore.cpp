// SPDX-License-Identifier: Apache-2.0
// `lockscope-cli explore`: what it finds, keeps and says of what it did not look at. It has no server.
#include "tests/live/cli/cliprogram.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_cliexplore {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestCliExplore : public QObject
{
    Q_OBJECT

    CliProgram m_cli{u"127.0.0.1:1"_s}; // nobody is there
    QTemporaryDir m_folder;

    QString file(const QString &name) const { return m_folder.filePath(name); }

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void cleanup() { m_cli.tellIfFailed(); }

    void whatIsBrokenIsShownKeptAndCarriedOut()
    {
        const CliResult found = m_cli.run("explore --recipe broken-lost-wakeup --json --schedule", file(u"s.json"_s),
                                          "--record", file(u"r.lockscope"_s));
        QCOMPARE(found.code, 1);
        const QJsonObject json = found.object();
        QCOMPARE(json[u"recipe"_s].toString(), u"broken-lost-wakeup"_s);
        QCOMPARE(json[u"clients"_s].toInt(), 2);
        QVERIFY(!json[u"complete"_s].toBool(true));
        const QJsonObject violation = json[u"violations"_s][0].toObject();
        const QJsonArray schedule = violation[u"schedule"_s].toArray();
        QCOMPARE(schedule.size(), violation[u"steps"_s].toInt());
        QVERIFY(schedule.size() > 5);

        const CliResult carried =
            m_cli.run("explore --schedule", file(u"s.json"_s), "--json --record", file(u"again.lockscope"_s));
        QCOMPARE(carried.code, 1);
        QCOMPARE(carried.object()[u"kind"_s], violation[u"kind"_s]);
        QCOMPARE(carried.object()[u"text"_s], violation[u"text"_s]);
        const QJsonArray steps = carried.object()[u"steps"_s].toArray();
        QCOMPARE(steps.size(), schedule.size());
        int choices = 0; // at some there was another
        for (qsizetype i = 0; i < steps.size(); ++i) {
            QCOMPARE(steps[i][u"step"_s], schedule[i]);
            choices += steps[i][u"instead"_s].toArray().isEmpty() ? 0 : 1;
        }
        QVERIFY(choices > 0);

        // Event by event the same, but for the first line, which tells when it was written.
        const QByteArrayList lines = contentOf(file(u"r.lockscope"_s)).split('\n').mid(1);
        QVERIFY(lines.size() > 50);
        QCOMPARE(contentOf(file(u"again.lockscope"_s)).split('\n').mid(1), lines);
    }

    void itsRecordingIsJudgedAsTheSearchDid()
    {
        const CliResult found =
            m_cli.run("explore --recipe broken-path-order --json --record", file(u"two.lockscope"_s));
        QCOMPARE(found.code, 1);
        const CliResult judged = m_cli.run("check", file(u"two.lockscope"_s), "--json");
        QCOMPARE(judged.code, 1);
        QCOMPARE(judged.object()[u"violations"_s][0][u"rule"_s], found.object()[u"violations"_s][0][u"kind"_s]);
    }

    void whatIsSoundIsSaidToBeWhereAllWasLookedAt()
    {
        const CliResult all = m_cli.run("explore --recipe ephemeral --clients 2 --json");
        QCOMPARE(all.code, 0);
        QVERIFY(all.object()[u"complete"_s].toBool());
        QCOMPARE(all.object()[u"reduced_by"_s].toString(), u"partial-order"_s);
        QCOMPARE(all.object()[u"violations"_s].toArray().size(), 0);
        const CliResult text = m_cli.run("explore --recipe ephemeral --clients 2");
        QVERIFY(text.out.contains("nothing is wrong in any order"));
        QVERIFY(text.err.isEmpty());
    }

    void whatWasNotLookedAtIsSaid()
    {
        const CliResult some = m_cli.run("explore --recipe mutex --clients 5 --rounds 3 --for 2s --json");
        QCOMPARE(some.code, 0);
        QVERIFY(!some.object()[u"complete"_s].toBool(true));
        QCOMPARE(some.object()[u"phases"_s][0][u"reduced_by"_s].toString(), u"partial-order"_s);
        QCOMPARE(some.object()[u"phases"_s].toArray().last()[u"reduced_by"_s].toString(), u"random"_s);
        QVERIFY(some.err.contains("come to about 10^"));
        const CliResult text = m_cli.run("explore --recipe mutex --clients 5 --for 300ms");
        QVERIFY(text.out.contains("there are more orders"));
        QVERIFY(text.out.contains("not all"));
    }

    void fewPreemptionsAreAWayOfTheirOwn()
    {
        const CliResult few = m_cli.run("explore --recipe mutex --clients 2 --preemptions 0 --json");
        QCOMPARE(few.code, 0);
        QCOMPARE(few.object()[u"reduced_by"_s].toString(), u"preemptions:0"_s);
        QVERIFY(few.object()[u"phases"_s][0][u"complete"_s].toBool());
        QVERIFY(!few.object()[u"complete"_s].toBool(true));
    }

    void aScheduleThatIsNotPossibleIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("said");
        const QByteArray begin = R"({"lockscope": 1, "kind": "schedule", "recipe": "mutex", "clients": 2, "steps": )";
        QTest::newRow("no JSON") << QByteArray("{") << QByteArray("1");
        QTest::newRow("another version") << QByteArray(begin).replace("1,", "7,") + "[]}" << QByteArray("version");
        QTest::newRow("a recording") << QByteArray(R"({"lockscope": 1, "kind": "recording", "started_ns": 1})"
                                                   "\n{}\n")
                                     << QByteArray("a recording");
        QTest::newRow("no step") << begin + R"(["jump 0"]})" << QByteArray("steps[0]");
        QTest::newRow("not there") << begin + R"(["release 1"]})" << QByteArray("Step 1, “release 1”, is not possible");
    }
    void aScheduleThatIsNotPossibleIsRefused()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, said);
        QVERIFY(writeFile(file(u"bad.json"_s), text));
        QCOMPARE(m_cli.run("explore --schedule", file(u"bad.json"_s)).unlike(2, said), QString());
    }

    void whatCannotBeWrittenIsSaidBesideWhatWasFound()
    {
        const CliResult found =
            m_cli.run("explore --recipe broken-path-order --schedule /nowhere/s.json --record /nowhere/r.lockscope");
        QCOMPARE(found.unlike(1, {}, "client-"), QString());
        QVERIFY(found.err.contains("/nowhere/s.json"));
        QVERIFY(found.err.contains("/nowhere/r.lockscope"));
    }

    void itIsStoppedByHand()
    {
        const auto process = m_cli.start("explore --recipe mutex --clients 8 --rounds 4 --for 1h --json");
        QByteArray errors;
        AWAIT_VERIFY2((errors += process->readAllStandardError()).contains("come to about"), errors.constData());
        QCOMPARE(terminate(*process), 1);
        const QJsonObject json = QJsonDocument::fromJson(process->readAllStandardOutput()).object();
        QVERIFY(!json[u"complete"_s].toBool(true));
        QCOMPARE(json[u"violations"_s].toArray().size(), 0);
    }
};

} // namespace lockscope::tst_cliexplore

LOCKSCOPE_TEST(lockscope::tst_cliexplore::TestCliExplore)
#include "tst_cliexplore.moc"
