// SPDX-License-Identifier: Apache-2.0
// The simulated clients as rows in order of their birth, kept up to date by keyed differences.
// Never resets while it follows one World, so that selection and scroll position survive; never writes anywhere.
#pragma once

#include "core/journal/world.h"
#include "core/lab/clientspec.h"

#include <QAbstractTableModel>

#include <vector>

namespace lockscope::ui {

class ClientsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Name, Place, Actions, Recipe, Time, Connection, Session, Node, Requests, Events, ColumnCount };
    enum Role {
        IdRole = Qt::UserRole + 1, ///< quint32
        SortRole,                  ///< numbers as numbers
    };

    struct Row
    {
        ClientId id;
        journal::Client client;
        int place = 0; ///< in the queue of its lock, from 1; 0 while it has no node there
    };

    /// All clients together, for the footer.
    struct Totals
    {
        quint64 requests = 0;
        quint64 watchEvents = 0;
        quint64 releases = 0; ///< locks that were given back or lost after they had been held
    };

    explicit ClientsModel(QObject *parent = nullptr);

    /// Takes over what \a changes says was touched in \a world.
    void update(const journal::World &world, const journal::Changes &changes);
    /// Another World, or the same one rewound: everything is compared again.
    void refresh(const journal::World &world);

    const Row &row(int index) const { return m_rows[static_cast<size_t>(index)]; }
    ClientId idAt(const QModelIndex &index) const;
    int rowOf(ClientId id) const; ///< -1 if it is not there
    Totals totals() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void remove(const QSet<ClientId> &ids);
    void upsert(const journal::World &world, const QSet<ClientId> &ids);
    void insert(const journal::World &world, std::vector<ClientId> ids);
    void updatePlaces(const journal::World &world, const QSet<QString> &locks);
    void emitChanged(std::vector<int> rows);
    QString text(const Row &row, int column) const;
    QVariant sortKey(const Row &row, int column) const;

    std::vector<Row> m_rows; ///< sorted by id
};

/// "mutex", "reader", "writer": what the client wants the lock for.
QString roleText(const journal::Client &client);
/// "M", "R" or "W".
QString modeLetter(const journal::Client &client);
/// True if commands can still change anything about it: its session is alive or may be.
bool isAlive(const journal::Client &client);
/// True if the command would do something in the client's present state.
bool canCommand(const journal::Client &client, lab::ClientCommand command);
/// Everything about one client, for a tooltip and for screen readers.
QString describe(const ClientsModel::Row &row);

} // namespace lockscope::ui
