// SPDX-License-Identifier: Apache-2.0
// A model in the window: its steps beside a workspace that shows its locks as those of servers are shown. Has no server
// and no engine; the search for what breaks it runs on a thread of its own.
#pragma once

#include "core/explore/exploration.h"
#include "ui/model/modelplay.h"
#include "ui/model/stepspanel.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <memory>

class QThread;

namespace lockscope::ui {

class Workspace;

class ModelPage : public QWidget
{
    Q_OBJECT
public:
    explicit ModelPage(const explore::Setup &setup, QWidget *parent = nullptr);
    ~ModelPage() override;

    /// "mutex, 2 clients"
    QString title() const;
    ModelPlay *play() const { return m_play; }
    StepsPanel *steps() const { return m_steps; }
    Workspace *workspace() const { return m_workspace; }
    /// Goes through its orders until one breaks the lock, which is shown then; or says how far it has looked.
    void search();
    void cancelSearch();
    bool isSearching() const { return m_searching != nullptr; }
    /// For a lesson: only the view or dock \a show; the steps go where the lesson puts them.
    void setLesson(const QString &show, bool offersSearch);
    /// As a schedule (.json) or a recording, by the file's name.
    Result<Done> save(const QString &file);

protected:
    void changeEvent(QEvent *event) override;

Q_SIGNALS:
    void closeRequested();
    void saveRequested();
    /// The search has ended, with whatever it came to.
    void searched();

private:
    struct Searching;

    void onSearched();

    ModelPlay *m_play;
    Workspace *m_workspace;
    QPointer<StepsPanel> m_steps;           ///< a lesson may have taken it in
    QWidget *m_side;                        ///< around them
    std::shared_ptr<Searching> m_searching; ///< while it searches
    QThread *m_thread = nullptr;            ///< that does; it is waited for
    QTimer m_poll;
};

} // namespace lockscope::ui
