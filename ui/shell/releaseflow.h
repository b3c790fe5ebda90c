// SPDX-License-Identifier: Apache-2.0
// A forced release from its plan to its outcome: has it planned, shows the dialog, and in it what came of it.
// Never deletes a node: the engine does, by the controller.
#pragma once

#include "ui/shell/sessioncontroller.h"
#include "ui/theme/widgets.h"

#include <QPointer>

namespace lockscope::ui {

class LiveWorld;
class ReleaseDialog;

class ReleaseFlow : public QObject
{
    Q_OBJECT
public:
    /// All outlive the flow; \a window is the dialog's parent.
    ReleaseFlow(SessionController *controller, LiveWorld *world, QWidget *window);

    /// One at a time: nothing while a dialog is open.
    void plan(const QStringList &nodes);
    void show(const observe::ReleasePlan &plan);
    void close();

Q_SIGNALS:
    void bannerWanted(lockscope::ui::Banner::Severity severity, const QString &title, const QString &text);

private:
    bool isShown(const observe::ReleasePlan &plan) const;

    SessionController *m_controller;
    LiveWorld *m_world;
    QWidget *m_window;
    QPointer<ReleaseDialog> m_dialog;
};

} // namespace lockscope::ui
