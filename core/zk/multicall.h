// SPDX-License-Identifier: Apache-2.0
// The memory of one transaction under way: the C client writes its results into it until it has reported the call.
// Included by core/zk's own sources only.
#pragma once

#include "core/zk/call.h"
#include "core/zk/multi.h"

#include <deque>

namespace lockscope::zk {

class MultiCall : public TypedCall<MultiAnswer>
{
public:
    MultiCall(Mailbox *mailbox, std::vector<WriteOp> ops);

    int transmit(zhandle_t *zh);
    /// From the C callback.
    void collect(int rc);

private:
    MultiAnswer refusedWith(int rc) const;

    std::vector<WriteOp> m_ops;
    std::deque<QByteArray> m_bytes; ///< paths; those of a deque stay where they are
    std::vector<zoo_op_t> m_request;
    std::vector<zoo_op_result_t> m_results;
    std::vector<Stat> m_stats;
    std::deque<QByteArray> m_createdPaths;
};

/// The C completion; `data` is the MultiCall.
void onMulti(int rc, const void *data);

} // namespace lockscope::zk
