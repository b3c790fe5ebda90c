// SPDX-License-Identifier: Apache-2.0
#include "core/backends/redis/redlocksession.h"

#include <algorithm>

namespace lockscope::backends {

RedlockSession::RedlockSession(std::vector<std::unique_ptr<RedisClientSession>> members)
    : m_members(std::move(members))
    , m_nodes(*m_members.front(), [this](const redis::Command &command) { return askOne(command); })
{
}

/// The first server that is there.
RedisClientSession &RedlockSession::reached() const
{
    const auto found = std::ranges::find_if(
        m_members, [](const auto &member) { return member->state() == ConnectionState::Connected; });
    return found == m_members.end() ? *m_members.front() : **found;
}

Reply<redis::Value> RedlockSession::askOne(const redis::Command &command)
{
    RedisClientSession &one = reached();
    for (const auto &member : m_members) {
        if (member.get() != &one && command.first() == "DEL")
            member->ask(command).then([](const auto &) {}); // one that is down has it until its time is over
    }
    return one.ask(command);
}

Task<Result<Done>> RedlockSession::begin()
{
    std::vector<Task<Result<Done>>> beginning;
    for (const auto &member : m_members)
        beginning.push_back(member->begin());
    std::optional<Error> missing;
    size_t there = 0;
    SessionId id;
    for (size_t i = 0; i < beginning.size(); ++i) {
        const auto begun = co_await beginning[i];
        if (begun) {
            ++there;
            id = id.isNull() ? m_members[i]->session() : id;
        } else {
            missing = begun.error();
        }
    }
    if (there <= m_members.size() / 2)
        co_return tl::unexpected(*missing);
    for (const auto &member : m_members) {
        member->beAlso(id);
        member->listen([this](ConnectionState) { onMember(); });
        if (member->state() == ConnectionState::Connecting)
            member->beginLater();
    }
    m_state = ConnectionState::Connected;
    co_return Done();
}

std::vector<recipes::RedisStore *> RedlockSession::redis()
{
    std::vector<recipes::RedisStore *> stores;
    for (const auto &member : m_members)
        stores.push_back(member.get());
    return stores;
}

void RedlockSession::onMember()
{
    if (isOver(m_state))
        return;
    const auto reached = std::ranges::count_if(
        m_members, [](const auto &member) { return member->state() == ConnectionState::Connected; });
    const bool isOver =
        std::ranges::all_of(m_members, [](const auto &member) { return lockscope::isOver(member->state()); });
    const auto now = isOver                                                ? ConnectionState::Closed
                     : static_cast<size_t>(reached) > m_members.size() / 2 ? ConnectionState::Connected
                                                                           : ConnectionState::Suspended;
    if (now == m_state)
        return;
    m_state = now;
    if (m_listener)
        m_listener(now);
}

Task<Result<Done>> RedlockSession::inject(lab::FaultRequest request)
{
    using journal::Fault;
    const bool isOfOneMessage = request.fault == Fault::LoseRequest || request.fault == Fault::LoseReply
                                || request.fault == Fault::LoseCreateReply;
    if (isOfOneMessage) {
        m_next = (m_next + 1) % m_members.size();
        co_return co_await m_members[m_next]->inject(request);
    }
    for (const auto &member : m_members) {
        const auto injected = co_await member->inject(request);
        if (!injected)
            co_return injected;
    }
    co_return Done();
}

void RedlockSession::setClockAhead(std::chrono::milliseconds ahead)
{
    for (const auto &member : m_members)
        member->setClockAhead(ahead);
}

void RedlockSession::crash()
{
    // All at once: a recipe that hears of the first must not go on with the others.
    std::vector<std::function<void()>> answers;
    for (const auto &member : m_members)
        answers.push_back(member->endSilently());
    for (const auto &answer : answers)
        answer();
}

Task<> RedlockSession::close()
{
    crash();
    co_return;
}

} // namespace lockscope::backends
