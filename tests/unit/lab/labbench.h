// SPDX-License-Identifier: Apache-2.0
// A lab on the in-memory ensemble, and sessions that do what a test says.
// Never a server, never a clock: what happens, happens when the test runs the ensemble.
#pragma once

#include "core/lab/lab.h"
#include "tests/support/await.h"
#include "tests/support/fake/fakeensemble.h"
#include "tests/unit/lab/eventlog.h"

#include <QTest>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

inline const QString lockPath = u"/locks/orders"_s;

class FakeClientSession final : public ClientSession
{
public:
    explicit FakeClientSession(fake::FakeSession &session)
        : m_session(session)
    {
    }

    recipes::Store &store() override { return m_session; }
    ConnectionState state() const override { return m_state; }
    void listen(Listener listener) override { m_listener = std::move(listener); }
    Task<Result<Done>> inject(FaultRequest request) override
    {
        injected.append(request);
        if (refusing)
            co_return failure(ErrorCode::InvalidInput, {}, {}, Text::verbatim(u"no"_s));
        co_return Done();
    }
    void crash() override { end(false); }
    Task<> close() override
    {
        end(true);
        co_return;
    }
    void becomes(ConnectionState state)
    {
        m_state = state;
        if (m_listener)
            m_listener(state);
    }

    QList<FaultRequest> injected;
    bool refusing = false;

private:
    void end(bool clean)
    {
        if (m_state == ConnectionState::Closed)
            return;
        m_session.cut(clean);
        becomes(ConnectionState::Closed);
    }

    fake::FakeSession &m_session;
    ConnectionState m_state = ConnectionState::Connected;
    Listener m_listener;
};

/// Opens when the test says so; counts how many were asked for at once.
class FakeFactory final : public SessionFactory
{
public:
    explicit FakeFactory(fake::FakeEnsemble &fake)
        : m_ensemble(fake)
    {
    }

    Task<Result<std::unique_ptr<ClientSession>>> open(Route route,
                                                      std::optional<std::chrono::milliseconds> timeout) override
    {
        ++opened;
        lastTimeout = timeout;
        lastRoute = route;
        if (heldFrom > 0 && opened >= heldFrom) {
            waiting.emplace_back();
            mostAtOnce = std::max(mostAtOnce, waiting.size());
            Reply<Done> go(waiting.back());
            co_await go;
        }
        if (failAt == opened)
            co_return failure(failsWith, u"connect"_s);
        auto session = std::make_unique<FakeClientSession>(m_ensemble.newSession());
        sessions.push_back(session.get());
        co_return std::unique_ptr<ClientSession>(std::move(session));
    }

    void letAllGo()
    {
        while (!waiting.empty()) {
            for (const auto &promise : std::exchange(waiting, {}))
                promise.complete(Done());
        }
    }

    int heldFrom = 0; ///< those from this one on wait; 0: none does
    int failAt = 0;
    ErrorCode failsWith = ErrorCode::ConnectTimeout;
    int opened = 0;
    std::optional<std::chrono::milliseconds> lastTimeout;
    Route lastRoute = Route::Direct;
    size_t mostAtOnce = 0;
    std::vector<ReplyPromise<Done>> waiting;
    std::vector<FakeClientSession *> sessions;

private:
    fake::FakeEnsemble &m_ensemble;
};

struct Bench
{
    fake::FakeEnsemble ensemble;
    EventLog log;
    FakeFactory factory{ensemble};
    std::optional<Result<QList<ClientId>>> spawned;
    bool closed = false;
    Lab lab{factory, log, 1};

    ~Bench() { closeAll(); }

    static SpawnRequest request(int count)
    {
        SpawnRequest request;
        request.count = count;
        request.lock = lockPath;
        return request;
    }

    QList<ClientId> spawn(const SpawnRequest &what)
    {
        runSpawn(this, what);
        ensemble.run();
        return spawned && *spawned ? **spawned : QList<ClientId>();
    }
    /// They wait for ClientCommand::Acquire.
    QList<ClientId> spawnAtRest(int count)
    {
        SpawnRequest resting = request(count);
        resting.acquireAtOnce = false;
        return spawn(resting);
    }

    // Told, and all that comes of it.
    void command(const QList<ClientId> &ids, ClientCommand what)
    {
        lab.command(ids, what);
        ensemble.run();
    }
    void fault(const QList<ClientId> &ids, const FaultRequest &what)
    {
        lab.fault(ids, what);
        ensemble.run();
    }
    void stopBefore(const QList<ClientId> &ids, std::optional<locks::Step> step)
    {
        lab.stopBefore(ids, step);
        ensemble.run();
    }

    void closeAll()
    {
        closed = false;
        runCloseAll(this);
        const bool ended = QTest::qWaitFor(
            [this] {
                ensemble.run();
                return closed;
            },
            test::patienceMs());
        if (!ended)
            qFatal("closeAll() does not end");
    }

    static Task<> runSpawn(Bench *bench, SpawnRequest what)
    {
        auto result = co_await bench->lab.spawn(what);
        bench->spawned = std::move(result);
    }
    static Task<> runCloseAll(Bench *bench)
    {
        co_await bench->lab.closeAll();
        bench->closed = true;
    }

    int writers() const
    {
        int count = 0;
        for (const auto *client : log.all<journal::ClientSpawned>())
            count += client->mode == locks::Mode::Exclusive;
        return count;
    }
};

} // namespace lockscope::lab
