// SPDX-License-Identifier: Apache-2.0
#include "core/lab/descriptorlimit.h"
#include "core/lab/lab_p.h"
#include "core/lab/relay.h"
#include "core/locks/recipecatalog.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

constexpr quint32 forHoldTimes = 2;
constexpr int openedAtOnce = 64; ///< a burst of a thousand connections is more than a server's backlog takes

/// Spreads the writers evenly among the clients.
bool isWriter(const SpawnRequest &request, int index)
{
    const qint64 writers = qRound64(request.writers * request.count);
    return (index + 1) * writers / request.count > index * writers / request.count;
}

/// In the order in which the client takes them.
QStringList pathsOf(const SpawnRequest &request, int index)
{
    QStringList paths = request.paths;
    if (request.recipe == locks::RecipeId::BrokenUnsortedMulti) {
        if (index % 2 == 1)
            std::reverse(paths.begin(), paths.end());
    } else if (request.sorted) {
        paths.sort();
    }
    return paths;
}

/// A server that took some and then no more has a limit.
Error judgeRefusal(const Error &error, size_t taken, int asked)
{
    if (taken == 0 || error.code != ErrorCode::ConnectTimeout)
        return error;
    return {error.code,
            u"spawn"_s,
            {},
            u"the server took %1 of %2 sessions; none was kept. Raise its maxClientCnxns "
            "(0: no limit), or start at most %1 clients"_s.arg(taken)
                .arg(asked)};
}

} // namespace

/// The sessions of one spawn on their way.
struct Lab::Opening
{
    int count = 0;
    int next = 0;
    Route route = Route::Direct;
    std::vector<std::unique_ptr<ClientSession>> sessions;
    std::optional<Error> error; ///< the first; no more are opened
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
    for (const auto &opening : m_openings) {
        if (const auto running = opening.lock())
            running->error = Error{ErrorCode::Cancelled, u"spawn"_s, {}, {}};
    }
    for (const auto &[id, entry] : m_clients) {
        entry->client->crashed();
        entry->link->session->listen({});
        entry->link->session->crash();
        entry->client->sessionLost({ErrorCode::Closed, {}, {}, {}}); // a hold is no call that the session would answer
    }
    sweep();
}

void Lab::sweep()
{
    m_gone.clear();
    m_pastLinks.clear();
    for (const auto &waiting : std::exchange(m_waitingForSweep, {}))
        waiting.complete(Done());
}

Reply<Done> Lab::swept()
{
    if (m_gone.empty() && m_pastLinks.empty())
        return Result<Done>(Done());
    m_waitingForSweep.emplace_back();
    return Reply<Done>(m_waitingForSweep.back());
}

Task<> Lab::openNext(SessionFactory *factory, std::shared_ptr<Opening> opening)
{
    while (opening->next < opening->count && !opening->error) {
        ++opening->next;
        auto session = co_await factory->open(opening->route);
        if (session)
            opening->sessions.push_back(std::move(*session));
        else if (!opening->error)
            opening->error = session.error();
    }
}

Task<> Lab::closeSessions(std::shared_ptr<Opening> opening)
{
    std::vector<Task<>> closing;
    for (const auto &session : opening->sessions)
        closing.push_back(session->close());
    for (auto &task : closing)
        co_await task;
    opening->sessions.clear();
}

Task<Result<QList<ClientId>>> Lab::spawn(SpawnRequest request)
{
    if (const auto problem = validate(request))
        co_return tl::unexpected(*problem);
    const Route route = needRelay(request.faults) ? Route::Relayed : Route::Direct;
    const int descriptorsEach = m_factory.descriptorsEach() + (route == Route::Relayed ? descriptorsPerRelay : 0);
    if (const auto problem = makeRoomForSessions(request.count, descriptorsEach))
        co_return tl::unexpected(*problem);
    const auto alive = m_alive;
    const auto opening = std::make_shared<Opening>();
    opening->count = request.count;
    opening->route = route;
    std::erase_if(m_openings, [](const auto &other) { return other.expired(); });
    m_openings.push_back(opening);

    std::vector<Task<>> openers;
    for (int i = 0; i < std::min(openedAtOnce, request.count); ++i)
        openers.push_back(openNext(&m_factory, opening));
    for (auto &opener : openers)
        co_await opener;
    if (opening->error || !*alive) {
        const Error error = opening->error.value_or(Error{ErrorCode::Cancelled, u"spawn"_s, {}, {}});
        const Error told = judgeRefusal(error, opening->sessions.size(), request.count);
        co_await closeSessions(opening);
        co_return tl::unexpected(told);
    }

    const quint64 seed = request.seed ? *request.seed : quint64(m_random()) << 32 | m_random();
    QList<ClientId> ids;
    ids.reserve(request.count);
    for (int i = 0; i < request.count; ++i)
        ids.append(add(request, i, seed, std::move(opening->sessions[static_cast<size_t>(i)])));
    opening->sessions.clear();
    if (request.acquireAtOnce)
        command(ids, ClientCommand::Acquire);
    co_return std::move(ids);
}

ClientId Lab::add(const SpawnRequest &request, int index, quint64 seed, std::unique_ptr<ClientSession> session)
{
    SimClientSpec spec;
    spec.id = m_sink.newClient();
    spec.name = request.names.isEmpty() ? request.namePrefix + QString::number(m_namesGiven[request.namePrefix]++)
                                        : request.names.at(index);
    spec.lock = request.lock;
    spec.recipe = request.recipe;
    spec.dialect = request.dialect;
    const bool shared = locks::recipeInfo(request.recipe).options.writers && !isWriter(request, index);
    spec.mode = shared ? locks::Mode::Shared : locks::Mode::Exclusive;
    spec.hold = request.hold;
    spec.acquireTimeout = request.acquireTimeout;
    spec.rounds = request.rounds;
    spec.entries = request.entries;
    spec.leases = request.leases;
    spec.threads = request.threads;
    spec.paths = pathsOf(request, index);
    spec.stamp = request.stamp;
    spec.withoutLock = request.withoutLock;

    m_sink.write(journal::ClientSpawned{spec.id, spec.name, spec.recipe, spec.dialect, spec.mode, spec.lock,
                                        spec.leases, spec.entries, spec.threads, spec.paths});
    m_sink.write(journal::ClientConnection{spec.id, session->state(), session->store().session()});
    const ClientId id = spec.id;
    const auto number = static_cast<quint32>(index);
    auto entry = std::make_unique<Entry>();
    entry->id = id;
    entry->name = spec.name;
    entry->route = needRelay(request.faults) ? Route::Relayed : Route::Direct;
    entry->random = generatorFor(seed, number, forHoldTimes);
    if (!request.faults.isEmpty())
        entry->driver = std::make_unique<FaultDriver>(request.faults, seed, number);
    for (QTimer *timer : {&entry->pauseEnd, &entry->partitionEnd})
        timer->setSingleShot(true);
    QObject::connect(&entry->pauseEnd, &QTimer::timeout, &m_sweeper,
                     [this, id] { befall(id, {journal::Fault::Resume}, false); });
    QObject::connect(&entry->partitionEnd, &QTimer::timeout, &m_sweeper,
                     [this, id] { befall(id, {journal::Fault::Heal}, false); });
    entry->link = link(*entry, std::move(session), 0);
    entry->client = std::make_unique<SimClient>(std::move(spec), *entry->link->store, m_sink, entry->random);
    m_clients.emplace(id, std::move(entry));
    return id;
}

std::unique_ptr<Lab::Link> Lab::link(const Entry &entry, std::unique_ptr<ClientSession> session, quint64 callsBefore)
{
    const ClientId id = entry.id;
    auto made = std::make_unique<Link>();
    made->session = std::move(session);
    recipes::Store *store = &made->session->store();
    if (entry.driver) {
        made->faulty = std::make_unique<FaultyStore>(*store, *entry.driver,
                                                     [this, id](const FaultRequest &request) { stage(id, request); });
        store = made->faulty.get();
    }
    made->store = std::make_unique<JournalingStore>(id, *store, m_sink, callsBefore);
    made->session->listen([this, id](ConnectionState state) { onSession(id, state); });
    return made;
}

Task<> Lab::reopen(ClientId id, bool goOn)
{
    const auto alive = m_alive;
    Entry *entry = find(id);
    if (!entry || entry->reopening)
        co_return;
    entry->reopening = true;
    auto resting = entry->client->idle();
    co_await resting;
    if (!*alive)
        co_return;
    entry = find(id);
    if (!entry || entry->closing || (goOn && !entry->client->hasRoundsLeft())) {
        if (entry)
            entry->reopening = false;
        co_return;
    }
    auto opening = m_factory.open(entry->route);
    auto session = co_await opening;
    entry = *alive ? find(id) : nullptr;
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
    m_pastLinks.push_back(std::move(before));
    m_sweeper.start(0);
    entry->client->restart(*entry->link->store, goOn);
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
    switch (state) {
    case ConnectionState::Expired: entry->client->sessionLost({ErrorCode::SessionExpired, {}, {}, {}}); break;
    case ConnectionState::AuthFailed: entry->client->sessionLost({ErrorCode::AuthFailed, {}, {}, {}}); break;
    case ConnectionState::Closed: entry->client->sessionLost({ErrorCode::Closed, {}, {}, {}}); break;
    case ConnectionState::Connecting:
    case ConnectionState::Connected:
    case ConnectionState::Suspended: return;
    }
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
        if (entry->paused && !ends) {
            entry->toldWhilePaused.append(command);
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

Task<> Lab::close(ClientId id, bool remove)
{
    const auto alive = m_alive;
    Entry *entry = find(id);
    if (!entry)
        co_return;
    entry->removeWhenClosed |= remove;
    if (entry->closing) {
        entry->waitingForClose.emplace_back();
        Reply<Done> closed(entry->waitingForClose.back());
        co_await closed;
        co_return;
    }
    entry->closing = true;
    if (entry->paused)
        resume(*entry);
    if (entry->cutOff || entry->delayed)
        heal(*entry);
    entry->client->sessionCloses();
    co_await entry->link->session->close();
    if (!*alive)
        co_return;
    entry->client->sessionLost({ErrorCode::Closed, {}, {}, {}}); // if its listener did not say so
    auto idle = entry->client->idle();
    co_await idle;
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
    for (const auto &opening : m_openings) {
        if (const auto running = opening.lock(); running && !running->error)
            running->error = Error{ErrorCode::Cancelled, u"spawn"_s, {}, {}};
    }
    std::vector<ClientId> ids;
    for (const auto &[id, entry] : m_clients)
        ids.push_back(id);
    std::vector<Task<>> closing;
    for (const ClientId id : ids)
        closing.push_back(close(id, true));
    for (auto &task : closing)
        co_await task;
    auto gone = swept();
    co_await gone;
}

QList<SessionId> Lab::sessions() const
{
    QList<SessionId> sessions;
    for (const auto &[id, entry] : m_clients)
        sessions << entry->formerSessions << entry->link->store->session();
    return sessions;
}

} // namespace lockscope::lab
