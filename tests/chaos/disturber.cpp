// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/disturber.h"

#include "tests/chaos/waiting.h"

#include "core/base/clock.h"

#include <algorithm>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;

namespace {

enum Kind { Kill, Pause, Restart, Partition, FullDisk, KindCount };

QString nameOf(Kind kind, bool isLeader)
{
    static const std::array<QString, KindCount> names{u"kill"_s, u"pause"_s, u"restart"_s, u"partition"_s,
                                                      u"full-disk"_s};
    return names[kind] + (isLeader ? u" of the leader"_s : u" of a follower"_s);
}

} // namespace

Disturber::Disturber(ChaosEnsemble &ensemble, quint64 seed)
    : m_ensemble(ensemble)
    , m_random(seed)
{
}

int Disturber::draw(int least, int most)
{
    return std::uniform_int_distribution(least, most)(m_random);
}

Task<Result<Done>> Disturber::disturb()
{
    do {
        const auto done = co_await disturbOnce();
        if (!done)
            co_return tl::unexpected(done.error());
        const std::chrono::milliseconds rest(draw(200, 1500));
        auto resting = until([this] { return m_stopped; }, rest);
        co_await resting;
    } while (!m_stopped);
    co_return Done();
}

/// As long as a session lasts, or shorter, or longer.
Task<Result<Done>> Disturber::disturbOnce()
{
    const auto kind = static_cast<Kind>(draw(0, KindCount - 1));
    const std::chrono::milliseconds duration(draw(300, 4000));
    const bool wantsLeader = draw(0, 1) == 0;
    const int other = draw(1, m_ensemble.servers() - 1);
    const auto leader = co_await m_ensemble.leader();
    const int first = leader.value_or(0);
    const int server = wantsLeader ? first : (first + other) % m_ensemble.servers();
    m_done += {nameOf(kind, wantsLeader && leader), nowNs(), 0};
    Result<Done> done = Done();
    switch (kind) {
    case Kill: done = co_await m_ensemble.command(server, ServerCommand::Kill); break;
    case Pause: done = co_await m_ensemble.command(server, ServerCommand::Pause); break;
    case Restart: done = co_await m_ensemble.command(server, ServerCommand::Restart); break;
    case Partition: m_ensemble.isolate(QList<int>{server}); break;
    case FullDisk: m_ensemble.fillDisk(server); break;
    case KindCount: break;
    }
    if (!done)
        co_return done;
    auto lasting = until([this] { return m_stopped; }, duration);
    co_await lasting;
    done = co_await m_ensemble.mendAll();
    m_done.last().toNs = nowNs();
    co_return done;
}

QMap<QString, int> Disturber::between(qint64 fromNs, qint64 toNs) const
{
    QMap<QString, int> found;
    for (const Disturbance &disturbance : m_done) {
        if (disturbance.fromNs < toNs && (disturbance.toNs == 0 || disturbance.toNs > fromNs))
            ++found[disturbance.name];
    }
    return found;
}

} // namespace lockscope::chaos
