// SPDX-License-Identifier: Apache-2.0
#include "queuetext.h"

#include "core/base/path.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_findings {

using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace Qt::StringLiterals;

namespace {

/// "warning mixed-dialects lock-0000000001 0xa": how bad, what, of which nodes and sessions.
QString inWords(const Finding &finding)
{
    QStringList words{severityName(finding.severity), finding.id};
    for (const QString &node : finding.nodes)
        words += baseName(node);
    for (const SessionId session : finding.sessions)
        words += session.toHex();
    return words.join(u' ');
}

} // namespace

class TestFindings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAndStatsShowWhatIsOdd_data()
    {
        QTest::addColumn<QString>("queue");
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const QString &queue, const QString &found, const QString &says = {}) {
            QTest::newRow(name) << queue << found << says;
        };
        row("a persistent contender", u"lock-0000000001 10 0\nlock-0000000002 11 a\n"_s,
            u"warning persistent-contender lock-0000000001"_s, u"Persistent contenders: 1."_s);
        row("a persistent work queue is none", u"seq-0000000001 10 0\nseq-0000000002 11 0\n"_s, {});
        row("beside an ephemeral node it is a lock after all", u"seq-0000000001 10 0\nseq-0000000002 11 a\n"_s,
            u"warning persistent-contender seq-0000000001"_s);
        row("two known dialects in one directory",
            u"lock-0000000001 10 a\n"
            "3f2504e04f8941d39a0c0305e82c3301__lock__0000000002 11 b\n"
            "3f2504e04f8941d39a0c0305e82c3302__lock__0000000003 12 c\n"_s,
            u"warning mixed-dialects lock-0000000001 0xa"_s, u"(kazoo, plain)"_s);
        row("a foreign child beside contenders", u"lock-0000000001 10 a\nconfig 2 0\n"_s,
            u"note foreign-child config"_s, u"a plain lock"_s);
        row("a number out of order", u"lock-0000000002 10 a\nlock-0000000001 11 b\nlock-0000000003 12 c\n"_s,
            u"warning order-disagreement lock-0000000001 0xb"_s);
        row("Solr's electors insert at the head by design", u"m_0000000002 10 a\nm_0000000001 11 b\n"_s, {});
        row("an unresolved contender is none", u"lock-0000000002 10 a\nlock-0000000001 ?\n"_s, {});
    }

    void namesAndStatsShowWhatIsOdd()
    {
        QFETCH(QString, queue);
        QFETCH(QString, found);
        QFETCH(QString, says);
        const QList<Finding> findings = queueFrom(queue).findings;
        QCOMPARE(findings.size(), found.isEmpty() ? 0 : 1);
        if (findings.isEmpty())
            return;
        QCOMPARE(inWords(findings.first()), found);
        QVERIFY2(findings.first().text.english().contains(says), qPrintable(findings.first().text.english()));
    }

    void aContainerIsNotTakenForAnEphemeralNode()
    {
        auto children = childrenFrom(u"lock-0000000001 10 0\n"_s);
        children[0].stat->ephemeralOwner.value = std::numeric_limits<qint64>::min();
        QCOMPARE(findingIds(readQueue(u"/lock"_s, {}, children)), QStringList{u"persistent-contender"_s});
    }

    void aFindingOfThousandsStaysReadable()
    {
        QString text = u"lock-0000000001 10 a\n"_s;
        for (int i = 0; i < 2000; ++i)
            text += u"foreign%1 ?\n"_s.arg(i);
        const LockQueue queue = queueFrom(text);
        QCOMPARE(findingIds(queue), QStringList{u"foreign-child"_s});
        QCOMPARE(queue.findings.first().nodes.size(), 100);
        QVERIFY(queue.findings.first().text.english().startsWith(
            u"Children that are no contenders of a plain lock: 2000."));
    }
};

} // namespace lockscope::tst_findings

LOCKSCOPE_TEST(lockscope::tst_findings::TestFindings)
#include "tst_findings.moc"
