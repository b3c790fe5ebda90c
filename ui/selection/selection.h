// SPDX-License-Identifier: Apache-2.0
// What is chosen and what is left out, with what can be done about it: one for all panels of a workspace, each of which
// shows it and changes it. Keeps names and identities; never acts on a server: its actions only say what was asked for.
#pragma once

#include "core/base/ids.h"

#include <QObject>
#include <QStringList>

class QAction;
class QMenu;
class QWidget;

namespace lockscope::ui {

class ClientActions;
class LiveWorld;

class Selection : public QObject
{
    Q_OBJECT
public:
    /// \a world outlives this.
    explicit Selection(LiveWorld *world, QObject *parent = nullptr);

    // ---- what is chosen ----

    /// Empty: none.
    const QString &lock() const { return m_now.lock; }
    /// The node of the lock that panels show, full path; empty: none. One that goes stays chosen, so that panels can
    /// say that it is gone, and another one that is made at its path is not taken for it.
    const QString &node() const { return m_now.node.path; }
    /// Null while its Stat has not been read.
    Zxid nodeCzxid() const { return m_now.node.czxid; }
    /// All nodes that an action would be about, full paths; mostly node() alone.
    const QStringList &nodes() const { return m_now.nodes; }
    /// The simulated client whose node it is, or that was chosen itself; null: none.
    ClientId client() const { return m_now.client; }
    /// Of the client, else of the node's owner; null: none, or not known.
    SessionId session() const;

    /// Of another lock nothing is chosen at first; the client stays, whose steps may be followed meanwhile.
    void setLock(const QString &lock);
    /// Another node of the lock, by hand; \a path may be empty.
    void setNode(const QString &path);
    /// What actions are about; the node that panels show stays.
    void setNodes(const QStringList &paths);
    /// With its lock and, if it has one, its node.
    void setClient(ClientId client);
    /// The place of a session: in the chosen lock, else in the first that has it. No effect where it has none.
    void setSession(SessionId session);
    /// The lock and these nodes of it, the first being the one that panels show; without any the lock as a whole.
    void choose(const QString &lock, const QStringList &nodes);

    // ---- what is left out ----

    /// Views that show all locks shall show only what concerns the chosen one.
    bool isOnlyThisLock() const;
    void setOnlyThisLock(bool only);
    /// The lock to which such views are bounded; empty: none.
    QString onlyLock() const { return isOnlyThisLock() ? m_now.lock : QString(); }

    // ---- what can be done about it ----

    /// Nothing may be written here, whatever is chosen.
    void setObserveOnly(bool observeOnly);
    /// Without a server there is nothing to be read again; \a why says it.
    void setRefreshEnabled(bool enabled, const QString &why);
    /// Why no release may be asked for just now, as a sentence; empty if it may.
    QString whyNoRelease() const;
    /// Of these, whatever is chosen; no effect while none may be asked for.
    void requestRelease(const QStringList &nodes);
    /// The directory at this path, whatever is chosen; no effect without a server.
    void requestRefresh(const QString &path);
    /// "Release node…" with its key, enabled as far as it may be asked for just now.
    QAction *releaseAction() const { return m_release; }
    QAction *copyNodesAction() const { return m_copyNodes; }
    QAction *copyLockAction() const { return m_copyLock; }
    QAction *refreshAction() const { return m_refresh; }
    /// Checkable: the filter.
    QAction *onlyThisLockAction() const { return m_onlyThisLock; }
    /// Of the simulated clients whose nodes these are, else of the one that was chosen.
    ClientActions *clientActions() const { return m_clientActions; }
    /// Whoever of the simulated clients holds the lock gives it back: one after the other, as often as it is triggered.
    QAction *holderReleasesAction() const { return m_holderReleases; }
    /// In the order of a menu.
    QList<QAction *> actions() const;
    /// A context menu that deletes itself once it is closed; with what can be done about the nodes and their clients,
    /// if \a aboutNodes.
    QMenu *makeMenu(bool aboutNodes, QWidget *parent) const;
    /// The keys of what can be done work where \a view or a part of it has the keyboard.
    void addKeysTo(QWidget *view) const;

Q_SIGNALS:
    void lockChanged(const QString &lock);
    /// Another node, or another one at its path.
    void nodeChanged(const QString &path);
    void nodesChanged(const QStringList &paths);
    void clientChanged(lockscope::ClientId client);
    /// onlyLock() is another one.
    void filterChanged();

    /// whyNoRelease() may be another one.
    void mayReleaseChanged();
    /// Open the dialog for these.
    void releaseRequested(const QStringList &nodes);
    /// Read this directory again now; the root if it is empty.
    void refreshRequested(const QString &path);

private:
    /// One node by its path and czxid.
    struct Chosen
    {
        QString path;
        Zxid czxid; ///< null until its Stat has been read
        SessionId owner;
    };
    struct State
    {
        QString lock;
        Chosen node;
        QStringList nodes;
        ClientId client;
    };

    void buildActions();
    Chosen identityOf(const QString &path) const;
    ClientId clientOf(const Chosen &node) const;
    /// Changes all at once and emits afterwards, so that receivers see all of it.
    void become(State next);
    void followWorld();
    void updateActions();
    void updateClients();
    void updateHolders();
    QList<ClientId> holders() const;
    void addCopies(QMenu *menu) const;

    LiveWorld *m_world;
    State m_now;
    bool m_observeOnly = false;
    QString m_whyNoRelease;    ///< as it was shown last
    bool m_ownersKnown = true; ///< of all nodes: whose they are
    ClientActions *m_clientActions;
    QAction *m_release = nullptr;
    QAction *m_copyNodes = nullptr;
    QAction *m_copyLock = nullptr;
    QAction *m_refresh = nullptr;
    QAction *m_onlyThisLock = nullptr;
    QAction *m_holderReleases = nullptr;
};

} // namespace lockscope::ui
