// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"
#include "tests/bench/resolve.h"
#include "ui/queue/queuepanel.h"
#include "ui/queue/queueview.h"
#include "ui/selection/selection.h"
#include "ui/world/liveworld.h"

#include <QCoreApplication>
#include <QEvent>
#include <QEventLoop>
#include <QTimer>

#include <chrono>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Lets the first paint event with rows through, and says when it has been carried out.
class FirstPaint : public QObject
{
public:
    FirstPaint(ui::QueuePanel &panel, Progress &progress)
        : m_panel(panel)
        , m_progress(progress)
    {
        panel.view()->viewport()->installEventFilter(this);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::Paint || m_inside || m_progress.times.firstRowsMs
            || m_panel.model()->rowCount() == 0)
            return false;
        m_inside = true;
        QCoreApplication::sendEvent(watched, event); // comes by here once more, and is let through
        m_inside = false;
        m_progress.times.firstRowsMs = m_progress.sinceMs();
        return true;
    }

private:
    ui::QueuePanel &m_panel;
    Progress &m_progress;
    bool m_inside = false;
};

} // namespace

Result<ReadingTimes> readIntoPanel(Engine &engine, const QString &lock, int count)
{
    ui::LiveWorld world;
    ui::Selection selection(&world);
    ui::QueuePanel panel(&world, &selection);
    panel.resize(1100, 700);
    selection.setLock(lock);
    panel.show();
    QCoreApplication::processEvents();

    Progress progress{lock, count, nowNs(), 0, {}};
    FirstPaint firstPaint(panel, progress);
    QEventLoop loop;
    QObject::connect(&engine, &Engine::batchReady, &loop, [&](const journal::EventBatch &batch) {
        world.apply(batch);
        progress.add(batch);
        if (progress.isDone() && progress.times.firstRowsMs)
            loop.quit();
    });
    QTimer::singleShot(5min, &loop, &QEventLoop::quit);
    progress.startedNs = nowNs();
    const auto observing = engine.observe(lock);
    loop.exec();
    if (!progress.isDone())
        return noFigures(u"Only %1 owners were resolved."_s.arg(progress.resolved));
    return progress.times;
}

} // namespace lockscope::bench
