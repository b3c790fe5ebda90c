// SPDX-License-Identifier: Apache-2.0
// One thing that can happen in the model, as a small value whose identity is the same in every run that chose the same
// before it: so a schedule can be saved and replayed. Never says by itself whether it is possible now: the ensemble
// does.
#pragma once

#include "core/base/error.h"

#include <QString>

namespace lockscope::model {

struct Choice
{
    enum class What : quint8 {
        Arrive,  ///< a session's oldest request reaches its server and is carried out; which: `detail`
        Answer,  ///< the oldest reply under way reaches the client; to which request: `detail`
        Deliver, ///< the oldest event under way reaches the client; the how manieth of it: `detail`
        Break,   ///< a session's connection is lost, with all that is under way on it; the how manieth of it: `detail`
        Reconnect, ///< the client connects again, to the server `detail`, or hears that its session is over
        Expire,    ///< the ensemble ends a session that it has not heard of
        Timer,     ///< one that a client started and that is due: `detail`
        CatchUp,   ///< the server `subject` carries out the transaction at `detail` of the log
        Reap,      ///< an empty container goes: that with the czxid `detail`
        Pass,      ///< time goes on until the next thing is due: at `detail` ms
    };

    What what = What::Pass;
    quint32 subject = 0; ///< the session; of CatchUp the server; else 0
    qint64 detail = 0;

    auto operator<=>(const Choice &) const = default;
};

/// "arrive 2 5": as in schedules' files.
QString choiceWord(const Choice &choice);
/// An error whose sentence names \a word where it is none.
Result<Choice> choiceNamed(QStringView word);

} // namespace lockscope::model
