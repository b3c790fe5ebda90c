// SPDX-License-Identifier: Apache-2.0
// The reading of a tree on a real server, as the Locks panel shows it, and what people do to it there: cancel, go on,
// pause.
#include "core/engine/engine.h"
#include "tests/live/observe/observation.h"
#include "tests/support/relay.h"
#include "tests/ui/uitest.h"
#include "ui/locks/lockspanel.h"
#include "ui/selection/selection.h"
#include "ui/theme/widgets.h"
#include "ui/world/liveworld.h"

#include <QProgressBar>

namespace lockscope::ui::tst_discovery {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using test::patienceMs;

class TestDiscovery : public QObject
{
    Q_OBJECT

    static constexpr int chainLength = 60;

    /// An engine and its panel, connected as the window connects them.
    struct Fixture
    {
        Engine engine;
        LiveWorld world;
        Selection selection{&world};
        LocksPanel panel{&world, &selection};
        QFuture<Result<Done>> reading;

        Fixture()
        {
            connect(&engine, &Engine::batchReady, &world, &LiveWorld::apply);
            connect(&panel, &LocksPanel::liveRequested, &engine, &Engine::setLive);
            connect(&panel, &LocksPanel::discoveryRequested, &engine, &Engine::setDiscovery);
            panel.resize(300, 500);
            panel.show();
        }
        bool open(const QString &connectString, const QString &root)
        {
            ConnectSpec spec;
            spec.connectString = connectString;
            auto opening = engine.open(spec);
            if (!QTest::qWaitFor([&] { return opening.isFinished(); }, patienceMs()) || !opening.result())
                return false;
            reading = engine.observe(root);
            return true;
        }

        const journal::ObservationChanged &observation() const { return world.world().observation(); }
        bool isLive() const { return observation().freshness == journal::Freshness::Live; }
        DiscoveryBar *bar() const { return panel.findChild<DiscoveryBar *>(); }
        QProgressBar *progress() const { return bar()->findChild<QProgressBar *>(); }
        QPushButton *button() const { return bar()->findChild<QPushButton *>(); }
        bool barSays(const QString &text) const
        {
            return bar()->isVisible() && bar()->findChild<QLabel *>()->text().contains(text);
        }
        EmptyState *empty() const { return panel.findChild<EmptyState *>(); }
        QAbstractButton *tool(const QString &name) const { return buttonNamed(panel, name); }
    };

    test::SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_others;
    std::unique_ptr<test::Relay> m_relay;
    QString m_root;
    int m_count = 0;

    QString make(const QString &path, NodeKind kind = NodeKind::Persistent)
    {
        return test::makeNode(*m_others, path, kind);
    }
    /// Directories one in the other, which can only be found one after the other; in the last one is a lock.
    QString makeChain()
    {
        QString path = m_root;
        for (int i = 0; i < chainLength; ++i)
            path = make(path + u"/deeper"_s);
        make(path + u"/lock-"_s, NodeKind::EphemeralSequential);
        return path;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_others = test::openSession(m_sandbox.connectString());
        QVERIFY(m_others);
    }
    void cleanupTestCase() { m_others.reset(); }
    void init()
    {
        m_relay = std::make_unique<test::Relay>(m_sandbox.port());
        m_root = make(u"/t%1"_s.arg(++m_count));
    }
    void cleanup() { m_relay.reset(); }

    void aLongReadingShowsHowFarItIsAndIsCancelledAndGoesOn()
    {
        const QString lock = makeChain();
        m_relay->setDelay(10ms);
        Fixture f;
        QVERIFY(f.open(m_relay->connectString(), m_root));
        AWAIT_VERIFY(f.progress()->isVisible());
        QVERIFY(f.barSays(u"to go"_s));
        QCOMPARE(f.button()->text(), u"Cancel"_s);
        QVERIFY(f.progress()->value() > 0 && f.progress()->value() < f.progress()->maximum());
        QVERIFY(!f.reading.isFinished());

        QTest::mouseClick(f.button(), Qt::LeftButton);
        AWAIT_VERIFY(f.reading.isFinished());
        QVERIFY(f.reading.result());
        AWAIT_VERIFY(f.barSays(u"Incomplete"_s));
        QVERIFY(!f.progress()->isVisible());
        QVERIFY(!f.world.world().directory(lock));
        QVERIFY(f.empty()->isVisible());
        QVERIFY2(!f.empty()->title().startsWith(u"No locks"_s), qPrintable(f.empty()->title())); // nobody knows that

        m_relay->setDelay(0ms);
        QCOMPARE(f.button()->text(), u"Continue"_s);
        QTest::mouseClick(f.button(), Qt::LeftButton);
        AWAIT_COMPARE(f.panel.model()->counts().locks, 1);
        // Its node is still to be read, and the bar comes only after a while.
        AWAIT_VERIFY(f.isLive() && !f.observation().incomplete);
        QVERIFY(!f.bar()->isVisible());
        QVERIFY(!f.empty()->isVisible());
    }

    void aShortReadingShowsNoBar()
    {
        make(m_root + u"/lock-"_s, NodeKind::EphemeralSequential);
        Fixture f;
        QVERIFY(f.open(m_sandbox.connectString(), m_root));
        // The future may tell before the last of what was read is here.
        AWAIT_VERIFY(f.reading.isFinished() && f.isLive() && f.panel.model()->counts().locks == 1);
        QVERIFY(!f.bar()->isVisible());
    }

    void itIsPausedAndGoesOn()
    {
        make(m_root + u"/lock-"_s, NodeKind::EphemeralSequential);
        Fixture f;
        QVERIFY(f.open(m_relay->connectString(), m_root));
        AWAIT_COMPARE(f.observation().freshness, journal::Freshness::Live);
        QTest::mouseClick(f.tool(u"Pause live"_s), Qt::LeftButton);
        AWAIT_VERIFY(f.observation().paused);
        QVERIFY(f.tool(u"Go on live"_s) && f.tool(u"Go on live"_s)->isChecked());
        make(m_root + u"/lock-"_s, NodeKind::EphemeralSequential);
        QTest::mouseClick(f.tool(u"Go on live"_s), Qt::LeftButton);
        AWAIT_COMPARE(f.world.world().queue(m_root).contenders.size(), size_t(2));
        AWAIT_VERIFY(f.tool(u"Pause live"_s) && !f.tool(u"Pause live"_s)->isChecked());
    }

    void aTreeThatWasNotReadToItsEndIsNotSaidToHaveNoLocks()
    {
        makeChain();
        int requests = 0;
        m_relay->setTap([&](bool fromClient, bool handshake, const QByteArray &frame) {
            const bool isPing = frame.size() <= 12; // length, xid, type
            if (fromClient && !handshake && !isPing && ++requests == 10) {
                m_relay->setRefusing(true);
                m_relay->loseNextReply();
            }
        });
        Fixture f;
        QVERIFY(f.open(m_relay->connectString(), m_root));
        AWAIT_COMPARE(f.observation().freshness, journal::Freshness::Stale);
        QVERIFY(f.empty()->isVisible());
        QVERIFY2(!f.empty()->title().startsWith(u"No locks"_s), qPrintable(f.empty()->title()));
        m_relay->setTap({});
        m_relay->setRefusing(false);
        AWAIT_COMPARE(f.panel.model()->counts().locks, 1);
    }
};

} // namespace lockscope::ui::tst_discovery

LOCKSCOPE_TEST(lockscope::ui::tst_discovery::TestDiscovery)
#include "tst_discovery.moc"
