// SPDX-License-Identifier: Apache-2.0
// The Clients panel: every simulated client with its state, place and buttons; many can be selected and acted on at
// once. Emits what is asked for and never carries it out.
#pragma once

#include "core/base/ids.h"
#include "ui/selection/clientactions.h"

#include <QList>
#include <QWidget>

class QLabel;
class QMenu;
class QPushButton;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace lockscope::ui {

class ClientsDelegate;
class ClientsModel;
class EmptyState;
class LiveWorld;
class Selection;

class ClientsPanel : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the panel.
    ClientsPanel(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    ClientsModel *model() const { return m_model; }
    QTableView *view() const { return m_view; }
    QList<ClientId> selectedClients() const;
    /// Without a connection, or one that only observes, nothing can be spawned; \a why says it.
    void setSpawnEnabled(bool enabled, const QString &why = {});
    /// Of the selected clients.
    ClientActions *actions() const { return m_actions; }

Q_SIGNALS:
    void spawnRequested();

private:
    void buildView();
    QWidget *buildToolbar();
    void showMenu(const QPoint &position);
    void showColumnMenu(const QPoint &position);
    void letGoOf(int first, int last);
    void onCurrentChanged(const QModelIndex &current);
    void showChosen(ClientId client);
    void followChosen();
    void updateButtons();
    void updateFooter();
    QList<ClientId> closedClients() const;
    void updateEmptyState();

    LiveWorld *m_world;
    Selection *m_selection;
    ClientActions *m_actions;
    ClientsModel *m_model;
    ClientsDelegate *m_delegate;
    QTableView *m_view;
    EmptyState *m_empty;
    QStackedLayout *m_stack;
    QWidget *m_toolbar = nullptr;
    QLabel *m_footer;
    QPushButton *m_removeClosed;
    QToolButton *m_spawn = nullptr;
    QList<std::pair<ClientAction, QToolButton *>> m_buttons;
    QToolButton *m_faults = nullptr;
    QString m_whyNoSpawn;
    QList<ClientId> m_chosen;   ///< by the user; also while they are not there
    ClientId m_current;         ///< the one of them that was clicked or moved to
    bool m_isFollowing = false; ///< rows come and go: the user chooses nothing
};

} // namespace lockscope::ui
