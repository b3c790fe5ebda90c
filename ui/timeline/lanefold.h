// SPDX-License-Identifier: Apache-2.0
// What clients tell of themselves, into lanes: belief, link, ticks, and conflicts of belief. Used by lanes.cpp alone.
// Never reads what a server says.
#pragma once

#include "ui/timeline/lanes.h"

#include <map>

namespace lockscope::ui {

class BeliefFold
{
public:
    explicit BeliefFold(LaneIndex &index)
        : m_index(index)
    {
    }

    void apply(const journal::ClientSpawned &event, qint64 atNs);
    void apply(const journal::ClientLockState &event, qint64 atNs);
    void apply(const journal::ClientConnection &event, qint64 atNs);
    void apply(const journal::ClientFault &event, qint64 atNs);
    void apply(const journal::ClientRemoved &event, qint64 atNs);
    void apply(const journal::ClientRequest &event, qint64 atNs);
    void apply(const journal::ClientWatchFired &event, qint64 atNs);
    template<typename Other>
    void apply(const Other &, qint64)
    {
    }

private:
    struct Client
    {
        QStringList locks;
        bool isPermit = false; ///< of a semaphore: others may hold beside it
        bool holds = false;
        locks::Mode mode = locks::Mode::Exclusive;
    };

    void setHolds(ClientId id, bool holds, locks::Mode mode, qint64 atNs);
    void markConflicts(const QString &lock, qint64 atNs);

    LaneIndex &m_index;
    std::map<ClientId, Client> m_clients;
    QHash<QString, QList<ClientId>> m_holders; ///< by lock, as they believe
};

} // namespace lockscope::ui
