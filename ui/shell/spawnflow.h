// SPDX-License-Identifier: Apache-2.0
// Simulated clients from the dialog to the lock on which they are. Never makes a client: the engine does, by the
// controller.
#pragma once

#include "ui/shell/sessioncontroller.h"
#include "ui/theme/widgets.h"

#include <QPointer>

namespace lockscope::ui {

class LiveWorld;
class Settings;
class SpawnDialog;

class SpawnFlow : public QObject
{
    Q_OBJECT
public:
    /// All outlive the flow; \a window is the dialog's parent.
    SpawnFlow(SessionController *controller, LiveWorld *world, Settings *settings, QWidget *window);

    /// Why nothing can be spawned just now; empty if it can.
    QString whyNot() const;
    void openDialog(const QString &lock);
    /// Without a dialog.
    void spawn(const lab::SpawnRequest &request);
    void close();

Q_SIGNALS:
    void spawned(const QString &lock);
    /// Instead of clients: a shipped scenario.
    void scenarioRequested(const QString &name);
    void bannerWanted(lockscope::ui::Banner::Severity severity, const QString &title, const QString &text);

private:
    bool isOwn(const QString &lock) const;
    void spawnFromDialog();
    void onSpawned(const QString &lock, const std::optional<Error> &error);

    SessionController *m_controller;
    LiveWorld *m_world;
    Settings *m_settings;
    QWidget *m_window;
    QPointer<SpawnDialog> m_dialog;
};

} // namespace lockscope::ui
