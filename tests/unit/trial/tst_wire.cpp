// SPDX-License-Identifier: Apache-2.0
#include "core/trial/wire.h"
#include "tests/support/testprogram.h"
#include "tests/unit/trial/frames.h"

#include <QtTest>

namespace lockscope::tst_wire {

using namespace lockscope::test;
using namespace lockscope::trial;
using namespace Qt::StringLiterals;

/// What passes between a client and its server, read.
class WireTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCreateIsRead_data()
    {
        QTest::addColumn<qint32>("flags");
        QTest::addColumn<bool>("ephemeral");
        QTest::addColumn<bool>("sequential");
        QTest::newRow("persistent") << 0 << false << false;
        QTest::newRow("ephemeral") << 1 << true << false;
        QTest::newRow("sequential") << 2 << false << true;
        QTest::newRow("ephemeral sequential") << 3 << true << true;
        QTest::newRow("container") << 4 << false << false;
        QTest::newRow("sequential with a time to live") << 6 << false << true;
    }
    void aCreateIsRead()
    {
        QFETCH(qint32, flags);
        const auto asked = Asked::read(createRequest(7, "/l/lock-", flags));
        QVERIFY(asked && asked->kind == Asked::Kind::Create);
        QCOMPARE(asked->xid, 7);
        QCOMPARE(asked->path, u"/l/lock-"_s);
        QTEST(asked->ephemeral, "ephemeral");
        QTEST(asked->sequential, "sequential");
        const auto answer = Answer::read(reply(7, 0x12, 0, text("/l/lock-0000000003")), &*asked);
        QVERIFY(answer);
        QCOMPARE(answer->path, u"/l/lock-0000000003"_s);
        QCOMPARE(answer->zxid, Zxid{0x12});
    }

    void aReadTellsItsStat()
    {
        const auto asked = Asked::read(readRequest(3, 4, "/l/x", true));
        QVERIFY(asked && asked->kind == Asked::Kind::Get && asked->watch && !asked->ofChildren);
        const auto answer = Answer::read(reply(3, 0x20, 0, text("content") + statBytes(0x11, 0xabc)), &*asked);
        QVERIFY(answer && answer->stat);
        QCOMPARE(answer->stat->czxid, Zxid{0x11});
        QCOMPARE(answer->stat->owner(), SessionId{0xabc});
        QVERIFY(!Answer::read(reply(3, 0x20, -101), &*asked)->stat);
    }

    void aListTellsWhatItIsOf()
    {
        const auto asked = Asked::read(readRequest(4, 12, "/l", true));
        QVERIFY(asked && asked->kind == Asked::Kind::List && asked->ofChildren);
        QByteArray two;
        QDataStream(&two, QIODevice::WriteOnly) << qint32(2);
        const auto answer =
            Answer::read(reply(4, 9, 0, two + text("a") + text("\xEF\xBB\xBFx") + statBytes(5, 0)), &*asked);
        QVERIFY(answer && answer->stat);
        QCOMPARE(answer->stat->pzxid, Zxid{5});
        QCOMPARE(answer->children, (QStringList{u"a"_s, u"\uFEFFx"_s}));
    }

    void aTransactionIsItsParts()
    {
        const QByteArray request = frame([](QDataStream &out) {
            out << qint32(9) << qint32(14);
            out << qint32(2) << quint8(0) << qint32(-1) << QByteArray("/l/a") << qint32(-1);
            out << qint32(5) << quint8(0) << qint32(-1) << QByteArray("/l/b") << QByteArray("x") << qint32(3);
            out << qint32(-1) << quint8(1) << qint32(-1);
        });
        const auto asked = Asked::read(request);
        QVERIFY(asked && asked->kind == Asked::Kind::Multi);
        QCOMPARE(asked->parts.size(), size_t(2));
        QCOMPARE(asked->parts[0].operation, u"delete"_s);
        QCOMPARE(asked->parts[1].path, u"/l/b"_s);
        QByteArray results;
        QDataStream out(&results, QIODevice::WriteOnly);
        out << qint32(-1) << quint8(0) << qint32(0) << qint32(0);
        out << qint32(-1) << quint8(0) << qint32(-103) << qint32(-103);
        out << qint32(-1) << quint8(1) << qint32(-1);
        const auto answer = Answer::read(reply(9, 0x30, -103, results), &*asked);
        QVERIFY(answer);
        QCOMPARE(answer->parts.size(), size_t(2));
        QCOMPARE(answer->parts[1].error, -103);
    }

    void anEventSaysWhatHappenedWhere()
    {
        const auto fired = Answer::read(eventFrame(2, "/l/x"), nullptr);
        QVERIFY(fired && fired->event);
        QCOMPARE(*fired->event, WatchEvent::Deleted);
        QCOMPARE(fired->path, u"/l/x"_s);
        QCOMPARE(fired->xid, Answer::eventXid);
    }

    void watchesThatAreSetAgainAreNamed()
    {
        const auto again = Asked::read(setWatchesRequest("/l"));
        QVERIFY(again && again->watchesAgain && again->kind == Asked::Kind::Aside);
        QCOMPARE(again->watchesAgain->size(), size_t(1));
        QVERIFY(again->watchesAgain->front() == std::pair(u"/l"_s, true));
    }

    void aWatchThatStaysIsReadToItsEnd()
    {
        const QByteArray whole =
            frame([](QDataStream &out) { out << qint32(4) << qint32(106) << QByteArray("/l") << qint32(1); });
        const auto asked = Asked::read(whole);
        QVERIFY(asked && asked->kind == Asked::Kind::AddWatch);
        QCOMPARE(asked->path, u"/l"_s);
        QVERIFY(!Asked::read(whole.chopped(1)));
    }

    void aGreetingHasTheSession()
    {
        QCOMPARE(Greeting::ofClient(hello(0x55))->session, SessionId{0x55});
        QCOMPARE(Greeting::ofServer(welcome(0x56))->session, SessionId{0x56});
        QCOMPARE(Greeting::ofServer(welcome(0x56))->password.size(), 16);
        QVERIFY(!Greeting::ofServer(frame([](QDataStream &out) { out << qint32(0); })));
    }

    /// Cut short anywhere, or with lengths that lie: nothing, or what was there.
    void noFrameIsBelieved()
    {
        const QByteArray nested = frame([](QDataStream &out) {
            out << qint32(1) << qint32(14);
            for (int depth = 0; depth < 100'000; ++depth)
                out << qint32(14) << quint8(0) << qint32(-1);
        });
        const QByteArray endless = frame([](QDataStream &out) {
            out << qint32(-8) << qint32(101) << qint64(1) << qint32(0x7fffffff) << QByteArray("/a");
        });
        const QByteArray longName =
            frame([](QDataStream &out) { out << qint32(1) << qint32(3) << qint32(0x7ffffff0); });
        for (const QByteArray &whole : {createRequest(1, "/l/lock-", 3), readRequest(2, 12, "/l", true),
                                        setWatchesRequest("/l"), closeRequest(3), nested, endless, longName}) {
            for (qsizetype size = 0; size <= std::min<qsizetype>(whole.size(), 400); ++size) {
                const QByteArray cut = whole.left(size);
                const auto asked = Asked::read(cut);
                if (asked)
                    QVERIFY(asked->path.size() <= 20);
                Answer::read(cut, asked ? &*asked : nullptr);
                Greeting::ofClient(cut);
                Greeting::ofServer(cut);
            }
            Asked::read(whole);
        }
        QVERIFY(!Asked::read(longName));
        QVERIFY(!Asked::read(endless));
        QVERIFY(Asked::read(nested)->parts.empty());
    }
};

} // namespace lockscope::tst_wire

LOCKSCOPE_TEST(lockscope::tst_wire::WireTest)
#include "tst_wire.moc"
