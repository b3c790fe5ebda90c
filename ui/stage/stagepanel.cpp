// SPDX-License-Identifier: Apache-2.0
#include "ui/stage/stagepanel.h"

#include "ui/export/picturedialog.h"
#include "ui/models/queuemodel.h"
#include "ui/selection/selection.h"
#include "ui/theme/icon.h"

#include <QMenu>

namespace lockscope::ui {

StagePanel::StagePanel(QueueModel *model, Selection *selection, QWidget *parent)
    : StageView(model, parent)
    , m_model(model)
    , m_selection(selection)
{
    setContextMenuPolicy(Qt::CustomContextMenu);
    selection->addKeysTo(this);
    connect(this, &QWidget::customContextMenuRequested, this, &StagePanel::showMenu);
    connect(this, &StageView::chosen, selection,
            [model, selection](const QString &path) { selection->choose(model->lockPath(), {path}); });
    connect(selection, &Selection::nodeChanged, this, &StageView::setCurrent);
    connect(model, &QueueModel::queueChanged, this, [this] {
        if (isVisible()) // else once it is
            followChosen();
    });
}

/// The very node that was chosen is marked: another one at its path is not taken for it.
void StagePanel::followChosen()
{
    const QString node = m_selection->node();
    const Zxid chosen = m_selection->nodeCzxid();
    if (node.isEmpty() || chosen.isNull())
        return;
    const int row = m_model->rowOfPath(node);
    const auto stat = row >= 0 ? m_model->contenderAt(row).node.stat : std::nullopt;
    if (row >= 0)
        setCurrent(stat && stat->czxid == chosen ? node : QString());
}

void StagePanel::showMenu(const QPoint &position)
{
    QMenu *menu = m_selection->makeMenu(!current().isEmpty(), this);
    menu->addAction(icon(IconId::Export), tr("Export…"), this, &StagePanel::exportPicture);
    menu->popup(viewport()->mapToGlobal(position));
}

void StagePanel::exportPicture()
{
    askForPicture(picture(), this);
}

void StagePanel::showEvent(QShowEvent *event)
{
    StageView::showEvent(event);
    followChosen();
}

} // namespace lockscope::ui

#include "moc_stagepanel.cpp"
