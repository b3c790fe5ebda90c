// SPDX-License-Identifier: Apache-2.0
// One lock's queue as a table, a row per contender, in order of service or sorted by a column.
// A fold of LiveWorld's queue: changes come as removes, moves, inserts and one dataChanged, never as a reset.
#pragma once

#include "core/locks/queue.h"
#include "ui/models/listdiff.h"
#include "ui/models/watchedges.h"
#include "ui/world/liveworld.h"

#include <QAbstractTableModel>

#include <vector>

namespace lockscope::ui {

class QueueModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// Who and how long before what says more of the same: a narrow window shows the first of them.
    enum Column { Place, Edges, ModeLetter, State, Client, Since, Session, Data, Node, ColumnCount };
    enum Roles {
        NameRole = Qt::UserRole, ///< bare name of the node
    };
    /// What a row looks like: the contender's state, and what is known of a simulated client's connection.
    enum class Presence { Alive, Suspended, Expired, Crashed };

    /// \a world outlives the model.
    explicit QueueModel(LiveWorld *world, QObject *parent = nullptr);

    LiveWorld *world() const { return m_world; }
    QString lockPath() const { return m_path; }
    /// Another lock: rows of the old one go, those of the new one come.
    void setLockPath(const QString &path);

    /// The queue that the rows show.
    const locks::LockQueue &queue() const { return m_queue; }
    const locks::Contender &contenderAt(int row) const { return m_queue.contenders[size_t(indexOfRow(row))]; }
    int indexOfRow(int row) const;
    /// The row of the contender at this index in queue(), or -1.
    int rowOfIndex(int index) const;
    int rowOfPath(const QString &path) const;
    QString pathAt(int row) const;
    /// Who watches whom, as indices in queue().
    const QueueEdges &edges() const { return m_edges; }
    /// The contender's session as servers reported it; null where none did. Holds until the world's next change.
    const locks::SessionFacts *factsAt(int row) const;
    /// The contender's connection as a database reported it; null where it did not.
    const locks::LockConnection *connectionAt(int row) const;
    /// Counts up whenever rows, their order or what they wait for may have changed.
    quint64 revision() const { return m_revision; }
    /// True while rows are in order of service.
    bool isServiceOrder() const { return m_sortColumn < 0; }

    Presence presenceAt(int row) const;
    /// It holds by its node, and its own client has begun to release it.
    bool isGivingBack(int row) const;
    /// True if the servers know the session and none of them has a connection of it.
    bool lacksConnection(int row) const;
    /// The worst finding that names this row's node, if any.
    std::optional<locks::Finding::Severity> findingAt(int row) const;
    /// How long it waits or holds; an upper bound for one that held already when it was first seen. -1: not known.
    qint64 sinceMs(int row) const;
    bool sinceIsUpperBound(int row) const;
    /// The longest wait, in ms; -1 if none waits.
    qint64 longestWaitMs() const;
    /// What people call the contender at this index in queue(): its client's name, its data, or its number.
    QString labelOfIndex(int index) const;

    /// Rows stand for this instant, whatever the world's is.
    void setInstant(qint64 ns) { m_instantNs = ns; }
    qint64 asOfNs() const { return m_instantNs.value_or(m_world->asOfNs()); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// A column below 0 or Place ascending is the order of service.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

Q_SIGNALS:
    /// After the rows changed, or what the header says of them.
    void queueChanged();
    /// Another order of rows was chosen.
    void orderChanged();

private:
    void onChanged(const journal::Changes &changes);
    void update();
    void show(const QueueChange &change, locks::LockQueue next);
    void showByTable(locks::LockQueue next);
    void tellChanged(int first, int last, bool findingsDiffer);
    void makeTable();
    std::vector<int> newIndices(const locks::LockQueue &next) const;
    void removeGone(std::vector<int> &newIndex);
    void moveToOrder(const std::vector<int> &rankOfIndex);
    void insertNew(const std::vector<int> &order);
    std::vector<int> displayOrder(const locks::LockQueue &queue) const;
    void rememberPositions();
    void rememberFindings();
    void readWatchers();
    QString edgesText(int row) const;
    QString clientText(int row) const;
    QString clientToolTip(int row) const;
    bool isInDatabase() const;
    /// Its client has come no further than to its pool.
    bool waitsForConnection(int row) const;
    QStringList connectionLines(int row) const;
    const journal::Client *clientOf(const locks::Contender &contender) const;
    QString text(int row, int column) const;
    QString toolTip(int row, int column) const;
    QVariant sortKey(const locks::Contender &contender, int index, int column) const;

    LiveWorld *m_world;
    QString m_path;
    locks::LockQueue m_queue;
    /// In order of service a row is an index, but for those on their way in or out; else tables say which is which.
    std::vector<RowRun> m_hidden; ///< indices that are no rows now
    bool m_hasTable = false;
    std::vector<int> m_rows; ///< the index of each
    std::vector<int> m_rowOfIndex;
    QHash<QString, locks::Finding::Severity> m_findings;
    QueueEdges m_edges;
    quint64 m_revision = 0;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    std::optional<qint64> m_instantNs;
};

} // namespace lockscope::ui
