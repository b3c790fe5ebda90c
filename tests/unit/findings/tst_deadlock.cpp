// SPDX-License-Identifier: Apache-2.0
#include "core/findings/waitgraph.h"
#include "tests/support/testprogram.h"
#include "tests/unit/locks/queuetext.h"

namespace lockscope::tst_deadlock {

using namespace lockscope::findings;
using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace Qt::StringLiterals;

namespace {

/// A mutex whose contenders are these sessions, in this order.
LockQueue queueOf(const QString &path, const QList<qint64> &sessions)
{
    std::vector<ChildNode> children;
    for (const qint64 session : sessions) {
        const int number = static_cast<int>(children.size());
        children.push_back(childNamed(u"lock-"_s + sequenceText(number), number + 1, session));
    }
    return readQueue(path, std::nullopt, std::move(children));
}

} // namespace

class TestDeadlock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void circlesAreFound_data()
    {
        using Sessions = QList<QList<qint64>>;
        QTest::addColumn<Sessions>("queues");
        QTest::addColumn<Sessions>("circles");
        const auto row = [](const char *name, const Sessions &queues, const Sessions &circles) {
            QTest::newRow(name) << queues << circles;
        };
        row("no lock has none", {}, {});
        row("nor has a queue by itself", {{1, 2, 3}}, {});
        row("nor the same order in two locks", {{1, 2}, {1, 2}}, {});
        row("opposite orders in two locks are one", {{1, 2}, {2, 1}}, {{1, 2}});
        row("three locks can make one", {{1, 2}, {2, 3}, {3, 1}}, {{1, 2, 3}});
        row("who waits for it is not in it", {{1, 2, 7}, {2, 1}, {7, 8}}, {{1, 2}});
        row("two are two", {{1, 2}, {2, 1}, {5, 6}, {6, 5}}, {{1, 2}, {5, 6}});
    }
    void circlesAreFound()
    {
        QFETCH(QList<QList<qint64>>, queues);
        std::vector<LockQueue> locks;
        for (qsizetype i = 0; i < queues.size(); ++i)
            locks.push_back(queueOf(u"/lock-%1"_s.arg(i), queues[i]));
        QList<QList<qint64>> found;
        for (const QList<SessionId> &circle : deadlocks(locks)) {
            found.emplaceBack();
            for (const SessionId session : circle)
                found.last() += session.value;
        }
        QTEST(found, "circles");
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
