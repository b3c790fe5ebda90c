// SPDX-License-Identifier: Apache-2.0
// What ZooKeeper says of one znode, as plain values. Never a handle to it: nothing here does I/O.
#pragma once

#include "core/base/ids.h"
#include "core/base/namelist.h"

#include <QByteArray>
#include <QString>

#include <utility>

namespace lockscope {

/// A znode's Stat. Times are milliseconds since the epoch on the *server's* clock.
struct NodeStat
{
    Zxid czxid;
    Zxid mzxid;
    Zxid pzxid;
    qint64 ctimeMs = 0;
    qint64 mtimeMs = 0;
    qint32 version = 0;
    qint32 cversion = 0;
    qint32 aversion = 0;
    SessionId ephemeralOwner; ///< as the server has it; read owner() for the session
    qint32 dataLength = 0;
    qint32 numChildren = 0;

    /// Servers mark container and TTL nodes in the same field, with values that are no session's.
    bool isEphemeral() const
    {
        const auto owner = static_cast<quint64>(ephemeralOwner.value);
        const bool container = owner == 0x8000'0000'0000'0000u;
        const bool ttl = (owner >> 40) == 0xff'0000u;
        return owner != 0 && !container && !ttl;
    }
    /// The session whose end takes the node away; none of a persistent, a container or a TTL node.
    SessionId owner() const { return isEphemeral() ? ephemeralOwner : SessionId(); }
    bool operator==(const NodeStat &) const = default;
};

/// Children ever created under a node with this Stat: the next sequence number.
/// The client sees cversion = 2·creates − numChildren (wrapping), whence the unsigned arithmetic.
inline quint32 createsUnder(const NodeStat &stat)
{
    const quint64 sum = quint64(quint32(stat.cversion)) + quint64(quint32(stat.numChildren));
    return static_cast<quint32>((sum & 0xffffffffu) / 2);
}
/// From here on the count proves nothing: soon it sticks or wraps (ZOOKEEPER-3249).
inline constexpr quint32 lastSureCreate = 2'147'483'000;

struct NodeContent
{
    QByteArray data;
    NodeStat stat;
};

struct Children
{
    NameList names; ///< bare names, in the server's (no) order
    NodeStat stat;  ///< of the parent
};

struct CreatedNode
{
    QString path; ///< as the server named it, sequence included
    NodeStat stat;
};

enum class NodeKind { Persistent, Ephemeral, PersistentSequential, EphemeralSequential, Container };

enum class Permission { Read = 1, Write = 2, Create = 4, Delete = 8, Admin = 16 };

struct AclEntry
{
    int permissions = 0; ///< or-ed Permission bits
    QString scheme;
    QString id;

    bool operator==(const AclEntry &) const = default;
};

/// "cdrwa"-style letters of an entry's permissions, for people.
inline QString permissionLetters(int permissions)
{
    QString letters;
    for (const auto &[permission, letter] :
         {std::pair(Permission::Create, u'c'), std::pair(Permission::Delete, u'd'), std::pair(Permission::Read, u'r'),
          std::pair(Permission::Write, u'w'), std::pair(Permission::Admin, u'a')}) {
        if ((permissions & static_cast<int>(permission)) != 0)
            letters += QChar(letter);
    }
    return letters;
}

/// What a one-shot watch said when it fired.
enum class WatchEvent { Created, Deleted, Changed, ChildrenChanged, NotWatching };

} // namespace lockscope
