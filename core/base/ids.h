// SPDX-License-Identifier: Apache-2.0
// Identities that ZooKeeper hands out (session, zxid) and ours (simulated client), as types that cannot be mixed up.
// Never arithmetic: a session id is shown in hex and compared, nothing else.
#pragma once

#include <QHashFunctions>
#include <QString>

#include <compare>

namespace lockscope {

/// 64 bits that ZooKeeper hands out. \a Kind only keeps the kinds apart.
template<typename Kind>
struct HexId
{
    qint64 value = 0;

    bool isNull() const { return value == 0; }
    QString toHex() const { return QStringLiteral("0x%1").arg(static_cast<quint64>(value), 0, 16); }
    auto operator<=>(const HexId &) const = default;
};

/// A ZooKeeper session. 0 means "none": the ephemeralOwner of a persistent node.
using SessionId = HexId<struct SessionKind>;
/// A transaction id; czxid gives the order of service and is the fencing token. 0 means "not known".
using Zxid = HexId<struct ZxidKind>;

/// A simulated client of this program. 0 means "none".
struct ClientId
{
    quint32 value = 0;

    bool isNull() const { return value == 0; }
    auto operator<=>(const ClientId &) const = default;
};

template<typename Kind>
size_t qHash(HexId<Kind> id, size_t seed = 0)
{
    return ::qHash(id.value, seed);
}
inline size_t qHash(ClientId id, size_t seed = 0)
{
    return ::qHash(id.value, seed);
}

} // namespace lockscope
