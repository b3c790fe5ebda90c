// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/framewatch.h"
#include "tests/bench/resolve.h"
#include "ui/queue/queuepanel.h"
#include "ui/queue/queueview.h"
#include "ui/selection/selection.h"
#include "ui/world/liveworld.h"

#include <QCoreApplication>

namespace lockscope::bench {

Result<ReadingTimes> readIntoPanel(Engine &engine, const QString &lock, int count)
{
    ui::LiveWorld world;
    ui::Selection selection(&world);
    ui::QueuePanel panel(&world, &selection);
    panel.resize(1100, 700);
    selection.setLock(lock);
    panel.show();
    QCoreApplication::processEvents();

    Progress progress{lock, count};
    FrameWatch frames(panel.view()->viewport());
    frames.painted = [&] {
        if (!progress.times.firstRowsMs && panel.model()->rowCount() > 0)
            progress.times.firstRowsMs = progress.sinceMs();
    };
    return readInto(
        engine, progress, [&](const journal::EventBatch &batch) { world.apply(batch); },
        [&] { return progress.isDone() && progress.times.firstRowsMs; });
}

} // namespace lockscope::bench
