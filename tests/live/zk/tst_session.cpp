// SPDX-License-Identifier: Apache-2.0
#include "core/zk/session.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

namespace lockscope::tst_session {

using namespace Qt::StringLiterals;
using test::await;
using test::codeOf;

/// Each numbered pitfall of the C client that can occur is named in a comment at the test that shows it is met.
class SessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_sandbox.start(), m_sandbox.why()); }

    void init()
    {
        m_base = u"/t%1"_s.arg(++m_count);
        m_session = connect();
        QVERIFY(m_session);
    }

    void cleanup() { m_session.reset(); }

    void aSessionConnectsAndClosesCleanly()
    {
        zk::Session session({m_sandbox.connectString()});
        QCOMPARE(session.state(), ConnectionState::Closed);
        session.open();
        QCOMPARE(session.state(), ConnectionState::Connecting);
        const auto id = await(session.connected());
        QVERIFY(id);
        QVERIFY(!id->isNull());
        QCOMPARE(session.state(), ConnectionState::Connected);
        QCOMPARE(session.server(), m_sandbox.connectString());
        QVERIFY(session.negotiatedTimeoutMs() > 0);
        QVERIFY(make(session, m_base, {}, NodeKind::Ephemeral));
        QVERIFY(await(session.close()));
        QCOMPARE(session.state(), ConnectionState::Closed);
        // A clean close takes the ephemeral with it at once.
        QCOMPARE(codeOf(await(m_session->exists(m_base))), ErrorCode::NoNode);
    }

    void nodesAreMadeReadWrittenListedAndDeleted()
    {
        QCOMPARE(make(*m_session, m_base, "hello")->path, m_base);
        const auto child = make(*m_session, m_base + u"/lock-"_s, {}, NodeKind::EphemeralSequential);
        QVERIFY(child);
        QCOMPARE(child->path, m_base + u"/lock-0000000000"_s);
        QCOMPARE(child->stat.ephemeralOwner, m_session->id());
        const auto listed = await(m_session->children(m_base));
        QCOMPARE(listed->names.toList(), QList<QString>{u"lock-0000000000"_s});
        QCOMPARE(createsUnder(listed->stat), 1u);
        const auto content = await(m_session->get(m_base));
        QCOMPARE(content->data, "hello");
        const auto changed = await(m_session->set(m_base, "world", content->stat.version));
        QCOMPARE(changed->version, 1);
        QCOMPARE(await(m_session->acl(m_base))->first().scheme, u"world"_s);
        QVERIFY(await(m_session->remove(child->path, -1)));
        QVERIFY(await(m_session->remove(m_base, 1)));
    }

    void answersThatSayNoAreDefinite()
    {
        QVERIFY(make(*m_session, m_base) && make(*m_session, m_base + u"/c"_s));
        QCOMPARE(codeOf(await(m_session->get(m_base + u"/absent"_s))), ErrorCode::NoNode);
        QCOMPARE(codeOf(make(*m_session, m_base)), ErrorCode::NodeExists);
        QCOMPARE(codeOf(await(m_session->remove(m_base, -1))), ErrorCode::NotEmpty);
        QCOMPARE(codeOf(await(m_session->remove(m_base + u"/c"_s, 7))), ErrorCode::BadVersion);
        const auto bad = await(m_session->get(u"no-slash"_s));
        QCOMPARE(codeOf(bad), ErrorCode::BadArguments);
        QVERIFY(!bad.error().outcomeUnknown());
        QVERIFY(make(*m_session, m_base + u"/e"_s, {}, NodeKind::Ephemeral));
        QCOMPARE(codeOf(make(*m_session, m_base + u"/e/below"_s)), ErrorCode::NoChildrenForEphemerals);
    }

    void aWatchFiresOnceAndIsGone()
    {
        QVERIFY(make(*m_session, m_base));
        const auto watched = await(m_session->watchChildren(m_base));
        QVERIFY(watched);
        QCOMPARE(m_session->watchCount(), 1);
        QVERIFY(make(*m_session, m_base + u"/a"_s));
        QCOMPARE(await(watched->watch.fired()), WatchEvent::ChildrenChanged);
        QCOMPARE(m_session->watchCount(), 0);
        QCOMPARE(m_session->watchBytes(), 0);
    }

    void aWatchOnAnAbsentNodeFiresWhenItIsMade()
    {
        const auto watched = await(m_session->watchExists(m_base));
        QVERIFY(watched && !watched->stat);
        QVERIFY(make(*m_session, m_base));
        QCOMPARE(await(watched->watch.fired()), WatchEvent::Created);
        const auto refused = await(m_session->watchChildren(m_base + u"/absent"_s)); // sets no watch
        QVERIFY(!refused);
        QCOMPARE(m_session->watchCount(), 0);
    }

    // pitfall 8
    void sessionEventsDoNotConsumeAWatch()
    {
        test::Relay relay(m_sandbox.port());
        auto session = connect({relay.connectString()});
        QVERIFY(session && make(*session, m_base));
        const auto watched = await(session->watchExists(m_base));
        QVERIFY(watched);
        QSignalSpy states(session.get(), &zk::Session::stateChanged);
        relay.cut();
        AWAIT_VERIFY(states.size() >= 2);
        QVERIFY(await(session->connected()));
        QCOMPARE(session->watchCount(), 1);
        QVERIFY(await(m_session->remove(m_base, -1)));
        QCOMPARE(await(watched->watch.fired()), WatchEvent::Deleted);
    }

    void aCancelledWatchIsGoneFromTheServerToo()
    {
        QVERIFY(make(*m_session, m_base));
        const auto watched = await(m_session->watchExists(m_base));
        QVERIFY(watched);
        QVERIFY(test::askPort(m_sandbox.port(), "wchp").contains(m_base.toUtf8() + "\n"));
        m_session->cancelWatches(m_base, zk::WatchKind::Node);
        QCOMPARE(codeOf(await(watched->watch.fired())), ErrorCode::Cancelled);
        AWAIT_COMPARE(m_session->watchCount(), 0);
        QVERIFY(test::answersWithout(m_sandbox.port(), "wchp", m_base.toUtf8() + "\n"));
    }

    void aDataWatchFiresWhenTheDataChange()
    {
        QCOMPARE(codeOf(await(m_session->watchData(m_base))), ErrorCode::NoNode);
        QCOMPARE(m_session->watchCount(), 0);
        QVERIFY(make(*m_session, m_base, "before"));
        const auto watched = await(m_session->watchData(m_base));
        QVERIFY(watched);
        QCOMPARE(watched->content.data, "before");
        QVERIFY(await(m_session->set(m_base, "after", -1)));
        QCOMPARE(await(watched->watch.fired()), WatchEvent::Changed);
        QCOMPARE(m_session->watchCount(), 0);
    }

    void anEventComesBeforeTheAnswerThatShowsIt()
    {
        QVERIFY(await(m_session->create(m_base, {}, NodeKind::Persistent)));
        QStringList heard;
        for (int round = 0; round < 20; ++round) {
            const auto watched = await(m_session->watchData(m_base));
            QVERIFY(watched);
            watched->watch.fired().then([&heard](const Result<WatchEvent> &) { heard.append(u"event"_s); });
            heard.clear();
            bool answered = false;
            // Both come in one packet, about: what was read first is told first.
            m_session->set(m_base, "x", -1).then([&](const Result<NodeStat> &) {
                heard.append(u"answer"_s);
                answered = true;
            });
            AWAIT_VERIFY(answered && heard.size() == 2);
            QCOMPARE(heard, (QStringList{u"event"_s, u"answer"_s}));
        }
    }

    void ofTwoWatchesOnAPathEachIsCancelledAlone()
    {
        QVERIFY(make(*m_session, m_base));
        const auto first = await(m_session->watchExists(m_base));
        const auto second = await(m_session->watchData(m_base));
        QVERIFY(first && second);
        m_session->cancel(first->watch);
        QCOMPARE(codeOf(await(first->watch.fired())), ErrorCode::Cancelled);
        QVERIFY(test::askPort(m_sandbox.port(), "wchp").contains(m_base.toUtf8() + "\n"));
        m_session->cancel(second->watch);
        QCOMPARE(codeOf(await(second->watch.fired())), ErrorCode::Cancelled);
        AWAIT_COMPARE(m_session->watchCount(), 0);
        QVERIFY(test::answersWithout(m_sandbox.port(), "wchp", m_base.toUtf8() + "\n"));
    }

    // pitfalls 1 and 5
    void callsMayBeMadeFromInsideAnAnswer()
    {
        QVERIFY(make(*m_session, m_base));
        int left = 200;
        bool failed = false;
        std::function<void(const Result<NodeStat> &)> again = [&](const Result<NodeStat> &stat) {
            failed = failed || !stat;
            if (--left > 0)
                m_session->exists(m_base).then(again);
        };
        m_session->exists(m_base).then(again);
        AWAIT_COMPARE(left, 0);
        QVERIFY(!failed);
    }

    // pitfall 5
    void aSessionMayBeDestroyedFromInsideAnAnswer()
    {
        int answers = 0;
        for (int i = 0; i < 10; ++i) {
            m_session->exists(u"/"_s).then([&](const Result<NodeStat> &) {
                m_session.reset();
                ++answers;
            });
        }
        AWAIT_COMPARE(answers, 10); // every one ends, the first with its answer
    }

    // pitfall 4
    void manyPipelinedReadsAllCome()
    {
        QVERIFY(make(*m_session, m_base, "data"));
        constexpr int count = 5'000;
        int good = 0;
        int bad = 0;
        for (int i = 0; i < count; ++i)
            m_session->get(m_base).then([&](const Result<NodeContent> &content) { ++(content ? good : bad); });
        AWAIT_COMPARE(good + bad, count);
        QCOMPARE(bad, 0);
    }

    void aCallWhileNotConnectedFailsAtOnceAsNotSent()
    {
        zk::Session session({m_sandbox.connectString()});
        session.open();
        const auto created = await(session.create(m_base, {}, NodeKind::Persistent)); // not connected yet
        QVERIFY(!created);
        QCOMPARE(created.error().code, ErrorCode::NotConnected);
        QVERIFY(!created.error().outcomeUnknown());
        QVERIFY(await(session.connected()));
        QVERIFY(!test::isThere(session, m_base));
    }

    // pitfall 7: with −2, or without an event at all
    void pendingCallsFailWhenTheConnectionIsLost()
    {
        test::Relay relay(m_sandbox.port());
        auto session = connect({relay.connectString()});
        QVERIFY(session);
        relay.setPartitioned(true);
        QList<ErrorCode> codes;
        for (int i = 0; i < 20; ++i) {
            session->exists(u"/"_s).then([&](const Result<NodeStat> &stat) { codes.append(codeOf(stat)); });
        }
        relay.cut();
        AWAIT_COMPARE(codes.size(), 20);
        for (const ErrorCode code : codes)
            QCOMPARE(code, ErrorCode::ConnectionLoss);
        relay.setPartitioned(false);
        QVERIFY(await(session->connected()));
    }

    // pitfalls 3 and 13
    void anIdleSessionLivesOnPings()
    {
        auto session = connect({m_sandbox.connectString(), 3'000});
        QVERIFY(session);
        const SessionId id = session->id();
        QElapsedTimer idle;
        idle.start();
        AWAIT_VERIFY(idle.elapsed() > 2LL * session->negotiatedTimeoutMs() + 1'000);
        QVERIFY(await(session->exists(u"/"_s)));
        QCOMPARE(session->id(), id);
    }

    // pitfall 9
    void expiryEndsCallsWatchesAndTheSession()
    {
        test::Relay relay(m_sandbox.port());
        auto session = connect({relay.connectString(), 2'000});
        QVERIFY(session && make(*session, m_base, {}, NodeKind::Ephemeral));
        const auto watched = await(session->watchExists(m_base));
        QVERIFY(watched);
        relay.setPartitioned(true);
        AWAIT_VERIFY(!test::isThere(*m_session, m_base)); // the server has ended the session
        relay.cut();
        relay.setPartitioned(false);
        AWAIT_COMPARE(session->state(), ConnectionState::Expired);
        QCOMPARE(codeOf(await(watched->watch.fired())), ErrorCode::SessionExpired);
        QCOMPARE(codeOf(await(session->exists(m_base))), ErrorCode::SessionExpired);
        QCOMPARE(codeOf(await(session->connected())), ErrorCode::SessionExpired);
    }

    // pitfall 6: it asks first, and blocks no loop
    void closingASilentServersSessionEndsBeforeItsTimeout()
    {
        test::Relay relay(m_sandbox.port());
        auto session = connect({relay.connectString(), 30'000});
        QVERIFY(session && make(*session, m_base, {}, NodeKind::Ephemeral));
        relay.setPartitioned(true);
        int turns = 0;
        QTimer heartbeat;
        QObject::connect(&heartbeat, &QTimer::timeout, this, [&] { ++turns; });
        heartbeat.start(10);
        QVERIFY(await(session->close()));
        QCOMPARE(session->state(), ConnectionState::Closed);
        QVERIFY(turns > 10);                        // the loop went on while it asked
        QVERIFY(test::isThere(*m_session, m_base)); // the server still waits for a sign of life
    }

    void closingFailsWhatIsPending()
    {
        QVERIFY(make(*m_session, m_base));
        const auto watched = await(m_session->watchExists(m_base));
        QVERIFY(watched);
        std::optional<ErrorCode> code;
        bool closed = false;
        m_session->close().then([&] { closed = true; });
        m_session->get(m_base).then([&](const Result<NodeContent> &content) { code = codeOf(content); });
        AWAIT_VERIFY(closed && code);
        QCOMPARE(codeOf(await(watched->watch.fired())), ErrorCode::Closed);
        QCOMPARE(codeOf(await(m_session->get(m_base))), ErrorCode::Closed);
    }

    void abandoningLeavesTheEphemeralNodeToTheSessionTimeout()
    {
        auto session = connect({m_sandbox.connectString(), 6'000});
        QVERIFY(session && make(*session, m_base, {}, NodeKind::Ephemeral));
        session->abandon();
        QCOMPARE(session->state(), ConnectionState::Closed);
        QVERIFY(await(m_session->exists(m_base))); // no CLOSE was sent
        AWAIT_VERIFY(!test::isThere(*m_session, m_base));
    }

    void aChrootIsInvisibleInPaths()
    {
        QVERIFY(make(*m_session, m_base));
        auto session = connect({m_sandbox.connectString() + m_base});
        QVERIFY(session);
        const auto made = make(*session, u"/lock-"_s, {}, NodeKind::EphemeralSequential);
        QCOMPARE(made->path, u"/lock-0000000000"_s);
        QVERIFY(await(m_session->exists(m_base + made->path)));
        const auto watched = await(session->watchExists(made->path));
        QVERIFY(watched);
        QVERIFY(await(m_session->remove(m_base + made->path, -1)));
        QCOMPARE(await(watched->watch.fired()), WatchEvent::Deleted);
    }

    // pitfall 10: what all watches weigh in one packet is known
    void watchesOfManyBytesAreCounted()
    {
        test::Relay relay(m_sandbox.port());
        qsizetype largest = 0;
        relay.setTap([&largest](bool fromClient, bool, const QByteArray &frame) {
            largest = fromClient ? std::max(largest, frame.size()) : largest;
        });
        auto session = connect({relay.connectString()});
        QVERIFY(session && make(*session, m_base));
        QVERIFY(session->watchBytes() < zk::Session::maxWatchBytes);
        int set = 0;
        const QString longName(200, u'n');
        for (int i = 0; i < 500; ++i) {
            session->watchExists(u"%1/%2%3"_s.arg(m_base, longName).arg(i))
                .then([&](const Result<zk::WatchedStat> &watched) { set += watched ? 1 : 0; });
        }
        AWAIT_COMPARE(set, 500);
        const qsizetype counted = session->watchBytes();
        relay.cut();
        AWAIT_VERIFY(relay.connections() == 1 && session->state() == ConnectionState::Connected);
        QVERIFY(await(session->exists(u"/"_s)));
        // The one packet that the library sent to set them again: what we counted, and a few bytes around it.
        QVERIFY2(largest >= counted && largest < counted + 100,
                 qPrintable(u"%1 sent, %2 counted"_s.arg(largest).arg(counted)));
    }

    void aReconnectTriesTheNextServerOfTheList()
    {
        test::Relay first(m_sandbox.port());
        test::Relay second(m_sandbox.port());
        auto session = connect({first.connectString() + u',' + second.connectString()});
        QVERIFY(session);
        const SessionId id = session->id();
        test::Relay &used = first.connections() > 0 ? first : second;
        test::Relay &other = first.connections() > 0 ? second : first;
        used.setRefusing(true);
        used.cut();
        AWAIT_COMPARE(other.connections(), 1);
        QVERIFY(await(session->connected()));
        QCOMPARE(session->id(), id);
        QCOMPARE(session->server(), other.connectString());
    }

    // pitfall 3: no socket, but a time to wait
    void aServerThatComesBackIsFoundAgain()
    {
        test::Relay relay(m_sandbox.port());
        auto session = connect({relay.connectString()});
        QVERIFY(session);
        relay.setRefusing(true);
        relay.cut();
        AWAIT_COMPARE(session->state(), ConnectionState::Suspended);
        QVERIFY(session->server().isEmpty());
        relay.setRefusing(false);
        QVERIFY(await(session->connected()));
        QCOMPARE(session->state(), ConnectionState::Connected);
    }

private:
    std::unique_ptr<zk::Session> connect(zk::SessionSpec spec = {})
    {
        if (spec.hosts.isEmpty())
            spec.hosts = m_sandbox.connectString();
        auto session = std::make_unique<zk::Session>(spec);
        session->open();
        return await(session->connected()) ? std::move(session) : nullptr;
    }
    Result<CreatedNode> make(zk::Session &session, const QString &path, const QByteArray &data = {},
                             NodeKind kind = NodeKind::Persistent)
    {
        return await(session.create(path, data, kind));
    }

    test::SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_session; ///< of each test
    QString m_base;
    int m_count = 0;
};

} // namespace lockscope::tst_session

LOCKSCOPE_TEST(lockscope::tst_session::SessionTest)
#include "tst_session.moc"
