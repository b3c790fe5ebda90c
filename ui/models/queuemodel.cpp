// SPDX-License-Identifier: Apache-2.0
#include "ui/models/queuemodel.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "ui/models/listdiff.h"
#include "ui/models/nodetext.h"
#include "ui/models/sessiontext.h"
#include "ui/theme/format.h"

#include <algorithm>
#include <numeric>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::Contender;
using locks::ContenderState;

namespace {

/// Beyond so many single moves one layout change is cheaper for every view, and keeps selections just as well.
constexpr size_t mostSingleMoves = 32;

SessionId sessionOf(const Contender &contender)
{
    return contender.node.stat ? contender.node.stat->ephemeralOwner : SessionId{};
}

} // namespace

QueueModel::QueueModel(LiveWorld *world, QObject *parent)
    : QAbstractTableModel(parent)
    , m_world(world)
    , m_clock(&lockscope::nowNs)
{
    connect(world, &LiveWorld::changed, this, &QueueModel::onChanged);
}

void QueueModel::setLockPath(const QString &path)
{
    if (path == m_path)
        return;
    m_path = path;
    readWatchers();
    update();
}

void QueueModel::onChanged(const journal::Changes &changes)
{
    if (changes.servers)
        readWatchers();
    if (changes.directories.contains(m_path) || changes.servers) {
        update();
        if (changes.servers && !m_rows.empty())
            Q_EMIT dataChanged(index(0, Edges), index(rowCount() - 1, Session));
    } else if (!changes.clients.isEmpty() || !changes.clientsRemoved.isEmpty()) {
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0, State), index(rowCount() - 1, Since));
        Q_EMIT queueChanged();
    } else if (changes.connection || changes.observation) {
        Q_EMIT queueChanged();
    }
}

// ---- the keyed diff ----

void QueueModel::update()
{
    locks::LockQueue next;
    next.path = m_path;
    if (!m_path.isEmpty() && m_world->world().directory(m_path))
        next = m_world->world().queue(m_path);

    std::vector<int> newIndex = newIndices(next);
    m_rowOfIndex.clear(); // not to be asked for while rows come and go
    removeGone(newIndex);

    std::vector<bool> differs(m_rows.size());
    for (size_t row = 0; row < m_rows.size(); ++row) {
        const int index = newIndex[row];
        differs[row] = index != m_rows[row].index
                       || next.contenders[size_t(index)] != m_queue.contenders[size_t(m_rows[row].index)];
        m_rows[row].index = index;
    }
    const bool findingsDiffer = next.findings != m_queue.findings;
    m_queue = std::move(next);
    rememberFindings();

    if (!m_rows.empty()) {
        const auto first = std::find(differs.begin(), differs.end(), true);
        if (findingsDiffer)
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        else if (first != differs.end()) {
            const auto last = std::find(differs.rbegin(), differs.rend(), true);
            Q_EMIT dataChanged(index(int(first - differs.begin()), 0),
                               index(int(differs.rend() - last) - 1, ColumnCount - 1));
        }
    }

    const std::vector<int> order = displayOrder(m_queue);
    std::vector<int> rankOfIndex(order.size());
    for (size_t rank = 0; rank < order.size(); ++rank)
        rankOfIndex[size_t(order[rank])] = int(rank);
    moveToOrder(rankOfIndex);
    insertNew(order);
    m_edges = queueEdges(m_queue, m_watchers);
    rememberPositions();
    Q_EMIT queueChanged();
}

/// Once for each answer of the servers, not for each change of the queue: there may be a hundred thousand watches.
void QueueModel::readWatchers()
{
    m_watchers = m_path.isEmpty() ? Watchers() : watchersOf(m_path, m_world->world().knowledge());
}

/// Of each row the index in \a next, or -1.
std::vector<int> QueueModel::newIndices(const locks::LockQueue &next) const
{
    if (isServiceOrder()) { // a change or two: no table of all names is needed
        std::vector<QStringView> before;
        std::vector<QStringView> after;
        before.reserve(m_rows.size());
        after.reserve(next.contenders.size());
        for (const Row &row : m_rows)
            before.push_back(row.name);
        for (const Contender &contender : next.contenders)
            after.push_back(contender.node.name);
        if (auto places = placesInOrder(before, after))
            return *std::move(places);
    }
    QHash<QStringView, int> byName;
    byName.reserve(qsizetype(next.contenders.size()));
    for (size_t i = 0; i < next.contenders.size(); ++i)
        byName.insert(next.contenders[i].node.name, int(i));
    std::vector<int> indices;
    indices.reserve(m_rows.size());
    for (const Row &row : m_rows)
        indices.push_back(byName.value(row.name, -1));
    return indices;
}

/// \a newIndex goes with the rows.
void QueueModel::removeGone(std::vector<int> &newIndex)
{
    std::vector<bool> gone(m_rows.size());
    for (size_t row = 0; row < m_rows.size(); ++row)
        gone[row] = newIndex[row] < 0;
    const std::vector<RowRun> runs = runsWhere(gone);
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        beginRemoveRows({}, run->first, run->last);
        m_rows.erase(m_rows.begin() + run->first, m_rows.begin() + run->last + 1);
        newIndex.erase(newIndex.begin() + run->first, newIndex.begin() + run->last + 1);
        endRemoveRows();
    }
}

void QueueModel::moveToOrder(const std::vector<int> &rankOfIndex)
{
    const auto rank = [this, &rankOfIndex](size_t row) { return rankOfIndex[size_t(m_rows[row].index)]; };
    std::vector<int> ranks(m_rows.size());
    for (size_t row = 0; row < m_rows.size(); ++row)
        ranks[row] = rank(row);
    const std::vector<int> outOfOrder = rowsOutOfOrder(ranks);
    if (outOfOrder.empty())
        return;

    if (outOfOrder.size() > mostSingleMoves) {
        Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        std::vector<int> oldRows(m_rows.size());
        std::iota(oldRows.begin(), oldRows.end(), 0);
        std::sort(oldRows.begin(), oldRows.end(),
                  [&ranks](int a, int b) { return ranks[size_t(a)] < ranks[size_t(b)]; });
        std::vector<int> newRows(m_rows.size());
        std::vector<Row> rows(m_rows.size());
        for (size_t to = 0; to < oldRows.size(); ++to) {
            rows[to] = std::move(m_rows[size_t(oldRows[to])]);
            newRows[size_t(oldRows[to])] = int(to);
        }
        m_rows = std::move(rows);
        const QModelIndexList before = persistentIndexList();
        QModelIndexList after;
        after.reserve(before.size());
        for (const QModelIndex &persistent : before)
            after.append(index(newRows[size_t(persistent.row())], persistent.column()));
        changePersistentIndexList(before, after);
        Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
        return;
    }

    QSet<QString> loose; // not yet where they belong
    std::vector<QString> names;
    for (const int row : outOfOrder) {
        names.push_back(m_rows[size_t(row)].name);
        loose.insert(names.back());
    }
    for (const QString &name : names) {
        loose.remove(name);
        const auto at =
            std::find_if(m_rows.begin(), m_rows.end(), [&name](const Row &row) { return row.name == name; });
        const int from = int(at - m_rows.begin());
        int to = 0; // before the first placed row of a greater rank
        while (to < rowCount()
               && (to == from || loose.contains(m_rows[size_t(to)].name) || rank(size_t(to)) < rank(size_t(from))))
            ++to;
        if (to == from || to == from + 1)
            continue;
        beginMoveRows({}, from, from, {}, to);
        if (to > from)
            std::rotate(m_rows.begin() + from, m_rows.begin() + from + 1, m_rows.begin() + to);
        else
            std::rotate(m_rows.begin() + to, m_rows.begin() + from, m_rows.begin() + from + 1);
        endMoveRows();
    }
}

void QueueModel::insertNew(const std::vector<int> &order)
{
    std::vector<bool> known(m_queue.contenders.size(), false);
    for (const Row &row : m_rows)
        known[size_t(row.index)] = true;
    std::vector<bool> fresh(order.size());
    for (size_t rank = 0; rank < order.size(); ++rank)
        fresh[rank] = !known[size_t(order[rank])];
    for (const RowRun &run : runsWhere(fresh)) {
        std::vector<Row> rows;
        rows.reserve(size_t(run.size()));
        for (int rank = run.first; rank <= run.last; ++rank) {
            const int index = order[size_t(rank)];
            rows.push_back({m_queue.contenders[size_t(index)].node.name, index});
        }
        beginInsertRows({}, run.first, run.last);
        m_rows.insert(m_rows.begin() + run.first, std::make_move_iterator(rows.begin()),
                      std::make_move_iterator(rows.end()));
        endInsertRows();
    }
}

void QueueModel::rememberPositions()
{
    ++m_revision;
    m_rowOfIndex.assign(m_queue.contenders.size(), -1);
    for (size_t row = 0; row < m_rows.size(); ++row)
        m_rowOfIndex[size_t(m_rows[row].index)] = int(row);
}

void QueueModel::rememberFindings()
{
    m_findings.clear();
    for (const locks::Finding &finding : m_queue.findings) {
        for (const QString &path : finding.nodes) {
            auto &worst = m_findings[path];
            worst = std::max(worst, finding.severity);
        }
    }
}

// ---- order ----

QVariant QueueModel::sortKey(const Contender &contender, int index, int column) const
{
    switch (Column(column)) {
    case Place:
    case Edges:
    case ColumnCount: return index;
    case ModeLetter: return contender.parsed ? int(contender.parsed->mode) : 9;
    case State: return int(contender.state);
    case Client: {
        const journal::Client *client = clientOf(contender);
        const locks::SessionFacts *facts = factsOf(m_world->world(), sessionOf(contender));
        return client ? client->spec.name : facts ? facts->client : QString();
    }
    case Session: return sessionOf(contender).value;
    case Data: return dataLine(contender.node);
    case Since: return contender.node.stat ? contender.node.stat->ctimeMs : std::numeric_limits<qint64>::max();
    case Node: return contender.node.name;
    }
    return {};
}

std::vector<int> QueueModel::displayOrder(const locks::LockQueue &queue) const
{
    std::vector<int> order(queue.contenders.size());
    std::iota(order.begin(), order.end(), 0);
    if (m_sortColumn < 0)
        return order;

    struct Key
    {
        qint64 number = 0;
        QString text;
    };
    std::vector<Key> keys(order.size());
    for (size_t i = 0; i < keys.size(); ++i) {
        const QVariant key = sortKey(queue.contenders[i], int(i), m_sortColumn);
        if (key.typeId() == QMetaType::QString)
            keys[i].text = key.toString();
        else
            keys[i].number = key.toLongLong();
    }
    const bool descending = m_sortOrder == Qt::DescendingOrder;
    std::stable_sort(order.begin(), order.end(), [&keys, descending](int a, int b) {
        const Key &left = keys[size_t(descending ? b : a)];
        const Key &right = keys[size_t(descending ? a : b)];
        return left.number != right.number ? left.number < right.number : left.text < right.text;
    });
    return order;
}

void QueueModel::sort(int column, Qt::SortOrder order)
{
    if (column == Edges || (column == Place && order == Qt::AscendingOrder))
        column = -1;
    m_sortColumn = column;
    m_sortOrder = order;
    const std::vector<int> target = displayOrder(m_queue);
    std::vector<int> rankOfIndex(target.size());
    for (size_t rank = 0; rank < target.size(); ++rank)
        rankOfIndex[size_t(target[rank])] = int(rank);
    moveToOrder(rankOfIndex);
    rememberPositions();
    Q_EMIT orderChanged();
}

// ---- what a row says ----

int QueueModel::rowOfIndex(int index) const
{
    return index >= 0 && size_t(index) < m_rowOfIndex.size() ? m_rowOfIndex[size_t(index)] : -1;
}

int QueueModel::rowOfName(const QString &name) const
{
    return rowOfIndex(m_queue.indexOf(name));
}

int QueueModel::rowOfPath(const QString &path) const
{
    // Names are relative to the lock where that is above them, else full paths; a plain lock's is its last name.
    const QString below = joinPath(m_path, u"");
    for (const QString &name : {path.startsWith(below) ? path.mid(below.size()) : path, lastName(path)}) {
        const int row = rowOfName(name);
        if (row >= 0 && pathAt(row) == path)
            return row;
    }
    return -1;
}

QString QueueModel::pathAt(int row) const
{
    return nodePath(m_queue, contenderAt(row));
}

int QueueModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int QueueModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

} // namespace lockscope::ui
