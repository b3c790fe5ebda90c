// SPDX-License-Identifier: Apache-2.0
// The model as tests of recipes ask for it: one step after another without a word about which, in order or as a seed
// decides, and losses by operation. Never a semantics of its own: that is core/model's.
#pragma once

#include "core/model/session.h"

#include <map>
#include <memory>
#include <random>
#include <vector>

namespace lockscope::fake {

class FakeSession;
using model::Loss;

class FakeEnsemble
{
public:
    FakeEnsemble();
    ~FakeEnsemble();

    FakeSession &newSession();
    const std::vector<std::unique_ptr<FakeSession>> &sessions() const { return m_sessions; }

    /// From now on the next thing to happen is drawn; without, the oldest goes first.
    void shuffle(unsigned seed) { m_random.emplace(seed); }
    /// Lets one thing happen: a request arrives, or an answer or an event does. False if there is nothing left. Time
    /// does not pass, and no connection breaks or comes back by itself that the test did not break.
    bool step();
    /// At most so many. False if there was nothing left before.
    bool steps(int count);
    /// Until nothing is left; the number of steps. Ends the test if that does not come about within a million.
    int run();

    // The tree, as somebody outside sees and changes it.
    bool has(const QString &path) const { return tree().has(path); }
    QStringList children(const QString &path) const;
    std::optional<NodeStat> stat(const QString &path) const;
    /// The paths of all ephemeral nodes, of all sessions or of one.
    QStringList ephemerals(const FakeSession *session = nullptr) const;
    QByteArray data(const QString &path) const;
    bool isContainer(const QString &path) const;
    void make(const QString &path);                            ///< a persistent node, its parents too
    void erase(const QString &path);                           ///< and all below it
    void setData(const QString &path, const QByteArray &data); ///< of a node that exists

    /// Watches that the server holds, of all sessions or of one.
    int watchCount() const { return m_model.ensemble().watches().count(); }
    int watchCount(const FakeSession &session) const;
    QStringList watchedPaths() const;

private:
    const model::Tree &tree() const { return m_model.ensemble().tree(); }
    std::vector<model::Offer> candidates();

    model::Model m_model;
    std::vector<std::unique_ptr<FakeSession>> m_sessions;
    std::optional<std::mt19937> m_random;
};

class FakeSession final : public recipes::Store
{
public:
    SessionId session() const override { return m_session.session(); }
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
    /// The server ends the session; the client learns it at one of its next steps.
    void expire();
    /// Its next list shows no node of its own: the server that it reached lags behind.
    void lagOnce() { m_lagsOnce = true; }
    /// The client ends it: with a CLOSE, which takes its nodes away at once, or without, which leaves them to expire().
    void cut(bool clean);
    /// Refuses every further \a operation with this error.
    void refuse(const QString &operation, ErrorCode code);
    /// Closed from our side: every further request is answered with this error before it is sent.
    void refuseAtOnce(ErrorCode code) { m_closedWith = code; }
    /// Refuses to create nodes of this kind, as servers that do not know it.
    void refuseKind(NodeKind kind, ErrorCode code);

    /// Requests that were sent, by operation.
    const std::map<QString, int> &requests() const { return m_requests; }
    int requests(const QString &operation) const;
    bool isOver() const { return lockscope::isOver(m_session.state()); }
    const model::Session &inModel() const { return m_session; }

private:
    friend class FakeEnsemble;

    FakeSession(model::Model &model, model::Session &session)
        : m_model(model)
        , m_session(session)
    {
    }

    /// Counts the request that \a ask makes, unless it is refused before it is sent.
    template<typename T, typename Ask>
    Reply<T> counted(const QString &operation, const QString &path, Ask ask);
    /// Without this session's nodes.
    Children asSeen(Children children) const;
    /// Stages what is to be lost with the request that arrives next.
    void stageLoss(const model::Request &arriving);
    void happen(model::Choice::What what);

    model::Model &m_model;
    model::Session &m_session;
    bool m_lagsOnce = false;
    bool m_comesBack = false; ///< reconnects by itself, at some step
    std::optional<ErrorCode> m_closedWith;
    std::map<QString, std::pair<Loss, int>> m_losses;
    std::map<QString, int> m_requests;
};

} // namespace lockscope::fake
