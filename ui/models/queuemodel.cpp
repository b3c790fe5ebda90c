// SPDX-License-Identifier: Apache-2.0
#include "ui/models/queuemodel.h"

#include "ui/models/listdiff.h"
#include "ui/models/text.h"

#include <algorithm>
#include <numeric>

namespace lockscope::ui {

using locks::Contender;

QueueModel::QueueModel(LiveWorld *world, QObject *parent)
    : QAbstractTableModel(parent)
    , m_world(world)
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
    const bool hasOwn = !m_world->world().clientsOf(m_path).isEmpty() || !changes.clientsRemoved.isEmpty();
    if (changes.servers || (hasOwn && changes.directories.contains(m_path)))
        readWatchers();
    if (changes.directories.contains(m_path) || changes.servers) {
        update();
        if (changes.servers && rowCount() > 0)
            Q_EMIT dataChanged(index(0, Edges), index(rowCount() - 1, Session));
    } else if (!changes.clients.isEmpty() || !changes.clientsRemoved.isEmpty()) {
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0, State), index(rowCount() - 1, Since));
        Q_EMIT queueChanged();
    } else if (changes.connection || changes.observation) {
        Q_EMIT queueChanged();
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
        const locks::SessionFacts *facts = factsOf(m_world->world(), contender.node.owner());
        return client ? client->spec.name : facts ? facts->client : QString();
    }
    case Session: return contender.node.owner().value;
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
    auto contender = queue.contenders.begin();
    for (size_t i = 0; i < keys.size(); ++i, ++contender) {
        const QVariant key = sortKey(*contender, int(i), m_sortColumn);
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

// ---- what a row says ----

int QueueModel::indexOfRow(int row) const
{
    return m_hasTable ? m_rows[size_t(row)] : shownIndex(m_hidden, row);
}

int QueueModel::rowOfIndex(int index) const
{
    if (!m_hasTable)
        return index >= 0 && size_t(index) < m_queue.contenders.size() ? shownRow(m_hidden, index) : -1;
    return index >= 0 && size_t(index) < m_rowOfIndex.size() ? m_rowOfIndex[size_t(index)] : -1;
}

int QueueModel::rowOfPath(const QString &path) const
{
    return rowOfIndex(m_queue.indexOfPath(path));
}

QString QueueModel::pathAt(int row) const
{
    return m_queue.pathOf(contenderAt(row));
}

int QueueModel::rowCount(const QModelIndex &parent) const
{
    if (parent.isValid())
        return 0;
    return m_hasTable ? int(m_rows.size()) : shownCount(m_hidden, int(m_queue.contenders.size()));
}

int QueueModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

namespace {

/// Beyond so many single moves one layout change is cheaper for every view, and keeps selections just as well.
constexpr size_t mostSingleMoves = 32;

/// By each value its place.
std::vector<int> inverseOf(const std::vector<int> &order)
{
    std::vector<int> places(order.size());
    for (size_t place = 0; place < order.size(); ++place)
        places[size_t(order[place])] = int(place);
    return places;
}

/// Of each of \a count indices what it becomes; -1 where its contender goes.
std::vector<int> indicesAfter(const QueueChange &change, size_t count)
{
    std::vector<int> after(count, 0);
    for (const RowRun &run : change.removed)
        std::fill(after.begin() + run.first, after.begin() + run.last + 1, -1);
    int next = 0;
    auto come = change.inserted.begin();
    for (int &index : after) {
        if (index < 0)
            continue;
        for (; come != change.inserted.end() && come->first == next; ++come)
            next = come->last + 1;
        index = next++;
    }
    return after;
}

} // namespace

void QueueModel::sort(int column, Qt::SortOrder order)
{
    if (column == Edges || (column == Place && order == Qt::AscendingOrder))
        column = -1;
    makeTable();
    m_sortColumn = column;
    m_sortOrder = order;
    moveToOrder(inverseOf(displayOrder(m_queue)));
    rememberPositions();
    ++m_revision;
    Q_EMIT orderChanged();
}

void QueueModel::update()
{
    locks::LockQueue next;
    next.path = m_path;
    if (!m_path.isEmpty() && m_world->world().directory(m_path))
        next = m_world->world().queue(m_path);

    const auto change =
        isServiceOrder() ? changeInOrder(m_queue.contenders, next.contenders) : std::optional<QueueChange>();
    if (change)
        show(*change, std::move(next));
    else
        showByTable(std::move(next));
    m_edges.follow(m_queue);
    ++m_revision;
    Q_EMIT queueChanged();
}

/// Rows come and go in the time of the change: no other one is touched.
void QueueModel::show(const QueueChange &change, locks::LockQueue next)
{
    for (auto run = change.removed.rbegin(); run != change.removed.rend(); ++run) {
        beginRemoveRows({}, run->first, run->last);
        m_hidden.insert(m_hidden.begin(), *run);
        endRemoveRows();
    }
    const bool findingsDiffer = next.findings != m_queue.findings;
    m_queue = std::move(next);
    m_hidden = change.inserted;
    rememberFindings();
    tellChanged(change.firstChanged, change.lastChanged, findingsDiffer);
    for (const RowRun &run : change.inserted) {
        beginInsertRows({}, run.first, run.last);
        m_hidden.erase(m_hidden.begin());
        endInsertRows();
    }
}

void QueueModel::showByTable(locks::LockQueue next)
{
    makeTable();
    std::vector<int> newIndex = newIndices(next);
    m_rowOfIndex.clear(); // not to be asked for while rows come and go
    removeGone(newIndex);

    int first = -1;
    int last = -1;
    for (size_t row = 0; row < m_rows.size(); ++row) {
        const int index = newIndex[row];
        const Contender &is = next.contenders[size_t(index)];
        const Contender &was = m_queue.contenders[size_t(m_rows[row])];
        if (index != m_rows[row] || (&is != &was && is != was)) { // most are shared
            first = first < 0 ? int(row) : first;
            last = int(row);
        }
    }
    m_rows = std::move(newIndex);
    const bool findingsDiffer = next.findings != m_queue.findings;
    m_queue = std::move(next);
    rememberFindings();
    tellChanged(first, last, findingsDiffer);

    const std::vector<int> order = displayOrder(m_queue);
    moveToOrder(inverseOf(order));
    insertNew(order);
    rememberPositions();
}

void QueueModel::tellChanged(int first, int last, bool findingsDiffer)
{
    if (findingsDiffer && rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    else if (first >= 0)
        Q_EMIT dataChanged(index(first, 0), index(last, ColumnCount - 1));
}

void QueueModel::makeTable()
{
    if (m_hasTable)
        return;
    m_hasTable = true;
    m_rows.resize(m_queue.contenders.size());
    std::iota(m_rows.begin(), m_rows.end(), 0);
    m_rowOfIndex = m_rows;
}

/// Once for each answer of the servers, not for each change of the queue: there may be a hundred thousand watches.
/// Where simulated clients are in it, once for each frame in which one of them reported something.
void QueueModel::readWatchers()
{
    const journal::World &world = m_world->world();
    Watchers watchers = m_path.isEmpty() ? Watchers() : watchersOf(m_path, world.knowledge());
    OwnWatches own = takeOwnWatches(m_path, world, watchers);
    if (!m_edges.isMadeOf(watchers, own))
        m_edges = QueueEdges(std::move(watchers), std::move(own));
}

/// Of each row the index in \a next, or -1.
std::vector<int> QueueModel::newIndices(const locks::LockQueue &next) const
{
    std::vector<int> indices;
    indices.reserve(m_rows.size());
    if (const auto change = changeInOrder(m_queue.contenders, next.contenders)) { // no table of names is needed
        const std::vector<int> after = indicesAfter(*change, m_queue.contenders.size());
        for (const int index : m_rows)
            indices.push_back(after[size_t(index)]);
        return indices;
    }
    QHash<QStringView, int> byName;
    byName.reserve(qsizetype(next.contenders.size()));
    int count = 0;
    for (const Contender &contender : next.contenders)
        byName.insert(contender.node.name, count++);
    for (const int index : m_rows)
        indices.push_back(byName.value(m_queue.contenders[size_t(index)].node.name, -1));
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
    const auto rank = [this, &rankOfIndex](size_t row) { return rankOfIndex[size_t(m_rows[row])]; };
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
        const std::vector<int> newRows = inverseOf(oldRows);
        std::vector<int> rows(m_rows.size());
        for (size_t row = 0; row < rows.size(); ++row)
            rows[size_t(newRows[row])] = m_rows[row];
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

    std::vector<int> moving; // by index, which no move changes
    QSet<int> loose;         // not yet where they belong
    for (const int row : outOfOrder) {
        moving.push_back(m_rows[size_t(row)]);
        loose.insert(moving.back());
    }
    for (const int index : moving) {
        loose.remove(index);
        const int from = int(std::find(m_rows.begin(), m_rows.end(), index) - m_rows.begin());
        int to = 0; // before the first placed row of a greater rank
        while (to < rowCount()
               && (to == from || loose.contains(m_rows[size_t(to)]) || rank(size_t(to)) < rank(size_t(from))))
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
    for (const int index : m_rows)
        known[size_t(index)] = true;
    std::vector<bool> fresh(order.size());
    for (size_t rank = 0; rank < order.size(); ++rank)
        fresh[rank] = !known[size_t(order[rank])];
    for (const RowRun &run : runsWhere(fresh)) {
        beginInsertRows({}, run.first, run.last);
        m_rows.insert(m_rows.begin() + run.first, order.begin() + run.first, order.begin() + run.last + 1);
        endInsertRows();
    }
}

/// Rows are what they will stay for a while: sorted by a column, which a table remembers, or in order of service.
void QueueModel::rememberPositions()
{
    m_hasTable = !isServiceOrder();
    if (!m_hasTable) {
        m_rows.clear();
        m_rowOfIndex.clear();
        return;
    }
    m_rowOfIndex.assign(m_queue.contenders.size(), -1);
    for (size_t row = 0; row < m_rows.size(); ++row)
        m_rowOfIndex[size_t(m_rows[row])] = int(row);
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

} // namespace lockscope::ui

#include "moc_queuemodel.cpp"
