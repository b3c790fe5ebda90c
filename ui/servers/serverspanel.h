// SPDX-License-Identifier: Apache-2.0
// The Servers panel: a row per server, what they leave open with the setting that would bring it, and for a sandbox
// what can be done to each. Never asks a server by itself: it says when it wants them asked.
#pragma once

#include "core/journal/serverreport.h"
#include "core/servers/sandbox.h"

#include <QAbstractTableModel>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace lockscope::ui {

/// The servers of the ensemble as rows, as they reported when they were last asked.
/// What was not reported is a dash, never a zero; never asks a server.
class ServersModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        Server,
        Role,
        Version,
        Sessions,
        Connections,
        Watches,
        Latency,
        Outstanding,
        Zxid,
        ReportedBy,
        ColumnCount
    };

    explicit ServersModel(QObject *parent = nullptr);

    /// In any order: rows keep their place, and a new server comes last.
    void setServers(QList<journal::ServerReport> servers);
    /// -1: it is not there.
    int rowOf(const QString &address) const;
    const journal::ServerReport *serverAt(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_servers.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const journal::ServerReport &server, int column) const;

    QList<journal::ServerReport> m_servers;
};

class ElidedLabel;
class EmptyState;
class LiveWorld;

class ServersPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ServersPanel(LiveWorld *world, QWidget *parent = nullptr);

    QTableView *view() const { return m_view; }
    ServersModel *model() const { return m_model; }
    /// The addresses of the own sandbox's servers; empty: what is shown is none, and nothing can be done to it.
    void setSandbox(const QStringList &addresses);
    /// What is shown was recorded: no server can be asked.
    void setReadOnly(bool readOnly);
    /// "Updated 3 s ago. Not all is known of: watches.", as shown.
    QString summary() const;

Q_SIGNALS:
    void probeRequested();
    /// \a server: its index in the sandbox.
    void commandRequested(int server, lockscope::ServerCommand command);

private:
    void buildView();
    QBoxLayout *buildBar();
    void addCommand(QBoxLayout *bar, const QString &text, const QString &help, ServerCommand command);
    void update();
    void updateSummary();
    void updateButtons();
    void showGaps();
    QString gapsText() const;
    int selectedInSandbox() const; ///< -1: none is selected, or it is not of the sandbox

    LiveWorld *m_world;
    ServersModel *m_model;
    QTableView *m_view;
    EmptyState *m_empty;
    QStackedLayout *m_stack;
    QWidget *m_shown;
    ElidedLabel *m_summary;
    QLabel *m_gaps;
    QWidget *m_gapsArea;
    QToolButton *m_ask;
    QList<QToolButton *> m_commands;
    QStringList m_sandbox;
    QString m_chosen; ///< address; stays while its server is not there
    bool m_readOnly = false;
};

} // namespace lockscope::ui
