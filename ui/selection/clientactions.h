// SPDX-License-Identifier: Apache-2.0
// Everything that can be asked of simulated clients by hand, commands and faults alike: its words, its icon, its key,
// and for which of the chosen clients it would do something just now. Never carries one out: it hands on what was
// asked for.
#pragma once

#include "core/history/world.h"
#include "core/lab/clientspec.h"
#include "ui/theme/icon.h"

#include <QList>
#include <QObject>

#include <variant>
#include <vector>

class QAction;
class QMenu;
class QWidget;

namespace lockscope::ui {

class LiveWorld;

using ClientAction = std::variant<lab::ClientCommand, journal::Fault>;

/// "Acquire", "Pause", …: begins with the verb.
QString actionText(const ClientAction &action);
/// What it does, for a tooltip.
QString actionHelp(const ClientAction &action);
IconId actionIcon(const ClientAction &action);

/// True if the action would do something in the client's present state.
bool canDo(const journal::Client &client, const ClientAction &action);

class ClientActions : public QObject
{
    Q_OBJECT
public:
    /// \a world outlives this.
    explicit ClientActions(LiveWorld *world, QObject *parent = nullptr);

    /// Whom they are about from now on.
    void setClients(const QList<ClientId> &clients);
    const QList<ClientId> &clients() const { return m_clients; }
    /// Those of them for whom it would do something; none while nothing may be done here.
    QList<ClientId> thoseFor(const ClientAction &action) const;

    /// Of those for whom it would do something.
    void ask(const ClientAction &action);
    /// Of exactly these.
    void askOf(const QList<ClientId> &clients, const ClientAction &action);

    /// As entries of a menu, in their order, with their keys; enabled as far as they would do something.
    QList<QAction *> actions() const;
    /// All that can be asked, faults with a choice of how long; nothing where there is no client to be asked.
    void addTo(QMenu *menu);
    void addFaultsTo(QMenu *menu);
    /// The keys work where \a view or a part of it has the keyboard.
    void addKeysTo(QWidget *view) const;

Q_SIGNALS:
    void commandRequested(const QList<lockscope::ClientId> &clients, lockscope::lab::ClientCommand command);
    void faultRequested(const QList<lockscope::ClientId> &clients, const lockscope::lab::FaultRequest &request);

private:
    struct Hand;
    ClientAction actionOf(const Hand &hand) const;
    QString titleOf(journal::Fault fault, qsizetype count) const;
    void askFault(const lab::FaultRequest &request);
    void askForSeconds(QWidget *parent, journal::Fault fault);
    void addLasting(QMenu *menu, journal::Fault fault);
    void addMoment(QMenu *menu, journal::Fault fault);
    void update();

    LiveWorld *m_world;
    QList<ClientId> m_clients;
    std::vector<std::pair<const Hand *, QAction *>> m_actions;
};

} // namespace lockscope::ui
