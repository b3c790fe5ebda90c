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
#include <QTimer>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int cards = 200;
constexpr int movesPerSecond = 50;
constexpr int secondsOfARun = 5;
constexpr QSize window{1920, 1080};
constexpr double frameBudgetMs = 16;

std::vector<double> paintMoves(int seconds)
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
    std::vector<double> p99s;
    for (int i = 0; i < options.repetitionsOr(3); ++i) {
        const std::vector<double> frames = paintMoves(secondsOfARun);
        p99s.push_back(percentile(frames, 0.99));
        report.tell(u"runs"_s, u"%1 cards, %2 moves a second"_s.arg(cards).arg(movesPerSecond),
                    {{u"frame_ms"_s, rounded(median(frames))},
                     {u"frame_p99_ms"_s, rounded(p99s.back())},
                     {u"frames_per_s"_s, rounded(double(frames.size()) / secondsOfARun, 1)}});
    }
    report.compare(u"p99 beside one frame at 60 Hz"_s, median(p99s), frameBudgetMs, u"ms"_s, 1);
    return report;
}

} // namespace lockscope::bench
