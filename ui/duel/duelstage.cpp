// SPDX-License-Identifier: Apache-2.0
#include "ui/duel/duelstage.h"

#include "core/base/path.h"
#include "ui/models/queuemodel.h"
#include "ui/queue/herdgauge.h"
#include "ui/queue/queueheader.h"
#include "ui/selection/selection.h"
#include "ui/stage/stagepanel.h"
#include "ui/theme/building.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QPainter>

namespace lockscope::ui {

DuelStage::DuelStage(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
{
    makeRow(this, {}, 1, {{build(m_sides[0]), 1}, {build(m_sides[1]), 1}});
    connect(selection, &Selection::lockChanged, this, &DuelStage::follow);
    connect(world, &LiveWorld::appended, this, &DuelStage::follow);
    connect(world, &LiveWorld::cursorMoved, this, &DuelStage::follow); // also of another history
    follow();
}

QWidget *DuelStage::build(Side &side)
{
    auto *widget = new QWidget(this);
    widget->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // half of what there is, whatever it says
    side.model = new QueueModel(m_world, widget);
    side.header = new QueueHeader(m_world, side.model, widget);
    side.herd = new HerdGauge(m_world, widget);
    side.stage = new StagePanel(side.model, m_selection, widget);
    side.numbers = new Pill(widget);
    auto *damage = makeRow(nullptr, {14, 0, 14, 4}, 0, {side.numbers, Part::stretch()});
    makeColumn(widget, {}, 0, {side.header, side.herd, damage, {side.stage, 1}});
    auto *later = new QTimer(widget); // a burst of changes repaints the head line once
    later->setSingleShot(true);
    later->setInterval(0);
    connect(later, &QTimer::timeout, side.header, &QueueHeader::updateAll);
    connect(side.model, &QueueModel::queueChanged, later, qOverload<>(&QTimer::start));
    connect(m_world, &LiveWorld::ticked, side.header, &QueueHeader::updateSummary);
    return widget;
}

void DuelStage::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(m_sides[1].header->parentWidget()->x() - 1, 0, 1, height(), themeFor(palette()).separator);
}

QString DuelStage::lock(size_t side) const
{
    return m_duel.value(qsizetype(side));
}

void DuelStage::setPresenting(bool presenting)
{
    for (const Side &side : m_sides) {
        side.header->setPresenting(presenting);
        side.herd->setPresenting(presenting);
        side.stage->setPresenting(presenting);
    }
}

void DuelStage::follow()
{
    const QStringList &duel = m_world->world().duel();
    const QString &chosen = m_selection->lock();
    const QStringList wanted = chosen.isEmpty() || duel.contains(chosen) ? duel : QStringList();
    if (wanted == m_duel) {
        if (isWanted())
            showNumbers();
        return;
    }
    const bool was = isWanted();
    m_duel = wanted;
    for (size_t i = 0; i < m_sides.size(); ++i) {
        m_sides[i].model->setLockPath(lock(i));
        m_sides[i].herd->setLockPath(lock(i));
        m_sides[i].header->setBeside(baseName(lock(0)) != baseName(lock(1))); // else the paths tell them apart
    }
    showNumbers();
    if (was != isWanted())
        Q_EMIT wantedChanged();
}

QString DuelStage::numbers(size_t side) const
{
    const journal::NumbersTaken taken = m_world->world().numbersTaken(lock(side));
    QString text = tr("%n numbers given out", nullptr, int(taken.count));
    if (const qint64 again = taken.again(); again > 0)
        text = tr("%1, %n of them duplicates", nullptr, int(again)).arg(text);
    if (taken.refused > 0)
        text = tr("%1, %n refused", nullptr, int(taken.refused)).arg(text);
    return taken.count + taken.refused == 0 ? QString() : text;
}

void DuelStage::showNumbers()
{
    for (size_t i = 0; i < m_sides.size(); ++i) {
        const bool isDamaged = m_world->world().numbersTaken(lock(i)).again() > 0;
        const QString text = numbers(i);
        m_sides[i].numbers->setText(text);
        m_sides[i].numbers->setVisible(!text.isEmpty());
        m_sides[i].numbers->setRole(isDamaged ? Role::Wrong : Role::Neutral);
    }
}

} // namespace lockscope::ui

#include "moc_duelstage.cpp"
