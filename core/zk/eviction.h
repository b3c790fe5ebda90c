// SPDX-License-Identifier: Apache-2.0
// Ends somebody's session at the server: connects with its id, which evicts the other connection, and closes it.
// Never stays connected, since the two would evict one another in a loop. Included by core/zk's own sources only.
#pragma once

#include "core/base/reply.h"
#include "core/zk/handle.h"

#include <QObject>

#include <chrono>

namespace lockscope::zk {

/// Goes by itself when it has ended; if its parent goes before, it ends with Cancelled.
class Eviction : public QObject
{
public:
    Eviction(const QByteArray &hosts, int timeoutMs, clientid_t victim, std::chrono::milliseconds limit,
             QObject *parent);
    ~Eviction() override;

    Reply<Done> start();

private:
    void look();
    void end(Result<Done> how);

    Handle m_handle;
    std::chrono::milliseconds m_limit;
    ReplyPromise<Done> m_outcome;
};

} // namespace lockscope::zk
