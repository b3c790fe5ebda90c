// SPDX-License-Identifier: Apache-2.0
// Recordings: one is opened beside what is connected, or what was seen is saved as one, at the latest when it would be
// lost. Never shows a page: the window does.
#pragma once

#include "core/journal/journal.h"
#include "ui/theme/widgets.h"

#include <QPointer>

#include <functional>
#include <optional>

class QMessageBox;

namespace lockscope::ui {

class LiveWorld;
class RecordingPage;
class Settings;

class RecordingFlow : public QObject
{
    Q_OBJECT
public:
    /// All outlive the flow; \a window is the parent of dialogs and of the page.
    RecordingFlow(LiveWorld *world, Settings *settings, QWidget *window);

    /// Null while none is open.
    RecordingPage *page() const;
    void choose();
    /// In place of what is there, which stays as it is and comes back when the recording is closed.
    /// \a begin: the number of the event after which it is shown; nothing: where it is most contended.
    void open(const QString &file, std::optional<quint64> begin = {});
    void close();
    /// False where no file was chosen, or it could not be written.
    bool save();
    /// What is saved was seen there.
    void setTitle(const QString &title) { m_title = title; }
    /// There are events that no recording has, more than what was found at first, and a lock or a client among it.
    bool asksBeforeLoss() const;
    /// Has \a go called: at once where there is nothing to ask, else once it was answered that they may be lost, or
    /// they are saved. \a verb is what the button says, "Quit"; \a question asks.
    void beforeLoss(const QString &question, const QString &verb, const std::function<void()> &go,
                    const std::function<void()> &stay = {});

Q_SIGNALS:
    /// Another page is there, or none any more, or it has got its title and its workspace.
    void changed();
    void loaded();
    void bannerWanted(lockscope::ui::Banner::Severity severity, const QString &title, const QString &text);

private:
    void count(const journal::EventBatch &batch);

    LiveWorld *m_world;
    Settings *m_settings;
    QWidget *m_window;
    QPointer<RecordingPage> m_page;
    QPointer<QMessageBox> m_question;
    QString m_title;
    int m_unsaved = 0;
    bool m_wasSaved = false; ///< what came before was
    bool m_sawLock = false;  ///< or a client of ours; looked for once there is something unsaved
    bool m_isFirstReading = true;
    bool m_isGivenUp = false; ///< it may be lost, and so may how what is left comes to its end
};

} // namespace lockscope::ui
