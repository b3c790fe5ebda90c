// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/timeline/track.h"

#include <algorithm>

namespace lockscope::tst_track {

using namespace lockscope::ui;

class TrackTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneStateAfterAnother()
    {
        Track track;
        track.begin(10, SpanState::Waiting);
        track.begin(15, SpanState::Waiting); // as before
        track.begin(20, SpanState::Holding);
        QVERIFY(track.isOpen());
        track.end(30);
        track.end(40); // over already
        const std::vector<Span> expected{{10, 20, SpanState::Waiting}, {20, 30, SpanState::Holding}};
        QVERIFY(track.spans() == expected);
        QVERIFY(!track.isOpen());
    }

    void twoChangesAtOneInstantLeaveTheLast()
    {
        Track track;
        track.begin(10, SpanState::Waiting);
        track.begin(20, SpanState::Holding);
        track.begin(20, SpanState::Releasing);
        const std::vector<Span> expected{{10, 20, SpanState::Waiting}, {20, Span::stillOpen, SpanState::Releasing}};
        QVERIFY(track.spans() == expected);
    }

    void spansAreFoundAsByWalkingThemAll()
    {
        QRandomGenerator random(4);
        for (int run = 0; run < 50; ++run) {
            Track track;
            qint64 at = 0;
            for (int i = random.bounded(60); i > 0; --i) {
                at += random.bounded(5);
                if (random.bounded(3) == 0)
                    track.end(at);
                else
                    track.begin(at, static_cast<SpanState>(random.bounded(3)));
            }
            const auto &spans = track.spans();
            for (qint64 ns = -1; ns <= at + 2; ++ns) {
                const auto walked =
                    std::find_if(spans.begin(), spans.end(), [ns](const Span &span) { return span.toNs > ns; });
                const auto index = static_cast<size_t>(walked - spans.begin());
                QCOMPARE(track.firstEndingAfter(ns), index);
                const auto from = static_cast<size_t>(random.bounded(static_cast<int>(index) + 1));
                QCOMPARE(track.firstEndingAfter(ns, from), index);
                QCOMPARE(track.at(ns) != nullptr, walked != spans.end() && walked->fromNs <= ns);
            }
        }
    }

    void whatEndedBeforeIsForgotten()
    {
        Track track;
        track.begin(10, SpanState::Waiting);
        track.begin(20, SpanState::Holding);
        track.begin(30, SpanState::Releasing);
        track.trimBefore(25);
        QCOMPARE(track.spans().size(), size_t(2));
        QCOMPARE(track.at(26)->state, SpanState::Holding);
    }

    void gallopIsALowerBound()
    {
        QRandomGenerator random(5);
        std::vector<qint64> sorted;
        for (int i = 0; i < 300; ++i)
            sorted.push_back(random.bounded(200));
        std::sort(sorted.begin(), sorted.end());
        for (qint64 ns = -1; ns < 202; ++ns) {
            const auto bound = static_cast<size_t>(std::lower_bound(sorted.begin(), sorted.end(), ns) - sorted.begin());
            for (size_t from = 0; from <= bound; from += 7)
                QCOMPARE(gallop(sorted, ns, from), bound);
        }
    }
};

} // namespace lockscope::tst_track

LOCKSCOPE_TEST(lockscope::tst_track::TrackTest)
#include "tst_track.moc"
