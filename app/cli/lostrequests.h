// SPDX-License-Identifier: Apache-2.0
// What simulated clients ask again after each lost connection. A server that gives connections, and answers to all but
// one kind of request, would keep them busy without an end.
#pragma once

#include "core/journal/event.h"

#include <chrono>
#include <map>
#include <set>
#include <utility>

namespace lockscope::cli {

class LostRequests
{
public:
    /// True once a client has lost its connection over one kind of request again and again for longer than \a limit.
    bool take(const journal::EventBatch &batch, std::chrono::nanoseconds limit)
    {
        bool isOver = false;
        for (const journal::Event &event : batch) {
            const auto *state = std::get_if<journal::ClientLockState>(&event.what);
            if (state && state->state == locks::LockState::Retained) // it gets on, by another request
                forget(state->id);
            if (const auto *fault = std::get_if<journal::ClientFault>(&event.what))
                m_struck.insert(fault->id.value);
            const auto *reply = std::get_if<journal::ClientReply>(&event.what);
            if (!reply)
                continue;
            const auto key = std::pair(reply->id.value, reply->operation);
            if (!reply->error || !reply->error->connectionWasLost()) {
                m_lostNs.erase(key);
                continue;
            }
            if (m_struck.erase(reply->id.value) > 0) { // that is no server's doing
                forget(reply->id);
                continue;
            }
            const qint64 firstNs = m_lostNs.try_emplace(key, event.atNs).first->second;
            isOver = isOver || event.atNs - firstNs > limit.count();
        }
        return isOver;
    }

private:
    void forget(ClientId client)
    {
        std::erase_if(m_lostNs, [client](const auto &lost) { return lost.first.first == client.value; });
    }

    std::set<quint32> m_struck; ///< clients with a staged fault since they lost their connection last
    std::map<std::pair<quint32, QString>, qint64> m_lostNs; ///< by client and operation: the first loss in a row
};

} // namespace lockscope::cli
