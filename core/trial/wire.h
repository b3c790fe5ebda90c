// SPDX-License-Identifier: Apache-2.0
// What passes on a connection between another program's client and its server, read frame by frame: requests, replies,
// watch events and the handshake. Never writes a frame, and believes no length that it reads.
//
// The format is ZooKeeper's jute (zookeeper.jute in its sources): big-endian numbers, and strings with their length in
// front.
#pragma once

#include "core/base/node.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace lockscope::trial {

struct Asked
{
    enum class Kind {
        Create,
        Delete,
        Exists,
        Get,
        Set,
        List,
        Multi,
        RemoveWatches,
        AddWatch, ///< one that stays
        CloseSession,
        Aside, ///< a ping, a login, watches that are set again: the connection's own business
        Other, ///< changes and watches nothing that a lock is made of
    };

    qint32 xid = 0;
    Kind kind = Kind::Other;
    QString operation; ///< as in the journal
    QString path;
    bool watch = false;
    bool ephemeral = false;   ///< of a create
    bool sequential = false;  ///< likewise
    bool tellsStat = false;   ///< the answer has one
    bool ofChildren = false;  ///< of a watch
    std::vector<Asked> parts; ///< of a transaction
    /// Of a connection that goes on with a session: the watches that are set again, as paths and of their children.
    std::optional<std::vector<std::pair<QString, bool>>> watchesAgain = {};

    /// Nothing where the frame is none of a client's requests.
    static std::optional<Asked> read(const QByteArray &frame);
};

struct Answer
{
    qint32 xid = 0;
    Zxid zxid;
    qint32 error = 0;             ///< the server's number
    QString path;                 ///< of a node that was made
    QStringList children;         ///< that were listed
    std::optional<NodeStat> stat; ///< where it has one
    std::vector<Answer> parts;    ///< of a transaction; fewer than were asked where a server says less
    /// Of a watch that fired (xid is -1).
    std::optional<WatchEvent> event;

    static constexpr qint32 eventXid = -1;

    /// The number of the request that a frame answers; nothing of a frame that is too short.
    static std::optional<qint32> xidOf(const QByteArray &frame);
    /// \a asked: what it answers; null of an event.
    static std::optional<Answer> read(const QByteArray &frame, const Asked *asked);
};

/// The first frame of a connection, each way. A server that gives no session says so by the id 0.
struct Greeting
{
    qint32 timeoutMs = 0;
    SessionId session;
    QByteArray password;

    static std::optional<Greeting> ofClient(const QByteArray &frame);
    static std::optional<Greeting> ofServer(const QByteArray &frame);
};

} // namespace lockscope::trial
