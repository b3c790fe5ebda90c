// SPDX-License-Identifier: Apache-2.0
// The Stage with 200 cards under 50 moves a second, animated, at 1920 × 1080: what a frame costs. On the offscreen
// platform: pixels are made, none is shown.
#include "tests/bench/bench.h"
#include "tests/bench/framewatch.h"
#include "tests/bench/madeupqueue.h"
#include "ui/models/queuemodel.h"
#include "ui/stage/stageview.h"
#include "ui/world/liveworld.h"

#include <QEventLoop>
#include <QJsonArray>
#include <QTimer>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int cards = 200;
constexpr int movesPerSecond = 50;
constexpr int secondsOfARun = 5;
constexpr QSize window{1920, 1080};
constexpr double frameBudgetMs = 16;

std::vector<FrameWatch::Frame> paintMoves(int seconds)
{
    ui::LiveWorld world;
    MadeUpQueue queue(&world, cards);
    ui::QueueModel model(&world);
    model.setLockPath(MadeUpQueue::lock());
    ui::StageView view(&model);
    view.resize(window);
    view.show();
    FrameWatch frames(view.viewport());
    QTimer pace;
    pace.setTimerType(Qt::PreciseTimer);
    QObject::connect(&pace, &QTimer::timeout, &pace, [&] { frames.work([&] { queue.handOver(); }); });
    QEventLoop loop;
    QTimer::singleShot(1000, &loop, [&] { frames.clear(); }); // the first ones paint every card for the first time
    QTimer::singleShot(1000 * (seconds + 1), &loop, &QEventLoop::quit);
    pace.start(1000 / movesPerSecond);
    loop.exec();
    return frames.frames();
}

} // namespace

Result<Report> stage(const Options &options)
{
    Report report;
    QJsonArray runs;
    std::vector<double> medians;
    std::vector<double> p99s;
    for (int i = 0; i < (options.repetitions > 0 ? options.repetitions : 3); ++i) {
        const std::vector<FrameWatch::Frame> frames = paintMoves(secondsOfARun);
        const std::vector<double> all = totals(frames);
        medians.push_back(median(all));
        p99s.push_back(percentile(all, 0.99));
        const double perSecond = double(frames.size()) / secondsOfARun;
        runs += QJsonObject{{u"frame_ms"_s, rounded(medians.back())},
                            {u"frame_p99_ms"_s, rounded(p99s.back())},
                            {u"paint_ms"_s, rounded(median(paints(frames)))},
                            {u"frames_per_s"_s, rounded(perSecond, 1)}};
        report.lines +=
            u"%1 cards, %2 moves a second: a frame %3 ms, p99 %4 ms, of that painting %5 ms; %6 a second"_s.arg(cards)
                .arg(movesPerSecond)
                .arg(medians.back(), 0, 'f', 2)
                .arg(p99s.back(), 0, 'f', 2)
                .arg(median(paints(frames)), 0, 'f', 2)
                .arg(perSecond, 0, 'f', 0);
    }
    const QJsonArray ratios{ratioJson(u"p99 beside one frame at 60 Hz"_s, median(p99s), frameBudgetMs, 1)};
    report.lines += ratioLine(ratios[0].toObject(), u"ms"_s);
    report.json = {{u"cards"_s, cards}, {u"runs"_s, runs}, {u"ratios"_s, ratios}};
    return report;
}

} // namespace lockscope::bench
