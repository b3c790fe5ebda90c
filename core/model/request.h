// SPDX-License-Identifier: Apache-2.0
// Requests of a client of the model, replies and events, as values. Never a promise: the coroutines that wait for
// answers are the matter of core/model/session.h.
#pragma once

#include "core/base/connectionstate.h"
#include "core/base/transaction.h"

#include <vector>

namespace lockscope::model {

/// A session of the ensemble: its place in the order in which they were opened.
using SessionNumber = quint32;
/// A request within its session, from 1.
using RequestNumber = quint32;

/// The two tables of a server: data watches are left by get and exists, child watches by list.
enum class WatchKind : quint8 { Node, Children };

struct Request
{
    Operation operation = Operation::Get;
    QString path;
    QByteArray data = {};
    int version = -1;
    NodeKind kind = NodeKind::Persistent;
    bool watch = false;                    ///< of a read: leaves one
    WatchKind watchKind = WatchKind::Node; ///< of RemoveWatches
    std::vector<WriteOp> ops = {};         ///< of Multi
    bool closesSession = false;            ///< CLOSE: the rest means nothing
};

struct Answer
{
    std::optional<ErrorCode> refused = {}; ///< then only the zxid means something
    Zxid zxid = {};                        ///< the newest change that the server had carried out
    QString path = {};                     ///< of a Create: as the server named it
    NodeStat stat = {};                    ///< of the node; of a List, of the directory
    QByteArray data = {};
    NameList names = {};
    MultiAnswer multi = {};
};

/// What reaches a client.
struct Delivery
{
    enum class What : quint8 {
        Reply,        ///< to one request
        Event,        ///< of a node, for those of the client's watches that are named
        Disconnected, ///< its connection is lost, and with it every reply that has not come
        Connected,    ///< again
        Ended,        ///< the session is over: expired, or closed
        Timer,        ///< one that it started is due
    };

    What what = What::Reply;
    SessionNumber session = 0;
    quint32 number = 0; ///< of the request, or of the timer
    Answer answer = {};
    WatchEvent event = WatchEvent::Changed;
    QString path = {};                                  ///< of the event
    std::vector<RequestNumber> watches = {};            ///< that end with the event, by the requests that left them
    ConnectionState state = ConnectionState::Connected; ///< what the client's is from now on
};

} // namespace lockscope::model
