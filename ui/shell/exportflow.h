// SPDX-License-Identifier: Apache-2.0
// What can be taken along: pictures, the journal, an incident report; of a recording too. Changes nothing.
#pragma once

#include <QObject>

#include <functional>

class QMenu;

namespace lockscope::ui {

class RecordingFlow;
class SessionController;
class Workspace;

class ExportFlow : public QObject
{
    Q_OBJECT
public:
    /// \a shown: what is on screen, null where nothing is open. All outlive the flow; \a window is the dialogs' parent.
    ExportFlow(SessionController *controller, RecordingFlow *recordings, std::function<Workspace *()> shown,
               QWidget *window);

    /// All that can be exported, into a menu.
    void fill(QMenu *menu);

private:
    void openReport(Workspace *shown);

    SessionController *m_controller;
    RecordingFlow *m_recordings;
    std::function<Workspace *()> m_shown;
    QWidget *m_window;
};

} // namespace lockscope::ui
