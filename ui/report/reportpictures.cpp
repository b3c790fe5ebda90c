// SPDX-License-Identifier: Apache-2.0
#include "ui/report/reportpictures.h"

#include "ui/graph/graphview.h"
#include "ui/graph/worldscene.h"
#include "ui/models/liveworld.h"
#include "ui/models/queuemodel.h"
#include "ui/stage/stageview.h"
#include "ui/timeline/timelinepicture.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

report::ReportPicture drawn(const Picture &picture)
{
    PictureLook look = defaultLook(picture, lightPalette());
    const QByteArray light = toSvg(picture, look);
    look.dark = true;
    return {picture.title, light, toSvg(picture, look)};
}

Picture stageOf(LiveWorld *world, const QString &lock, qint64 atNs)
{
    QueueModel model(world);
    model.setInstant(atNs);
    model.setLockPath(lock);
    StageView view(&model);
    return view.picture();
}

/// Lanes that have contended for one of the locks.
std::vector<int> lanesOf(const LaneIndex &index, const QStringList &locks)
{
    std::vector<int> rows;
    for (size_t i = 0; i < index.lanes().size(); ++i) {
        const QSet<QString> &contended = index.lanes()[i].locks;
        if (std::any_of(locks.begin(), locks.end(), [&](const QString &lock) { return contended.contains(lock); }))
            rows.push_back(static_cast<int>(i));
    }
    return rows;
}

} // namespace

QList<report::ReportPicture> reportPictures(LiveWorld *world, const LaneIndex &lanes,
                                            const report::IncidentRequest &request)
{
    QList<report::ReportPicture> pictures;
    for (const QString &lock : request.locks.first(std::min(request.locks.size(), mostReportStages))) {
        if (world->world().directory(lock))
            pictures += drawn(stageOf(world, lock, request.atNs));
    }
    TimelineShot shot;
    shot.title = QCoreApplication::translate("lockscope::ui::ReportPictures", "Timeline around the instant");
    shot.font = bodyFont();
    shot.rows = lanesOf(lanes, request.locks);
    shot.fromNs = std::max(request.atNs - request.beforeNs, lanes.firstNs());
    shot.toNs = std::max(request.atNs + std::min(request.afterNs, std::max<qint64>(lanes.lastNs() - request.atNs, 0)),
                         shot.fromNs + 1'000'000);
    shot.nowNs = std::max(lanes.lastNs(), request.atNs);
    shot.cursorNs = request.atNs;
    shot.width = 1130;
    if (!shot.rows.empty())
        pictures += drawn(timelinePicture(lanes, std::move(shot)));
    WaitScene scene = sceneOf(world->world());
    if (!scene.isEmpty()) {
        GraphView view;
        view.setScene(std::move(scene));
        pictures += drawn(view.picture());
    }
    return pictures;
}

} // namespace lockscope::ui
