// SPDX-License-Identifier: Apache-2.0
// What followed upon the faults of a run, from its journal alone: how often each kind came, how long it was from the
// first of a kind until another client held, and the longest wait in vain for a free lock. Never judges: see check.h.
#pragma once

#include "core/journal/event.h"

#include <QJsonObject>
#include <QSet>

#include <map>
#include <optional>
#include <vector>

namespace lockscope::journal {

/// The server was gone, for the program's own connection too: from when a client's connection broke without a fault of
/// that client's.
inline const QString serverLost = QStringLiteral("server-lost");

struct FaultAftermath
{
    QString fault; ///< as journal::faultName() has it, or serverLost
    qint64 count = 0;
    // Of the first one.
    quint64 event = 0;
    qint64 atNs = 0;
    QString client; ///< whom it befell; empty: the server
    /// Until another client held; 0: no other was waiting. Nothing: none ever did.
    std::optional<qint64> nextHeldMs;
};

struct AftermathReport
{
    std::vector<FaultAftermath> faults; ///< in the order in which their kinds came first
    /// The longest time that a waiter had waited for a free lock when it timed out; 0: none did.
    qint64 inVainMs = 0;

    /// Null where there was none of it.
    const FaultAftermath *of(QStringView fault) const;
};

/// {"faults": [{"fault", "count", "event", "client", "next_held_ms"}], "in_vain_ms": n}
QJsonObject toJson(const AftermathReport &report);

class Aftermath
{
public:
    void add(const Event &event);
    void add(const EventBatch &batch);
    const AftermathReport &report() const { return m_report; }

private:
    void onFault(const QString &fault, ClientId victim, const Moment &at);
    void onConnection(const ClientConnection &connection, const Moment &now);
    void onState(const ClientLockState &state, qint64 atNs);
    void stopsHolding(ClientId client, qint64 atNs);

    AftermathReport m_report;
    std::vector<ClientId> m_victims; ///< of the faults in the report
    std::map<ClientId, QString> m_names;
    std::map<ClientId, qint64> m_waiting; ///< since when
    std::map<ClientId, Moment> m_broken;  ///< connections that broke without a fault of their client's
    QSet<ClientId> m_faulty;              ///< clients that had one
    QSet<ClientId> m_holders;             ///< that live, by their own belief
    qint64 m_freeSinceNs = 0;             ///< while no client holds
};

} // namespace lockscope::journal
