// SPDX-License-Identifier: Apache-2.0
#include "core/lab/lab.h"

#include "core/lab/clientstores.h"
#include "core/lab/opensessions.h"
#include "core/lab/simclient.h"
#include "core/locks/recipecatalog.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using journal::Fault;

namespace {

constexpr quint32 forHoldTimes = 2;
constexpr auto giveBackLimit = std::chrono::seconds(2);

} // namespace

/// A session and what is between it and the client. A client has one at a time, and a new one after each end.
struct Lab::Link
{
    std::unique_ptr<JournalingStore> store;
    std::vector<std::unique_ptr<JournalingRedisStore>> redis; ///< none where the session is none on Redis
    std::unique_ptr<JournalingSqlStore> sql;                  ///< null where it is none on a database
    std::unique_ptr<ClientSession> session;

    KeyStores keys() const
    {
        KeyStores keys{{}, sql.get()};
        for (const auto &server : redis)
            keys.redis.push_back(server.get());
        return keys;
    }
};

struct Lab::Entry
{
    Entry(ClientRandom drawn, std::function<void()> onPauseEnd, std::function<void()> onPartitionEnd)
        : random(std::move(drawn))
        , pauseEnd(std::move(onPauseEnd))
        , partitionEnd(std::move(onPartitionEnd))
    {
    }

    ClientId id;
    QString name;
    Route route = Route::Direct;
    std::shared_ptr<SessionFactory> pool;             ///< whose connections it shares; null: of none
    std::optional<std::chrono::milliseconds> timeout; ///< of its sessions
    std::chrono::milliseconds clockAhead{0};
    ClientRandom random;                 ///< of its hold times
    std::unique_ptr<FaultDriver> driver; ///< null: no random faults
    // The client goes after its link, which still calls it.
    std::unique_ptr<SimClient> client;
    std::unique_ptr<Link> link;
    QList<SessionId> formerSessions;

    bool paused = false;
    bool cutOff = false;
    bool delayed = false;
    SeldomTimer pauseEnd;
    SeldomTimer partitionEnd;
    int staging = 0;                   ///< network faults that are on their way
    QList<ClientCommand> heldCommands; ///< until it goes on, and what was staged before has come

    bool endedByHand = false; ///< its session: it does not go on by itself
    bool reopening = false;
    bool closing = false;
    bool removeWhenClosed = false;
    std::vector<ReplyPromise<Done>> waitingForClose;
};

Lab::Lab(SessionFactory &factory, journal::EventSink &sink, unsigned seed)
    : m_factory(factory)
    , m_sink(sink)
    , m_random(seed)
{
    m_sweeper.setSingleShot(true);
    QObject::connect(&m_sweeper, &QTimer::timeout, &m_sweeper, [this] { sweep(); });
}

Lab::~Lab()
{
    *m_alive = false;
    cancelOpenings();
    for (const auto &[id, entry] : m_clients) {
        entry->client->crashed();
        entry->link->session->listen({});
        entry->link->session->crash();
        entry->client->sessionLost({ErrorCode::Closed, {}, {}, {}}); // a hold is no call that the session would answer
    }
    for (const auto &resource : m_resources)
        resource->crash();
    sweep();
}

void Lab::cancelOpenings()
{
    for (const auto &opening : m_openings) {
        if (const auto running = opening.lock(); running && !running->error)
            running->error = Error{ErrorCode::Cancelled, u"spawn"_s, {}, {}};
    }
}

void Lab::abandonOpenings()
{
    for (const auto &opening : std::exchange(m_openings, {})) {
        if (const auto running = opening.lock())
            abandon(*running);
    }
}

void Lab::sweep()
{
    m_gone.clear();
    for (const auto &waiting : std::exchange(m_waitingForSweep, {}))
        waiting.complete(Done());
}

Reply<Done> Lab::swept()
{
    if (m_gone.empty())
        return Result<Done>(Done());
    m_waitingForSweep.emplace_back();
    return Reply<Done>(m_waitingForSweep.back());
}

Task<Result<QList<ClientId>>> Lab::spawn(SpawnRequest request)
{
    if (const auto problem = validate(request))
        co_return tl::unexpected(*problem);
    if (const auto problem = misplaced(request, m_factory.backend()))
        co_return tl::unexpected(*problem);
    if (const int needed = locks::recipeInfo(request.recipe).servers; needed > m_factory.servers())
        co_return failure(ErrorCode::InvalidInput, u"spawn"_s, request.lock,
                          Text::en("%1 needs at least %2 Redis servers that know nothing of one another: open several.")
                              .arg(locks::recipeName(request.recipe), needed));
    const Route route = needRelay(request.faults) ? Route::Relayed : Route::Direct;
    const auto opening = std::make_shared<SessionOpening>();
    opening->count = request.count;
    opening->route = route;
    opening->timeout = request.sessionTimeout;
    std::erase_if(m_openings, [](const auto &other) { return other.expired(); });
    m_openings.push_back(opening);
    const auto pool = request.pool > 0 ? m_factory.sharing(request.pool) : nullptr;
    opening->pool = pool;
    if (request.resource != Resource::OfSession) {
        const auto reached = co_await openResource();
        if (!reached)
            co_return tl::unexpected(reached.error());
    }
    auto sessions = co_await openSessions(pool ? pool.get() : &m_factory, opening);
    if (!sessions)
        co_return tl::unexpected(sessions.error());

    const quint64 seed = request.seed ? *request.seed : quint64(m_random()) << 32 | m_random();
    QList<ClientId> ids;
    ids.reserve(request.count);
    for (int i = 0; i < request.count; ++i)
        ids.append(add(request, i, seed, std::move((*sessions)[static_cast<size_t>(i)]), pool));
    if (request.acquireAtOnce)
        command(ids, ClientCommand::Acquire);
    co_return std::move(ids);
}

Task<Result<Done>> Lab::openResource()
{
    if (!m_resources.empty() && !isOver(m_resources.back()->state()))
        co_return Done();
    const auto opening = std::make_shared<SessionOpening>();
    opening->count = 1;
    m_openings.push_back(opening);
    auto opened = co_await openSessions(&m_factory, opening);
    if (!opened)
        co_return tl::unexpected(opened.error());
    m_resources.push_back(std::move(opened->front()));
    co_return Done();
}

ClientId Lab::add(const SpawnRequest &request, int index, quint64 seed, std::unique_ptr<ClientSession> session,
                  const std::shared_ptr<SessionFactory> &pool)
{
    SimClientSpec spec{request, m_sink.newClient(), {}, locks::Mode::Exclusive};
    spec.name = request.names.isEmpty() ? request.namePrefix + QString::number(m_namesGiven[request.namePrefix]++)
                                        : request.names.at(index);
    if (locks::recipeInfo(request.recipe).options.writers && !isWriter(request, index))
        spec.mode = locks::Mode::Shared;
    const locks::RecipeInfo &recipe = locks::recipeInfo(request.recipe);
    if (recipe.guarantees.shared && !recipe.options.writers && !recipe.options.leases)
        spec.mode = locks::Mode::Shared; // its holders exclude no other
    spec.paths = pathsOf(request, index);

    m_sink.write(journal::ClientSpawned{spec.id, spec.name, spec.recipe, spec.dialect, spec.mode, spec.lock,
                                        spec.leases, spec.entries, spec.threads, spec.paths, spec.withoutLock});
    m_sink.write(journal::ClientConnection{spec.id, session->state(), session->store().session()});
    const ClientId id = spec.id;
    const auto number = static_cast<quint32>(index);
    auto entry = std::make_unique<Entry>(
        ClientRandom(seed, number, forHoldTimes), [this, id] { carryOut(id, {Fault::Resume}, false); },
        [this, id] { carryOut(id, {Fault::Heal}, false); });
    entry->id = id;
    entry->name = spec.name;
    entry->route = needRelay(request.faults) ? Route::Relayed : Route::Direct;
    entry->pool = pool;
    entry->timeout = request.sessionTimeout;
    entry->clockAhead = request.clockAhead;
    if (!request.faults.isEmpty())
        entry->driver = std::make_unique<FaultDriver>(request.faults, seed, number);
    entry->link = link(*entry, std::move(session), 0);
    entry->client =
        std::make_unique<SimClient>(std::move(spec), *entry->link->store, m_sink, entry->random, entry->link->keys(),
                                    request.resource == Resource::OfSession ? nullptr : &m_resources.back()->store());
    m_clients.emplace(id, std::move(entry));
    return id;
}

std::unique_ptr<Lab::Link> Lab::link(const Entry &entry, std::unique_ptr<ClientSession> session, quint64 callsBefore)
{
    const ClientId id = entry.id;
    auto made = std::make_unique<Link>();
    made->session = std::move(session);
    made->session->setName(entry.name);
    made->session->setClockAhead(entry.clockAhead);
    made->store = std::make_unique<JournalingStore>(id, made->session->store(), m_sink, callsBefore, entry.driver.get(),
                                                    [this, id](const FaultRequest &request) { stage(id, request); });
    for (recipes::RedisStore *server : made->session->redis())
        made->redis.push_back(
            std::make_unique<JournalingRedisStore>(made->store->requests(), *server, made->session->keyLog()));
    if (recipes::SqlStore *sql = made->session->sql())
        made->sql = std::make_unique<JournalingSqlStore>(made->store->requests(), *sql, *made->session->keyLog());
    made->session->listen([this, id](ConnectionState state) { onSession(id, state); });
    made->session->tellWaits([this, name = entry.name](int connections) {
        m_sink.write(journal::Notice{
            locks::Finding::Severity::Warning,
            Text::en("%1 waits for a connection of its pool: all %2 are taken.").arg(name, connections)});
    });
    return made;
}

Task<> Lab::reopen(ClientId id, bool goOn)
{
    const auto alive = m_alive;
    Entry *entry = find(id);
    if (!entry || entry->reopening)
        co_return;
    entry->reopening = true;
    co_await entry->client->idle();
    if (!*alive)
        co_return;
    entry = find(id);
    if (!entry || entry->closing || (goOn && !entry->client->hasRoundsLeft())) {
        if (entry)
            entry->reopening = false;
        co_return;
    }
    const auto pool = entry->pool;
    SessionFactory &factory = pool ? *pool : m_factory;
    auto session = co_await factory.open(entry->route, entry->timeout);
    entry = *alive ? find(id) : nullptr;
    // A server that stands still meanwhile may give a session only to end it: its client comes back all the same.
    while (entry && !entry->closing && !session && session.error().code == ErrorCode::SessionExpired) {
        session = co_await factory.open(entry->route, entry->timeout);
        entry = *alive ? find(id) : nullptr;
    }
    if (entry)
        entry->reopening = false;
    if (!entry || entry->closing) {
        if (session)
            co_await (*session)->close();
        co_return;
    }
    if (!session) {
        m_sink.write(
            journal::ClientLockState{id, locks::LockState::Released, {}, {}, entry->client->round(), session.error()});
        co_return;
    }
    entry->formerSessions.append(entry->link->session->store().session());
    entry->endedByHand = false;
    auto before = std::exchange(entry->link, link(*entry, std::move(*session), entry->link->store->calls()));
    before->session->listen({});
    m_sink.write(journal::ClientConnection{id, entry->link->session->state(), entry->link->store->session()});
    m_gone.push_back(std::move(before));
    m_sweeper.start(0);
    entry->client->restart(*entry->link->store, goOn, entry->link->keys());
    if (!goOn)
        entry->client->acquire();
}

Lab::Entry *Lab::find(ClientId id) const
{
    const auto found = m_clients.find(id);
    return found == m_clients.end() ? nullptr : found->second.get();
}

void Lab::onSession(ClientId id, ConnectionState state)
{
    Entry *entry = find(id);
    if (!entry)
        return;
    m_sink.write(journal::ClientConnection{id, state, entry->link->store->session()});
    if (!isOver(state))
        return;
    const ErrorCode why = state == ConnectionState::Expired      ? ErrorCode::SessionExpired
                          : state == ConnectionState::AuthFailed ? ErrorCode::AuthFailed
                                                                 : ErrorCode::Closed;
    entry->client->sessionLost({why, {}, {}, {}});
    endFaults(*entry);
    // Under random faults the end of a session is part of the run, not the end of its rounds.
    if (entry->driver && !entry->endedByHand && !entry->closing && state != ConnectionState::AuthFailed)
        reopen(id, true);
}

void Lab::command(const QList<ClientId> &ids, ClientCommand command)
{
    for (const ClientId id : ids) {
        Entry *entry = find(id);
        if (!entry || (entry->closing && command != ClientCommand::Remove))
            continue;
        const bool ends = command == ClientCommand::Close || command == ClientCommand::Remove;
        if ((entry->paused || entry->staging > 0) && !ends) {
            entry->heldCommands.append(command);
            continue;
        }
        switch (command) {
        case ClientCommand::Acquire:
            if (isOver(entry->link->session->state()))
                reopen(id, false);
            else
                entry->client->acquire();
            break;
        case ClientCommand::Release: entry->client->release(); break;
        case ClientCommand::Downgrade: entry->client->downgrade(); break;
        case ClientCommand::Upgrade: entry->client->upgrade(); break;
        case ClientCommand::Revoke: entry->client->askForRevocation(); break;
        case ClientCommand::Close: close(id, false); break;
        case ClientCommand::Remove: close(id, true); break;
        }
    }
}

void Lab::setLimitsHeld(const QList<ClientId> &ids, bool held)
{
    for (const ClientId id : ids) {
        if (Entry *entry = find(id))
            entry->client->setLimitsHeld(held);
    }
}

void Lab::stopBefore(const QList<ClientId> &ids, std::optional<locks::Step> step)
{
    for (const ClientId id : ids) {
        Entry *entry = find(id);
        if (entry && step)
            entry->client->stopBefore(*step);
        else if (entry)
            entry->client->goOn();
    }
}

/// Of a key or row nothing goes with the session: what the client holds is given back first, if the server answers.
Reply<Done> Lab::givenBack(Entry &entry)
{
    const ReplyPromise<Done> over;
    entry.client->giveBack();
    entry.client->idle().then([over](const Result<Done> &) { over.complete(Done()); });
    QTimer::singleShot(giveBackLimit, &m_sweeper, [over] { over.complete(Done()); });
    return Reply<Done>(over);
}

Task<> Lab::close(ClientId id, bool remove)
{
    const auto alive = m_alive;
    Entry *entry = find(id);
    if (!entry)
        co_return;
    entry->removeWhenClosed |= remove;
    if (entry->closing) {
        entry->waitingForClose.emplace_back();
        co_await Reply<Done>(entry->waitingForClose.back());
        co_return;
    }
    entry->closing = true;
    if (entry->paused)
        resume(*entry);
    if (entry->cutOff || entry->delayed)
        heal(*entry);
    if ((!entry->link->redis.empty() || entry->link->sql)
        && entry->link->session->state() == ConnectionState::Connected) {
        co_await givenBack(*entry);
        if (!*alive)
            co_return;
    }
    entry->client->sessionCloses();
    co_await entry->link->session->close();
    if (!*alive)
        co_return;
    entry->client->sessionLost({ErrorCode::Closed, {}, {}, {}}); // if its listener did not say so
    co_await entry->client->idle();
    if (!*alive)
        co_return;
    entry->closing = false;
    const auto waiting = std::exchange(entry->waitingForClose, {});
    if (entry->removeWhenClosed) {
        m_gone.push_back(std::move(m_clients.extract(id).mapped()));
        m_sweeper.start(0);
        m_sink.write(journal::ClientRemoved{id});
    }
    for (const auto &promise : waiting)
        promise.complete(Done());
}

Task<> Lab::closeAll()
{
    cancelOpenings();
    std::vector<ClientId> ids;
    for (const auto &[id, entry] : m_clients)
        ids.push_back(id);
    std::vector<Task<>> closing;
    for (const ClientId id : ids)
        closing.push_back(close(id, true));
    for (auto &task : closing)
        co_await task;
    for (auto &resource : std::exchange(m_resources, {})) {
        co_await resource->close();
        m_gone.push_back(std::move(resource));
        m_sweeper.start(0);
    }
    co_await swept();
}

QList<SessionId> Lab::sessions() const
{
    QList<SessionId> sessions;
    for (const auto &[id, entry] : m_clients)
        sessions << entry->formerSessions << entry->link->store->session();
    return sessions;
}

// ---- faults ----

void Lab::fault(const QList<ClientId> &ids, const FaultRequest &request)
{
    for (const ClientId id : ids)
        carryOut(id, request, false);
}

/// At random, from inside a request of the client.
void Lab::stage(ClientId id, const FaultRequest &request)
{
    const bool endsSession =
        request.fault == Fault::Crash || request.fault == Fault::Expire || request.fault == Fault::Close;
    if (!endsSession)
        return carryOut(id, request, true);
    // Its end resumes all that wait, the recipe that is just asking too: only from the event loop.
    QTimer::singleShot(0, &m_sweeper, [this, id, request] { carryOut(id, request, true); });
}

void Lab::carryOut(ClientId id, FaultRequest request, bool atRandom)
{
    Entry *entry = find(id);
    if (!entry || entry->closing || isOver(entry->link->session->state()))
        return;
    if (request.fault == Fault::Resume && entry->paused)
        resume(*entry);
    if (request.fault == Fault::Heal && (entry->cutOff || entry->delayed))
        heal(*entry);
    if (request.fault == Fault::Resume || request.fault == Fault::Heal
        || (request.fault == Fault::Pause && entry->paused))
        return;
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
    case Fault::LoseRequest:
    case Fault::LoseReply:
    case Fault::LoseCreateReply:
    case Fault::Expire: inject(id, request); break;
    case Fault::JumpClock:
        entry->clockAhead += request.duration;
        inject(id, request);
        break;
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
    Entry *entry = find(id);
    const Link *link = entry->link.get();
    const bool takesTime = isNetworkFault(request.fault); // a client that has no relay moves to one first
    entry->staging += takesTime ? 1 : 0;
    const auto staged = co_await link->session->inject(request);
    entry = *alive ? find(id) : nullptr;
    if (!entry)
        co_return;
    entry->staging -= takesTime ? 1 : 0;
    const bool isThere = entry->link.get() == link;
    const bool failed = !staged && !staged.error().sessionIsOver() && staged.error().code != ErrorCode::Cancelled;
    if (isThere && failed) {
        m_sink.write(
            journal::Notice{locks::Finding::Severity::Warning,
                            Text::en("%1: %2 could not be staged. %3")
                                .arg(entry->name, journal::faultName(request.fault), staged.error().sentence())});
        if (takesTime && (entry->cutOff || entry->delayed))
            heal(*entry);
    } else if (isThere && request.fault == Fault::Partition && !entry->cutOff) {
        inject(id, {Fault::Heal}); // it was healed before it came
    }
    if (entry->staging > 0 || entry->paused)
        co_return;
    for (const ClientCommand held : std::exchange(entry->heldCommands, {}))
        command({id}, held);
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
    if (entry.staging > 0)
        return;
    for (const ClientCommand held : std::exchange(entry.heldCommands, {}))
        command({id}, held);
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
    entry.heldCommands.clear();
    if (std::exchange(entry.paused, false)) {
        m_sink.write(journal::ClientFault{entry.id, Fault::Resume});
        entry.client->resume();
    }
    const bool wasFaulty = entry.cutOff || entry.delayed;
    entry.cutOff = entry.delayed = false;
    if (wasFaulty)
        m_sink.write(journal::ClientFault{entry.id, Fault::Heal});
}

} // namespace lockscope::lab
