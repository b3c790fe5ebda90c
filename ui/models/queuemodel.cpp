// SPDX-License-Identifier: Apache-2.0
#include "ui/models/queuemodel.h"

#include "core/base/path.h"
#include "ui/models/nodetext.h"
#include "ui/models/sessiontext.h"
#include "ui/theme/format.h"

#include <algorithm>
#include <numeric>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::Contender;
using locks::ContenderState;

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
    if (changes.servers)
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

void QueueModel::sort(int column, Qt::SortOrder order)
{
    if (column == Edges || (column == Place && order == Qt::AscendingOrder))
        column = -1;
    makeTable();
    m_sortColumn = column;
    m_sortOrder = order;
    const std::vector<int> target = displayOrder(m_queue);
    std::vector<int> rankOfIndex(target.size());
    for (size_t rank = 0; rank < target.size(); ++rank)
        rankOfIndex[size_t(target[rank])] = int(rank);
    moveToOrder(rankOfIndex);
    rememberPositions();
    ++m_revision;
    Q_EMIT orderChanged();
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

int QueueModel::rowOfName(const QString &name) const
{
    return rowOfIndex(m_queue.indexOf(name));
}

int QueueModel::rowOfPath(const QString &path) const
{
    return rowOfIndex(m_queue.indexOfPath(path));
}

QString QueueModel::pathAt(int row) const
{
    return nodePath(m_queue, contenderAt(row));
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

} // namespace lockscope::ui
