// SPDX-License-Identifier: Apache-2.0
#include "core/checks/aftermath.h"

#include <QJsonArray>

#include <algorithm>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 nsPerMs = 1'000'000;

/// The end of one is no fault of its own.
bool isEndOfFault(Fault fault)
{
    return fault == Fault::Resume || fault == Fault::Heal || fault == Fault::Close;
}

} // namespace

const FaultAftermath *AftermathReport::of(QStringView fault) const
{
    const auto found = std::ranges::find(faults, fault, &FaultAftermath::fault);
    return found == faults.end() ? nullptr : &*found;
}

QJsonObject toJson(const AftermathReport &report)
{
    QJsonArray faults;
    for (const FaultAftermath &each : report.faults) {
        faults += QJsonObject{{u"fault"_s, each.fault},
                              {u"count"_s, each.count},
                              {u"event"_s, static_cast<qint64>(each.event)},
                              {u"client"_s, each.client},
                              {u"next_held_ms"_s, each.nextHeldMs ? QJsonValue(*each.nextHeldMs) : QJsonValue()}};
    }
    return {{u"faults"_s, faults}, {u"in_vain_ms"_s, report.inVainMs}};
}

void Aftermath::add(const EventBatch &batch)
{
    for (const Event &event : batch)
        add(event);
}

void Aftermath::add(const Event &event)
{
    if (const auto *spawned = std::get_if<ClientSpawned>(&event.what)) {
        m_names[spawned->id] = spawned->name;
    } else if (const auto *state = std::get_if<ClientLockState>(&event.what)) {
        onState(*state, event.atNs);
    } else if (const auto *connection = std::get_if<ClientConnection>(&event.what)) {
        onConnection(*connection, {event.number, event.atNs});
    } else if (const auto *own = std::get_if<ConnectionChanged>(&event.what)) {
        if (own->state != ConnectionState::Suspended)
            return;
        Moment first{event.number, event.atNs};
        for (const auto &[client, since] : m_broken)
            first = since.number < first.number ? since : first;
        onFault(serverLost, {}, first);
    } else if (const auto *fault = std::get_if<ClientFault>(&event.what)) {
        m_faulty += fault->id;
        if (!isEndOfFault(fault->fault))
            onFault(faultName(fault->fault), fault->id, {event.number, event.atNs});
        if (fault->fault == Fault::Crash || fault->fault == Fault::Close) {
            m_waiting.erase(fault->id);
            stopsHolding(fault->id, event.atNs);
        }
    } else if (const auto *removed = std::get_if<ClientRemoved>(&event.what)) {
        m_waiting.erase(removed->id);
        stopsHolding(removed->id, event.atNs);
    }
}

void Aftermath::onConnection(const ClientConnection &connection, const Moment &now)
{
    if (connection.state == ConnectionState::Connected)
        m_broken.erase(connection.id);
    else if (!m_faulty.contains(connection.id))
        m_broken.try_emplace(connection.id, now);
}

void Aftermath::onFault(const QString &fault, ClientId victim, const Moment &at)
{
    const auto known = std::ranges::find(m_report.faults, fault, &FaultAftermath::fault);
    if (known != m_report.faults.end()) {
        ++known->count;
        return;
    }
    const bool anyWaits =
        std::ranges::any_of(m_waiting, [victim](const auto &waiter) { return waiter.first != victim; });
    m_report.faults.push_back({fault, 1, at.number, at.atNs, victim.isNull() ? QString() : m_names[victim],
                               anyWaits ? std::optional<qint64>() : std::optional<qint64>(0)});
    m_victims.push_back(victim);
}

void Aftermath::onState(const ClientLockState &state, qint64 atNs)
{
    using locks::LockState;
    if (state.state == LockState::Retained) {
        m_waiting.erase(state.id);
        m_holders += state.id;
        for (size_t i = 0; i < m_victims.size(); ++i) {
            FaultAftermath &fault = m_report.faults[i];
            if (!fault.nextHeldMs && m_victims[i] != state.id)
                fault.nextHeldMs = (atNs - fault.atNs) / nsPerMs;
        }
        return;
    }
    stopsHolding(state.id, atNs);
    if (state.state == LockState::Fetching) {
        m_waiting.try_emplace(state.id, atNs);
        return;
    }
    const auto waited = m_waiting.find(state.id);
    if (waited == m_waiting.end())
        return;
    if (state.error && state.error->code == ErrorCode::AcquireTimeout && m_holders.isEmpty()) {
        const qint64 inVainNs = atNs - std::max(waited->second, m_freeSinceNs);
        m_report.inVainMs = std::max(m_report.inVainMs, inVainNs / nsPerMs);
    }
    m_waiting.erase(waited);
}

void Aftermath::stopsHolding(ClientId client, qint64 atNs)
{
    if (m_holders.remove(client) && m_holders.isEmpty())
        m_freeSinceNs = atNs;
}

} // namespace lockscope::journal
