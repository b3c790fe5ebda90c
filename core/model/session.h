// SPDX-License-Identifier: Apache-2.0
// A client's session on the ensemble in memory, as recipes ask it, and the model: an ensemble with its sessions. A
// choice that reaches a client resumes the coroutines that wait there. Never lets anything happen by itself, never a
// thread.
#pragma once

#include "core/model/ensemble.h"
#include "core/recipes/store.h"

#include <functional>
#include <memory>
#include <variant>

namespace lockscope::model {

class Model;

/// Belongs to its model and lives as long. A coroutine that still waits when it goes is never resumed.
class Session final : public recipes::Store
{
public:
    using Listener = std::function<void(ConnectionState)>;

    ~Session() override;

    SessionNumber number() const { return m_number; }
    ConnectionState state() const { return m_state; }
    /// Called at each later change of the state, when all is answered that ends with it; replaces the one before.
    void listen(Listener listener) { m_listener = std::move(listener); }

    SessionId session() const override;
    quint32 tokenSeed() const override { return m_number + 1; }
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
    Reply<MultiAnswer> multi(std::vector<WriteOp> ops);
    Reply<Done> sync(QString path);

    /// Answers when the virtual clock has gone on so far and a choice lets it ring; Closed if the session ends first.
    Reply<Done> after(std::chrono::milliseconds duration);

    /// Sends a CLOSE; answers once the client hears of it, or has lost the session otherwise. All else ends then.
    Reply<Done> close();
    /// The process ends without a CLOSE: all that waits is answered with Closed now.
    void crash();

private:
    friend class Model;
    class Watch;

    using Promise =
        std::variant<ReplyPromise<Done>, ReplyPromise<CreatedNode>, ReplyPromise<Children>, ReplyPromise<NodeStat>,
                     ReplyPromise<NodeContent>, ReplyPromise<recipes::Watched>, ReplyPromise<recipes::WatchedContent>,
                     ReplyPromise<recipes::WatchedChildren>, ReplyPromise<MultiAnswer>>;
    struct Pending
    {
        RequestNumber number;
        Operation operation;
        QString path;
        Promise promise;
    };
    struct Timer
    {
        quint32 number;
        ReplyPromise<Done> promise;
    };

    Session(Model &model, SessionNumber number)
        : m_model(model)
        , m_number(number)
    {
    }

    template<typename T>
    Reply<T> ask(Request request);
    void take(Delivery delivery);
    void answer(const Pending &pending, Answer answer);
    template<typename T>
    T value(const Pending &pending, Answer &answer);
    void fire(const Delivery &delivery);
    void becomes(ConnectionState state);
    void end(ConnectionState state);
    void endPending(ErrorCode why);
    std::shared_ptr<Watch> keepWatch(RequestNumber number, const QString &path);
    ErrorCode whyOver() const;

    Model &m_model;
    SessionNumber m_number;
    ConnectionState m_state = ConnectionState::Connected;
    Listener m_listener;
    std::vector<Pending> m_pending;                ///< oldest first
    std::vector<std::shared_ptr<Watch>> m_watches; ///< that have not ended
    std::vector<ReplyPromise<SessionId>> m_waitingForConnection;
    std::vector<Timer> m_timers;
    std::vector<ReplyPromise<Done>> m_closing;
};

class Model
{
public:
    explicit Model(EnsembleSpec spec = {})
        : m_ensemble(spec)
    {
    }
    Model(const Model &) = delete;
    Model &operator=(const Model &) = delete;

    /// Lives as long as the model.
    Session &open(QString name, std::chrono::milliseconds timeout = std::chrono::seconds(10), int server = 0);
    Session &session(SessionNumber number) { return *m_sessions[number]; }
    SessionNumber sessionCount() const { return m_ensemble.sessionCount(); }

    Ensemble &ensemble() { return m_ensemble; }
    const Ensemble &ensemble() const { return m_ensemble; }

    /// What can happen now; good until something does.
    const std::vector<Offer> &choices()
    {
        m_ensemble.choices(m_offers);
        return m_offers;
    }
    /// Lets it happen, which must be possible, and resumes whom it reaches.
    void happen(const Choice &choice);
    /// Lets the oldest happen that is no fault and that \a wanted takes; false if there is none.
    bool happenNext(const std::function<bool(const Offer &)> &wanted = {});

private:
    Ensemble m_ensemble;
    std::vector<std::unique_ptr<Session>> m_sessions;
    std::vector<Offer> m_offers;
};

} // namespace lockscope::model
