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
        pace(
            seconds, [this] { m_frames.work([this] { m_queue.handOver(); }); }, beat);
    }

    MadeUpQueue &queue() { return m_queue; }
    FrameWatch &frames() { return m_frames; }

private:
    ui::LiveWorld m_world;
    MadeUpQueue m_queue;
    ui::Selection m_selection;
    ui::QueuePanel m_panel;
    FrameWatch m_frames;
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
    return usedMs(startNs) / (handOvers - before);
}

/// Milliseconds of each frame.
std::vector<double> framesOf(int contenders)
{
    Run run(contenders);
    run.go(1); // its first frames make what later ones keep
    run.frames().clear();
    run.go(secondsOfARun);
    return run.frames().frames();
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
    Report report;
    std::vector<double> frame[2];
    std::vector<double> whole[2];
    const int rows[] = {100, 100'000};
    for (int i = 0; i < options.repetitionsOr(3); ++i) {
        for (const size_t size : {0, 1}) { // by turns
            const std::vector<double> frames = framesOf(rows[size]);
            frame[size].push_back(median(frames));
            whole[size].push_back(workspaceCost(rows[size]));
            report.tell(u"runs"_s, u"%1 rows"_s.arg(rows[size]),
                        {{u"frame_ms"_s, rounded(frame[size].back())},
                         {u"frame_p99_ms"_s, rounded(percentile(frames, 0.99))},
                         {u"workspace_ms"_s, rounded(whole[size].back())}});
        }
    }
    report.compare(u"a frame of 100,000 rows, changes included, beside one of 100"_s, median(frame[1]),
                   median(frame[0]), u"ms"_s, mostPerFrame);
    report.compare(u"a hand-over in the whole workspace, with a contender chosen"_s, median(whole[1]), median(whole[0]),
                   u"ms"_s, mostPerFrame);
    if (options.minutes > 0) {
        // The first fifth fills what is kept: caches, and the allocator's spare blocks.
        const std::vector<double> readings = residentOver(options.minutes * 60, rows[1]);
        report.compare(u"memory after %1 minutes beside that after a fifth of them"_s.arg(options.minutes),
                       readings.back(), readings[readings.size() / 5], u"MB"_s, mostGrowth);
    }
    return report;
}

} // namespace lockscope::bench
