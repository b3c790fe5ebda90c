// SPDX-License-Identifier: Apache-2.0
// What a frame of the timeline costs while it is panned and zoomed, with 10,000 and 1,000,000 events over 1,000 lanes,
// beside a painter that walks them all. On the offscreen platform: pixels are made, none is shown.
#include "core/base/clock.h"
#include "tests/bench/bench.h"
#include "ui/timeline/lanelook.h"
#include "ui/timeline/lanes.h"
#include "ui/timeline/timelineview.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>

#include <cmath>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using ui::LaneIndex;
using ui::TimelineView;
using ui::TimeScale;

namespace {

constexpr int lanes = 1'000;
constexpr qint64 begin = 1'790'000'000'000'000'000;
constexpr qint64 length = 600'000'000'000; ///< ten minutes, however many events are in them
constexpr QSize window{1920, 1080};
constexpr int framesOfARun = 240;

/// Clients that take their lock one after another: requests, states, a watch event and nodes for each round.
journal::EventBatch madeUp(int events)
{
    journal::EventBatch batch;
    quint64 number = 0;
    const auto tell = [&](qint64 atNs, journal::Payload what) { batch.append({++number, atNs, std::move(what)}); };
    for (quint32 id = 1; id <= lanes; ++id) {
        journal::ClientSpawned spawned;
        spawned.id = {id};
        spawned.name = u"client-%1"_s.arg(id - 1);
        spawned.lock = u"/bench/lock-%1"_s.arg(id % 20);
        tell(begin, spawned);
    }
    constexpr int eventsOfARound = 10;
    const int rounds = std::max(events - lanes, 0) / eventsOfARound;
    const qint64 step = length / (rounds + 1);
    for (int round = 0; round < rounds; ++round) {
        const ClientId id{static_cast<quint32>(round % lanes) + 1};
        const qint64 at = begin + round * step;
        const auto state = [&](qint64 after, locks::LockState lockState) {
            journal::ClientLockState event;
            event.id = id;
            event.state = lockState;
            tell(at + after * step / eventsOfARound, event);
        };
        const auto request = [&](qint64 after) {
            tell(at + after * step / eventsOfARound, journal::ClientRequest{id, u"create"_s, u"/bench/lock"_s, number});
        };
        state(0, locks::LockState::Fetching);
        for (const int after : {1, 2, 3, 4})
            request(after);
        tell(at + 5 * step / eventsOfARound, journal::ClientWatchFired{id, WatchEvent::Deleted, u"/bench/lock"_s});
        state(6, locks::LockState::Retained);
        state(7, locks::LockState::Releasing);
        request(8);
        state(9, locks::LockState::Released);
    }
    return batch;
}

struct Frames
{
    double medianMs = 0;
    double p99Ms = 0;
};

/// Pans and zooms by turns, from all of it down to a second and back.
Frames paintFrames(TimelineView &view)
{
    std::vector<double> times;
    view.fit();
    const TimeScale all = view.scale();
    for (int frame = 0; frame < framesOfARun; ++frame) {
        const double depth = std::sin(M_PI * frame / framesOfARun); // 0 … 1 … 0
        TimeScale scale = all.zoomed(std::pow(600.0, depth), view.timeWidth() / 2.0);
        scale = scale.panned((frame % 40 - 20) * 7);
        const qint64 startNs = nowNs();
        view.setScale(scale);
        view.viewport()->repaint();
        times.push_back(static_cast<double>(nowNs() - startNs) / 1e6);
    }
    return {median(times), percentile(times, 0.99)};
}

/// The same frame by a painter without an index: it walks all events, remembers each client's state, and leaves to
/// QPainter what is not in view.
class WalkingPainter
{
public:
    WalkingPainter(QPainter &painter, const TimeScale &scale)
        : m_painter(painter)
        , m_scale(scale)
    {
    }

    void walk(const journal::EventBatch &events)
    {
        for (const journal::Event &event : events)
            std::visit([&](const auto &what) { paint(what, event.atNs); }, event.what);
    }

private:
    struct Row
    {
        int top = 0;
        qint64 sinceNs = 0;
        locks::LockState state = locks::LockState::Free;
    };

    void paint(const journal::ClientSpawned &event, qint64)
    {
        m_rows.insert(event.id, {static_cast<int>(m_rows.size()) * 30, 0, locks::LockState::Free});
    }
    void paint(const journal::ClientLockState &event, qint64 atNs)
    {
        Row &row = m_rows[event.id];
        const double from = m_scale.xOf(row.sinceNs);
        const QRectF bar(from, row.top + 5, std::max(m_scale.xOf(atNs) - from, 1.0), 10);
        if (row.state == locks::LockState::Fetching)
            m_painter.drawRect(bar);
        else if (row.state == locks::LockState::Retained)
            m_painter.fillRect(bar, Qt::darkGreen);
        row.sinceNs = atNs;
        row.state = event.state;
    }
    void paint(const journal::ClientRequest &event, qint64 atNs) { paintTick(event.id, atNs); }
    void paint(const journal::ClientWatchFired &event, qint64 atNs) { paintTick(event.id, atNs); }
    template<typename Other>
    void paint(const Other &, qint64)
    {
    }
    void paintTick(ClientId id, qint64 atNs)
    {
        m_painter.fillRect(QRectF(m_scale.xOf(atNs), m_rows[id].top + 23, 1, 4), Qt::gray);
    }

    QPainter &m_painter;
    TimeScale m_scale;
    QHash<ClientId, Row> m_rows;
};

double walkAllMs(const journal::EventBatch &events, const TimeScale &scale)
{
    QImage image(window, QImage::Format_RGB32);
    const qint64 startNs = nowNs();
    image.fill(Qt::white);
    QPainter painter(&image);
    WalkingPainter(painter, scale).walk(events);
    painter.end();
    return static_cast<double>(nowNs() - startNs) / 1e6;
}

} // namespace

Result<Report> timeline(const Options &options)
{
    const int repetitions = options.repetitionsOr(3);
    Report report;
    std::vector<Frames> frames;
    double walkMs = 0;
    for (const int events : {10'000, 1'000'000}) {
        LaneIndex index;
        journal::World world;
        journal::Ledger ledger;
        const journal::EventBatch batch = madeUp(events);
        for (const journal::Event &event : batch) {
            ledger.append(event, world);
            index.append(event, ledger);
        }
        TimelineView view(&index, [&index] { return ui::LaneReach{index.lastNs(), index.lastNs()}; });
        view.resize(window);
        view.setFollowing(false);
        view.show();
        view.refresh();
        while (view.rows().empty()) // with its first frame
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        std::vector<double> medians;
        std::vector<double> p99s;
        for (int i = 0; i < repetitions; ++i) {
            const Frames run = paintFrames(view);
            medians.push_back(run.medianMs);
            p99s.push_back(run.p99Ms);
        }
        frames.push_back({median(medians), median(p99s)});
        if (events == 1'000'000) {
            view.fit();
            std::vector<double> walks;
            for (int i = 0; i < repetitions; ++i)
                walks.push_back(walkAllMs(batch, view.scale()));
            walkMs = median(walks);
        }
        report.tell(
            u"sizes"_s, u"%1 events"_s.arg(events),
            {{u"frame_ms"_s, rounded(frames.back().medianMs)}, {u"frame_p99_ms"_s, rounded(frames.back().p99Ms)}});
    }
    report.compare(u"a frame of 1,000,000 events beside one of 10,000"_s, frames.back().medianMs,
                   frames.front().medianMs, u"ms"_s, 2);
    report.compare(u"a frame of 1,000,000 events beside a painter that walks them all"_s, frames.back().medianMs,
                   walkMs, u"ms"_s, 0.02);
    report.compare(u"p99 with 1,000,000 events beside one frame at 60 Hz"_s, frames.back().p99Ms, 16, u"ms"_s, 1);
    return report;
}

} // namespace lockscope::bench
