// SPDX-License-Identifier: Apache-2.0
// The simulated clients as rows in order of their birth, kept up to date by keyed differences.
// Never resets while it follows one World, so that selection and scroll position survive; never writes anywhere.
#pragma once

#include "core/history/world.h"

#include <QAbstractTableModel>

#include <functional>
#include <vector>

namespace lockscope::ui {

class ClientsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        Name,
        Place,
        Actions,
        Recipe,
        Time,
        Connection,
        Session,
        Node,
        Step,
        Rounds, ///< from here on numbers
        Requests,
        Events,
        Watches,
        Faults,
        ColumnCount,
    };
    enum Role {
        IdRole = Qt::UserRole + 1, ///< quint32
        SortRole,                  ///< numbers as numbers
        LockRole,                  ///< the lock's name, where the clients are not all of one; else empty
    };

    struct Row
    {
        ClientId id;
        journal::Client client;
        int place = 0;         ///< in the queue of its lock, from 1; 0 while it has no node there
        bool isZombie = false; ///< it believes that it holds, and another one does (LockQueue::zombies)

        /// What is not as it should be, in words.
        QStringList flags() const;
    };

    /// All clients together, for the footer.
    struct Totals
    {
        quint64 requests = 0;
        quint64 watchEvents = 0;
        quint64 faults = 0;
    };

    explicit ClientsModel(QObject *parent = nullptr);

    /// For durations, nanoseconds; by default nowNs().
    void setClock(std::function<qint64()> clock) { m_clock = std::move(clock); }
    qint64 nowNs() const { return m_clock(); }

    /// Takes over what \a changes says was touched in \a world.
    void update(const journal::World &world, const journal::Changes &changes);
    /// Another World, or the same one rewound: everything is compared again.
    void refresh(const journal::World &world);

    const Row &row(int index) const { return m_rows[static_cast<size_t>(index)]; }
    ClientId idAt(const QModelIndex &index) const;
    int rowOf(ClientId id) const; ///< -1 if it is not there
    Totals totals() const;

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void remove(const QSet<ClientId> &ids);
    void upsert(const journal::World &world, const QSet<ClientId> &ids);
    void insert(const journal::World &world, std::vector<ClientId> ids);
    void updatePlaces(const journal::World &world, const QSet<QString> &locks);
    void emitChanged(const std::vector<bool> &rows);
    QString text(const Row &row, int column) const;
    QVariant sortKey(const Row &row, int column) const;

    std::vector<Row> m_rows; ///< sorted by id
    bool m_hasManyLocks = false;
    std::function<qint64()> m_clock;
};

/// "mutex", "reader", "writer": what the client wants the lock for.
QString roleText(const journal::Client &client);
/// Everything about one client, for a tooltip and for screen readers.
QString describe(const ClientsModel::Row &row, qint64 nowNs);

} // namespace lockscope::ui
