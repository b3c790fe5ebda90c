// SPDX-License-Identifier: Apache-2.0
// Where a program is played: some sessions, and what can be done to them. The player plays it alike in each place and
// writes down what the sessions saw. Never knows which place it is.
#pragma once

#include "core/base/task.h"
#include "core/recipes/store.h"
#include "tests/live/model/program.h"
#include "tests/live/model/trace.h"

namespace lockscope::semantics {

class Place
{
public:
    virtual ~Place() = default;

    virtual recipes::Store &store(int session) = 0;
    virtual Reply<MultiAnswer> multi(int session, std::vector<WriteOp> ops) = 0;
    virtual Reply<Done> sync(int session, QString path) = 0;
    /// Closes it and opens another one in its place.
    virtual Task<Result<Done>> replace(int session) = 0;
    /// Of the next request.
    virtual void lose(int session, model::Loss loss) = 0;
    /// Ends when the client has seen that its connection is lost.
    virtual Task<Result<Done>> cut(int session) = 0;
    virtual void mend(int session) = 0;
    /// Ends when the client knows; another one is in its place then.
    virtual Task<Result<Done>> expire(int session) = 0;
    /// Events of nodes below \a directory that its server has sent to a client; nothing where nobody counts.
    virtual std::optional<int> eventsSent(int session, const QString &directory) = 0;
};

/// Ends with what each session saw; an error is the place's. \a place must outlive it.
Task<Result<QStringList>> play(Place *place, Program program, QString directory);

} // namespace lockscope::semantics
