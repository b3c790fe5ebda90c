// SPDX-License-Identifier: Apache-2.0
// What can be taken along: pictures, the journal, an incident report, a web page; of a recording too. Changes nothing.
#pragma once

#include "ui/theme/widgets.h"

#include <QObject>

#include <functional>

class QMenu;

namespace lockscope::ui {

class LiveWorld;
class RecordingFlow;
class Workspace;

class ExportFlow : public QObject
{
    Q_OBJECT
public:
    /// \a shown: what is on screen, null where nothing is open; \a title: what it is of. All outlive the flow; \a
    /// window is the dialogs' parent.
    ExportFlow(RecordingFlow *recordings, std::function<Workspace *()> shown, std::function<QString()> title,
               QWidget *window);

    /// All that can be exported, into a menu.
    void fill(QMenu *menu);

Q_SIGNALS:
    void bannerWanted(lockscope::ui::Banner::Severity severity, const QString &title, const QString &text);

private:
    void openReport(Workspace *shown);
    void chooseWebPage(Workspace *shown);
    void saveWebPage(const LiveWorld &world, const QString &file);

    RecordingFlow *m_recordings;
    std::function<Workspace *()> m_shown;
    std::function<QString()> m_title;
    QWidget *m_window;
};

} // namespace lockscope::ui
