// SPDX-License-Identifier: Apache-2.0
// The Programs panel: the processes of a trial, what they say, and what the trial came to. Shows what it is given;
// never starts or ends one itself: it only says what was asked for.
#pragma once

#include "core/trial/trialverdict.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTabBar;
class QTableView;
class QToolButton;

namespace lockscope::ui {

class ElidedLabel;
class EmptyState;
class LiveWorld;
class OutputFilter;
class OutputModel;
class Pill;
class ProgramsModel;
class Selection;
class VerdictView;
class WaitingView;

class ProgramsPanel : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the panel.
    ProgramsPanel(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    ProgramsModel *programs() const { return m_programs; }
    OutputModel *output() const { return m_output; }
    VerdictView *verdict() const { return m_verdict; }
    WaitingView *waiting() const { return m_waiting; }

    /// A trial begins: its clients come as events, their processes as news.
    void begin(const trial::TrialSpec &spec);
    void add(const trial::TrialNews &news);
    /// What waits where messages pass by hand.
    void setWaiting(const QList<trial::WaitingMessage> &messages);
    /// It is being ended.
    void setEnding();
    /// It is over. \a figures: one line from its run JSON.
    void end(const trial::TrialVerdict &verdict, const QString &figures);
    void fail(const QString &title, const QString &why);
    bool isRunning() const { return m_isRunning; }
    /// In a word, as its pill says it.
    QString state() const;

Q_SIGNALS:
    void tryRequested();
    void stopRequested();
    /// From now on the lock's messages wait, each to be let go; or pass as they come.
    void byHandWanted(bool byHand);
    void letGoWanted(quint64 number, bool isLost);
    /// An event of the verdict, for the Journal.
    void journalWanted();

private:
    void buildPrograms();
    void buildOutput();
    QWidget *buildBar();
    void follow(const journal::EventBatch &batch);
    void forget();
    void showVerdict();
    void updateState();
    void updateClients();
    void scrollToNewest();
    void goTo(quint64 number, ClientId client);
    void copy() const;
    QString copied(bool all) const;

    LiveWorld *m_world;
    Selection *m_selection;
    ProgramsModel *m_programs;
    OutputModel *m_output;
    OutputFilter *m_filter;
    QTableView *m_programsView;
    QTableView *m_outputView;
    VerdictView *m_verdict;
    WaitingView *m_waiting;
    QTabBar *m_tabs;
    QStackedWidget *m_right; ///< the output, what waits, or the verdict
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    Pill *m_pill;
    ElidedLabel *m_title;
    QComboBox *m_client;
    QToolButton *m_copy;
    QToolButton *m_step;
    QPushButton *m_stop;
    QToolButton *m_again;
    trial::TrialSpec m_spec;
    QTimer m_scroll;
    bool m_isRunning = false;
    bool m_isEnding = false;
    bool m_followsNewest = true;
};

} // namespace lockscope::ui
