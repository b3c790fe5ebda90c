// SPDX-License-Identifier: Apache-2.0
// Sound recipes under churn on a real server, asked again and again: nothing is found wrong, in no snapshot.
#include "tests/support/findingstages.h"
#include "tests/support/healthyruns.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_healthy {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestHealthyRuns : public QObject
{
    Q_OBJECT

    SandboxForTest m_sandbox;

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_sandbox.start(), m_sandbox.why()); }

    void noSoundRecipeIsFoundFaultWith_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        int sound = 0;
        for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
            if (info.isSound() && testprogram::isSampled(sound++))
                QTest::newRow(qPrintable(info.name)) << index;
            ++index;
        }
    }
    void noSoundRecipeIsFoundFaultWith()
    {
        QFETCH(const int, index);
        const locks::RecipeInfo &info = locks::recipeCatalog()[static_cast<size_t>(index)];
        FindingBed bed(m_sandbox.connectString(), m_sandbox.info().servers.first().adminUrl);
        const QString root = u"/healthy-"_s + info.name;
        QVERIFY(bed.open(root));
        bed.probeEvery(250);
        const HealthyRun run = runHealthy(bed, info, 0, root, 150, 4'000);
        QVERIFY2(run.error.isEmpty(), qPrintable(run.error));
        QVERIFY(run.snapshots >= 150);
        QVERIFY(run.readings >= 5);
        QVERIFY2(run.alarms.isEmpty(), qPrintable(run.alarms.join(u'\n')));
    }
};

} // namespace lockscope::tst_healthy

LOCKSCOPE_TEST(lockscope::tst_healthy::TestHealthyRuns)
#include "tst_healthy.moc"
