// SPDX-License-Identifier: Apache-2.0
// A recording in the window: read with progress, then shown as a workspace of its own under a banner that says that
// nothing of it is live. Has no server and no engine: whatever would write is off.
#pragma once

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QStackedLayout;
class QThread;

namespace lockscope::ui {

class EmptyState;
class LiveWorld;
class Workspace;

class RecordingPage : public QWidget
{
    Q_OBJECT
public:
    /// Begins to read at once.
    explicit RecordingPage(const QString &file, QWidget *parent = nullptr);
    /// In place of where it is most contended, once it is there: after the event with this number.
    void setBegin(quint64 event) { m_begin = event; }
    ~RecordingPage() override;

    /// The name of the file, or the recording's own title once that is known.
    QString title() const { return m_title; }
    /// Null while it is being read, or where that failed.
    Workspace *workspace() const { return m_workspace; }
    LiveWorld *world() const { return m_world.get(); }
    /// Once it is there.
    void selectLock(const QString &path);

Q_SIGNALS:
    void loaded();
    void closeRequested();

private:
    struct Reading;

    void showProgress();
    void onRead();
    void showDetails(const QString &node);
    void keepBookmarks();
    QString madeText() const;

    QString m_file;
    QString m_title;
    QString m_wantedLock;
    std::optional<quint64> m_begin;
    std::shared_ptr<Reading> m_reading;
    QThread *m_thread; ///< that reads; it is waited for
    QTimer m_poll;     ///< while it does
    QStackedLayout *m_stack;
    EmptyState *m_waiting;
    std::unique_ptr<LiveWorld> m_world;
    Workspace *m_workspace = nullptr;
};

} // namespace lockscope::ui
