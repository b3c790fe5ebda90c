// SPDX-License-Identifier: Apache-2.0
#include "core/lab/lab_p.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using journal::Fault;

void Lab::fault(const QList<ClientId> &ids, const FaultRequest &request)
{
    for (const ClientId id : ids)
        befall(id, request, false);
}

/// At random, from inside a request of the client.
void Lab::stage(ClientId id, const FaultRequest &request)
{
    const bool endsSession =
        request.fault == Fault::Crash || request.fault == Fault::Expire || request.fault == Fault::Close;
    if (!endsSession) {
        befall(id, request, true);
        return;
    }
    // Its end resumes whoever waits, the recipe that is just asking too: only from the event loop.
    QTimer::singleShot(0, &m_sweeper, [this, id, request] { befall(id, request, true); });
}

void Lab::befall(ClientId id, FaultRequest request, bool atRandom)
{
    Entry *entry = find(id);
    if (!entry || entry->closing || isOver(entry->link->session->state()))
        return;
    if ((request.fault == Fault::Resume && !entry->paused) || (request.fault == Fault::Pause && entry->paused)
        || (request.fault == Fault::Heal && !entry->cutOff && !entry->delayed))
        return;
    if (request.fault == Fault::Resume) {
        resume(*entry);
        return;
    }
    if (request.fault == Fault::Heal) {
        heal(*entry);
        return;
    }
    m_sink.write(journal::ClientFault{id, request.fault, request.duration.count(), atRandom});
    switch (request.fault) {
    case Fault::Crash:
        entry->endedByHand |= !atRandom;
        entry->client->crashed();
        entry->link->session->crash();
        break;
    case Fault::Close: closeAs(id, atRandom); break;
    case Fault::Pause: pause(*entry, request.duration); break;
    case Fault::Partition:
        entry->cutOff = true;
        if (request.duration.count() > 0)
            entry->partitionEnd.start(request.duration);
        inject(id, request);
        break;
    case Fault::Delay:
        entry->delayed = request.duration.count() > 0;
        inject(id, request);
        break;
    case Fault::LoseReply:
    case Fault::LoseCreateReply:
    case Fault::Expire: inject(id, request); break;
    case Fault::Resume:
    case Fault::Heal: break;
    }
}

Task<> Lab::closeAs(ClientId id, bool atRandom)
{
    const auto alive = m_alive;
    co_await close(id, false);
    if (*alive && atRandom)
        reopen(id, true);
}

Task<> Lab::inject(ClientId id, FaultRequest request)
{
    const auto alive = m_alive;
    const Link *link = find(id)->link.get();
    auto injecting = link->session->inject(request);
    const auto staged = co_await injecting;
    if (staged || !*alive || staged.error().sessionIsOver() || staged.error().code == ErrorCode::Cancelled)
        co_return;
    Entry *entry = find(id);
    if (!entry || entry->link.get() != link)
        co_return;
    m_sink.write(journal::Notice{locks::Finding::Severity::Warning,
                                 u"%1: %2 could not be staged. %3"_s.arg(entry->name, journal::faultName(request.fault),
                                                                         staged.error().sentence())});
    if (isNetworkFault(request.fault) && (entry->cutOff || entry->delayed))
        heal(*entry);
}

void Lab::pause(Entry &entry, std::chrono::milliseconds duration)
{
    entry.paused = true;
    if (duration.count() > 0)
        entry.pauseEnd.start(duration);
    entry.client->pause();
    inject(entry.id, {Fault::Pause});
}

void Lab::resume(Entry &entry)
{
    entry.paused = false;
    entry.pauseEnd.stop();
    m_sink.write(journal::ClientFault{entry.id, Fault::Resume});
    const ClientId id = entry.id;
    inject(id, {Fault::Resume});
    entry.client->resume();
    for (const ClientCommand told : std::exchange(entry.toldWhilePaused, {}))
        command({id}, told);
}

void Lab::heal(Entry &entry)
{
    entry.cutOff = entry.delayed = false;
    entry.partitionEnd.stop();
    m_sink.write(journal::ClientFault{entry.id, Fault::Heal});
    inject(entry.id, {Fault::Heal});
}

/// Its session is over.
void Lab::endFaults(Entry &entry)
{
    entry.pauseEnd.stop();
    entry.partitionEnd.stop();
    entry.toldWhilePaused.clear();
    if (std::exchange(entry.paused, false)) {
        m_sink.write(journal::ClientFault{entry.id, Fault::Resume});
        entry.client->resume();
    }
    const bool wasAmiss = entry.cutOff || entry.delayed;
    entry.cutOff = entry.delayed = false;
    if (wasAmiss)
        m_sink.write(journal::ClientFault{entry.id, Fault::Heal});
}

} // namespace lockscope::lab
