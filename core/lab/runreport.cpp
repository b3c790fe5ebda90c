// SPDX-License-Identifier: Apache-2.0
#include "core/lab/runreport.h"

#include "core/base/clock.h"
#include "core/lab/simclient.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

/// Nearest rank.
qint64 percentileUs(const std::vector<qint64> &sortedNs, double share)
{
    const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(sortedNs.size())));
    return sortedNs[std::max<size_t>(rank, 1) - 1] / 1000;
}

bool connectionIsOver(ConnectionState state)
{
    return state == ConnectionState::Closed || state == ConnectionState::Expired
           || state == ConnectionState::AuthFailed;
}

double rounded(double value)
{
    return std::round(value * 1000) / 1000;
}

} // namespace

void RunReport::add(const journal::EventBatch &batch)
{
    for (const journal::Event &event : batch)
        add(event);
}

void RunReport::add(const journal::Event &event)
{
    using namespace journal;
    if (const auto *spawned = std::get_if<ClientSpawned>(&event.what)) {
        m_clients[spawned->id].spec = *spawned;
        return;
    }
    const auto client = m_clients.find(clientOf(event.what));
    if (client == m_clients.end())
        return;
    if (const auto *state = std::get_if<ClientLockState>(&event.what)) {
        on(*state, event.atNs);
    } else if (const auto *request = std::get_if<ClientRequest>(&event.what)) {
        ++m_requests[request->operation];
    } else if (std::holds_alternative<ClientWatchFired>(event.what)) {
        ++m_watchEvents;
    } else if (const auto *connection = std::get_if<ClientConnection>(&event.what)) {
        if (connectionIsOver(connection->state))
            client->second.goesOn = false;
    } else if (std::holds_alternative<ClientFault>(event.what) || std::holds_alternative<ClientRemoved>(event.what)) {
        client->second.goesOn = false;
        stopsBelieving(client->first, client->second.spec.lock);
    }
}

void RunReport::on(const journal::ClientLockState &event, qint64 atNs)
{
    Client &client = m_clients[event.id];
    if (m_firstNs == 0)
        m_firstNs = atNs;
    m_lastNs = atNs;
    const LockState before = std::exchange(client.state, event.state);
    if (before == LockState::Retained && event.state != LockState::Retained)
        stopsBelieving(event.id, client.spec.lock);
    switch (event.state) {
    case LockState::Free: break;
    case LockState::Fetching:
        if (before == LockState::Fetching)
            break; // it has its node now
        ++client.attempts;
        client.goesOn = true;
        client.wasRetained = false;
        client.fetchingSinceNs = atNs;
        break;
    case LockState::Retained: retained(client, event, atNs); break;
    case LockState::Releasing:
        if (before == LockState::Retained) {
            ++m_releases;
            m_locks[client.spec.lock].releasedAtNs = atNs;
        }
        break;
    case LockState::Released: ended(client, event); break;
    }
}

void RunReport::retained(Client &client, const journal::ClientLockState &event, qint64 atNs)
{
    ++m_acquired;
    client.wasRetained = true;
    Lock &lock = m_locks[client.spec.lock];
    const bool shared = client.spec.mode == locks::Mode::Shared;
    for (const Holder &holder : lock.holders) {
        if (!shared || !holder.shared)
            m_overlaps.push_back({holder.client, event.id, holder.node, event.node, client.spec.lock, atNs, false});
    }
    lock.holders.push_back({event.id, event.node, shared});
    // A hand-over only if this one was waiting already when the lock was given back.
    const qint64 releasedAtNs = std::exchange(lock.releasedAtNs, 0);
    if (releasedAtNs != 0 && client.fetchingSinceNs < releasedAtNs)
        m_handoffsNs.push_back(atNs - releasedAtNs);
    judgeOrder(lock, event.token, shared);
}

void RunReport::judgeOrder(Lock &lock, Zxid token, bool shared)
{
    // Served now with an older node than one that was served before: overtaken, unless both only read.
    if (token < (shared ? lock.newestExclusiveToken : lock.newestToken))
        ++m_orderViolations;
    lock.newestToken = std::max(lock.newestToken, token);
    if (!shared)
        lock.newestExclusiveToken = std::max(lock.newestExclusiveToken, token);
}

void RunReport::stopsBelieving(ClientId id, const QString &lock)
{
    std::erase_if(m_locks[lock].holders, [id](const Holder &holder) { return holder.client == id; });
}

void RunReport::ended(Client &client, const journal::ClientLockState &event)
{
    if (!event.error)
        return;
    const Error &error = *event.error;
    client.goesOn = goesOnAfter(error);
    if (client.wasRetained && (error.sessionIsOver() || error.code == ErrorCode::NotHeld)) {
        for (Overlap &overlap : m_overlaps)
            overlap.beliefOnly |= overlap.first == event.id;
    }
    if (error.code == ErrorCode::Cancelled)
        return; // by hand
    if (error.code == ErrorCode::AcquireTimeout) {
        ++m_timedOut;
        return;
    }
    if (!client.wasRetained)
        ++m_failed;
    ErrorKind &kind = m_errors[errorCodeName(error.code)];
    if (++kind.count == 1) {
        kind.client = client.spec.name;
        kind.text = error.sentence();
    }
}

bool RunReport::isOver() const
{
    if (std::ssize(m_clients) < m_request.count)
        return false;
    return std::all_of(m_clients.begin(), m_clients.end(), [this](const auto &entry) {
        const Client &client = entry.second;
        const bool done = m_request.rounds > 0 && client.attempts >= m_request.rounds;
        return !client.goesOn || (done && client.state == LockState::Released);
    });
}

bool RunReport::hasViolations() const
{
    return std::any_of(m_overlaps.begin(), m_overlaps.end(),
                       [](const Overlap &overlap) { return !overlap.beliefOnly; });
}

QString RunReport::nameOf(ClientId id) const
{
    const auto found = m_clients.find(id);
    return found == m_clients.end() ? QString() : found->second.spec.name;
}

QJsonObject RunReport::toJson(const Overlap &overlap) const
{
    return {{u"lock"_s, overlap.lock},
            {u"at"_s, toDateTime(overlap.atNs).toString(Qt::ISODateWithMs)},
            {u"clients"_s, QJsonArray{nameOf(overlap.first), nameOf(overlap.second)}},
            {u"nodes"_s, QJsonArray{overlap.firstNode, overlap.secondNode}}};
}

QJsonObject RunReport::handoffJson() const
{
    auto sorted = m_handoffsNs;
    std::sort(sorted.begin(), sorted.end());
    const bool any = !sorted.empty();
    return {{u"count"_s, static_cast<qint64>(sorted.size())},
            {u"p50_us"_s, any ? QJsonValue(percentileUs(sorted, 0.5)) : QJsonValue()},
            {u"p99_us"_s, any ? QJsonValue(percentileUs(sorted, 0.99)) : QJsonValue()}};
}

QJsonObject RunReport::toJson() const
{
    QJsonArray violations, beliefOverlaps, errors;
    for (const Overlap &overlap : m_overlaps)
        (overlap.beliefOnly ? beliefOverlaps : violations).append(toJson(overlap));
    for (const auto &[code, kind] : m_errors)
        errors.append(QJsonObject{
            {u"code"_s, code}, {u"count"_s, kind.count}, {u"client"_s, kind.client}, {u"text"_s, kind.text}});
    QJsonObject requests;
    for (const QString &operation : {u"create"_s, u"get_children"_s, u"exists"_s, u"delete"_s})
        requests[operation] = 0;
    for (const auto &[operation, count] : m_requests)
        requests[operation] = count;
    const double seconds = static_cast<double>(m_lastNs - m_firstNs) / 1e9;
    const auto per = [](qint64 count, double by) {
        return by > 0 ? QJsonValue(rounded(static_cast<double>(count) / by)) : QJsonValue();
    };
    return {{u"recipe"_s, locks::recipeName(m_request.recipe)},
            {u"dialect"_s, locks::dialectName(m_request.dialect)},
            {u"clients"_s, m_request.count},
            {u"rounds"_s, m_request.rounds},
            {u"acquired"_s, m_acquired},
            {u"timed_out"_s, m_timedOut},
            {u"failed"_s, m_failed},
            {u"violations"_s, violations},
            {u"belief_overlaps"_s, beliefOverlaps},
            {u"order_violations"_s, m_orderViolations},
            {u"handoff"_s, handoffJson()},
            {u"acquires_per_s"_s, per(m_acquired, seconds)},
            {u"requests"_s, requests},
            {u"watch_events"_s, m_watchEvents},
            {u"watch_events_per_release"_s, per(m_watchEvents, static_cast<double>(m_releases))},
            {u"orphans"_s, QJsonArray::fromStringList(m_orphans)},
            {u"errors"_s, errors},
            {u"duration_ms"_s, qRound64(seconds * 1000)}};
}

} // namespace lockscope::lab
