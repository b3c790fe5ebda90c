// SPDX-License-Identifier: Apache-2.0
#include "core/locks/waitgraph.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::tst_deadlock {

using namespace lockscope::locks;
using namespace Qt::StringLiterals;

namespace {

/// A mutex whose contenders are these sessions, in this order.
LockQueue queueOf(const QString &path, const QList<qint64> &sessions)
{
    std::vector<ChildNode> children;
    for (const qint64 session : sessions) {
        NodeStat stat;
        stat.czxid.value = static_cast<qint64>(children.size()) + 1;
        stat.ephemeralOwner.value = session;
        ChildNode child;
        child.name = u"lock-"_s + QString::asprintf("%010d", static_cast<int>(children.size()));
        child.stat = stat;
        children.push_back(child);
    }
    return readQueue(path, std::nullopt, std::move(children));
}

QList<SessionId> circle(const QList<qint64> &sessions)
{
    QList<SessionId> ids;
    for (const qint64 session : sessions)
        ids << SessionId{session};
    return ids;
}

} // namespace

class TestDeadlock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aQueueByItselfHasNone()
    {
        QVERIFY(deadlocks({}).isEmpty());
        QVERIFY(deadlocks({queueOf(u"/a"_s, {1, 2, 3})}).isEmpty());
    }

    void theSameOrderInTwoLocksHasNone()
    {
        QVERIFY(deadlocks({queueOf(u"/a"_s, {1, 2}), queueOf(u"/b"_s, {1, 2})}).isEmpty());
    }

    void oppositeOrdersInTwoLocksAreOne()
    {
        QCOMPARE(deadlocks({queueOf(u"/a"_s, {1, 2}), queueOf(u"/b"_s, {2, 1})}),
                 (QList<QList<SessionId>>{circle({1, 2})}));
    }

    void threeLocksCanMakeOneCircle()
    {
        QCOMPARE(deadlocks({queueOf(u"/a"_s, {1, 2}), queueOf(u"/b"_s, {2, 3}), queueOf(u"/c"_s, {3, 1})}),
                 (QList<QList<SessionId>>{circle({1, 2, 3})}));
    }

    void whoWaitsForACircleIsNotInIt()
    {
        QCOMPARE(deadlocks({queueOf(u"/a"_s, {1, 2, 7}), queueOf(u"/b"_s, {2, 1}), queueOf(u"/c"_s, {7, 8})}),
                 (QList<QList<SessionId>>{circle({1, 2})}));
    }

    void twoCirclesAreTwo()
    {
        const auto found = deadlocks(
            {queueOf(u"/a"_s, {1, 2}), queueOf(u"/b"_s, {2, 1}), queueOf(u"/c"_s, {5, 6}), queueOf(u"/d"_s, {6, 5})});
        QCOMPARE(found, (QList<QList<SessionId>>{circle({1, 2}), circle({5, 6})}));
    }

    void aLongQueueIsNoTrouble()
    {
        QList<qint64> many;
        for (qint64 session = 1; session <= 20'000; ++session)
            many << session;
        QVERIFY(deadlocks({queueOf(u"/a"_s, many)}).isEmpty());
    }
};

} // namespace lockscope::tst_deadlock

LOCKSCOPE_TEST(lockscope::tst_deadlock::TestDeadlock)
#include "tst_deadlock.moc"
