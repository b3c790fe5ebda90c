// SPDX-License-Identifier: Apache-2.0
// A lock of 100,000 contenders on a real server, through the engine into the Queue panel: opened, scrolled, and
// followed while it is handed over.
#include "core/engine/engine.h"
#include "tests/live/observe/observation.h"
#include "tests/support/patience.h"
#include "tests/support/sandboxfortest.h"
#include "tests/support/testprogram.h"
#include "tests/ui/models/worldscript.h"
#include "ui/queue/queuepanel.h"
#include "ui/queue/queueview.h"
#include "ui/selection/selection.h"
#include "ui/world/liveworld.h"

#include <QScrollBar>
#include <QtTest>

#include <optional>

namespace lockscope::ui::tst_hugelock {

using namespace Qt::StringLiterals;

using test::patienceMs;

namespace {

const int contenders = testprogram::sampled(testprogram::played(100'000), 20'000);

struct Fixture
{
    Engine engine;
    LiveWorld world;
    Selection selection{&world};
    QueuePanel panel{&world, &selection};

    explicit Fixture(const QString &lock)
    {
        QObject::connect(&engine, &Engine::batchReady, &world, &LiveWorld::apply);
        panel.resize(900, 500);
        panel.show();
        selection.setLock(lock);
    }
    const QueueModel &model() const { return *panel.model(); }
    bool isResolved(int row) const { return model().contenderAt(row).node.stat.has_value(); }
};

template<typename T>
bool isOver(const QFuture<T> &future)
{
    return QTest::qWaitFor([&] { return future.isFinished(); }, patienceMs()) && future.result();
}

} // namespace

class TestHugeLock : public QObject
{
    Q_OBJECT

    /// With sessions that outlive what this thread does with all these rows on a busy machine.
    static servers::SandboxSpec patient()
    {
        servers::SandboxSpec spec;
        spec.tickTimeMs = 10'000;
        return spec;
    }

    test::SandboxForTest m_sandbox{patient()};

private Q_SLOTS:
    void aLockOfAHundredThousandIsOpenedScrolledAndFollowed()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        const auto others = test::openSession(m_sandbox.connectString(), 200'000);
        QVERIFY(others);
        const QString lock = test::makeNode(*others, u"/huge"_s);
        QVERIFY(test::makeNodes(*others, contenders, [&lock](int) {
            return test::NewNode{lock + u"/lock-"_s, NodeKind::EphemeralSequential};
        }));

        Fixture f(lock);
        ConnectSpec spec;
        spec.connectString = m_sandbox.connectString();
        spec.sessionTimeoutMs = 200'000;
        QVERIFY(isOver(f.engine.open(spec)));
        const auto observing = f.engine.observe(lock);
        std::optional<bool> namesFirst; // owners as they come
        QObject::connect(&f.world, &LiveWorld::changed, &f.panel, [&] {
            if (!namesFirst && f.model().rowCount() == contenders)
                namesFirst = !f.isResolved(contenders - 1);
        });
        AWAIT_COMPARE(f.model().rowCount(), contenders);
        QCOMPARE(namesFirst, std::optional(true));
        QVERIFY(isOver(observing));
        AWAIT_VERIFY(f.isResolved(0) && f.isResolved(contenders - 1));
        QCOMPARE(f.model().queue().waiting, contenders - 1);

        QueueView *view = f.panel.view();
        view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum());
        QCoreApplication::processEvents();
        const QModelIndex last = f.model().index(contenders - 1, QueueModel::Place);
        QVERIFY(view->viewport()->rect().contains(view->visualRect(last).center()));
        QCOMPARE(last.data().toString().remove(u','), QString::number(contenders));
        const QString chosen = lock + u'/' + lockName(contenders - 5);
        f.selection.choose(lock, {chosen});
        const int before = f.model().rowOfPath(chosen);

        // Their session lives on this thread, which was busy with the rows: it may have to connect again.
        AWAIT_VERIFY(test::await(others->exists(lock)));
        // The holder goes and one more comes: everybody moves up by one, and nothing is lost of what was chosen.
        QVERIFY(test::removeTree(*others, lock + u'/' + lockName(0)));
        const QString added = test::makeNode(*others, lock + u"/lock-"_s, NodeKind::EphemeralSequential);
        AWAIT_VERIFY(f.model().rowOfPath(added) == contenders - 1 && f.isResolved(contenders - 1));
        QCOMPARE(f.model().rowCount(), contenders);
        QCOMPARE(f.model().contenderAt(0).node.name, lockName(1));
        QCOMPARE(f.model().contenderAt(0).state, locks::ContenderState::Holding);
        QCOMPARE(f.model().rowOfPath(chosen), before - 1);
        QCOMPARE(view->currentIndex().row(), before - 1);
        QCOMPARE(f.selection.nodes(), QStringList{chosen});
    }
};

} // namespace lockscope::ui::tst_hugelock

LOCKSCOPE_TEST(lockscope::ui::tst_hugelock::TestHugeLock)
#include "tst_hugelock.moc"
