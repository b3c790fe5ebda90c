// SPDX-License-Identifier: Apache-2.0
// The servers of an ensemble as its configuration names them: in an AdminServer's `voting_view`, and in the node
// /zookeeper/config. Never resolves a name.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>

namespace lockscope::observe {

/// One server as a configuration names it.
struct ServerPlace
{
    std::optional<qint64> id = {};
    QString host = {};       ///< as the servers reach it
    QString clientHost = {}; ///< where clients reach it; empty: not given, or any address of it
    quint16 clientPort = 0;  ///< 0: not given

    bool operator==(const ServerPlace &) const = default;
};

/// Whether it stands for every address of a machine, and so for none that could be asked.
bool isAnyAddress(const QString &host);

/// The servers that `voting_view` names.
QList<ServerPlace> votingView(const QJsonObject &reply);
/// The servers that the configuration node (/zookeeper/config) names, observers too.
QList<ServerPlace> configuredServers(const QByteArray &configuration);

} // namespace lockscope::observe
