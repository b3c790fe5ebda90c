// SPDX-License-Identifier: Apache-2.0
// kazoo's and Curator's own clients under churn: nothing is found wrong with them, in no snapshot.
#include "tests/interop/foreignchurn.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_findings {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestForeignFindings : public QObject
{
    Q_OBJECT

    SandboxForTest m_sandbox;

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_sandbox.start(), m_sandbox.why()); }

    void noneOfThemIsFoundFaultWith_data()
    {
        QTest::addColumn<bool>("kazoo");
        QTest::addColumn<int>("index");
        for (const bool kazoo : {true, false}) {
            const auto churns = kazoo ? churnsOf(Kazoo()) : churnsOf(Curator());
            for (int i = 0; i < churns.size(); ++i) {
                if (testprogram::isSampled(i))
                    QTest::newRow(qPrintable((kazoo ? u"kazoo "_s : u"curator "_s) + churns[i].kinds.join(u' ')))
                        << kazoo << i;
            }
        }
    }
    void noneOfThemIsFoundFaultWith()
    {
        QFETCH(const bool, kazoo);
        QFETCH(const int, index);
        const QString root = u"/%1-%2"_s.arg(kazoo ? u"kazoo"_s : u"curator"_s).arg(index);
        FindingBed bed(m_sandbox.connectString(), m_sandbox.info().servers.first().adminUrl);
        QVERIFY(bed.open(root));
        bed.probeEvery(250);
        std::unique_ptr<ForeignClients> library;
        if (kazoo)
            library = std::make_unique<Kazoo>();
        else
            library = std::make_unique<Curator>();
        const QString problem = library->start(m_sandbox.connectString());
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const HealthyRun run = runForeign(bed, *library, churnsOf(*library)[index], root + u"/lock"_s, 100, 8'000);
        QVERIFY2(run.error.isEmpty(), qPrintable(run.error));
        QVERIFY(run.snapshots >= 100);
        QVERIFY(run.readings >= 5);
        QVERIFY2(run.alarms.isEmpty(), qPrintable(run.alarms.join(u'\n')));
    }
};

} // namespace lockscope::tst_findings

LOCKSCOPE_TEST(lockscope::tst_findings::TestForeignFindings)
#include "tst_findings.moc"
