// SPDX-License-Identifier: Apache-2.0
// One thing that happens next when clients run in the model: a choice of the ensemble, or what a client does or
// suffers. A small value that is the same in every run that took the same steps before it. Never says whether it is
// possible now: the play does.
#pragma once

#include "core/model/choice.h"

namespace lockscope::explore {

struct Step
{
    enum class What : quint8 {
        Choice,    ///< of the ensemble
        Release,   ///< a client that holds gives back
        GiveUp,    ///< a client that waits has waited for as long as it wanted to
        Crash,     ///< a client's process is gone
        Pause,     ///< a client stands still
        Resume,    ///< and goes on
        Downgrade, ///< a client that holds as a writer holds as a reader
    };

    What what = What::Choice;
    quint32 client = 0; ///< its place among those of the play, which is that of its session; of a Choice 0
    model::Choice choice = {};

    /// Whose step it is.
    quint32 subject() const { return what == What::Choice ? choice.subject : client; }
    /// A watch event reaches the client that set the watch.
    bool isWakeUp() const { return what == What::Choice && choice.what == model::Choice::What::Deliver; }
    auto operator<=>(const Step &) const = default;
};

/// "release 1", or the choice's word: as in schedules' files.
QString stepWord(const Step &step);
/// An error whose sentence names \a word where it is none.
Result<Step> stepNamed(const QString &word);

/// What need not happen to clients, or be done by them: a search is given how many of each there may be.
enum class Fault : quint8 {
    Crash,       ///< a client's process is gone
    Expire,      ///< a session ends that is heard of
    Pause,       ///< a client stands still; its session may end meanwhile
    LoseRequest, ///< a connection breaks before a request was carried out
    LoseReply,   ///< a connection breaks when a request was carried out and its client has not heard
    GiveUp,      ///< a client does not wait any longer
    Downgrade,   ///< a client that holds as a writer goes on as a reader
};
inline constexpr size_t faultCount = 7;

/// "crash", "lose-reply", …
QString faultName(Fault fault);
std::optional<Fault> faultNamed(QStringView name);
/// How many of each may happen in one run.
using FaultCounts = std::array<int, faultCount>;
/// From "crash:1,lose-reply:2"; an error whose sentence names what is none, and all that there are.
Result<FaultCounts> faultCountsFrom(const QString &text);
QString faultCountsText(const FaultCounts &counts);

} // namespace lockscope::explore
