// SPDX-License-Identifier: Apache-2.0
// The Servers panel: a row per server, what they leave open with the setting that would bring it, and for a sandbox
// what can be done to each. Never asks a server by itself: it says when it wants them asked.
#pragma once

#include "core/lab/sandbox.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace lockscope::ui {

class EmptyState;
class LiveWorld;
class ServersModel;

class ServersPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ServersPanel(LiveWorld *world, QWidget *parent = nullptr);

    QTableView *view() const { return m_view; }
    ServersModel *model() const { return m_model; }
    /// The addresses of the own sandbox's servers; empty: what is shown is none, and nothing can be done to it.
    void setSandbox(const QStringList &addresses);
    /// What is shown was recorded: nobody can be asked.
    void setReadOnly(bool readOnly);
    /// "Asked 3 s ago. Not all watches are known: …", as shown.
    QString summary() const;

Q_SIGNALS:
    void probeRequested();
    /// \a server: its index in the sandbox.
    void commandRequested(int server, lockscope::lab::ServerCommand command);

private:
    void buildView();
    QBoxLayout *buildBar();
    void addCommand(QBoxLayout *bar, const QString &text, const QString &help, lab::ServerCommand command);
    void update();
    void updateSummary();
    void updateButtons();
    QString gapsText() const;
    int selectedInSandbox() const; ///< -1: none is selected, or it is not of the sandbox

    LiveWorld *m_world;
    ServersModel *m_model;
    QTableView *m_view;
    EmptyState *m_empty;
    QStackedLayout *m_stack;
    QWidget *m_shown;
    QLabel *m_summary;
    QLabel *m_gaps;
    QToolButton *m_ask;
    QList<QToolButton *> m_commands;
    QStringList m_sandbox;
    bool m_readOnly = false;
};

} // namespace lockscope::ui
