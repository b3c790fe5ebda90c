// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/charts/chartgeometry.h"

#include <rapidcheck.h>

#include <cmath>
#include <numeric>

namespace lockscope::tst_chartgeometry {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;
using journal::Durations;
using journal::LogHistogram;

namespace {

const QRectF plot(30, 10, 240, 100);

/// Of durations from nanoseconds to hours.
Durations anyDurations()
{
    Durations durations;
    for (const int exponent : *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 1300))))
        durations.sortedNs.push_back(static_cast<qint64>(std::pow(10, exponent / 100.0)));
    std::sort(durations.sortedNs.begin(), durations.sortedNs.end());
    return durations;
}

} // namespace

class TestChartGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLogScaleIsTheSameInBothDirections()
    {
        QVERIFY(rc::check("there and back", [] {
            const LogScale scale = logScaleFor(shownHistogram(anyDurations()), plot.left(), plot.right());
            for (qreal x = plot.left(); x <= plot.right(); x += 7.5)
                RC_ASSERT(std::abs(scale.xOf(scale.nsAt(x)) - x) < 1e-6);
        }));
    }

    void everyDurationFromTheFloorOnIsOnTheAxisAndShorterOnesStandAtIt()
    {
        QVERIFY(rc::check("none is cut off, none is lost", [] {
            const Durations durations = anyDurations();
            const LogHistogram histogram = shownHistogram(durations);
            const LogScale scale = logScaleFor(histogram, plot.left(), plot.right());
            RC_ASSERT(scale.fromNs >= shortestShownNs * 0.999);
            for (const qint64 ns : durations.sortedNs) {
                RC_ASSERT(double(std::max(ns, shortestShownNs)) >= scale.fromNs * 0.999);
                RC_ASSERT(double(ns) <= scale.toNs);
            }
            RC_ASSERT(scale.toNs / scale.fromNs >= 99.9);
            const int counted = std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0);
            RC_ASSERT(size_t(counted) == durations.sortedNs.size());
        }));
    }

    void aWaitOfNothingDoesNotStretchTheAxis()
    {
        Durations durations;
        durations.sortedNs = {0, 0, 2'000'000, 40'000'000};
        const LogHistogram histogram = shownHistogram(durations);
        const LogScale scale = logScaleFor(histogram, plot.left(), plot.right());
        QCOMPARE(std::round(scale.fromNs), 1e3);
        QCOMPARE(histogram.counts.front(), 2);
        const auto bars = histogramBars(histogram, scale, plot);
        QCOMPARE(bars.front().left(), plot.left());
        QCOMPARE(bars.front().height(), plot.height());
    }

    void eachBarStandsInThePlotBesideItsNeighbour()
    {
        QVERIFY(rc::check("bars", [] {
            const LogHistogram histogram = shownHistogram(anyDurations());
            const LogScale scale = logScaleFor(histogram, plot.left(), plot.right());
            const auto bars = histogramBars(histogram, scale, plot);
            RC_ASSERT(bars.size() == histogram.counts.size());
            qreal highest = 0;
            for (size_t i = 0; i < bars.size(); ++i) {
                RC_ASSERT(bars[i].left() >= plot.left() - 1e-6);
                RC_ASSERT(bars[i].right() <= plot.right() + 1e-6);
                RC_ASSERT(bars[i].top() >= plot.top() - 1e-6);
                if (i > 0) // RC_ASSERT looks at both sides of ||
                    RC_ASSERT(std::abs(bars[i].left() - bars[i - 1].right()) < 1e-6);
                RC_ASSERT((bars[i].height() > 0) == (histogram.counts[i] > 0));
                highest = std::max(highest, bars[i].height());
            }
            RC_ASSERT(std::abs(highest - plot.height()) < 1e-6);
        }));
    }

    void decadesAreNamedAsFarAsThereIsRoom()
    {
        const LogScale scale{1e3, 1e9, 0, 300};
        const auto textsOf = [&scale](int width) {
            QStringList texts;
            for (const AxisMark &mark : decadeMarks(scale, [width](const QString &) { return width; }))
                texts += mark.text;
            return texts.join(u", "_s);
        };
        QCOMPARE(textsOf(37), u"1 µs, 10 µs, 100 µs, 1 ms, 10 ms, 100 ms, 1 s"_s);
        QCOMPARE(textsOf(60), u"1 µs, 100 µs, 10 ms, 1 s"_s);
    }

    void noNameOfADecadeStandsOnAnother()
    {
        const auto widthOf = [](const QString &text) { return 8.0 * double(text.size()); };
        for (double to = 1e8; to < 1e15; to *= 10) { // up to "1 d 3 h", which is long and at the edge
            for (qreal right = 120; right < 500; right += 7) {
                qreal free = -10;
                for (const AxisMark &mark : decadeMarks({1e6, to, 0, right}, widthOf)) {
                    QVERIFY2(mark.textLeft >= free, qPrintable(mark.text));
                    free = mark.textLeft + widthOf(mark.text);
                    QVERIFY2(free <= right + 10, qPrintable(mark.text));
                }
            }
        }
    }

    void aSpanIsAsExactAsAChartCanBeRead()
    {
        QCOMPARE(spanText(0), u"0 s"_s);
        QCOMPARE(spanText(850), u"850 ns"_s);
        QCOMPARE(spanText(3'240), u"3.2 µs"_s);
        QCOMPARE(spanText(41'700'000), u"42 ms"_s);
        QCOMPARE(spanText(600'000'000), u"600 ms"_s);
        QCOMPARE(spanText(1e9), u"1 s"_s);
        QCOMPARE(spanText(192e9), u"3 min 12 s"_s);
    }

    void aCeilingIsRoundAndNotBelow()
    {
        QVERIFY(rc::check("ceilings", [] {
            const double value = *rc::gen::inRange(0, 100'000'000) / 7.0;
            const double ceiling = roundCeiling(value);
            RC_ASSERT(ceiling >= value);
            RC_ASSERT(ceiling <= std::max(1.0, value * 2.5));
            const double first = ceiling / std::pow(10, std::floor(std::log10(ceiling) + 1e-9));
            RC_ASSERT(std::abs(first - 1) < 1e-9 || std::abs(first - 2) < 1e-9 || std::abs(first - 5) < 1e-9);
        }));
    }

    void stretchesReachFromTheBeginToTheEnd()
    {
        QVERIFY(rc::check("stretches", [] {
            const qint64 begin = 1'763'700'000'000'000'000 + *rc::gen::inRange<qint64>(0, 1'000'000'000'000);
            const qint64 end = begin + *rc::gen::inRange<qint64>(0, 86'400'000'000'000);
            const int most = *rc::gen::inRange(2, 200);
            const Stretches stretches = stretchesFor(begin, end, most);
            RC_ASSERT(stretches.count >= 1);
            RC_ASSERT(stretches.count <= most);
            RC_ASSERT(stretches.fromNs <= begin);
            RC_ASSERT(stretches.toNs() > end);
            RC_ASSERT(stretches.fromNs % stretches.stepNs == 0);
        }));
    }

    void columnsShareThePlot()
    {
        const auto bars = columns({4, 2, 0, 8}, 8, plot);
        QCOMPARE(bars.size(), size_t(4));
        QCOMPARE(bars[0], QRectF(30, 60, 60, 50));
        QCOMPARE(bars[2].height(), 0.0);
        QCOMPARE(bars[3], QRectF(210, 10, 60, 100));
        QVERIFY(columns({}, 1, plot).empty());
    }
};

} // namespace lockscope::tst_chartgeometry

LOCKSCOPE_TEST(lockscope::tst_chartgeometry::TestChartGeometry)
#include "tst_chartgeometry.moc"
