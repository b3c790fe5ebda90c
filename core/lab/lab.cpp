// SPDX-License-Identifier: Apache-2.0
#include "core/lab/lab.h"

#include "core/lab/countingstore.h"
#include "core/lab/descriptorlimit.h"
#include "core/lab/simclient.h"
#include "core/locks/recipecatalog.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

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

} // namespace

struct Lab::Entry
{
    ClientId id;
    // The client goes last: what ends with its session is still told to it.
    std::unique_ptr<SimClient> client;
    std::unique_ptr<CountingStore> store;
    std::unique_ptr<ClientSession> session;
    bool closing = false;
    bool removeWhenClosed = false;
    std::vector<ReplyPromise<Done>> waitingForClose;
};

/// The sessions of one spawn on their way.
struct Lab::Opening
{
    int count = 0;
    int next = 0;
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
        entry->session->listen({});
        entry->session->crash();
        entry->client->sessionLost({ErrorCode::Closed, {}, {}, {}}); // a hold is no call that the session would answer
    }
    sweep();
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

Task<> Lab::openNext(SessionFactory *factory, std::shared_ptr<Opening> opening)
{
    while (opening->next < opening->count && !opening->error) {
        ++opening->next;
        auto session = co_await factory->open();
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
    if (const auto problem = makeRoomForSessions(request.count))
        co_return tl::unexpected(*problem);
    const auto alive = m_alive;
    const auto opening = std::make_shared<Opening>();
    opening->count = request.count;
    std::erase_if(m_openings, [](const auto &other) { return other.expired(); });
    m_openings.push_back(opening);

    std::vector<Task<>> openers;
    for (int i = 0; i < std::min(openedAtOnce, request.count); ++i)
        openers.push_back(openNext(&m_factory, opening));
    for (auto &opener : openers)
        co_await opener;
    if (opening->error || !*alive) {
        const Error error = opening->error.value_or(Error{ErrorCode::Cancelled, u"spawn"_s, {}, {}});
        co_await closeSessions(opening);
        co_return tl::unexpected(error);
    }

    QList<ClientId> ids;
    ids.reserve(request.count);
    for (int i = 0; i < request.count; ++i)
        ids.append(add(request, i, std::move(opening->sessions[static_cast<size_t>(i)])));
    opening->sessions.clear();
    if (request.acquireAtOnce)
        command(ids, ClientCommand::Acquire);
    co_return std::move(ids);
}

ClientId Lab::add(const SpawnRequest &request, int index, std::unique_ptr<ClientSession> session)
{
    SimClientSpec spec;
    spec.id = ClientId{++m_lastId};
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

    m_sink.write(journal::ClientSpawned{spec.id, spec.name, spec.recipe, spec.dialect, spec.mode, spec.lock,
                                        spec.leases, spec.entries, spec.threads, spec.paths});
    m_sink.write(journal::ClientConnection{spec.id, session->state(), session->store().session()});
    const ClientId id = spec.id;
    auto entry = std::make_unique<Entry>();
    entry->id = id;
    entry->session = std::move(session);
    entry->store = std::make_unique<CountingStore>(id, entry->session->store(), m_sink);
    entry->client = std::make_unique<SimClient>(std::move(spec), *entry->store, m_sink, m_random);
    entry->session->listen([this, id](ConnectionState state) { onSession(id, state); });
    m_clients.emplace(id, std::move(entry));
    return id;
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
    m_sink.write(journal::ClientConnection{id, state, entry->session->store().session()});
    switch (state) {
    case ConnectionState::Expired: entry->client->sessionLost({ErrorCode::SessionExpired, {}, {}, {}}); break;
    case ConnectionState::AuthFailed: entry->client->sessionLost({ErrorCode::AuthFailed, {}, {}, {}}); break;
    case ConnectionState::Closed: entry->client->sessionLost({ErrorCode::Closed, {}, {}, {}}); break;
    case ConnectionState::Connecting:
    case ConnectionState::Connected:
    case ConnectionState::Suspended: break;
    }
}

void Lab::command(const QList<ClientId> &ids, ClientCommand command)
{
    for (const ClientId id : ids) {
        Entry *entry = find(id);
        if (!entry || (entry->closing && command != ClientCommand::Remove))
            continue;
        switch (command) {
        case ClientCommand::Acquire: entry->client->acquire(); break;
        case ClientCommand::Release: entry->client->release(); break;
        case ClientCommand::Downgrade: entry->client->downgrade(); break;
        case ClientCommand::Upgrade: entry->client->upgrade(); break;
        case ClientCommand::Revoke: entry->client->askForRevocation(); break;
        case ClientCommand::Crash: crash(*entry); break;
        case ClientCommand::Close: close(id, false); break;
        case ClientCommand::Remove: close(id, true); break;
        }
    }
}

void Lab::crash(Entry &entry)
{
    const ConnectionState state = entry.session->state();
    if (state == ConnectionState::Closed || state == ConnectionState::Expired || state == ConnectionState::AuthFailed)
        return; // nothing left that could crash
    m_sink.write(journal::ClientFault{entry.id, journal::Fault::Crash});
    entry.client->crashed();
    entry.session->crash();
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
    entry->client->sessionCloses();
    co_await entry->session->close();
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
        sessions.append(entry->session->store().session());
    return sessions;
}

} // namespace lockscope::lab
