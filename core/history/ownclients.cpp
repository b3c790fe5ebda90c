// SPDX-License-Identifier: Apache-2.0
#include "core/history/ownclients.h"

#include "core/base/path.h"
#include "core/findings/evidence.h"
#include "core/locks/recipecatalog.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

namespace lockscope::journal {

using namespace Qt::StringLiterals;
using locks::Contender;
using locks::ContenderState;
using locks::Finding;
using locks::LockQueue;
using locks::LockState;

namespace {

/// Of one that takes several locks at once its state is not the state of each.
bool tellsOfThisLock(const Client &client)
{
    return client.spec.paths.isEmpty();
}

bool isExclusive(const Contender &contender)
{
    return !contender.parsed || contender.parsed->mode == locks::Mode::Exclusive;
}

void setState(LockQueue &queue, int index, ContenderState state)
{
    Contender changed = queue.contenders[static_cast<size_t>(index)];
    changed.state = state;
    const auto at = std::lower_bound(queue.holders.begin(), queue.holders.end(), index);
    // A lease is never counted as waiting; its client stands in the line.
    const bool isLease = queue.hasLineOfItsOwn && locks::isLease(changed);
    if (state == ContenderState::Holding) {
        changed.waits.clear();
        changed.waitsForAny = changed.isRequest = false;
        queue.holders.insert(at, index);
        queue.waiting -= isLease ? 0 : 1;
    } else {
        queue.holders.erase(at);
        queue.waiting += isLease ? 0 : 1;
        if (isLease) {
            changed.state = ContenderState::Pending;
            changed.isRequest = true;
        }
    }
    queue.contenders.replace(static_cast<size_t>(index), std::move(changed));
}

/// By its rule it holds; itself it has not got so far, or waits for something else. The node of a dead one holds.
void takeWaiters(LockQueue &queue, const QHash<SessionId, const Client *> &bySession)
{
    if (queue.kind == locks::LockKind::Ephemeral) // whose node is there holds, although it may not have heard so yet
        return;
    for (const int index : std::vector<int>(queue.holders)) {
        const Contender &contender = queue.contenders[static_cast<size_t>(index)];
        const Client *client = bySession.value(contender.node.owner());
        const bool isItsNode = client && (client->node.isEmpty() || client->node == queue.pathOf(contender));
        if (isItsNode && client->believes() == LockState::Fetching)
            setState(queue, index, ContenderState::Waiting);
    }
}

void takeHolders(LockQueue &queue, const std::vector<const Client *> &own)
{
    for (const Client *client : own) {
        const int index = client->holds() && !client->node.isEmpty() ? queue.indexOfPath(client->node) : -1;
        if (index < 0)
            continue;
        const Contender &contender = queue.contenders[static_cast<size_t>(index)];
        const bool waits = contender.state == ContenderState::Waiting || contender.state == ContenderState::Pending;
        if (waits && contender.node.owner() == client->session)
            setState(queue, index, ContenderState::Holding);
    }
}

/// Waiters of a lock of one node have no node: they watch that one and race when it goes.
void addNodeless(LockQueue &queue, std::vector<const Client *> own)
{
    if (queue.kind != locks::LockKind::Ephemeral)
        return;
    std::erase_if(own, [&queue](const Client *client) {
        return !locks::isOfOneNode(client->spec.recipe) || client->believes() != LockState::Fetching
               || !client->node.isEmpty() || !queue.contenders.ownedBy(client->session).empty(); // it has it already
    });
    std::ranges::sort(own, {}, [](const Client *client) { return std::pair(client->asked.number, client->spec.id); });
    for (const Client *client : own) {
        Contender waiter;
        waiter.node.name = client->spec.name;
        waiter.parsed =
            locks::ParsedName{queue.dialect, locks::NameKind::Mutex, locks::Mode::Exclusive, locks::noSequence, {}};
        waiter.state = ContenderState::Waiting;
        waiter.nodeless = client->spec.id;
        if (!queue.holders.empty())
            waiter.waits.append(queue.holders.front() - static_cast<int>(queue.contenders.size()));
        queue.contenders.push_back(std::move(waiter));
        ++queue.waiting;
    }
}

// ---- what a database reports ----

/// One of another program has no node: only the database knows it.
Contender contenderOf(const locks::LockConnection &connection, locks::Dialect dialect)
{
    Contender contender;
    contender.node.name = u"connection %1"_s.arg(connection.number);
    contender.parsed =
        locks::ParsedName{dialect, locks::NameKind::Mutex, locks::Mode::Exclusive, locks::noSequence, {}};
    contender.state = connection.waits ? ContenderState::Waiting : ContenderState::Holding;
    contender.connection = connection.number;
    return contender;
}

/// \a own: whose contender it is, by the session of its node or, without one, by its client.
SessionId sessionOf(const Contender &contender, const std::vector<const Client *> &own)
{
    const auto client = std::ranges::find(own, contender.nodeless, [](const Client *one) { return one->spec.id; });
    return client == own.end() ? contender.node.owner() : (*client)->session;
}

/// Whom the contenders with a connection wait for, where the database reports it and that one is in the queue.
void takeWaits(LockQueue &queue)
{
    QHash<qint64, int> byNumber;
    for (int index = 0; index < static_cast<int>(queue.contenders.size()); ++index) {
        if (const qint64 number = queue.contenders[static_cast<size_t>(index)].connection)
            byNumber.insert(number, index);
    }
    for (auto waiter = byNumber.cbegin(); waiter != byNumber.cend(); ++waiter) {
        Contender contender = queue.contenders[static_cast<size_t>(*waiter)];
        if (contender.state != ContenderState::Waiting)
            continue;
        locks::IndexList waits;
        for (const qint64 number : queue.database->find(waiter.key())->waitsFor) {
            if (const int index = byNumber.value(number, -1); index >= 0)
                waits.append(index - *waiter);
        }
        if (waits.isEmpty())
            continue;
        contender.waits = waits;
        queue.contenders.replace(static_cast<size_t>(*waiter), std::move(contender));
    }
}

/// Before the waiters.
void addOtherHolders(LockQueue &queue, const locks::DatabaseQueue &database)
{
    for (const locks::LockConnection &connection : database.connections) {
        if (connection.waits || !connection.session.isNull())
            continue;
        queue.holders.push_back(static_cast<int>(queue.contenders.size()));
        queue.contenders.push_back(contenderOf(connection, queue.dialect));
    }
}

void addConnections(LockQueue &queue, const std::vector<const Client *> &own, const locks::DatabaseQueue &database)
{
    queue.database = database;
    for (size_t index = 0; index < queue.contenders.size(); ++index) {
        const auto *connection = database.ofSession(sessionOf(queue.contenders[index], own));
        if (!connection)
            continue;
        Contender contender = queue.contenders[index];
        contender.connection = connection->number;
        queue.contenders.replace(index, std::move(contender));
    }
    for (const locks::LockConnection &connection : database.connections) {
        if (!connection.session.isNull() || !connection.waits)
            continue;
        queue.contenders.push_back(contenderOf(connection, queue.dialect));
        ++queue.waiting;
    }
    takeWaits(queue);
}

// ---- findings by clients' own events ----

/// The contender that holds by right while a client believes that it does; null: none.
const Contender *inTheWayOf(const Client &client, const LockQueue &queue)
{
    if (takesLeases(client.spec) && std::ssize(queue.holders) < client.spec.leases)
        return nullptr;
    for (const int index : queue.holders) {
        const Contender &holder = queue.contenders[static_cast<size_t>(index)];
        const bool isLater = holder.node.stat && holder.node.stat->czxid > client.token;
        const bool excludes = takesLeases(client.spec) || client.mode == locks::Mode::Exclusive || isExclusive(holder);
        if (isLater && excludes && holder.node.owner() != client.session)
            return &holder;
    }
    return nullptr;
}

/// Its node is not there, and one that was made after it holds: the listing is younger than the node, which has gone.
void addZombies(LockQueue &queue, const std::vector<const Client *> &own,
                const QHash<SessionId, const Client *> &bySession)
{
    for (const Client *client : own) {
        // On Redis nothing counts what could be a token; on ZooKeeper a client without one has just been granted.
        const bool hasTokens = !locks::recipeInfo(client->spec.recipe).runsOn(locks::Backend::Redis);
        if (!client->holds() || client->node.isEmpty() || (hasTokens && client->token.isNull()))
            continue;
        const int index = queue.indexOfPath(client->node);
        const auto *stat = index >= 0 ? &queue.contenders[static_cast<size_t>(index)].node.stat : nullptr;
        if (stat && (!*stat || (*stat)->owner() == client->session))
            continue;
        const Contender *holder = inTheWayOf(*client, queue);
        if (!holder)
            continue;
        queue.zombies.push_back(
            {client->spec.id, client->spec.name, client->node, client->session, client->token, client->mode});
        const Client *other = bySession.value(holder->node.owner());
        const QString otherName = other ? other->spec.name : holder->node.name;
        const Text text =
            hasTokens
                ? Text::en("%1 believes that it holds, with the fencing token %2. Its node is gone, and %3 holds, with "
                           "the fencing token %4.")
                      .arg(client->spec.name, client->token.toHex(), otherName, holder->node.stat->czxid.toHex())
                : Text::en(
                      "%1 believes that it holds. Its key is gone, and %2 holds: there is no fencing token by which a "
                      "resource could refuse one of them.")
                      .arg(client->spec.name, otherName);
        Finding finding = locks::makeFinding(u"zombie-holder"_s, Finding::Severity::Error, text);
        locks::addNode(finding, queue.pathOf(*holder), holder->node.owner());
        locks::addNode(finding, queue.pathOf(*holder), client->session);
        queue.findings.prepend(finding);
    }
}

/// The herd of \a watchers of one node, or \a ofDirectory; nothing where they are few. Readers behind one writer are
/// served together, as their rule says.
std::optional<Finding> herdAmong(std::vector<const Client *> watchers, bool ofDirectory, const LockQueue &queue,
                                 const locks::Thresholds &thresholds)
{
    const auto isReader = [](const Client *client) { return client->mode == locks::Mode::Shared; };
    const auto readers = std::ranges::count_if(watchers, isReader);
    const bool areReaders = !ofDirectory && std::ssize(watchers) - readers < thresholds.herdSize;
    if (areReaders)
        std::erase_if(watchers, std::not_fn(isReader));
    if (std::ssize(watchers) < thresholds.herdSize)
        return std::nullopt;
    Finding finding = findings::herdOf(std::ssize(watchers), areReaders);
    for (const Client *client : watchers)
        locks::addNode(finding, client->node.isEmpty() ? queue.path : client->node, client->session);
    return finding;
}

/// So many watch the same, as they say themselves: no reading of the servers is needed to know it.
void addHerds(LockQueue &queue, const std::vector<const Client *> &own, const locks::Thresholds &thresholds)
{
    std::map<std::pair<QString, bool>, std::vector<const Client *>> watchers;
    for (const Client *client : own) {
        if (client->believes() != LockState::Fetching)
            continue;
        for (const ClientWatch &watch : client->watching) {
            auto &of = watchers[{watch.path, watch.ofChildren}];
            if (watch.path != client->node && (of.empty() || of.back() != client))
                of.push_back(client);
        }
    }
    for (const auto &[watched, clients] : watchers) {
        const auto finding = herdAmong(clients, watched.second, queue, thresholds);
        // The finding by the servers' reports says less: not which watchers wait, and not that they watch the
        // directory.
        const auto isReportedAsWell = [&](const Finding &other) {
            return other.id == finding->id && other.severity >= finding->severity;
        };
        if (!finding || std::ranges::any_of(queue.findings, isReportedAsWell))
            continue;
        queue.findings.removeIf([&](const Finding &other) { return other.id == finding->id; });
        queue.findings.append(*finding);
    }
}

/// A watch on a node that was gone when it was set, as the reply said; or on its own node.
Finding endlessWait(const Client &client, const QString &lock)
{
    const QString id = client.waitsInVain() ? u"lost-wakeup"_s : u"self-watch"_s;
    const Text text =
        client.waitsInVain()
            ? Text::en("%1 watches %2, which had gone before the watch was set: nothing will wake it, and all behind "
                       "wait with it.")
                  .arg(client.spec.name, client.watching.front().path)
            : Text::en("%1 watches its own node instead of the one before it: it waits for itself, and all behind wait "
                       "with it.")
                  .arg(client.spec.name);
    Finding finding = locks::makeFinding(id, Finding::Severity::Error, text);
    locks::addNode(finding, client.node.isEmpty() ? lock : client.node, client.session);
    return finding;
}

void addEndlessWaits(LockQueue &queue, const std::vector<const Client *> &own)
{
    QList<Finding> findings;
    for (const Client *client : own) {
        if (client->waitsForEver())
            findings.append(endlessWait(*client, queue.path));
    }
    if (findings.isEmpty())
        return;
    // The findings by the servers' reports say less of the same nodes.
    const auto isReportedHere = [&](const Finding &other, const QString &node) {
        return std::ranges::any_of(
            findings, [&](const Finding &finding) { return finding.id == other.id && finding.nodes.front() == node; });
    };
    queue.findings.removeIf([&](const Finding &other) {
        return !other.nodes.isEmpty()
               && std::ranges::all_of(other.nodes, [&](const QString &node) { return isReportedHere(other, node); });
    });
    queue.findings = findings + queue.findings;
}

} // namespace

LockQueue withClientReports(const std::vector<const Client *> &own, const LockQueue &queue,
                            const locks::DatabaseQueue *database, const locks::Thresholds &thresholds)
{
    LockQueue shown = queue;
    std::vector<const Client *> clients = own;
    std::erase_if(clients, [](const Client *client) { return !tellsOfThisLock(*client); });
    QHash<SessionId, const Client *> bySession;
    for (const Client *client : clients) {
        if (!client->session.isNull())
            bySession.insert(client->session, client);
    }
    takeWaiters(shown, bySession);
    takeHolders(shown, clients);
    const bool isInDatabase = database && queue.kind == locks::LockKind::Ephemeral;
    if (isInDatabase)
        addOtherHolders(shown, *database);
    addNodeless(shown, clients);
    if (isInDatabase)
        addConnections(shown, clients, *database);
    addHerds(shown, clients, thresholds);
    addEndlessWaits(shown, clients);
    addZombies(shown, clients, bySession);
    return shown;
}

} // namespace lockscope::journal
