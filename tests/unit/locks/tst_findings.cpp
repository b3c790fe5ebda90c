// SPDX-License-Identifier: Apache-2.0
#include "queuetext.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::tst_findings {

using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace Qt::StringLiterals;

class TestFindings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPersistentContenderIsNamed()
    {
        const LockQueue queue = queueFrom(u"lock-0000000001 10 0\nlock-0000000002 11 a\n"_s);
        QCOMPARE(findingIds(queue), QStringList{u"persistent-contender"_s});
        const Finding &finding = queue.findings.first();
        QCOMPARE(finding.severity, Finding::Severity::Warning);
        QCOMPARE(finding.nodes, QList<QString>{u"/lock/lock-0000000001"_s});
        QVERIFY(finding.sessions.isEmpty());
        QVERIFY(finding.text.english().startsWith(u"Persistent contenders: 1."));
    }

    void aPersistentWorkQueueIsNoFinding()
    {
        QCOMPARE(findingIds(queueFrom(u"seq-0000000001 10 0\nseq-0000000002 11 0\n"_s)), QStringList());
        QCOMPARE(findingIds(queueFrom(u"task0000000001 10 0\ntask0000000002 11 0\n"_s)), QStringList());
        // Beside an ephemeral one it is a lock after all.
        QCOMPARE(findingIds(queueFrom(u"seq-0000000001 10 0\nseq-0000000002 11 a\n"_s)),
                 QStringList{u"persistent-contender"_s});
    }

    void aContainerIsNotTakenForAnEphemeralNode()
    {
        const LockQueue queue = queueFrom(u"lock-0000000001 10 0\n"_s);
        auto children = std::vector<ChildNode>{queue.contenders[0].node};
        children[0].stat->ephemeralOwner.value = std::numeric_limits<qint64>::min();
        QCOMPARE(findingIds(readQueue(u"/lock"_s, {}, children)), QStringList{u"persistent-contender"_s});
    }

    void twoKnownDialectsInOneDirectoryAreNamed()
    {
        const LockQueue queue = queueFrom(u"lock-0000000001 10 a\n"
                                          "3f2504e04f8941d39a0c0305e82c3301__lock__0000000002 11 b\n"
                                          "3f2504e04f8941d39a0c0305e82c3302__lock__0000000003 12 c\n"_s);
        QCOMPARE(findingIds(queue), QStringList{u"mixed-dialects"_s});
        const Finding &finding = queue.findings.first();
        QCOMPARE(finding.nodes, QList<QString>{u"/lock/lock-0000000001"_s});
        QCOMPARE(finding.sessions, QList<SessionId>{SessionId{0xa}});
        QVERIFY2(finding.text.english().contains(u"(kazoo, plain)"), qPrintable(finding.text.english()));
    }

    void aForeignChildIsNotedBesideContenders()
    {
        const LockQueue queue = queueFrom(u"lock-0000000001 10 a\nconfig 2 0\n"_s);
        QCOMPARE(findingIds(queue), QStringList{u"foreign-child"_s});
        QCOMPARE(queue.findings.first().severity, Finding::Severity::Note);
        QCOMPARE(queue.findings.first().nodes, QList<QString>{u"/lock/config"_s});
        QVERIFY2(queue.findings.first().text.english().contains(u"a plain lock"),
                 qPrintable(queue.findings.first().text.english()));
    }

    void foreignChildrenOfAnUnknownQueueAreNoFinding()
    {
        QCOMPARE(findingIds(queueFrom(u"latch-0000000001 10 a\nconfig 2 0\n"_s)), QStringList());
    }

    void aNumberOutOfOrderIsNamed()
    {
        const LockQueue queue = queueFrom(u"lock-0000000002 10 a\nlock-0000000001 11 b\nlock-0000000003 12 c\n"_s);
        QCOMPARE(findingIds(queue), QStringList{u"order-disagreement"_s});
        QCOMPARE(queue.findings.first().nodes, QList<QString>{u"/lock/lock-0000000001"_s});
        // Solr's electors insert at the head by design.
        QCOMPARE(findingIds(queueFrom(u"m_0000000002 10 a\nm_0000000001 11 b\n"_s)), QStringList());
    }

    void anUnresolvedContenderIsNoFinding()
    {
        QCOMPARE(findingIds(queueFrom(u"lock-0000000002 10 a\nlock-0000000001 ?\n"_s)), QStringList());
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
