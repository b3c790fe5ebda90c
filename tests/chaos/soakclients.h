// SPDX-License-Identifier: Apache-2.0
// A busy lock table: clients that take and give back locks all over it, some of them ending their sessions now and
// then. Runs in a process of its own, so that no memory of theirs is taken for somebody else's; never starts a server.
//
//   asked             told
//                     {"ready": true}   the locks are there, and all clients are connected
//   {"still": true}   {"still": true, "takes": 812, "sessions": 240}   no request is under way; counts since the start
//   {"still": false}
#pragma once

#include "core/base/task.h"
#include "core/zk/session.h"
#include "tests/chaos/conversation.h"

#include <QObject>
#include <QRandomGenerator>

#include <memory>
#include <vector>

namespace lockscope::chaos {

/// The path of a lock of the table.
QString soakLock(int number);

class SoakClients : public QObject
{
public:
    SoakClients(QString hosts, int locks, int clients);

    /// Until its standard input ends; the exit code.
    int serve();

private:
    Task<> begin();
    Task<bool> makeTable(zk::Session *session);
    Task<> live(int number);
    /// False: the session is to be ended, since a reply was lost, or since it is time.
    Task<bool> takeOnce(zk::Session *session);
    Reply<Done> goOn();
    /// Between these no client asks for anything while all are held still.
    void begins() { ++m_underWay; }
    void ends();
    void take(const QJsonObject &asked);
    void sayStillIfSo();

    QString m_hosts;
    int m_locks;
    int m_clients;
    QRandomGenerator m_random{20'261'125};
    Conversation m_conversation;
    std::vector<std::unique_ptr<zk::Session>> m_sessions; ///< of each client, the present one
    std::vector<ReplyPromise<Done>> m_waiting;            ///< until they may go on
    int m_connected = 0;                                  ///< clients that were connected once
    bool m_still = false;
    bool m_stillReported = false;
    int m_underWay = 0;
    qint64 m_takes = 0;
    qint64 m_sessionsMade = 0;
};

} // namespace lockscope::chaos
