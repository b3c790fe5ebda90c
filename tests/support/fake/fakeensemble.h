// SPDX-License-Identifier: Apache-2.0
// A ZooKeeper in memory for many sessions, in which nothing happens until the test says so: requests, replies and watch
// events stand in queues and are carried out one by one, in order or as a seed decides. Never threads, never time.
#pragma once

#include "core/recipes/store.h"

#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace lockscope::fake {

class FakeSession;

class FakeEnsemble
{
public:
    FakeEnsemble();
    ~FakeEnsemble();

    FakeSession &newSession();
    const std::vector<std::unique_ptr<FakeSession>> &sessions() const { return m_sessions; }

    /// From now on the next thing to happen is drawn among the sessions; without, the oldest goes first.
    void shuffle(unsigned seed) { m_random.emplace(seed); }
    /// Lets one thing happen: a request arrives, or an answer or an event does. False if there is nothing left.
    bool step();
    /// Until nothing is left; the number of steps. Ends the test if that does not come about within a million.
    int run();

    // The tree, as somebody outside sees and changes it.
    bool has(const QString &path) const { return m_nodes.count(path) > 0; }
    QStringList children(const QString &path) const;
    std::optional<NodeStat> stat(const QString &path) const;
    /// The paths of all ephemeral nodes, of all sessions or of one.
    QStringList ephemerals(const FakeSession *session = nullptr) const;
    QByteArray data(const QString &path) const;
    bool isContainer(const QString &path) const;
    void make(const QString &path); ///< a persistent node, its parents too
    void erase(const QString &path);
    void setData(const QString &path, const QByteArray &data); ///< of a node that exists
    void setSequence(const QString &directory, qint32 next);

    /// Watches that the server holds, of all sessions or of one.
    int watchCount() const { return static_cast<int>(m_watches.size()); }
    int watchCount(const FakeSession &session) const;
    QStringList watchedPaths() const;

private:
    friend class FakeSession;
    friend class FakeWatch;

    struct Node
    {
        NodeStat stat;
        QByteArray data;
        bool container = false;
        quint32 creates = 0;
    };
    enum class WatchKind { Node, Children };
    struct ServerWatch
    {
        quint64 id;
        QString path;
        WatchKind kind;
        FakeSession *session;
        ReplyPromise<WatchEvent> fired;
    };

    Result<CreatedNode> create(FakeSession &session, const QString &path, const QByteArray &data, NodeKind kind);
    Result<Done> remove(const QString &path, int version);
    Result<Children> list(const QString &path) const;
    Result<NodeContent> read(const QString &path) const;
    Result<NodeStat> write(const QString &path, const QByteArray &data, int version);
    std::shared_ptr<recipes::Watch> watch(const QString &path, WatchKind kind, FakeSession *session, quint64 id);
    /// What came or went at \a path, for those who watch it and for those who watch its parent's children.
    void fire(const QString &path, WatchEvent event);
    void fireWatches(const QString &path, WatchKind kind, WatchEvent event);
    void dropWatch(quint64 id);
    quint64 nextOrder() { return ++m_order; }

    std::map<QString, Node> m_nodes;
    std::list<ServerWatch> m_watches;
    std::vector<std::unique_ptr<FakeSession>> m_sessions;
    std::optional<std::mt19937> m_random;
    qint64 m_zxid = 0;
    quint64 m_order = 0;
};

/// How a request can go wrong on its way.
enum class Loss {
    Reply,   ///< it is carried out, the answer never comes
    Request, ///< it is not carried out
};

class FakeSession final : public recipes::Store
{
public:
    SessionId session() const override { return m_id; }
    Reply<SessionId> connected() override;
    Reply<CreatedNode> create(QString path, QByteArray data, NodeKind kind) override;
    Reply<Children> children(QString path) override;
    Reply<recipes::Watched> watchExists(QString path) override;
    Reply<NodeStat> exists(QString path) override;
    Reply<NodeContent> get(QString path) override;
    Reply<recipes::WatchedContent> watchData(QString path) override;
    Reply<recipes::WatchedChildren> watchChildren(QString path) override;
    Reply<NodeStat> set(QString path, QByteArray data, int version) override;
    Reply<Done> remove(QString path, int version) override;

    /// The connection breaks when the \a nth next request of this operation is under way, and comes back later.
    void lose(Loss loss, const QString &operation, int nth = 1);
    /// Breaks now: what is under way to the server is not carried out, answers under way are lost.
    void disconnect();
    void reconnect();
    /// The server ends the session; the client learns it at its next step.
    void expire();
    /// Its next list shows no node of its own: the server that it reached lags behind.
    void lagOnce() { m_lagsOnce = true; }
    /// The client ends it: with a CLOSE, which takes its nodes away at once, or without, which leaves them to expire().
    void cut(bool clean);
    /// Refuses every further \a operation with this error.
    void refuse(const QString &operation, ErrorCode code) { m_refused[operation] = code; }

    /// Closed from our side: every further request is answered with this error before it is sent.
    void refuseAtOnce(ErrorCode code) { m_closedWith = code; }
    /// Refuses to create nodes of this kind, as servers that do not know it.
    void refuseKind(NodeKind kind, ErrorCode code) { m_refusedKinds[kind] = code; }

    /// Requests that were sent, by operation.
    const std::map<QString, int> &requests() const { return m_requests; }
    int requests(const QString &operation) const;
    bool isOver() const { return m_over; }
    /// Requests, answers and waits that have not ended.
    bool isIdle() const { return m_toServer.empty() && m_toClient.empty() && m_waitingForConnection.empty(); }

private:
    friend class FakeEnsemble;

    /// Something under way. `fail` is called instead when the connection breaks; a watch event has none, it comes
    /// later.
    struct Item
    {
        quint64 order;
        std::function<void()> happen;
        std::function<void(ErrorCode)> fail;
    };
    using Queue = std::deque<Item>;

    FakeSession(FakeEnsemble &ensemble, qint64 id)
        : m_ensemble(ensemble)
        , m_id{id}
    {
    }

    Result<Children> listAsSeen(const QString &path);
    template<typename T>
    Reply<T> request(QString operation, QString path, std::function<Result<T>()> carryOut,
                     std::function<void()> undo = {});
    std::optional<Loss> lossOf(const QString &operation);
    void toClient(std::function<void()> happen, std::function<void(ErrorCode)> fail);
    void breakConnection(ErrorCode code);
    void learnOfTheEnd(ErrorCode why);
    void endOnServer();

    FakeEnsemble &m_ensemble;
    SessionId m_id;
    bool m_connected = true;
    bool m_lagsOnce = false;
    std::optional<ErrorCode> m_closedWith;
    bool m_comesBack = false; ///< reconnects by itself, at some step
    bool m_endedOnServer = false;
    bool m_over = false; ///< and the client knows
    quint64 m_brokenAt = 0;
    Queue m_toServer;
    Queue m_toClient;
    Queue m_missedEvents;
    std::vector<ReplyPromise<SessionId>> m_waitingForConnection;
    std::map<QString, std::pair<Loss, int>> m_losses;
    std::map<QString, ErrorCode> m_refused;
    std::map<NodeKind, ErrorCode> m_refusedKinds;
    std::map<QString, int> m_requests;
};

} // namespace lockscope::fake
