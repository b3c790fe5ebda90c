// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/timeline/timescale.h"

#include <cmath>

namespace lockscope::tst_timescale {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 epoch = 1'790'000'000'000'000'000;

TimeScale anyScale(QRandomGenerator &random)
{
    TimeScale scale;
    scale.originNs = epoch + static_cast<qint64>(random.bounded(1e12));
    scale.nsPerPixel = std::pow(10, 1 + random.bounded(10.0));
    return scale;
}

} // namespace

class TimeScaleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPixelAndBackIsTheSamePixel()
    {
        QRandomGenerator random(1);
        for (int i = 0; i < 2000; ++i) {
            const TimeScale scale = anyScale(random);
            const double x = random.bounded(4000.0);
            QVERIFY(std::abs(scale.xOf(scale.nsAt(x)) - x) < 0.11); // an instant is a whole number of nanoseconds
        }
    }

    void whatIsUnderThePointerStaysThere()
    {
        QRandomGenerator random(2);
        for (int i = 0; i < 2000; ++i) {
            const TimeScale scale = anyScale(random);
            const double x = random.bounded(2000.0);
            const TimeScale zoomed = scale.zoomed(0.2 + random.bounded(5.0), x);
            QVERIFY(std::abs(zoomed.xOf(scale.nsAt(x)) - x) < 0.5);
            const double by = random.bounded(400.0) - 200;
            QVERIFY(std::abs(scale.panned(by).xOf(scale.nsAt(x)) - (x + by)) < 0.5);
        }
    }

    void zoomHasEnds()
    {
        TimeScale scale{epoch, 1e6};
        for (int i = 0; i < 200; ++i)
            scale = scale.zoomed(3, 100);
        QCOMPARE(scale.nsPerPixel, TimeScale::minNsPerPixel);
        for (int i = 0; i < 200; ++i)
            scale = scale.zoomed(0.3, 100);
        QCOMPARE(scale.nsPerPixel, TimeScale::maxNsPerPixel);
    }

    void allThatIsAskedForFits()
    {
        const TimeScale scale = TimeScale::fitting(epoch, epoch + 7'000'000'000, 1000);
        QVERIFY(scale.xOf(epoch) > 0 && scale.xOf(epoch) < 40);
        QVERIFY(scale.xOf(epoch + 7'000'000'000) < 1000 && scale.xOf(epoch + 7'000'000'000) > 960);
        const TimeScale nothing = TimeScale::fitting(epoch, epoch, 0);
        QVERIFY(nothing.nsPerPixel >= TimeScale::minNsPerPixel);
    }

    void marksAreRoundAndApart()
    {
        QRandomGenerator random(3);
        for (int i = 0; i < 500; ++i) {
            const TimeScale scale = anyScale(random);
            const auto marks = rulerMarks(scale, 1500, epoch);
            for (size_t k = 1; k < marks.size(); ++k) {
                QVERIFY(scale.xOf(marks[k].ns) - scale.xOf(marks[k - 1].ns) >= 89);
                QVERIFY(marks[k].text != marks[k - 1].text);
            }
        }
    }

    void marksSayHowLongAfterTheZero()
    {
        const auto marks = rulerMarks({epoch, 5e6}, 400, epoch); // 90 pixels are 450 ms
        QCOMPARE(marks[0].text, u"0.0 s"_s);
        QCOMPARE(marks[1].text, u"0.5 s"_s);
        QCOMPARE(rulerMarks({epoch, 100}, 400, epoch)[1].text, u"0.01 ms"_s);
        QCOMPARE(rulerMarks({epoch, 10}, 400, epoch)[1].text, u"0.001 ms"_s);
        QCOMPARE(rulerMarks({epoch, 20'000}, 400, epoch)[1].text, u"0.002 s"_s);
        QCOMPARE(rulerMarks({epoch + 125'000'000'000, 1e7}, 400, epoch)[0].text, u"2:05"_s);
        QCOMPARE(rulerMarks({epoch + 3'725'000'000'000, 2e6}, 400, epoch)[0].text, u"1:02:05.0"_s);
    }

    void spansHaveThreeDigits()
    {
        QCOMPARE(formatSpan(850), u"850 ns"_s);
        QCOMPARE(formatSpan(12'400), u"12.4 µs"_s);
        QCOMPARE(formatSpan(3'200'000), u"3.20 ms"_s);
        QCOMPARE(formatSpan(1'250'000'000), u"1.25 s"_s);
        QCOMPARE(formatSpan(192'000'000'000), u"3 min 12 s"_s);
    }
};

} // namespace lockscope::tst_timescale

LOCKSCOPE_TEST(lockscope::tst_timescale::TimeScaleTest)
#include "tst_timescale.moc"
