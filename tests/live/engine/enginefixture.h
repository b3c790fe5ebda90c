// SPDX-License-Identifier: Apache-2.0
// An engine with the World that its batches make, as the window and the command line have it.
// Never reaches inside: what a test knows it knows from batches and futures, or from the server.
#pragma once

#include "core/base/path.h"
#include "core/engine/engine.h"
#include "core/history/world.h"
#include "tests/support/await.h"

#include <QDir>
#include <QtTest>

#include <memory>

namespace lockscope::test {

/// The end of a future, waited for with the event loop going on.
template<typename T>
T await(QFuture<T> future)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, patienceMs()))
        qFatal("a future did not end within %d s", patienceMs() / 1'000);
    if (future.resultCount() == 0)
        qFatal("a future ended without a result");
    return future.result();
}

class EngineFixture
{
public:
    EngineFixture()
        : m_engine(std::make_unique<Engine>())
    {
        QObject::connect(m_engine.get(), &Engine::batchReady, m_engine.get(), [this](const journal::EventBatch &batch) {
            for (const journal::Event &event : batch) {
                if (event.number != m_world.eventNumber() + 1)
                    m_gaps += 1;
                m_world.apply({event});
                m_events.append(event);
            }
        });
    }

    Engine *operator->() { return m_engine.get(); }
    /// Ends it, as closing the window does.
    void destroy() { m_engine.reset(); }

    Result<SessionId> open(const QString &connectString, int sessionTimeoutMs = 10'000, int connectTimeoutMs = 30'000,
                           bool observeOnly = false)
    {
        ConnectSpec spec;
        spec.connectString = connectString;
        spec.sessionTimeoutMs = sessionTimeoutMs;
        spec.connectTimeoutMs = connectTimeoutMs;
        spec.observeOnly = observeOnly;
        return await(m_engine->open(spec));
    }
    Result<QList<ClientId>> spawn(const QString &lock, int count, lab::HoldTime hold = {})
    {
        lab::SpawnRequest request;
        request.lock = lock;
        request.count = count;
        request.hold = hold;
        return await(m_engine->spawn(request));
    }

    const journal::World &world() const { return m_world; }
    const journal::EventBatch &events() const { return m_events; }
    int gaps() const { return m_gaps; }
    /// As the World knows it; it may hear of a client a little later than the future of spawn() ends.
    journal::Client client(ClientId id) const
    {
        const journal::Client *client = m_world.client(id);
        return client ? *client : journal::Client();
    }
    locks::LockState state(ClientId id) const { return client(id).state; }
    int count(locks::LockState state) const
    {
        return static_cast<int>(std::count_if(m_world.clients().begin(), m_world.clients().end(),
                                              [&](const auto &entry) { return entry.second.state == state; }));
    }
    /// The clients that hold, or wait, in the order of the lock's queue.
    QList<ClientId> queueOf(const QString &lock) const
    {
        QList<ClientId> ids;
        for (const locks::Contender &contender : m_world.queue(lock).contenders) {
            const auto &stat = contender.node.stat;
            const journal::Client *client = stat ? m_world.clientOfSession(stat->ephemeralOwner) : nullptr;
            ids << (client ? client->spec.id : ClientId{});
        }
        return ids;
    }
    template<typename T>
    std::vector<T> all() const
    {
        std::vector<T> found;
        for (const journal::Event &event : m_events) {
            if (const auto *what = std::get_if<T>(&event.what))
                found.push_back(*what);
        }
        return found;
    }

private:
    journal::World m_world;
    journal::EventBatch m_events;
    int m_gaps = 0;
    std::unique_ptr<Engine> m_engine;
};

/// Threads of this process.
inline int threadCount()
{
    return static_cast<int>(
        QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size());
}

} // namespace lockscope::test
