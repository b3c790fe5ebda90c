// SPDX-License-Identifier: Apache-2.0
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"

#include <algorithm>

namespace lockscope::tst_bigroot {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// A root with 100,000 children; 20,000 in the gate.
class BigRootTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRootWithAHundredThousandChildrenIsReadAndStaysLive()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        const auto others = openSession(m_sandbox.connectString(), 30'000);
        QVERIFY(others);
        const QString root = makeNode(*others, u"/big"_s);
        QVERIFY(fill(*others, root));

        const observe::WatchLimits limits{.directories = 5'000}; // the default takes a while under a sanitizer
        Observation observation(m_sandbox.connectString(), limits, 30'000);
        int turns = 0;
        int turnsAtFirstRows = 0;
        QTimer heartbeat;
        connect(&heartbeat, &QTimer::timeout, this, [&] {
            ++turns;
            if (turnsAtFirstRows == 0 && observation.world().directory(root))
                turnsAtFirstRows = turns;
            QVERIFY(observation.world().observation().directoriesWatched <= limits.directories);
        });
        heartbeat.start(1);
        const auto watched = observation.watch(root);
        QVERIFY2(watched, qPrintable(watched ? QString() : watched.error().sentence().english()));
        QVERIFY2(turns > turnsAtFirstRows + 20, "the loop went on while the nodes were read");
        QVERIFY(turnsAtFirstRows > 0); // names first, owners as they come

        const journal::Directory *seen = observation.world().directory(root);
        QVERIFY(seen);
        QCOMPARE(seen->children.size(), count);
        const auto children = seen->children.all();
        QVERIFY(std::ranges::all_of(children, [](const auto &child) { return !!child.stat; }));
        QCOMPARE(observation.world().observation().directoriesWatched, limits.directories);
        QCOMPARE(observation.world().observation().directoriesUnwatched, count / 2 + 1 - limits.directories);
        QVERIFY(observation.connection().session()->watchBytes() <= zk::Session::maxWatchBytes);

        const QString added = makeNode(*others, root + u"/lock-"_s, NodeKind::EphemeralSequential);
        AWAIT_VERIFY(observation.child(added) && observation.child(added)->stat);
        const auto &queue = observation.world().queue(root);
        QCOMPARE(queue.waiting, count / 2); // one holds
        QCOMPARE(queue.contenders[size_t(queue.waiting)].node.name, baseName(added));
    }

private:
    const int count = testprogram::sampled(testprogram::played(100'000), 20'000);

    /// Half of them persistent contenders, half of them directories: more than may be watched.
    bool fill(zk::Session &session, const QString &root)
    {
        return makeNodes(session, count, [&](int i) {
            return i % 2 == 0 ? NewNode{root + u"/lock-"_s, NodeKind::PersistentSequential}
                              : NewNode{u"%1/dir%2"_s.arg(root).arg(i), NodeKind::Persistent};
        });
    }

    SandboxForTest m_sandbox;
};

} // namespace lockscope::tst_bigroot

LOCKSCOPE_TEST(lockscope::tst_bigroot::BigRootTest)
#include "tst_bigroot.moc"
