// SPDX-License-Identifier: Apache-2.0
// Recordings: one is opened beside what is connected, or what was seen is saved as one.
// Never shows a page: the window does.
#pragma once

#include "ui/theme/widgets.h"

#include <QPointer>

namespace lockscope::ui {

class LiveWorld;
class RecordingPage;
class SessionController;

class RecordingFlow : public QObject
{
    Q_OBJECT
public:
    /// All outlive the flow; \a window is the parent of dialogs and of the page.
    RecordingFlow(SessionController *controller, LiveWorld *world, QWidget *window);

    /// Null while none is open.
    RecordingPage *page() const { return m_page; }
    void choose();
    void open(const QString &file);
    void close();
    void save();

Q_SIGNALS:
    /// Another page is there, or none any more, or it has got its title and its workspace.
    void changed();
    void loaded();
    void told(lockscope::ui::Banner::Severity severity, const QString &title, const QString &text);

private:
    SessionController *m_controller;
    LiveWorld *m_world;
    QWidget *m_window;
    QPointer<RecordingPage> m_page;
};

} // namespace lockscope::ui
