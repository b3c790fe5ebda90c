// SPDX-License-Identifier: Apache-2.0
// The Queue panel's list under 100 changes a second, with 100 rows and with 100,000: what a frame costs, and whether
// memory grows while it goes on; and what a hand-over costs the GUI's thread with the whole workspace around it and a
// contender chosen. On the offscreen platform: pixels are made, none is shown.
#include "ui/queue/queueview.h"
#include "tests/bench/bench.h"
#include "tests/bench/framewatch.h"
#include "tests/bench/madeupqueue.h"
#include "ui/queue/queuepanel.h"
#include "ui/selection/selection.h"
#include "ui/shell/workspace.h"
#include "ui/world/liveworld.h"

#include <QEventLoop>
#include <QJsonArray>
#include <QTimer>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int changesPerSecond = 100;
constexpr int secondsOfARun = 5;
constexpr QSize window{1100, 900};
constexpr QSize wholeWindow{1600, 1000};
constexpr double mostPerFrame = 2;
/// What is left to the allocator and to the journal's last block.
constexpr double mostGrowth = 1.05;

/// Calls \a handOver for so long at the pace at which the engine's batches come, and \a beat once a second.
void pace(
    int seconds, const std::function<void()> &handOver, const std::function<void()> &beat = [] {})
{
    QEventLoop loop;
    QTimer second;
    QTimer changes;
    int left = seconds;
    QObject::connect(&second, &QTimer::timeout, &loop, [&] {
        beat();
        if (--left == 0)
            loop.quit();
    });
    changes.setTimerType(Qt::PreciseTimer);
    QObject::connect(&changes, &QTimer::timeout, &loop, handOver);
    second.start(1000);
    changes.start(1000 * MadeUpQueue::changesOfAHandOver / changesPerSecond);
    loop.exec();
}

/// A panel with its queue.
class Run
{
public:
    explicit Run(int contenders)
        : m_queue(&m_world, contenders)
        , m_selection(&m_world)
        , m_panel(&m_world, &m_selection)
        , m_frames(m_panel.view()->viewport())
    {
        m_panel.resize(window);
        m_selection.setLock(MadeUpQueue::lock());
        m_panel.show();
    }

    void go(
        int seconds, const std::function<void()> &beat = [] {})
    {
        const auto handOver = [this] {
            m_frames.work([this] { m_queue.handOver(); });
            ++m_handOvers;
        };
        pace(seconds, handOver, beat);
    }

    MadeUpQueue &queue() { return m_queue; }
    FrameWatch &frames() { return m_frames; }
    int handOvers() const { return m_handOvers; }

private:
    ui::LiveWorld m_world;
    MadeUpQueue m_queue;
    ui::Selection m_selection;
    ui::QueuePanel m_panel;
    FrameWatch m_frames;
    int m_handOvers = 0;
};

/// All panels as people have them, with a contender chosen in the line: milliseconds of the GUI's thread that one
/// hand-over takes, with all that is read, laid out and painted for it.
double workspaceCost(int contenders)
{
    ui::LiveWorld world;
    MadeUpQueue queue(&world, contenders);
    ui::Workspace workspace(&world);
    workspace.resize(wholeWindow);
    workspace.show();
    int handOvers = 0;
    const auto handOver = [&] {
        if (handOvers++ % (contenders / 2) == 0) // the chosen one will have been served soon
            workspace.goTo(MadeUpQueue::lock(), {MadeUpQueue::pathOf(queue.last())});
        queue.handOver();
    };
    pace(1, handOver); // its first frames make what later ones keep
    const int before = handOvers;
    const qint64 startNs = threadNs();
    pace(secondsOfARun, handOver);
    return static_cast<double>(threadNs() - startNs) / 1e6 / (handOvers - before);
}

struct Cost
{
    double frameMs = 0;
    double p99Ms = 0;
    double paintMs = 0;
    double changesPerSecond = 0;
};

Cost costOf(int contenders)
{
    Run run(contenders);
    run.go(1); // its first frames make what later ones keep
    run.frames().clear();
    const int before = run.handOvers();
    run.go(secondsOfARun);
    const std::vector<double> all = totals(run.frames().frames());
    return {median(all), percentile(all, 0.99), median(paints(run.frames().frames())),
            double(run.handOvers() - before) * MadeUpQueue::changesOfAHandOver / secondsOfARun};
}

/// Megabytes at the end of each second, once the journal holds as much as it will.
std::vector<double> residentOver(int seconds, int contenders)
{
    std::vector<double> readings;
    Run run(contenders);
    run.queue().fillJournal();
    run.go(seconds, [&readings] { readings.push_back(megabytesOf("VmRSS:")); });
    return readings;
}

} // namespace

Result<Report> queueView(const Options &options)
{
    const int repetitions = options.repetitions > 0 ? options.repetitions : 3;
    Report report;
    QJsonArray sizes;
    std::vector<double> frame[2];
    std::vector<double> paint[2];
    std::vector<double> whole[2];
    const int rows[] = {100, 100'000};
    for (int i = 0; i < repetitions; ++i) {
        for (const size_t size : {0, 1}) { // by turns
            const Cost cost = costOf(rows[size]);
            frame[size].push_back(cost.frameMs);
            paint[size].push_back(cost.paintMs);
            whole[size].push_back(workspaceCost(rows[size]));
            sizes += QJsonObject{{u"rows"_s, rows[size]},
                                 {u"frame_ms"_s, rounded(cost.frameMs)},
                                 {u"frame_p99_ms"_s, rounded(cost.p99Ms)},
                                 {u"paint_ms"_s, rounded(cost.paintMs)},
                                 {u"workspace_ms"_s, rounded(whole[size].back())},
                                 {u"changes_per_s"_s, rounded(cost.changesPerSecond, 1)}};
            report.lines +=
                u"%1 rows: a frame %2 ms, p99 %3 ms, of that painting %4 ms; %5 changes a second; a hand-over in the "
                "whole workspace %6 ms"_s.arg(rows[size])
                    .arg(cost.frameMs, 0, 'f', 2)
                    .arg(cost.p99Ms, 0, 'f', 2)
                    .arg(cost.paintMs, 0, 'f', 2)
                    .arg(cost.changesPerSecond, 0, 'f', 0)
                    .arg(whole[size].back(), 0, 'f', 2);
        }
    }
    QJsonArray ratios{ratioJson(u"a frame of 100,000 rows, changes included, beside one of 100"_s, median(frame[1]),
                                median(frame[0]), mostPerFrame),
                      ratioJson(u"painting alone"_s, median(paint[1]), median(paint[0]), mostPerFrame),
                      ratioJson(u"a hand-over in the whole workspace, with a contender chosen"_s, median(whole[1]),
                                median(whole[0]), mostPerFrame)};
    for (const QJsonValue ratio : std::as_const(ratios))
        report.lines += ratioLine(ratio.toObject(), u"ms"_s);
    if (options.minutes > 0) {
        // The first fifth fills what is kept: caches, and the allocator's spare blocks.
        const std::vector<double> readings = residentOver(options.minutes * 60, rows[1]);
        const size_t settled = readings.size() / 5;
        const QJsonObject growth =
            ratioJson(u"memory after %1 minutes beside that after a fifth of them"_s.arg(options.minutes),
                      readings.back(), readings[settled], mostGrowth);
        report.lines += ratioLine(growth, u"MB"_s);
        ratios += growth;
    }
    report.json = {{u"runs"_s, sizes}, {u"ratios"_s, ratios}};
    return report;
}

} // namespace lockscope::bench
