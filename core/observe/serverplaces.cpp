// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverplaces.h"

#include <QHostAddress>

#include <utility>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

/// "host:port", "[::1]:port" or "host" into its parts.
std::pair<QString, quint16> hostAndPort(const QString &text)
{
    const qsizetype colon = text.lastIndexOf(u':');
    const bool hasPort = colon > text.lastIndexOf(u']');
    QString host = hasPort ? text.left(colon) : text;
    if (host.startsWith(u'['))
        host = host.mid(1, host.size() - 2);
    return {host, hasPort ? static_cast<quint16>(text.mid(colon + 1).toUInt()) : quint16(0)};
}

void takeClientAddress(const QString &text, ServerPlace &place)
{
    if (text.isEmpty())
        return;
    const bool portAlone = !text.contains(u':');
    const auto [host, port] = portAlone ? std::pair(QString(), static_cast<quint16>(text.toUInt())) : hostAndPort(text);
    place.clientPort = port;
    if (!isAnyAddress(host))
        place.clientHost = host;
}

/// The host of "host:port:port:role", where the host may be an IPv6 address in brackets.
QString leadingHost(const QString &text)
{
    if (text.startsWith(u'['))
        return text.mid(1, text.indexOf(u']') - 1);
    return text.left(text.indexOf(u':'));
}

} // namespace

bool isAnyAddress(const QString &host)
{
    const QHostAddress address(host); // "0", "::0" and "::ffff:0.0.0.0" are such, too
    return !address.isNull()
           && (address.isEqual(QHostAddress(QHostAddress::AnyIPv4), QHostAddress::TolerantConversion)
               || address == QHostAddress(QHostAddress::AnyIPv6));
}

QList<ServerPlace> votingView(const QJsonObject &reply)
{
    QList<ServerPlace> places;
    const QJsonObject byId = reply["current_config"_L1].toObject();
    for (auto entry = byId.constBegin(); entry != byId.constEnd(); ++entry) {
        const QJsonObject server = entry.value().toObject();
        ServerPlace place;
        place.host = hostAndPort(server["server_addresses"_L1][0].toString()).first;
        takeClientAddress(server["client_address"_L1].toString(), place);
        places += place;
    }
    return places;
}

QList<ServerPlace> configuredServers(const QByteArray &configuration)
{
    // server.1=host:2888:3888[:role][;[client host:]2181], several addresses of one server apart by |
    QList<ServerPlace> places;
    const QStringList lines = QString::fromUtf8(configuration).split(u'\n');
    for (const QString &line : lines) {
        if (!line.startsWith("server."_L1))
            continue;
        const QString server = line.section(u'=', 1).trimmed();
        ServerPlace place;
        bool isNumber = false;
        const qint64 id = line.section(u'=', 0, 0).section(u'.', 1).trimmed().toLongLong(&isNumber);
        if (isNumber)
            place.id = id;
        place.host = leadingHost(server.section(u'|', 0, 0).section(u';', 0, 0));
        takeClientAddress(server.section(u';', 1), place);
        places += place;
    }
    return places;
}

} // namespace lockscope::observe
