// SPDX-License-Identifier: Apache-2.0
// Random programs for the comparison of the model with real servers: what several sessions ask, one after another, and
// what is done to their connections. Values: the same seed makes the same program. Never says what must come of it.
#pragma once

#include "core/base/transaction.h"
#include "core/model/ensemble.h"

#include <vector>

namespace lockscope::semantics {

constexpr int sessionsEach = 3;

/// One request; names are relative to the program's directory.
struct Ask
{
    Operation operation = Operation::Get;
    QString name;
    QByteArray data = {};
    NodeKind kind = NodeKind::Persistent;
    int version = -1;
    bool watch = false;
    std::vector<WriteOp> ops = {}; ///< of Multi
};

struct Act
{
    enum class What {
        Ask,     ///< all at once, and their answers awaited
        Cancel,  ///< one of the session's watches is taken back
        Replace, ///< the session is closed, and another one takes its place
        Lose,    ///< the request, or its reply, is lost, and the connection with it
        Cut,     ///< the connection breaks, and does not come back
        Mend,    ///< until now
        Expire,  ///< the ensemble ends the session; another one takes its place
    };

    What what = What::Ask;
    int session = 0;
    std::vector<Ask> asks = {};
    unsigned pick = 0; ///< of Cancel: which watch
    model::Loss loss = model::Loss::Reply;
};

struct Program
{
    unsigned seed = 0;
    bool faulty = false;
    std::vector<Act> acts;

    /// Several nodes may go at once then, in no order.
    bool endsSessions() const;
};

/// \a faulty: connections break and sessions expire in it.
Program programFrom(unsigned seed, bool faulty);
/// For the message of a failure.
QString toText(const Program &program);

} // namespace lockscope::semantics
