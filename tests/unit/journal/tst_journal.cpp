// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journal.h"
#include "core/journal/packedevents.h"
#include "eventgenerator.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::tst_journal {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;

class TestJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventsAreNumberedFromOneAndTheirInstantsNeverRunBackwards()
    {
        EventWriter writer;
        qint64 last = 1;
        for (quint64 number = 1; number <= 100; ++number) {
            const Event next = writer.stamp(Notice{});
            QCOMPARE(next.number, number);
            QVERIFY(next.atNs >= last);
            last = next.atNs;
        }
    }

    void eventsBeforeANumberAreLetGoAndInstantsAreFoundByBisection()
    {
        Journal journal;
        QVERIFY(journal.isEmpty());
        QCOMPARE(journal.lastNumber(), quint64(0));
        EventBatch events;
        for (quint64 number = 1; number <= 1000; ++number)
            events += {number, qint64(100 + number / 3 * 10), Notice{{}, Text::verbatim(QString::number(number))}};
        journal.append(events);
        QCOMPARE(journal.numberAt(99), quint64(0));
        QCOMPARE(journal.numberAt(100), quint64(2));
        QCOMPARE(journal.numberAt(115), quint64(5));
        QCOMPARE(journal.numberAt(1'000'000), quint64(1000));
        journal.dropBefore(500);
        QCOMPARE(journal.numberAt(0), quint64(499));
        QCOMPARE(journal.size(), 501);
        QCOMPARE(journal.firstNumber(), quint64(500));
        QCOMPARE(journal.lastNumber(), quint64(1000));
        QCOMPARE(journal.at(0), events.at(499));
        for (quint64 number = 500; number <= 1000; ++number) {
            QCOMPARE(journal.atNs(number), events.at(qsizetype(number - 1)).atNs);
            QCOMPARE(journal.event(number), events.at(qsizetype(number - 1)));
        }
    }

    void roundsOfQuestionsToThousandsOfSessionsArePackedSoon()
    {
        ServersProbed probed;
        for (qint64 id = 1; id <= 5'000; ++id) {
            const SessionId session{id};
            probed.knowledge.sessions[session] = {session, u"10.0.0.1:%1"_s.arg(id), u"127.0.0.1:2181"_s, 30'000};
            probed.knowledge.ephemerals[session] = {u"/lock/%1"_s.arg(id)};
            probed.knowledge.watchers[u"/lock/%1"_s.arg(id)] = {session};
        }
        EventWriter writer;
        Journal journal;
        for (int i = 0; i < 40; ++i) {
            probed.knowledge.askedAtNs = i;
            journal.append({writer.stamp(probed), writer.stamp(Notice{{}, Text::verbatim(QString::number(i))})});
        }
        QVERIFY2(journal.bytes() < 20'000'000, qPrintable(QString::number(journal.bytes()))); // 120 MB as they are
        for (int i = 0; i < 40; ++i) {
            probed.knowledge.askedAtNs = i;
            QVERIFY(std::get<ServersProbed>(journal.at(2 * i).what) == probed);
            QCOMPARE(std::get<Notice>(journal.at(2 * i + 1).what).text.english(), QString::number(i));
        }
        journal.dropBefore(10);
        QVERIFY(journal.atNs(10) <= journal.atNs(11));
        QCOMPARE(std::get<Notice>(journal.event(10).what).text.english(), u"4"_s);
    }

    void whatIsUnpackedIsWhatWasPacked()
    {
        QVERIFY(rc::check("any events", [] {
            EventBatch events;
            const auto first = static_cast<quint64>(*rc::gen::inRange(1, 1'000'000));
            for (int left = *rc::gen::inRange(0, 12); left > 0; --left)
                events += journal::test::anyEvent(first + static_cast<quint64>(events.size()));
            RC_ASSERT(unpack(pack(events)) == events);
        }));
        for (size_t kind = 0; kind < journal::test::knownKinds; ++kind) {
            const bool same = rc::check(("kind " + std::to_string(kind)).c_str(), [&] {
                const EventBatch event{{7, 8, journal::test::payloadOfKind(kind)}};
                RC_ASSERT(unpack(pack(event)) == event);
            });
            QVERIFY(same);
        }
    }

    void whatIsNoTextAndWhatIsUnknownSurvives()
    {
        const QString half = QString(QChar(0xd83d)) + u"é\0x"_s; // half of a pair, Latin-1, a null
        const EventBatch events{
            {5, -1, Notice{locks::Finding::Severity::Error, Text::verbatim(half)}},
            {6, 0, UnknownEvent{u"comet"_s, "{\"kind\":\"comet\"}"}},
            {7, std::numeric_limits<qint64>::max(), RunStarted{u""_s, ~quint64(0), QByteArray("\xff\0", 2)}}};
        QCOMPARE(unpack(pack(events)), events);
    }

    void aTextThatComesAgainIsKeptOnce()
    {
        EventBatch events;
        const QString path = u"/locks/orders/"_s + QString(200, u'x');
        for (quint64 number = 1; number <= 100; ++number)
            events += {number, qint64(number), ClientRequest{ClientId{1}, u"get_children"_s, path, number}};
        const PackedEvents packed = pack(events);
        QVERIFY2(packed.payloads.size() < 1000, qPrintable(QString::number(packed.payloads.size())));
        const EventBatch read = unpack(packed);
        QCOMPARE(std::get<ClientRequest>(read.first().what).path.constData(),
                 std::get<ClientRequest>(read.last().what).path.constData());
    }
};

} // namespace lockscope::tst_journal

LOCKSCOPE_TEST(lockscope::tst_journal::TestJournal)
#include "tst_journal.moc"
