// SPDX-License-Identifier: Apache-2.0
// What stands between the recipe of a simulated client and its session: a store that writes each request into the
// journal, and throws the dice of random faults at each. Never changes what it passes on.
#pragma once

#include "core/journal/journal.h"
#include "core/lab/clientspec.h"
#include "core/recipes/store.h"

#include <functional>
#include <optional>
#include <random>

namespace lockscope::lab {

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

// ---- the journal ----

/// Writes each request, its reply and each watch event of one client into the journal, and passes them on. Where there
/// is a driver of random faults, each request may bring one: what goes wrong goes wrong in the session.
class JournalingStore final : public recipes::Store
{
public:
    /// Asked to stage a fault, right before the request is sent or before its answer is handed on.
    using Stage = std::function<void(const FaultRequest &)>;

    /// \a store, \a sink and \a driver must outlive this and whatever is still awaited.
    /// \a callsBefore: of the same client, through its earlier sessions.
    JournalingStore(ClientId id, recipes::Store &store, journal::EventSink &sink, quint64 callsBefore = 0,
                    FaultDriver *driver = nullptr, Stage stage = {})
        : m_id(id)
        , m_calls(callsBefore)
        , m_store(store)
        , m_sink(sink)
        , m_driver(driver)
        , m_stage(std::move(stage))
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
    /// Asks, with the fault that is drawn for it.
    template<typename T, typename Ask>
    Reply<T> drawn(Ask ask);
    /// \a proves(answer) writes what a good answer proves about the server.
    template<typename T, typename Ask, typename Proves = void (*)(const T &)>
    Reply<T> counted(
        const QString &operation, const QString &path, Ask ask, Proves proves = [](const T &) {});
    /// For answers that come with a watch.
    template<typename T, typename Ask>
    Reply<T> countedWatch(const QString &operation, const QString &path, bool ofChildren, Ask ask);

    ClientId m_id;
    quint64 m_calls;
    recipes::Store &m_store;
    journal::EventSink &m_sink;
    FaultDriver *m_driver;
    Stage m_stage;
};

} // namespace lockscope::lab
