// SPDX-License-Identifier: Apache-2.0
// What can happen next in a model, by client, to be let happen by a click or by its number; what has happened, to go
// back to; the branches; and what is wrong. Shows the play and asks it; never chooses by itself but where it is to run
// on.
#pragma once

#include "ui/model/modelplay.h"

#include <QWidget>

class QAction;
class QBoxLayout;
class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace lockscope::ui {

class Banner;

class StepsPanel : public QWidget
{
    Q_OBJECT
public:
    /// \a play outlives it.
    explicit StepsPanel(ModelPlay *play, QWidget *parent = nullptr);

    /// What can happen now, in words: the first is number 1.
    QStringList choices() const;
    /// Lets the one with this number happen, from 1; nothing where there is none.
    void choose(int number);
    Banner *banner() const { return m_banner; }
    /// Undo and redo, for the menu.
    QList<QAction *> actions() const { return {m_undo, m_redo}; }
    /// The search runs: it can be cancelled, and nothing else is done meanwhile.
    void setSearching(const QString &progress);
    void setIdle();
    /// For a lesson, in whose column it stands: only what can happen, undo and redo, and the search if \a offersSearch.
    void setLesson(bool offersSearch);
    /// Off: no step can be taken, and none is shown.
    void setActive(bool active);

Q_SIGNALS:
    void searchRequested();
    void cancelRequested();
    void saveRequested();

private:
    QWidget *buildTop();
    QWidget *buildTaken();
    void fillRunMenu(QMenu *menu);
    void refresh();
    void updateChoices();
    void addClient(quint32 client, const std::vector<explore::Step> &possible);
    void addChoice(const explore::Step &step);
    void updateTaken();
    void updateBranches();
    void renameBranch();

    ModelPlay *m_play;
    QAction *m_undo;
    QAction *m_redo;
    QPushButton *m_search;
    QPushButton *m_run;
    Banner *m_banner;
    QWidget *m_choicesPage;
    QBoxLayout *m_choices;
    QPushButton *m_save;
    QWidget *m_takenPage = nullptr;
    std::vector<explore::Step> m_numbered;
    QListWidget *m_taken;
    QComboBox *m_branch;
    QPushButton *m_compare;
    bool m_isSearching = false;
    bool m_isActive = true;
};

} // namespace lockscope::ui
