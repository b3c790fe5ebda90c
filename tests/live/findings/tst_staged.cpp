// SPDX-License-Identifier: Apache-2.0
// Every known failure that can be staged, on a real server: that its finding is there, and says whom it is about.
#include "tests/support/findingstages.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_staged {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestStagedFindings : public QObject
{
    Q_OBJECT

    SandboxForTest m_sandbox;

    /// The locks and clients as they are, for whoever reads of a failure.
    static QString pictureOf(const journal::World &world)
    {
        QStringList lines;
        for (const QString &path : world.lockPaths()) {
            for (const locks::Contender &contender : world.queue(path).contenders)
                lines << u"%1/%2 %3 %4"_s.arg(path, contender.node.name, locks::contenderStateName(contender.state),
                                              contender.node.stat ? contender.node.stat->ephemeralOwner.toHex()
                                                                  : u"?"_s);
        }
        for (const auto &[id, client] : world.clients())
            lines << u"%1 %2 %3"_s.arg(client.spec.name, client.session.toHex(), locks::lockStateName(client.state));
        return lines.join("\n"_L1);
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_sandbox.start(), m_sandbox.why()); }

    void isFound_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const FindingStage &stage : findingStages()) {
            if (stage.stage)
                QTest::newRow(qPrintable(stage.mode)) << index;
            ++index;
        }
    }
    void isFound()
    {
        QFETCH(const int, index);
        const FindingStage &stage = findingStages()[static_cast<size_t>(index)];
        const QString root = u"/stage-%1"_s.arg(index);
        FindingBed bed(m_sandbox.connectString(), m_sandbox.info().servers.first().adminUrl);
        QVERIFY(bed.open(root));
        bed.setThresholds(stage.thresholds);
        bed.probeEvery(250);
        const bool staged = stage.stage(bed, root + u"/lock"_s);
        QVERIFY2(staged, qPrintable(u"not staged: %1 %2"_s.arg(bed.error(), pictureOf(bed.world()))));
        const auto ms = bed.untilFound(stage.findings, 120'000);
        QVERIFY2(ms, qPrintable(
                         u"not found; there is %1 %2"_s.arg(bed.shown().keys().join(", "_L1), pictureOf(bed.world()))));
        for (const QString &id : stage.findings) {
            if (!bed.shown().contains(id))
                continue;
            const locks::Finding finding = bed.shown().value(id).finding;
            QVERIFY(!finding.nodes.isEmpty());
            QVERIFY(!finding.text.isEmpty());
            QVERIFY(!finding.advice.isEmpty());
            qInfo("%s: %s after %lld ms: %s", qPrintable(stage.mode), qPrintable(id), static_cast<long long>(*ms),
                  qPrintable(finding.text.english()));
        }
    }
};

} // namespace lockscope::tst_staged

LOCKSCOPE_TEST(lockscope::tst_staged::TestStagedFindings)
#include "tst_staged.moc"
