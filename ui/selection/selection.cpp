// SPDX-License-Identifier: Apache-2.0
#include "ui/selection/selection.h"

#include "core/base/path.h"
#include "ui/models/text.h"
#include "ui/selection/clientactions.h"
#include "ui/theme/icon.h"
#include "ui/world/liveworld.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QSet>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

namespace {

/// Of a client's locks the one in which it has its node; else \a chosen, if that is one of them.
QString lockOf(const journal::Client &client, const QString &chosen)
{
    const auto isIn = [&client](const QString &lock) { return isAtOrBelow(client.node, lock); };
    const auto found = std::find_if(client.spec.paths.begin(), client.spec.paths.end(), isIn);
    if (!client.node.isEmpty() && found != client.spec.paths.end())
        return *found;
    return client.node.isEmpty() && client.spec.paths.contains(chosen) ? chosen : client.spec.lock;
}

/// Where it believes to have one, else what its session has there: a client that crashed reports nothing more.
QString nodeOf(const journal::World &world, const journal::Client &client, const QString &lock)
{
    if (!client.node.isEmpty() || client.session.isNull())
        return client.node;
    const locks::LockQueue &queue = world.queue(lock);
    for (const locks::Contender &contender : queue.contenders) {
        if (contender.node.owner() == client.session)
            return queue.pathOf(contender);
    }
    return {};
}

} // namespace

Selection::Selection(LiveWorld *world, QObject *parent)
    : QObject(parent)
    , m_world(world)
    , m_clientActions(new ClientActions(world, this))
{
    buildActions();
    connect(world, &LiveWorld::aboutToBegin, this, [this] { become({}); });
    connect(world, &LiveWorld::changed, this, &Selection::followWorld);
    connect(world, &LiveWorld::cursorMoved, this, &Selection::followWorld);
    connect(world, &LiveWorld::cursorMoved, this, &Selection::updateClients);
    connect(world, &LiveWorld::cursorMoved, this, &Selection::updateHolders);
    connect(world, &LiveWorld::changed, this, [this](const journal::Changes &changes) {
        if (!changes.clients.isEmpty() || !changes.clientsRemoved.isEmpty())
            updateHolders();
    });
    connect(this, &Selection::lockChanged, this, &Selection::updateHolders);
    updateActions();
    updateClients();
}

// ---- what is chosen ----

SessionId Selection::session() const
{
    const journal::Client *client = m_world->world().client(m_now.client);
    return client && !client->session.isNull() ? client->session : m_now.node.owner;
}

Selection::Chosen Selection::identityOf(const QString &path) const
{
    Chosen chosen{path, {}, {}};
    const auto node = path.isEmpty() ? std::nullopt : nodeAt(m_world->world(), path);
    if (node && node->stat) {
        chosen.czxid = node->stat->czxid;
        chosen.owner = node->owner();
    }
    return chosen;
}

ClientId Selection::clientOf(const Chosen &node) const
{
    const journal::Client *client = node.owner.isNull() ? nullptr : m_world->world().clientOfSession(node.owner);
    return client ? client->spec.id : ClientId();
}

void Selection::setLock(const QString &lock)
{
    if (lock != m_now.lock)
        become({lock, {}, {}, m_now.client});
}

void Selection::setNode(const QString &path)
{
    State next = m_now;
    next.node = identityOf(path);
    if (!path.isEmpty()) // whose steps are followed stays followed when its node goes
        next.client = clientOf(next.node);
    become(std::move(next));
}

void Selection::setNodes(const QStringList &paths)
{
    State next = m_now;
    next.nodes = paths;
    become(std::move(next));
}

void Selection::setClient(ClientId id)
{
    State next = m_now;
    next.client = id;
    if (const journal::Client *client = m_world->world().client(id)) {
        next.lock = lockOf(*client, m_now.lock);
        const QString node = nodeOf(m_world->world(), *client, next.lock);
        next.node = identityOf(node);
        next.nodes = node.isEmpty() ? QStringList() : QStringList{node};
    }
    become(std::move(next));
}

void Selection::setSession(SessionId session)
{
    const QList<SessionPlace> places = placesOf(m_world->world(), session);
    if (places.isEmpty())
        return;
    const auto here = std::find_if(places.begin(), places.end(),
                                   [this](const SessionPlace &place) { return place.lock == m_now.lock; });
    const SessionPlace &place = here != places.end() ? *here : places.front();
    choose(place.lock, {place.node});
}

void Selection::choose(const QString &lock, const QStringList &nodes)
{
    State next{lock, {}, nodes, m_now.client};
    if (!nodes.isEmpty()) {
        next.node = identityOf(nodes.first());
        next.client = clientOf(next.node);
    }
    become(std::move(next));
}

void Selection::become(State next)
{
    const State before = std::exchange(m_now, std::move(next));
    updateActions();
    updateClients();
    if (before.lock != m_now.lock)
        Q_EMIT lockChanged(m_now.lock);
    const bool sameNode =
        before.node.path == m_now.node.path && (before.node.czxid.isNull() || before.node.czxid == m_now.node.czxid);
    if (!sameNode)
        Q_EMIT nodeChanged(m_now.node.path);
    if (before.nodes != m_now.nodes)
        Q_EMIT nodesChanged(m_now.nodes);
    if (before.client != m_now.client)
        Q_EMIT clientChanged(m_now.client);
    if (before.lock != m_now.lock && isOnlyThisLock())
        Q_EMIT filterChanged();
}

/// Whose node it is becomes known with its Stat. The next session's clients are others, under the same ids.
void Selection::followWorld()
{
    if (!m_now.client.isNull() && !m_world->isRewound() && m_world->world().clients().empty())
        setClient({});
    if (!m_now.node.path.isEmpty() && m_now.node.czxid.isNull()) {
        State next = m_now;
        next.node = identityOf(next.node.path);
        if (const ClientId client = clientOf(next.node); !client.isNull())
            next.client = client;
        if (!next.node.czxid.isNull())
            become(std::move(next));
    }
    if (whyNoRelease() != m_whyNoRelease) // nothing else about these actions is the world's
        updateActions();
    if (!m_ownersKnown)
        updateClients();
}

// ---- what is left out ----

bool Selection::isOnlyThisLock() const
{
    return m_onlyThisLock->isChecked();
}

void Selection::setOnlyThisLock(bool only)
{
    m_onlyThisLock->setChecked(only);
}

// ---- what can be done about it ----

void Selection::buildActions()
{
    m_release = new QAction(icon(IconId::LockOpen, Role::Wrong), {}, this);
    m_release->setShortcut(QKeySequence::Delete); // opens the dialog; deletes nothing
    m_release->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_release, &QAction::triggered, this, [this] { requestRelease(m_now.nodes); });

    m_copyNodes = new QAction(icon(IconId::Copy), {}, this);
    connect(m_copyNodes, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(m_now.nodes.join(u'\n')); });
    m_copyLock = new QAction(icon(IconId::Copy), tr("Copy lock path"), this);
    connect(m_copyLock, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(m_now.lock); });

    m_refresh = new QAction(icon(IconId::Refresh), tr("Read again"), this);
    setRefreshEnabled(true, {});
    connect(m_refresh, &QAction::triggered, this, [this] { requestRefresh(m_now.lock); });

    m_onlyThisLock = new QAction(icon(IconId::Filter), tr("This lock only"), this);
    m_onlyThisLock->setCheckable(true);
    connect(m_onlyThisLock, &QAction::toggled, this, &Selection::filterChanged);

    m_holderReleases = new QAction(icon(actionIcon(lab::ClientCommand::Release)), tr("Holder releases the lock"), this);
    m_holderReleases->setShortcut(Qt::SHIFT | Qt::Key_R);
    m_holderReleases->setEnabled(false);
    connect(m_holderReleases, &QAction::triggered, this,
            [this] { m_clientActions->askOf(holders(), lab::ClientCommand::Release); });
}

/// Simulated ones, by what they believe; none while nothing may be done here.
QList<ClientId> Selection::holders() const
{
    QList<ClientId> holders;
    if (m_now.lock.isEmpty() || !m_world->whyNoActing().isEmpty())
        return holders;
    for (const auto &[id, client] : m_world->world().clients()) {
        if (client.holds() && journal::locksOf(client.spec).contains(m_now.lock)
            && canDo(client, lab::ClientCommand::Release))
            holders += id;
    }
    return holders;
}

void Selection::updateHolders()
{
    m_holderReleases->setEnabled(!holders().isEmpty());
}

QList<QAction *> Selection::actions() const
{
    return {m_release, m_copyNodes, m_copyLock, m_refresh, m_onlyThisLock};
}

/// The nodes' sessions, where they are known, each once; and their clients' addresses, where a server reported them.
void Selection::addCopies(QMenu *menu) const
{
    QStringList sessions;
    QStringList addresses;
    QSet<SessionId> seen;
    for (const QString &path : m_now.nodes) {
        const SessionId owner = identityOf(path).owner;
        if (owner.isNull() || seen.contains(owner))
            continue;
        seen.insert(owner);
        sessions += owner.toHex();
        const locks::SessionFacts *facts = factsOf(m_world->world(), owner);
        if (facts && !facts->client.isEmpty())
            addresses += facts->client;
    }
    menu->addAction(m_copyNodes);
    const auto add = [menu](const QString &text, const QStringList &lines) {
        if (!lines.isEmpty())
            menu->addAction(icon(IconId::Copy), text, menu,
                            [lines] { QGuiApplication::clipboard()->setText(lines.join(u'\n')); });
    };
    add(sessions.size() > 1 ? tr("Copy %n sessions", nullptr, int(sessions.size())) : tr("Copy session"), sessions);
    add(addresses.size() > 1 ? tr("Copy %n addresses", nullptr, int(addresses.size())) : tr("Copy address"), addresses);
}

QMenu *Selection::makeMenu(bool aboutNodes, QWidget *parent) const
{
    auto *menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    if (aboutNodes) {
        menu->addAction(m_release);
        menu->addSeparator();
        m_clientActions->addTo(menu);
        menu->addSeparator();
        addCopies(menu);
    }
    return menu;
}

void Selection::addKeysTo(QWidget *view) const
{
    view->addAction(m_release);
    m_clientActions->addKeysTo(view);
}

void Selection::setObserveOnly(bool observeOnly)
{
    m_observeOnly = observeOnly;
    updateActions();
}

void Selection::setRefreshEnabled(bool enabled, const QString &why)
{
    m_refresh->setEnabled(enabled);
    m_refresh->setToolTip(enabled ? tr("Read the selected lock again (besides its watch)") : why);
}

QString Selection::whyNoRelease() const
{
    if (const QString why = m_world->whyNoActing(); !why.isEmpty())
        return why;
    if (!m_world->head().connection().isToZooKeeper())
        return tr("Only nodes of an ensemble are released here. Simulated clients release what they hold themselves.");
    if (m_observeOnly)
        return tr("This connection only observes.");
    if (m_world->isStale())
        return tr("What is shown is not live: what would be deleted is not known.");
    const journal::Directory *lock = m_world->world().directory(m_now.lock);
    const auto isNoNode = [lock](const QString &path) { return path != lock->path; };
    if (lock && lock->isNodeLock && std::ranges::any_of(m_now.nodes, isNoNode))
        return tr("It waits without a node: there is nothing to release.");
    return {};
}

void Selection::requestRelease(const QStringList &nodes)
{
    if (!nodes.isEmpty() && whyNoRelease().isEmpty())
        Q_EMIT releaseRequested(nodes);
}

void Selection::requestRefresh(const QString &path)
{
    if (m_refresh->isEnabled())
        Q_EMIT refreshRequested(path);
}

void Selection::updateActions()
{
    const auto count = m_now.nodes.size();
    const QString whyNot = whyNoRelease();
    const bool may = whyNot.isEmpty() && count > 0;
    const bool isNew = std::exchange(m_whyNoRelease, whyNot) != whyNot;
    m_release->setText(count > 1 ? tr("Release these %n nodes…", nullptr, int(count)) : tr("Release node…"));
    m_release->setEnabled(may);
    m_release->setToolTip(whyNot);
    m_copyNodes->setText(count > 1 ? tr("Copy %n node paths", nullptr, int(count)) : tr("Copy node path"));
    m_copyNodes->setEnabled(count > 0);
    m_copyLock->setEnabled(!m_now.lock.isEmpty());
    m_onlyThisLock->setEnabled(!m_now.lock.isEmpty() || m_onlyThisLock->isChecked());
    m_onlyThisLock->setToolTip(
        m_now.lock.isEmpty()
            ? tr("Show only what concerns the selected lock, in the Timeline, the Journal and the "
                 "Findings")
            : tr("Show only what concerns %1, in the Timeline, the Journal and the Findings").arg(m_now.lock));
    if (isNew)
        Q_EMIT mayReleaseChanged();
}

/// What can be asked of simulated clients is about the clients whose nodes these are. A node that is gone was that of
/// the client that was chosen with it.
void Selection::updateClients()
{
    QList<ClientId> clients;
    m_ownersKnown = true;
    const journal::World &world = m_world->world();
    if (!world.clients().empty()) { // else there may be very many nodes, and no client to be asked
        QSet<ClientId> seen;
        for (const QString &path : std::as_const(m_now.nodes)) {
            const auto node = nodeAt(world, path);
            m_ownersKnown &= !node || node->stat;
            const SessionId owner = node && node->stat ? node->owner() : SessionId();
            const journal::Client *client = owner.isNull() ? nullptr : world.clientOfSession(owner);
            if (!client || seen.contains(client->spec.id))
                continue;
            seen.insert(client->spec.id);
            clients += client->spec.id;
        }
    }
    if (clients.isEmpty() && m_now.nodes.size() <= 1 && !m_now.client.isNull())
        clients += m_now.client;
    m_clientActions->setClients(clients);
}

} // namespace lockscope::ui

#include "moc_selection.cpp"
