// SPDX-License-Identifier: Apache-2.0
// Opens the sessions of one spawn, all or none: as many at once as a server takes, and no more than this process may
// have file descriptors for. Never lowers a limit, and leaves no session open when it fails.
#pragma once

#include "core/lab/clientsession.h"

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::lab {

/// Sessions on their way.
struct SessionOpening
{
    int count = 0;
    int next = 0;
    Route route = Route::Direct;
    std::optional<std::chrono::milliseconds> timeout = {}; ///< of each session
    std::shared_ptr<SessionFactory> pool = {};             ///< whose connections they share; null: of none
    std::vector<std::unique_ptr<ClientSession>> sessions;
    std::optional<Error> error;   ///< the first; no more are opened. Set from outside, it ends the opening
    ReplyPromise<Done> over = {}; ///< nothing is waited for any more
};

/// Ends it at once, also where the server does not answer: what comes later is cut off. Its waiter runs inside.
void abandon(SessionOpening &opening);

/// Ends with `count` sessions, or with the reason why none is open. \a factory must outlive it.
Task<Result<std::vector<std::unique_ptr<ClientSession>>>> openSessions(SessionFactory *factory,
                                                                       std::shared_ptr<SessionOpening> opening);

/// Each client's session takes a file descriptor, its relay three more. Raises this process' limit as far as it may go;
/// an error if \a clients further sessions that take \a each do not fit all the same: it says how many would.
std::optional<Error> makeRoomForSessions(int clients, int each = 1);
/// The same question about given numbers.
std::optional<Error> judgeRoom(int clients, int each, qint64 openNow, qint64 limit);

} // namespace lockscope::lab
