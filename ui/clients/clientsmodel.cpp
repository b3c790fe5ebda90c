// SPDX-License-Identifier: Apache-2.0
#include "ui/clients/clientsmodel.h"

#include "core/base/clock.h"
#include "core/locks/recipecatalog.h"
#include "ui/theme/format.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

bool byId(const ClientsModel::Row &row, ClientId id)
{
    return row.id < id;
}

/// How often this client gave its lock back (or lost it): every acquisition but the one it still has.
quint64 releasesOf(const journal::Client &client)
{
    const bool holds = client.state == locks::LockState::Retained || client.state == locks::LockState::Releasing;
    return static_cast<quint64>(std::max(0, client.round - (holds ? 1 : 0)));
}

/// From 1; 0 if it is not there. \a guess is looked at first.
int placeIn(const locks::LockQueue &queue, const QString &name, int guess)
{
    const bool isThere = guess > 0 && static_cast<size_t>(guess) <= queue.contenders.size()
                         && queue.contenders[static_cast<size_t>(guess) - 1].node.name == name;
    return isThere ? guess : queue.indexOf(name) + 1;
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
        totals.releases += releasesOf(row.client);
    }
    return totals;
}

void ClientsModel::remove(const QSet<ClientId> &ids)
{
    if (ids.isEmpty())
        return;
    // From the back, neighbours together, so that the rows before stay where they are.
    for (int last = rowCount() - 1; last >= 0; --last) {
        if (!ids.contains(row(last).id))
            continue;
        int first = last;
        while (first > 0 && ids.contains(row(first - 1).id))
            --first;
        beginRemoveRows({}, first, last);
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        endRemoveRows();
        last = first;
    }
}

void ClientsModel::upsert(const journal::World &world, const QSet<ClientId> &ids)
{
    std::vector<ClientId> fresh;
    std::vector<int> changed;
    for (const ClientId id : ids) {
        const journal::Client *client = world.client(id);
        if (!client)
            continue;
        if (const int at = rowOf(id); at >= 0) {
            m_rows[static_cast<size_t>(at)].client = *client;
            changed.push_back(at);
        } else {
            fresh.push_back(id);
        }
    }
    emitChanged(std::move(changed));
    insert(world, std::move(fresh));
}

void ClientsModel::insert(const journal::World &world, std::vector<ClientId> ids)
{
    std::sort(ids.begin(), ids.end());
    for (size_t i = 0; i < ids.size();) {
        // Those that go to the same place go in together: usually all of them, at the end.
        const auto place = std::lower_bound(m_rows.begin(), m_rows.end(), ids[i], byId);
        const int first = static_cast<int>(place - m_rows.begin());
        size_t end = i + 1;
        while (end < ids.size() && (place == m_rows.end() || ids[end] < place->id))
            ++end;
        std::vector<Row> rows;
        rows.reserve(end - i);
        for (; i < end; ++i)
            rows.push_back({ids[i], *world.client(ids[i]), 0});
        beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
        m_rows.insert(m_rows.begin() + first, rows.begin(), rows.end());
        endInsertRows();
    }
}

void ClientsModel::updatePlaces(const journal::World &world, const QSet<QString> &locks)
{
    if (locks.isEmpty() || m_rows.empty())
        return;
    struct Line
    {
        const locks::LockQueue *queue = nullptr;
        int moved = 0; ///< how far the client moved that was looked for last: the next one probably as far
    };
    QHash<QString, Line> lines;
    std::vector<int> places(m_rows.size(), 0);
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const auto &[id, client, before] = m_rows[i];
        if (!locks.contains(client.spec.lock)) {
            places[i] = before;
            continue;
        }
        if (client.node.isEmpty() || !world.directory(client.spec.lock))
            continue;
        Line &line = lines[client.spec.lock];
        if (!line.queue)
            line.queue = &world.queue(client.spec.lock);
        places[i] = placeIn(*line.queue, lastName(client.node), before + line.moved);
        if (before > 0 && places[i] > 0)
            line.moved = places[i] - before;
    }
    std::vector<int> changed;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        if (std::exchange(m_rows[i].place, places[i]) != places[i])
            changed.push_back(static_cast<int>(i));
    }
    emitChanged(std::move(changed));
}

void ClientsModel::emitChanged(std::vector<int> rows)
{
    std::sort(rows.begin(), rows.end());
    for (size_t i = 0; i < rows.size();) {
        size_t end = i + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1)
            ++end;
        Q_EMIT dataChanged(index(rows[i], 0), index(rows[end - 1], ColumnCount - 1));
        i = end;
    }
}

int ClientsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ClientsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ClientsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row &row = this->row(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole: return describe(row, nowNs());
    case Qt::AccessibleTextRole: return index.column() == Name ? describe(row, nowNs()) : text(row, index.column());
    case IdRole: return row.id.value;
    case SortRole: return sortKey(row, index.column());
    default: return {};
    }
}

QVariant ClientsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (static_cast<Column>(section)) {
    case Name: return tr("Client");
    case Place: return tr("#");
    case Actions: return tr("Actions");
    case Recipe: return tr("Wants");
    case Time: return tr("For");
    case Connection: return tr("Connection");
    case Session: return tr("Session");
    case Node: return tr("Node");
    case Step: return tr("Step");
    case Rounds: return tr("Acquired");
    case Requests: return tr("Requests");
    case Events: return tr("Events");
    case Watches: return tr("Watches");
    case Faults: return tr("Faults");
    case ColumnCount: break;
    }
    return {};
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
        const QStringList flags = flagsOf(client);
        return flags.isEmpty() ? connectionStateText(client.connection).shown() : flags.join(u", "_s);
    }
    case Session: return client.session.isNull() ? u"—"_s : client.session.toHex();
    case Node: return client.node.isEmpty() ? u"—"_s : lastName(client.node);
    case Step: return client.step ? locks::stepText(*client.step).shown() : u"—"_s;
    case Rounds: return QString::number(client.round);
    case Requests: return QString::number(client.requests);
    case Events: return QString::number(client.watchEvents);
    case Watches: return QString::number(client.watchesHeld);
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
    case Watches: return row.client.watchesHeld;
    case Faults: return row.client.faults;
    default: return text(row, column);
    }
}

QString roleText(const journal::Client &client)
{
    const locks::RecipeInfo &recipe = locks::recipeInfo(client.spec.recipe);
    if (!recipe.options.writers)
        return recipe.name;
    return client.spec.mode == locks::Mode::Shared ? ClientsModel::tr("reader") : ClientsModel::tr("writer");
}

QString modeLetter(const journal::Client &client)
{
    const locks::RecipeInfo &recipe = locks::recipeInfo(client.spec.recipe);
    if (recipe.options.leases)
        return u"L"_s;
    if (!recipe.options.writers)
        return u"M"_s;
    return client.mode == locks::Mode::Shared ? u"R"_s : u"W"_s;
}

QStringList flagsOf(const journal::Client &client)
{
    if (client.crashed)
        return {ClientsModel::tr("crashed")};
    QStringList flags;
    if (client.connection != ConnectionState::Connected)
        flags << connectionStateText(client.connection).shown();
    if (client.paused)
        flags << ClientsModel::tr("paused");
    if (client.cutOff)
        flags << ClientsModel::tr("cut off");
    if (client.delayMs > 0)
        flags << ClientsModel::tr("late %1 ms").arg(client.delayMs);
    return flags;
}

QString describe(const ClientsModel::Row &row, qint64 nowNs)
{
    const journal::Client &client = row.client;
    const locks::RecipeInfo &recipe = locks::recipeInfo(client.spec.recipe);
    const QStringList flags = flagsOf(client);
    QStringList lines;
    lines << ClientsModel::tr("%1, %2 of %3").arg(client.spec.name, roleText(client), client.spec.lock);
    if (!recipe.isSound())
        lines << ClientsModel::tr("BROKEN ON PURPOSE: %1").arg(recipe.failure.shown());
    lines << ClientsModel::tr("%1 for %2, %3")
                 .arg(locks::lockStateText(client.state).shown(), formatDuration(timeInStateMs(client, nowNs)),
                      flags.isEmpty() ? connectionStateText(client.connection).shown() : flags.join(u", "_s));
    if (client.entries > 1)
        lines << (client.spec.threads > 1 ? ClientsModel::tr("%n threads hold it", nullptr, client.entries)
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
                         ClientsModel::tr("%n watches held", nullptr, int(client.watchesHeld)),
                         ClientsModel::tr("%n faults", nullptr, int(client.faults))}
                 .join(u", "_s);
    if (client.error)
        lines << client.error->sentence().shown();
    return lines.join(u'\n');
}

} // namespace lockscope::ui
