// SPDX-License-Identifier: Apache-2.0
// The stage among the panels: what is chosen in it is what is chosen everywhere, with the menu and the keys of that.
// Never acts on a server.
#pragma once

#include "ui/stage/stageview.h"

namespace lockscope::ui {

class Selection;

class StagePanel : public StageView
{
    Q_OBJECT
public:
    /// Both outlive the panel.
    StagePanel(QueueModel *model, Selection *selection, QWidget *parent = nullptr);

    void exportPicture();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void followChosen();
    void showMenu(const QPoint &position);

    QueueModel *m_model;
    Selection *m_selection;
};

} // namespace lockscope::ui
