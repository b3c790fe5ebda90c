// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journal.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::tst_journal {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;

class TestJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventsAreNumberedFromOneWithoutGaps()
    {
        EventWriter writer;
        for (quint64 number = 1; number <= 5; ++number)
            QCOMPARE(writer.stamp(Notice{}).number, number);
    }

    void instantsNeverRunBackwards()
    {
        EventWriter writer;
        qint64 last = writer.stamp(Notice{}).atNs;
        QVERIFY(last > 0);
        for (int i = 0; i < 100; ++i) {
            const qint64 next = writer.stamp(Notice{}).atNs;
            QVERIFY(next >= last);
            last = next;
        }
    }

    void eventsBeforeANumberAreLetGo()
    {
        EventWriter writer;
        Journal journal;
        QVERIFY(journal.isEmpty());
        QCOMPARE(journal.lastNumber(), quint64(0));
        journal.append(
            {writer.stamp(Notice{{}, Text::verbatim(u"1"_s)}), writer.stamp(Notice{{}, Text::verbatim(u"2"_s)})});
        QCOMPARE(journal.size(), 2);
        QCOMPARE(journal.firstNumber(), quint64(1));
        journal.append({writer.stamp(Notice{{}, Text::verbatim(u"3"_s)}),
                        writer.stamp(Notice{{}, Text::verbatim(u"4"_s)}),
                        writer.stamp(Notice{{}, Text::verbatim(u"5"_s)})});
        journal.dropBefore(3);
        QCOMPARE(journal.size(), 3);
        QCOMPARE(journal.firstNumber(), quint64(3));
        QCOMPARE(journal.lastNumber(), quint64(5));
        QCOMPARE(std::get<Notice>(journal.at(0).what).text.english(), u"3"_s);
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
};

} // namespace lockscope::tst_journal

LOCKSCOPE_TEST(lockscope::tst_journal::TestJournal)
#include "tst_journal.moc"
