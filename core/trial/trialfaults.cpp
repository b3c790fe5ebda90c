// SPDX-License-Identifier: Apache-2.0
// What is done to the clients and servers of a trial.
#include "core/trial/contender.h"

#include "core/zk/session.h"

#include <QPointer>

#include <utility>

namespace lockscope::trial {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Fault;

namespace {

constexpr auto expiryLimit = 5s; ///< for the connection that ends a session

} // namespace

/// It is started again, or goes on, when the time is over.
Task<> Trial::stageAtServer(int server, ServerFault fault, bool atRandom)
{
    const QPointer<Trial> alive(this);
    m_serverIsDown = true;
    auto beginning = m_commandServer(server, fault.command, atRandom);
    const auto begun = co_await beginning;
    const bool mustEnd = begun && fault.command != ServerCommand::Restart;
    if (alive && mustEnd)
        co_await after(fault.duration, this);
    if (alive && mustEnd) {
        auto ending = m_commandServer(
            server, fault.command == ServerCommand::Kill ? ServerCommand::Restart : ServerCommand::Resume, false);
        co_await ending;
    }
    if (!alive)
        co_return;
    m_serverIsDown = false;
    for (const auto &client : m_clients) // servers that start give each session all of its time again
        leavesSession(*client);
    moved();
}

/// True if the message that is just passing is lost by it.
bool Trial::stage(Contender &client, const lab::FaultRequest &request, bool atRandom, bool fromClient)
{
    if (request.fault == Fault::Resume) {
        resume(client);
        return false;
    }
    if (client.killed || client.paused || client.relay.isPartitioned() || client.isExpiring)
        return false; // one at a time
    const ClientId id = client.conversation.id();
    m_sink.write(journal::ClientFault{id, request.fault, request.duration.count(), atRandom});
    switch (request.fault) {
    case Fault::Crash: kill(client); break;
    case Fault::Pause: pause(client, request.duration); break;
    case Fault::Partition: cutOff(client, request.duration); break;
    case Fault::Delay: client.relay.setDelay(request.duration); break;
    case Fault::LoseRequest: return true;
    case Fault::LoseReply: client.losesNextReply = client.losesNextReply || fromClient; return !fromClient;
    case Fault::LoseCreateReply:
        client.losesNextCreateReply = client.losesNextCreateReply || fromClient;
        return !fromClient;
    case Fault::Expire: expire(&client); break;
    case Fault::Resume:
    case Fault::Heal:
    case Fault::Close:
    case Fault::JumpClock: break;
    }
    return false;
}

void Trial::kill(Contender &client)
{
    client.killed = true;
    leavesSession(client);
    client.process->kill();
    client.conversation.isGone();
}

void Trial::pause(Contender &client, std::chrono::milliseconds duration)
{
    client.paused = true;
    client.process->pause();
    if (duration == 0ms) {
        leavesSession(client); // if it is long, it ends
        return;
    }
    QTimer::singleShot(duration, this, [this, &client, number = ++client.pauses] {
        if (client.pauses == number)
            resume(client);
    });
}

void Trial::resume(Contender &client)
{
    if (!std::exchange(client.paused, false))
        return;
    ++client.pauses;
    m_sink.write(journal::ClientFault{client.conversation.id(), Fault::Resume});
    client.process->resume();
    moved();
}

void Trial::cutOff(Contender &client, std::chrono::milliseconds duration)
{
    client.relay.setPartitioned(true);
    QTimer::singleShot(duration, this, [this, &client, number = ++client.cuts] {
        if (client.cuts != number)
            return;
        m_sink.write(journal::ClientFault{client.conversation.id(), Fault::Heal});
        client.relay.setPartitioned(false);
        moved();
    });
}

/// Nothing passes meanwhile: the client would come back and take its session over again.
Task<> Trial::expire(Contender *client)
{
    const auto session = client->conversation.session();
    if (!session)
        co_return;
    const QPointer<Trial> alive(this);
    client->isExpiring = true;
    client->relay.setPartitioned(true);
    QStringList hosts;
    for (const zk::HostPort &server : std::as_const(m_servers))
        hosts += server.toString();
    auto ending = zk::endSession(hosts.join(u','), session->timeoutMs, session->id, session->password, expiryLimit);
    co_await ending;
    if (!alive)
        co_return;
    client->isExpiring = false;
    client->relay.setPartitioned(false);
    moved();
}

} // namespace lockscope::trial
