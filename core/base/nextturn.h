// SPDX-License-Identifier: Apache-2.0
// A turn of this thread's event loop, waited for: whoever is below us on the stack is through by then, so that what
// called us may be destroyed.
#pragma once

#include "core/base/reply.h"

#include <QTimer>

namespace lockscope {

inline Reply<Done> nextTurn()
{
    const ReplyPromise<Done> turn;
    QTimer::singleShot(0, [turn] { turn.complete(Done()); });
    return Reply<Done>(turn);
}

} // namespace lockscope
