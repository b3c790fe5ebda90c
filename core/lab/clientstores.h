// SPDX-License-Identifier: Apache-2.0
// What stands between the recipe of a simulated client and its session: a store that writes each request into the
// journal, and one that throws the dice of random faults at each. Neither changes what it passes on.
#pragma once

#include "core/journal/journal.h"
#include "core/lab/clientspec.h"
#include "core/recipes/store.h"

#include <functional>
#include <optional>
#include <random>

namespace lockscope::lab {

// ---- the journal ----

/// Writes each request, its reply and each watch event of one client into the journal, and passes them on.
class JournalingStore final : public recipes::Store
{
public:
    /// \a store and \a sink must outlive this and whatever is still awaited.
    /// \a callsBefore: of the same client, through its earlier sessions.
    JournalingStore(ClientId id, recipes::Store &store, journal::EventSink &sink, quint64 callsBefore = 0)
        : m_id(id)
        , m_calls(callsBefore)
        , m_store(store)
        , m_sink(sink)
    {
    }

    quint64 calls() const { return m_calls; }

    SessionId session() const override { return m_store.session(); }
    Reply<SessionId> connected() override { return m_store.connected(); }
    Reply<CreatedNode> create(QString path, QByteArray data, NodeKind kind) override;
    Reply<Children> children(QString path) override;
    Reply<recipes::Watched> watchExists(QString path) override;
    Reply<NodeStat> exists(QString path) override;
    Reply<NodeContent> get(QString path) override;
    Reply<recipes::WatchedContent> watchData(QString path) override;
    Reply<recipes::WatchedChildren> watchChildren(QString path) override;
    Reply<NodeStat> set(QString path, QByteArray data, int version) override;
    Reply<Done> remove(QString path, int version) override;

private:
    /// \a proves(answer) writes what a good answer proves about the server.
    template<typename T, typename Ask, typename Proves>
    Reply<T> counted(const QString &operation, const QString &path, Ask ask, Proves proves);
    template<typename T, typename Ask>
    Reply<T> counted(const QString &operation, const QString &path, Ask ask);
    /// For answers that come with a watch.
    template<typename T, typename Ask>
    Reply<T> countedWatch(const QString &operation, const QString &path, bool ofChildren, Ask ask);

    ClientId m_id;
    quint64 m_calls;
    recipes::Store &m_store;
    journal::EventSink &m_sink;
};

// ---- random faults ----

struct FaultDraw
{
    FaultRequest request;
    bool afterReply = false; ///< when the answer has come, before the client hears of it; else as the request is sent

    bool operator==(const FaultDraw &) const = default;
};

/// A generator for one client of a run, so that clients do not depend on one another's turns. \a purpose keeps the
/// generators of one client apart.
std::mt19937 generatorFor(quint64 seed, quint32 client, quint32 purpose);

/// The dice of random faults: for one client, what happens to it at each of its ZooKeeper requests. Never looks at a
/// clock: the same seed and client give the same draws, however the run goes.
class FaultDriver
{
public:
    /// \a client: its number within the run.
    FaultDriver(QList<RandomFault> faults, quint64 seed, quint32 client);

    /// One draw for one request. At most one fault; of several, the first in the list.
    std::optional<FaultDraw> next();

private:
    double draw();

    QList<RandomFault> m_faults;
    std::mt19937 m_random;
};

/// Draws at each request whether a random fault happens to its client, and has it staged: what goes wrong goes wrong in
/// the session.
class FaultyStore final : public recipes::Store
{
public:
    /// Asked to stage a fault, right before the request is sent or before its answer is handed on.
    using Stage = std::function<void(const FaultRequest &)>;

    /// \a store and \a driver must outlive this and whatever is still awaited.
    FaultyStore(recipes::Store &store, FaultDriver &driver, Stage stage)
        : m_store(store)
        , m_driver(driver)
        , m_stage(std::move(stage))
    {
    }

    SessionId session() const override { return m_store.session(); }
    Reply<SessionId> connected() override { return m_store.connected(); }
    Reply<CreatedNode> create(QString path, QByteArray data, NodeKind kind) override
    {
        return drawn<CreatedNode>([&] { return m_store.create(path, data, kind); });
    }
    Reply<Children> children(QString path) override
    {
        return drawn<Children>([&] { return m_store.children(path); });
    }
    Reply<recipes::Watched> watchExists(QString path) override
    {
        return drawn<recipes::Watched>([&] { return m_store.watchExists(path); });
    }
    Reply<NodeStat> exists(QString path) override
    {
        return drawn<NodeStat>([&] { return m_store.exists(path); });
    }
    Reply<NodeContent> get(QString path) override
    {
        return drawn<NodeContent>([&] { return m_store.get(path); });
    }
    Reply<recipes::WatchedContent> watchData(QString path) override
    {
        return drawn<recipes::WatchedContent>([&] { return m_store.watchData(path); });
    }
    Reply<recipes::WatchedChildren> watchChildren(QString path) override
    {
        return drawn<recipes::WatchedChildren>([&] { return m_store.watchChildren(path); });
    }
    Reply<NodeStat> set(QString path, QByteArray data, int version) override
    {
        return drawn<NodeStat>([&] { return m_store.set(path, data, version); });
    }
    Reply<Done> remove(QString path, int version) override
    {
        return drawn<Done>([&] { return m_store.remove(path, version); });
    }

private:
    template<typename T, typename Ask>
    Reply<T> drawn(Ask ask)
    {
        const auto draw = m_driver.next();
        if (!draw)
            return ask();
        if (!draw->afterReply) {
            m_stage(draw->request);
            return ask();
        }
        const ReplyPromise<T> promise;
        ask().then([promise, stage = m_stage, request = draw->request](Result<T> answer) {
            stage(request);
            promise.complete(std::move(answer));
        });
        return Reply<T>(promise);
    }

    recipes::Store &m_store;
    FaultDriver &m_driver;
    Stage m_stage;
};

} // namespace lockscope::lab
