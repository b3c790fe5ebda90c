// SPDX-License-Identifier: Apache-2.0
// What the lab keeps of one client: what it does, its faults, and its present session.
// Included by the lab's own sources only; never outlives the lab.
#pragma once

#include "core/lab/faultystore.h"
#include "core/lab/journalingstore.h"
#include "core/lab/lab.h"
#include "core/lab/simclient.h"

namespace lockscope::lab {

/// A session and what is between it and the client. A client has one at a time, and a new one after each end.
struct Lab::Link
{
    std::unique_ptr<JournalingStore> store;
    std::unique_ptr<FaultyStore> faulty; ///< only under random faults
    std::unique_ptr<ClientSession> session;
};

struct Lab::Entry
{
    ClientId id;
    QString name;
    Route route = Route::Direct;
    std::mt19937 random;                 ///< of its hold times
    std::unique_ptr<FaultDriver> driver; ///< null: no random faults
    // The client goes last: what ends with its session is still told to it.
    std::unique_ptr<SimClient> client;
    std::unique_ptr<Link> link;
    QList<SessionId> formerSessions;

    bool paused = false;
    bool cutOff = false;
    bool delayed = false;
    QTimer pauseEnd;
    QTimer partitionEnd;
    QList<ClientCommand> toldWhilePaused;

    bool endedByHand = false; ///< its session: it does not go on by itself
    bool reopening = false;
    bool closing = false;
    bool removeWhenClosed = false;
    std::vector<ReplyPromise<Done>> waitingForClose;
};

} // namespace lockscope::lab
