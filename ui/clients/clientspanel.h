// SPDX-License-Identifier: Apache-2.0
// The Clients panel: every simulated client with its state, place and buttons; many can be selected and acted on at
// once. Emits what is asked for and never carries it out.
#pragma once

#include "core/base/ids.h"
#include "core/lab/clientspec.h"

#include <QHash>
#include <QWidget>

class QLabel;
class QStackedLayout;
class QTableView;
class QTimer;
class QToolButton;

namespace lockscope::ui {

class ClientsDelegate;
class ClientsModel;
class EmptyState;
class LiveWorld;

class ClientsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ClientsPanel(LiveWorld *world, QWidget *parent = nullptr);

    ClientsModel *model() const { return m_model; }
    QTableView *view() const { return m_view; }
    QList<ClientId> selectedClients() const;
    /// Without a connection, or one that only observes, nothing can be spawned; \a why says it.
    void setSpawnEnabled(bool enabled, const QString &why = {});

Q_SIGNALS:
    void commandRequested(const QList<lockscope::ClientId> &clients, lockscope::lab::ClientCommand command);
    void spawnRequested();
    /// The one client that was clicked or moved to.
    void currentClientChanged(lockscope::ClientId client);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildView();
    QWidget *buildToolbar();
    void showMenu(const QPoint &position);
    void showColumnMenu(const QPoint &position);
    void send(lab::ClientCommand command);
    /// Those of \a clients for which the command would do something.
    QList<ClientId> thoseFor(lab::ClientCommand command, QList<ClientId> clients) const;
    void updateButtons();
    void updateFooter();
    void updateEmptyState();

    LiveWorld *m_world;
    ClientsModel *m_model;
    ClientsDelegate *m_delegate;
    QTableView *m_view;
    EmptyState *m_empty;
    QStackedLayout *m_stack;
    QWidget *m_toolbar = nullptr;
    QLabel *m_footer;
    QToolButton *m_spawn = nullptr;
    QHash<int, QToolButton *> m_buttons; ///< by ClientCommand
    QTimer *m_clock;                     ///< times on screen run on without events
    QString m_whyNoSpawn;
};

} // namespace lockscope::ui
