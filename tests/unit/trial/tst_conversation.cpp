// SPDX-License-Identifier: Apache-2.0
#include "core/history/client.h"
#include "core/trial/conversation.h"
#include "tests/support/testprogram.h"
#include "tests/unit/trial/frames.h"

#include <QtTest>

namespace lockscope::tst_conversation {

using namespace lockscope::test;
using namespace lockscope::trial;
using namespace Qt::StringLiterals;
using journal::ServerNode;
using locks::LockState;

namespace {

/// All that was written, and the client as the World would have it.
struct WrittenEvents : journal::EventSink
{
    void write(journal::Payload what) override
    {
        const journal::Event event = writer.stamp(std::move(what));
        if (!journal::clientOf(event.what).isNull())
            journal::follow(client, event);
        events += event;
    }

    template<typename T>
    QList<T> all() const
    {
        QList<T> found;
        for (const journal::Event &event : events) {
            if (const auto *one = std::get_if<T>(&event.what))
                found += *one;
        }
        return found;
    }
    template<typename T>
    T last() const
    {
        const QList<T> found = all<T>();
        return found.isEmpty() ? T() : found.last();
    }

    journal::EventBatch events;
    journal::EventWriter writer;
    journal::Client client;
};

} // namespace

/// What a relay sees of a foreign client, and what that says, as events of a client.
class ConversationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_written = std::make_unique<WrittenEvents>();
        m_client = std::make_unique<Conversation>(ClientId{1}, u"client-0"_s, u"/l"_s, *m_written);
        connects(1, 0, 0xa);
    }

    void aRoundIsToldInOrder()
    {
        makesNode(1, 1, 0x11);
        QCOMPARE(m_written->client.state, LockState::Fetching);
        QCOMPARE(m_written->client.node, u"/l/lock-0000000001"_s);
        says("acquired");
        QCOMPARE(m_written->client.state, LockState::Retained);
        QCOMPARE(m_written->client.token, Zxid{0x11});
        QCOMPARE(m_written->client.node, u"/l/lock-0000000001"_s);
        m_client->asks(1, false, deleteRequest(2, "/l/lock-0000000001"));
        QCOMPARE(m_written->client.state, LockState::Releasing); // it believes no more, whatever it says later
        m_client->isAnswered(1, false, reply(2, 0x12), false);
        QCOMPARE(m_written->last<ServerNode>().life, ServerNode::Life::Gone);
        says("released");
        QCOMPARE(m_written->client.state, LockState::Released);
        QVERIFY(!m_written->client.error);
        QCOMPARE(m_client->grants(), 1);
    }

    void aTokenOfItsOwnIsTakenAndTheCzxidNeverStandsInForIt()
    {
        makesNode(1, 1, 0x11);
        says("acquired 0x99");
        QCOMPARE(m_written->client.token, Zxid{0x99});
        says("released");
        says("acquired");
        QVERIFY(m_written->client.token.isNull());
        says("released");
        says("acquired none");
        QVERIFY(m_written->client.token.isNull());
        QCOMPARE(m_written->last<journal::Notice>().text.english(),
                 u"client-0 told a fencing token that is no number: “none”. It is not judged."_s);
    }

    void linesAreWordsOrNone()
    {
        QVERIFY(Word::read(u"failed no luck today"_s)->text == u"no luck today"_s);
        for (const char *none : {"", "Acquired", "acquire", "released now", "lost it", " acquired"})
            QVERIFY2(!Word::read(QString::fromLatin1(none)), none);
    }

    void aGrantWithoutANodeBeginsAnAttemptToo()
    {
        says("acquired");
        QCOMPARE(m_written->client.state, LockState::Retained);
        QCOMPARE(m_written->client.node, QString());
        QCOMPARE(m_written->client.attempts, 1);
    }

    void anAttemptInVainSaysWhy()
    {
        makesNode(1, 1, 0x11);
        says("timed-out");
        QCOMPARE(m_written->client.state, LockState::Released);
        QCOMPARE(m_written->client.error->code, ErrorCode::AcquireTimeout);
        says("failed connection refused");
        QCOMPARE(m_written->client.error->detail.english(), u"connection refused"_s);
        QCOMPARE(m_written->client.attempts, 2);
    }

    void aLostReplyIsTheServersTruthAndNotTheClients()
    {
        m_client->asks(1, false, createRequest(1, "/l/lock-", 3));
        m_client->isAnswered(1, false, reply(1, 0x11, 0, text("/l/lock-0000000001")), true);
        QVERIFY(m_written->all<journal::ClientReply>().isEmpty());
        QCOMPARE(m_written->last<ServerNode>().path, u"/l/lock-0000000001"_s);
        m_client->connectionOver(1);
        QCOMPARE(m_written->last<journal::ClientReply>().error->code, ErrorCode::ConnectionLoss);
        QCOMPARE(m_written->client.connection, ConnectionState::Suspended);
        connects(2, 0xa, 0xa);
        QCOMPARE(m_written->client.connection, ConnectionState::Connected);
        says("acquired");
        QCOMPARE(m_written->client.node, u"/l/lock-0000000001"_s);
    }

    /// Its library sets it again, since it cannot know.
    void aWatchThatItAskedToBeRidOfIsNotHeldAgainstIt()
    {
        m_client->asks(1, false, readRequest(1, 8, "/l", true));
        m_client->isAnswered(1, false, reply(1, 0x11, 0, QByteArray(4, '\0')), false);
        QCOMPARE(m_written->client.watching.size(), 1);
        m_client->asks(
            1, false, frame([](QDataStream &out) { out << qint32(2) << qint32(18) << QByteArray("/l") << qint32(1); }));
        m_client->isAnswered(1, false, reply(2, 0x12), true);
        reconnects();
        m_client->asks(2, false, setWatchesRequest("/l"));
        QVERIFY(m_written->client.watching.isEmpty());
    }

    void aNodeWhoseAnswerNobodySawIsFoundByItsOwnName_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("there");
        QTest::addColumn<QString>("node");
        const QByteArray own = "_c_0f1e2d3c-1111-2222-3333-444455556666-lock-";
        QTest::newRow("it was made") << own << own + "0000000007"
                                     << u"/l/"_s + QString::fromLatin1(own) + "0000000007"_L1;
        QTest::newRow("it was not") << own << QByteArray("_c_9f1e2d3c-1111-2222-3333-444455556666-lock-0000000007")
                                    << QString();
        QTest::newRow("anybody's name tells nothing")
            << QByteArray("lock-") << QByteArray("lock-0000000007") << QString();
    }
    /// The connection broke at the answer before it.
    void aNodeWhoseAnswerNobodySawIsFoundByItsOwnName()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, there);
        QFETCH(QString, node);
        m_client->asks(1, false, createRequest(1, "/l/" + name, 3));
        reconnects();
        m_client->asks(2, false, readRequest(2, 8, "/l", false));
        m_client->isAnswered(2, false, reply(2, 0x20, 0, QByteArray("\0\0\0\1", 4) + text(there)), false);
        QCOMPARE(m_written->client.node, node);
        says("acquired");
        QCOMPARE(m_written->client.node, node);
        if (node.isEmpty())
            return;
        m_client->asks(2, false, deleteRequest(3, node.toLatin1()));
        QCOMPARE(m_written->client.state, LockState::Releasing);
    }

    void anUnnumberedNodeWhoseAnswerNobodySawIsFoundByItsOwner()
    {
        m_client->asks(1, false, createRequest(1, "/l/0123456789abcdef", 1));
        reconnects();
        m_client->asks(2, false, readRequest(2, 3, "/l/0123456789abcdef", false));
        m_client->isAnswered(2, false, reply(2, 0x20, 0, statBytes(0x11, 0xa)), false);
        says("acquired");
        QCOMPARE(m_written->client.node, u"/l/0123456789abcdef"_s);
        QCOMPARE(m_written->client.token, Zxid{0x11});
    }

    void watchesGoWithTheConnectionUnlessTheyAreSetAgain_data()
    {
        QTest::addColumn<bool>("again");
        QTest::newRow("set again") << true;
        QTest::newRow("not set again") << false;
    }
    void watchesGoWithTheConnectionUnlessTheyAreSetAgain()
    {
        m_client->asks(1, false, readRequest(1, 8, "/l", true));
        m_client->isAnswered(1, false, reply(1, 0x11, 0, QByteArray(4, '\0')), false);
        QCOMPARE(m_written->client.watching.size(), 1);
        reconnects();
        QFETCH(bool, again);
        if (again)
            m_client->asks(2, false, setWatchesRequest("/l"));
        m_client->asks(2, false, readRequest(1, 3, "/l", false));
        QCOMPARE(m_written->client.watching.size(), again ? 1 : 0);
    }

    void aWatchOnWhatIsAbsentIsNoError()
    {
        m_client->asks(1, false, readRequest(1, 3, "/l/gone", true));
        m_client->isAnswered(1, false, reply(1, 0x11, -101), false);
        QVERIFY(!m_written->last<journal::ClientReply>().error);
        QVERIFY(m_written->client.watching.value(0).ofNothing);
        m_client->isAnswered(1, false, eventFrame(1, "/l/gone"), false);
        QVERIFY(m_written->client.watching.isEmpty());
        m_client->asks(1, false, readRequest(2, 3, "/l/gone", false));
        m_client->isAnswered(1, false, reply(2, 0x11, -101), false);
        QCOMPARE(m_written->last<journal::ClientReply>().error->code, ErrorCode::NoNode);
    }

    void anExpiredSessionIsFollowedByAnother()
    {
        makesNode(1, 1, 0x11);
        says("acquired");
        m_client->connectionOver(1);
        connects(2, 0xa, 0);
        QCOMPARE(m_written->client.connection, ConnectionState::Expired);
        QCOMPARE(m_written->client.state, LockState::Retained); // it has not said so
        QVERIFY(m_client->sessionIsOver());
        says("lost");
        QCOMPARE(m_written->client.error->code, ErrorCode::SessionExpired);
        m_client->connectionOver(2);
        connects(3, 0, 0xb);
        QCOMPARE(m_written->client.session, SessionId{0xb});
        QCOMPARE(m_written->client.connection, ConnectionState::Connected);
    }

    void aClosedSessionEndsTheHold()
    {
        makesNode(1, 1, 0x11);
        says("acquired");
        m_client->asks(1, false, closeRequest(2));
        QCOMPARE(m_written->client.state, LockState::Releasing);
        m_client->connectionOver(1);
        QCOMPARE(m_written->client.connection, ConnectionState::Closed);
        QCOMPARE(m_written->client.state, LockState::Released);
    }

    /// One session makes the directory, another one takes the lock.
    void theSessionThatMakesTheFirstContenderIsJudged()
    {
        m_client->asks(1, false, createRequest(1, "/l", 0));
        m_client->isAnswered(1, false, reply(1, 0x10, 0, text("/l")), false);
        connects(2, 0, 0xb);
        makesNode(2, 1, 0x11);
        says("acquired");
        QCOMPARE(m_written->client.session, SessionId{0xb});
        QCOMPARE(m_written->client.node, u"/l/lock-0000000001"_s);
        QVERIFY(m_written->all<journal::Notice>().isEmpty());
    }

    void whatIsKilledSaysNothingMore()
    {
        makesNode(1, 1, 0x11);
        m_client->isGone();
        const auto before = m_written->events.size();
        says("acquired");
        QCOMPARE(m_written->events.size(), before);
        m_client->beginsAgain();
        connects(5, 0, 0xc);
        makesNode(5, 1, 0x21, 2);
        says("acquired");
        QCOMPARE(m_written->client.token, Zxid{0x21});
    }

    /// The one before had made a contender in another session than its first, too.
    void aNewProcessTakesItsLockInWhicheverSession()
    {
        makesNode(1, 1, 0x11);
        m_client->isGone();
        m_client->beginsAgain();
        connects(5, 0, 0xc);
        connects(6, 0, 0xd);
        makesNode(6, 1, 0x21, 2);
        says("acquired");
        QCOMPARE(m_written->client.session, SessionId{0xd});
        QCOMPARE(m_written->client.node, u"/l/lock-0000000002"_s);
        QVERIFY(m_written->all<journal::Notice>().isEmpty());
    }

    /// Its create was on its way when it was killed.
    void whatTheServerDidForADeadOneIsToldAndNoAnswer()
    {
        m_client->asks(1, false, createRequest(1, "/l/lock-", 3));
        m_client->isGone();
        m_client->isAnswered(1, false, reply(1, 0x11, 0, text("/l/lock-0000000001")), false);
        QVERIFY(m_written->all<journal::ClientReply>().isEmpty());
        QCOMPARE(m_written->last<ServerNode>().path, u"/l/lock-0000000001"_s);
        QCOMPARE(m_written->last<ServerNode>().owner, SessionId{0xa});
        m_client->connectionOver(1);
        m_client->beginsAgain();
        connects(2, 0, 0xb);
        says("acquired");
        QCOMPARE(m_written->client.node, QString()); // that node is of the one before
    }

    void aSecondSessionIsToldOfAndNotMixedIn()
    {
        makesNode(1, 1, 0x11);
        says("acquired");
        connects(2, 0, 0xb);
        QCOMPARE(m_written->client.session, SessionId{0xa});
        QVERIFY(m_written->all<journal::Notice>().isEmpty());
        m_client->asks(2, false, createRequest(1, "/l/lock-", 3));
        QCOMPARE(m_written->all<journal::Notice>().size(), 1);
        QCOMPARE(m_written->client.state, LockState::Retained);
        QCOMPARE(m_written->client.session, SessionId{0xa});
    }

    /// A program reads its settings in one session, and takes its lock in another.
    void theSessionThatAsksForTheLockCounts()
    {
        m_client->asks(1, false, createRequest(1, "/settings", 0));
        connects(2, 0, 0xb);
        QCOMPARE(m_written->client.session, SessionId{0xa});
        makesNode(2, 1, 0x11);
        QCOMPARE(m_written->client.session, SessionId{0xb});
        says("acquired");
        QCOMPARE(m_written->client.token, Zxid{0x11});
        m_client->asks(1, false, createRequest(2, "/settings", 0)); // of the other one, and no more told
        m_client->connectionOver(1);
        QCOMPARE(m_written->client.connection, ConnectionState::Connected);
        QVERIFY(m_written->all<journal::Notice>().isEmpty());
    }

    /// Curator's InterProcessSemaphoreV2 makes its directories first.
    void aDirectoryInTheLockIsNoContender()
    {
        m_client->asks(1, false, createRequest(1, "/l", 0));
        m_client->asks(1, false, createRequest(2, "/l/leases", 0));
        QCOMPARE(m_written->client.state, LockState::Free);
    }

    void aHolderOfTwoNodesKeepsHoldingByTheOther()
    {
        makesNode(1, 1, 0x11);
        says("acquired");
        makesNode(1, 2, 0x12, 2);
        m_client->asks(1, false, deleteRequest(3, "/l/lock-0000000001"));
        QCOMPARE(m_written->client.state, LockState::Retained);
        QCOMPARE(m_written->client.node, u"/l/lock-0000000002"_s);
        QCOMPARE(m_written->client.token, Zxid{0x12});
        m_client->asks(1, false, deleteRequest(4, "/l/lock-0000000002"));
        QCOMPARE(m_written->client.state, LockState::Releasing);
    }

private:
    void connects(int connection, qint64 wanted, qint64 given)
    {
        m_client->asks(connection, true, hello(wanted));
        m_client->isAnswered(connection, true, welcome(given), false);
    }
    /// By a second connection, in the same session.
    void reconnects()
    {
        m_client->connectionOver(1);
        connects(2, 0xa, 0xa);
    }
    void makesNode(int connection, qint32 xid, qint64 czxid, int number = 1)
    {
        m_client->asks(connection, false, createRequest(xid, "/l/lock-", 3));
        const QByteArray path = "/l/lock-" + QByteArray::number(number).rightJustified(10, '0');
        m_client->isAnswered(connection, false, reply(xid, czxid, 0, text(path)), false);
    }
    void says(const char *line) { m_client->says(*Word::read(QString::fromLatin1(line))); }

    std::unique_ptr<WrittenEvents> m_written;
    std::unique_ptr<Conversation> m_client;
};

} // namespace lockscope::tst_conversation

LOCKSCOPE_TEST(lockscope::tst_conversation::ConversationTest)
#include "tst_conversation.moc"
