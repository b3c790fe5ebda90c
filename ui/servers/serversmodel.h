// SPDX-License-Identifier: Apache-2.0
// The servers of the ensemble as rows, as they told of themselves when they were last asked.
// What was not told is a dash, never a zero; never asks a server.
#pragma once

#include "core/journal/serverreport.h"

#include <QAbstractTableModel>

namespace lockscope::ui {

class ServersModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        Server,
        Role,
        Version,
        Sessions,
        Connections,
        Watches,
        Latency,
        Outstanding,
        Zxid,
        ToldBy,
        ColumnCount
    };

    explicit ServersModel(QObject *parent = nullptr);

    /// Rows keep their place while the same servers are there, so that a selection stays.
    void setServers(const QList<journal::ServerReport> &servers);
    const journal::ServerReport *serverAt(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const journal::ServerReport &server, int column) const;

    QList<journal::ServerReport> m_servers;
};

} // namespace lockscope::ui
