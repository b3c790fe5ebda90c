// SPDX-License-Identifier: Apache-2.0
#include "core/journal/packedevents.h"
#include "eventgenerator.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::tst_packedevents {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;

class TestPackedEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsUnpackedIsWhatWasPacked()
    {
        QVERIFY(rc::check("any events", [] {
            EventBatch events;
            const auto first = static_cast<quint64>(*rc::gen::inRange(1, 1'000'000));
            for (int left = *rc::gen::inRange(0, 12); left > 0; --left)
                events += test::anyEvent(first + static_cast<quint64>(events.size()));
            RC_ASSERT(unpack(pack(events)) == events);
        }));
        for (size_t kind = 0; kind < test::knownKinds; ++kind) {
            const bool same = rc::check(("kind " + std::to_string(kind)).c_str(), [&] {
                const EventBatch event{{7, 8, test::payloadOfKind(kind)}};
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

} // namespace lockscope::tst_packedevents

LOCKSCOPE_TEST(lockscope::tst_packedevents::TestPackedEvents)
#include "tst_packedevents.moc"
