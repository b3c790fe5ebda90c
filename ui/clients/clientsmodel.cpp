// SPDX-License-Identifier: Apache-2.0
#include "ui/clients/clientsmodel.h"

#include "core/base/clock.h"
#include "core/base/visible.h"
#include "core/locks/recipecatalog.h"
#include "ui/models/listdiff.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

bool byId(const ClientsModel::Row &row, ClientId id)
{
    return row.id < id;
}

/// From 1; 0 if it is not there. \a guess is looked at first.
int placeIn(const locks::LockQueue &queue, const QString &node, int guess)
{
    const bool isThere = guess > 0 && static_cast<size_t>(guess) <= queue.contenders.size()
                         && queue.pathOf(queue.contenders[static_cast<size_t>(guess) - 1]) == node;
    return isThere ? guess : queue.indexOfPath(node) + 1;
}

qint64 timeInStateMs(const journal::Client &client, qint64 nowNs)
{
    return (nowNs - client.stateSinceNs) / 1'000'000;
}

} // namespace

ClientsModel::ClientsModel(QObject *parent)
    : QAbstractTableModel(parent)
    , m_clock(&lockscope::nowNs)
{
}

QStringList ClientsModel::Row::flags() const
{
    QStringList flags = flagsOf(client);
    if (isZombie)
        flags.prepend(tr("not the holder"));
    return flags;
}

void ClientsModel::update(const journal::World &world, const journal::Changes &changes)
{
    remove(changes.clientsRemoved);
    upsert(world, changes.clients);

    QSet<QString> locks = changes.directories;
    for (const ClientId id : changes.clients) {
        if (const auto *client = world.client(id))
            locks.insert(client->spec.lock);
    }
    updatePlaces(world, locks);
}

void ClientsModel::refresh(const journal::World &world)
{
    QSet<ClientId> gone;
    for (const Row &row : m_rows) {
        if (!world.client(row.id))
            gone.insert(row.id);
    }
    QSet<ClientId> present;
    QSet<QString> locks;
    for (const auto &[id, client] : world.clients()) {
        present.insert(id);
        locks.insert(client.spec.lock);
    }
    remove(gone);
    upsert(world, present);
    updatePlaces(world, locks);
}

ClientId ClientsModel::idAt(const QModelIndex &index) const
{
    return index.isValid() && index.row() < rowCount() ? row(index.row()).id : ClientId{};
}

int ClientsModel::rowOf(ClientId id) const
{
    const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), id, byId);
    return found != m_rows.end() && found->id == id ? static_cast<int>(found - m_rows.begin()) : -1;
}

ClientsModel::Totals ClientsModel::totals() const
{
    Totals totals;
    for (const Row &row : m_rows) {
        totals.requests += row.client.requests;
        totals.watchEvents += row.client.watchEvents;
        totals.faults += row.client.faults;
    }
    return totals;
}

void ClientsModel::remove(const QSet<ClientId> &ids)
{
    if (ids.isEmpty())
        return;
    std::vector<bool> gone(m_rows.size());
    for (size_t i = 0; i < m_rows.size(); ++i)
        gone[i] = ids.contains(m_rows[i].id);
    const std::vector<RowRun> runs = runsWhere(gone);
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) { // the rows before stay where they are
        beginRemoveRows({}, run->first, run->last);
        m_rows.erase(m_rows.begin() + run->first, m_rows.begin() + run->last + 1);
        endRemoveRows();
    }
}

void ClientsModel::upsert(const journal::World &world, const QSet<ClientId> &ids)
{
    std::vector<ClientId> fresh;
    std::vector<bool> changed(m_rows.size());
    for (const ClientId id : ids) {
        const journal::Client *client = world.client(id);
        if (!client)
            continue;
        if (const int at = rowOf(id); at >= 0) {
            m_rows[static_cast<size_t>(at)].client = *client;
            changed[static_cast<size_t>(at)] = true;
        } else {
            fresh.push_back(id);
        }
    }
    emitChanged(changed);
    insert(world, std::move(fresh));
}

void ClientsModel::insert(const journal::World &world, std::vector<ClientId> ids)
{
    std::sort(ids.begin(), ids.end());
    for (size_t i = 0; i < ids.size();) {
        // Clients that go to the same place go in together: usually all of them, at the end.
        const auto place = std::lower_bound(m_rows.begin(), m_rows.end(), ids[i], byId);
        const int first = static_cast<int>(place - m_rows.begin());
        size_t end = i + 1;
        while (end < ids.size() && (place == m_rows.end() || ids[end] < place->id))
            ++end;
        std::vector<Row> rows;
        rows.reserve(end - i);
        for (; i < end; ++i)
            rows.push_back({ids[i], *world.client(ids[i])});
        beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
        m_rows.insert(m_rows.begin() + first, rows.begin(), rows.end());
        endInsertRows();
    }
}

void ClientsModel::updatePlaces(const journal::World &world, const QSet<QString> &locks)
{
    const auto isOfOther = [this](const Row &row) { return row.client.spec.lock != m_rows.front().client.spec.lock; };
    m_hasManyLocks = std::ranges::any_of(m_rows, isOfOther);
    if (locks.isEmpty() || m_rows.empty())
        return;
    struct Line
    {
        const locks::LockQueue *queue = nullptr;
        int moved = 0; ///< how far the client moved that was looked for last: the next one probably as far
    };
    QHash<QString, Line> lines;
    std::vector<int> places(m_rows.size(), 0);
    std::vector<bool> zombies(m_rows.size());
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const auto &[id, client, before, wasZombie] = m_rows[i];
        if (!locks.contains(client.spec.lock)) {
            places[i] = before;
            zombies[i] = wasZombie;
            continue;
        }
        if (client.node.isEmpty() || !world.directory(client.spec.lock))
            continue;
        Line &line = lines[client.spec.lock];
        if (!line.queue)
            line.queue = &world.queue(client.spec.lock);
        const auto &all = line.queue->zombies;
        zombies[i] = std::ranges::find(all, id, &locks::ZombieHolder::client) != all.end();
        places[i] = placeIn(*line.queue, client.node, before + line.moved);
        // Of a lock of one node, key or row all clients name the same: whose it is, its owner says.
        const bool isOfAll = client.node == client.spec.lock;
        if (isOfAll && places[i] > 0
            && world.clientBehind(line.queue->contenders[static_cast<size_t>(places[i]) - 1]) != world.client(id))
            places[i] = 0;
        if (before > 0 && places[i] > 0)
            line.moved = places[i] - before;
    }
    std::vector<bool> changed(m_rows.size());
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const bool hasMoved = std::exchange(m_rows[i].place, places[i]) != places[i];
        changed[i] = std::exchange(m_rows[i].isZombie, zombies[i]) != zombies[i] || hasMoved;
    }
    emitChanged(changed);
}

void ClientsModel::emitChanged(const std::vector<bool> &rows)
{
    for (const RowRun &run : runsWhere(rows))
        Q_EMIT dataChanged(index(run.first, 0), index(run.last, ColumnCount - 1));
}

QVariant ClientsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row &row = this->row(index.row());
    switch (role) {
    case Qt::DisplayRole: return visible(text(row, index.column()));
    case Qt::ToolTipRole: return plainToolTip(describe(row, nowNs()));
    case Qt::AccessibleTextRole:
        return laidOutLines(index.column() == Name ? describe(row, nowNs()) : text(row, index.column()));
    case IdRole: return row.id.value;
    case SortRole: return sortKey(row, index.column());
    case LockRole: return m_hasManyLocks ? visible(lastName(row.client.spec.lock)) : QString();
    default: return {};
    }
}

QVariant ClientsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    static const char *const heads[] = {QT_TR_NOOP("Client"),   QT_TR_NOOP("#"),        QT_TR_NOOP("Actions"),
                                        QT_TR_NOOP("Wants"),    QT_TR_NOOP("For"),      QT_TR_NOOP("Connection"),
                                        QT_TR_NOOP("Session"),  QT_TR_NOOP("Node"),     QT_TR_NOOP("Step"),
                                        QT_TR_NOOP("Acquired"), QT_TR_NOOP("Requests"), QT_TR_NOOP("Events"),
                                        QT_TR_NOOP("Watches"),  QT_TR_NOOP("Faults")};
    static_assert(std::size(heads) == ColumnCount);
    return section >= 0 && section < ColumnCount ? tr(heads[section]) : QVariant();
}

QString ClientsModel::text(const Row &row, int column) const
{
    const journal::Client &client = row.client;
    switch (static_cast<Column>(column)) {
    case Name: return client.spec.name;
    case Place: return row.place > 0 ? u"#%1"_s.arg(row.place) : u"—"_s;
    case Actions: return {};
    case Recipe: return roleText(client);
    case Time: return formatDuration(timeInStateMs(client, nowNs()));
    case Connection: {
        const QStringList flags = row.flags();
        return flags.isEmpty() ? connectionStateText(client.connection).shown() : flags.join(u", "_s);
    }
    case Session: return client.session.isNull() ? u"—"_s : client.session.toHex();
    case Node: return client.node.isEmpty() ? u"—"_s : lastName(client.node);
    case Step: return client.step ? locks::stepText(*client.step).shown() : u"—"_s;
    case Rounds: return QString::number(client.round);
    case Requests: return QString::number(client.requests);
    case Events: return QString::number(client.watchEvents);
    case Watches: return QString::number(client.watching.size());
    case Faults: return QString::number(client.faults);
    case ColumnCount: break;
    }
    return {};
}

QVariant ClientsModel::sortKey(const Row &row, int column) const
{
    switch (static_cast<Column>(column)) {
    case Place: return row.place;
    case Time: return row.client.stateSinceNs;
    case Rounds: return row.client.round;
    case Requests: return row.client.requests;
    case Events: return row.client.watchEvents;
    case Watches: return int(row.client.watching.size());
    case Faults: return row.client.faults;
    default: return text(row, column);
    }
}

QString roleText(const journal::Client &client)
{
    if (client.spec.withoutLock)
        return ClientsModel::tr("no lock");
    if (client.spec.foreign)
        return ClientsModel::tr("another program");
    const locks::RecipeInfo &recipe = locks::recipeInfo(client.spec.recipe);
    if (!recipe.options.writers)
        return recipe.name;
    return client.spec.mode == locks::Mode::Shared ? ClientsModel::tr("reader") : ClientsModel::tr("writer");
}

QString describe(const ClientsModel::Row &row, qint64 nowNs)
{
    const journal::Client &client = row.client;
    const locks::RecipeInfo &recipe = locks::recipeInfo(client.spec.recipe);
    const QStringList flags = row.flags();
    QStringList lines;
    lines << (client.spec.withoutLock
                  ? ClientsModel::tr("%1 takes no lock: it goes on at once beside all others").arg(client.spec.name)
                  : ClientsModel::tr("%1, %2 of %3").arg(client.spec.name, roleText(client), client.spec.lock));
    if (!recipe.isSound())
        lines << ClientsModel::tr("BROKEN ON PURPOSE: %1").arg(recipe.failure.shown());
    const QString since = formatDuration(timeInStateMs(client, nowNs));
    lines << (client.crashed
                  ? ClientsModel::tr("crashed %1 ago").arg(since)
                  : ClientsModel::tr("%1 for %2, %3")
                        .arg(clientStateText(client), since,
                             flags.isEmpty() ? connectionStateText(client.connection).shown() : flags.join(u", "_s)));
    if (client.entries > 1)
        lines << (client.spec.threads > 1 ? ClientsModel::tr("entered %n times, by %1 threads", nullptr, client.entries)
                                                .arg(client.spec.threads)
                                          : ClientsModel::tr("entered %n times", nullptr, client.entries));
    if (client.step)
        lines << ClientsModel::tr("at the step “%1” %2").arg(locks::stepText(*client.step).shown(), client.stepPath);
    if (row.place > 0)
        lines << ClientsModel::tr("place %1 in the queue").arg(row.place);
    if (!client.session.isNull())
        lines << ClientsModel::tr("session %1").arg(client.session.toHex());
    if (!client.node.isEmpty())
        lines << ClientsModel::tr("node %1").arg(client.node);
    if (!client.token.isNull())
        lines << ClientsModel::tr("fencing token %1").arg(client.token.toHex());
    lines << QStringList{ClientsModel::tr("%n acquired", nullptr, client.round),
                         ClientsModel::tr("%n requests", nullptr, int(client.requests)),
                         ClientsModel::tr("%n watch events", nullptr, int(client.watchEvents)),
                         ClientsModel::tr("%n watches held", nullptr, int(client.watching.size())),
                         ClientsModel::tr("%n faults", nullptr, int(client.faults))}
                 .join(u", "_s);
    if (client.error)
        lines << client.error->sentence().shown();
    return lines.join(u'\n');
}

} // namespace lockscope::ui

#include "moc_clientsmodel.cpp"
