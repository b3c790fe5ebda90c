// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/serversmodel.h"

#include "ui/theme/icon.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QString orDash(const std::optional<qint64> &number)
{
    return number ? QString::number(*number) : u"–"_s;
}

/// Numbers end under one another.
int alignmentOf(int column)
{
    const bool isNumber = column >= ServersModel::Sessions && column <= ServersModel::Outstanding;
    return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? u"–"_s : text;
}

} // namespace

ServersModel::ServersModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void ServersModel::setServers(const QList<journal::ServerReport> &servers)
{
    const bool same = std::equal(servers.cbegin(), servers.cend(), m_servers.cbegin(), m_servers.cend(),
                                 [](const auto &a, const auto &b) { return a.address == b.address; });
    if (!same)
        beginResetModel();
    m_servers = servers;
    if (!same)
        endResetModel();
    else if (!servers.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const journal::ServerReport *ServersModel::serverAt(int row) const
{
    return row >= 0 && row < m_servers.size() ? &m_servers[row] : nullptr;
}

int ServersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_servers.size());
}

int ServersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString ServersModel::text(const journal::ServerReport &server, int column) const
{
    switch (static_cast<Column>(column)) {
    case Server: return server.address;
    case Role:
        if (server.role.isEmpty() && !server.problem.isEmpty())
            return tr("no answer");
        return orDash(server.role);
    case Version: return orDash(server.version);
    case Sessions: return orDash(server.sessions);
    case Connections: return orDash(server.connections);
    case Watches: return orDash(server.watches);
    case Latency:
        return server.averageLatencyMs ? tr("%1 ms").arg(QString::number(*server.averageLatencyMs, 'f', 1)) : u"–"_s;
    case Outstanding: return orDash(server.outstanding);
    case Zxid: return server.zxid.isNull() ? u"–"_s : server.zxid.toHex();
    case ToldBy:
        if (server.adminAnswers && server.wordsAnswer)
            return tr("AdminServer, words");
        return server.adminAnswers ? tr("AdminServer") : server.wordsAnswer ? tr("four-letter words") : u"–"_s;
    case ColumnCount: break;
    }
    return {};
}

QVariant ServersModel::data(const QModelIndex &index, int role) const
{
    const journal::ServerReport *server = serverAt(index.row());
    if (!server)
        return {};
    switch (role) {
    case Qt::DisplayRole: return text(*server, index.column());
    case Qt::DecorationRole:
        if (index.column() != Server || (server->problem.isEmpty() && server->gaps.isEmpty()))
            return {};
        return icon(server->problem.isEmpty() ? IconId::Warning : IconId::Alert);
    case Qt::TextAlignmentRole: return alignmentOf(index.column());
    case Qt::ToolTipRole:
        if (index.column() == ToldBy && !server->adminUrl.isEmpty())
            return server->adminUrl;
        if (index.column() == Latency && server->maxLatencyMs)
            return tr("at most %1 ms").arg(QString::number(*server->maxLatencyMs, 'f', 1));
        return server->problem;
    default: return {};
    }
}

QVariant ServersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole && section == Watches)
        return tr("Its own clients' watches of all kinds, with those that this program holds");
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Server: return tr("Server");
    case Role: return tr("Role");
    case Version: return tr("Version");
    case Sessions: return tr("Sessions");
    case Connections: return tr("Connections");
    case Watches: return tr("Watches");
    case Latency: return tr("Latency");
    case Outstanding: return tr("Outstanding");
    case Zxid: return tr("Zxid");
    case ToldBy: return tr("Told by");
    case ColumnCount: break;
    }
    return {};
}

} // namespace lockscope::ui
