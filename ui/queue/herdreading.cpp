// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/herdreading.h"

namespace lockscope::ui {

namespace {

constexpr qint64 effectsLastNs = 400'000'000;

bool wants(const journal::Client &client, const QString &lock)
{
    return client.spec.lock == lock || client.spec.paths.contains(lock);
}

} // namespace

std::optional<HerdReading> readHerd(const journal::World &world, const QString &lock, qint64 nowNs)
{
    const journal::ReleaseCost *newest = world.herd().newest(lock);
    if (!newest)
        return std::nullopt;
    const journal::ReleaseCost *previous = world.herd().previous(lock);
    const bool fresh = nowNs - newest->atNs < effectsLastNs;
    const journal::ReleaseCost &cost = fresh && previous ? *previous : *newest;

    HerdReading reading;
    reading.events = cost.events;
    reading.requests = cost.requests;
    reading.woken = static_cast<int>(cost.woken.size());
    reading.underWay = fresh && !previous;
    if (const journal::Client *releaser = world.client(cost.releaser))
        reading.releaser = releaser->spec.name;
    reading.waiting = reading.woken;
    for (const auto &[id, client] : world.clients()) {
        if (client.state == locks::LockState::Fetching && wants(client, lock) && !cost.woken.contains(id)
            && id != cost.releaser)
            ++reading.waiting;
    }
    return reading;
}

bool hasSimulatedClients(const journal::World &world, const QString &lock)
{
    return std::any_of(world.clients().begin(), world.clients().end(),
                       [&](const auto &entry) { return wants(entry.second, lock); });
}

} // namespace lockscope::ui
