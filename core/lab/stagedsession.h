// SPDX-License-Identifier: Apache-2.0
// A client's session on a server that knows of none: it connects again by itself when its connection is lost, and is
// the same session then. Faults are staged in it, between the client and its connection.
// Never knows what it asks: a command and an answer are those of the connection.
#pragma once

#include "core/lab/clientsession.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace lockscope::lab {

/// \a Connection has ask(Command), isConnected(), and the signal lost().
template<typename Connection, typename Command, typename Answer>
class StagedSession : public QObject, public ClientSession
{
public:
    using Opened = Result<std::unique_ptr<Connection>>;
    using Open = std::function<Task<Opened>()>;

    /// \a answerLimit: as long as the connection waits for an answer. \a server: its name for people.
    StagedSession(Open open, std::chrono::milliseconds answerLimit, Text server)
        : m_open(std::move(open))
        , m_answerLimit(answerLimit)
        , m_server(std::move(server))
    {
    }
    ~StagedSession() override
    {
        *m_alive = false;
        m_rest.complete(Done());
    }

    /// The first half of crash(): nothing is connected any more, without a notice. The second half is returned, is to
    /// be called at once, and answers all that wait. So sessions of one client end together.
    std::function<void()> endSilently()
    {
        if (isOver(m_state))
            return [] {};
        m_paused = m_cutOff = false;
        m_held.clear();
        m_unsent.clear();
        m_state = ConnectionState::Closed;
        if (m_connection) {
            m_connection->disconnect(this);
            m_connection.release()->deleteLater();
        }
        return [this, answerOthers = endOthers(), unanswered = std::exchange(m_asked, {}),
                resting = std::exchange(m_resting, {}), waiting = std::exchange(m_waitingForConnection, {}),
                rest = m_rest] {
            if (m_listener)
                m_listener(m_state);
            for (const auto &promise : unanswered)
                promise.complete(failure(ErrorCode::Closed));
            for (const auto &promise : resting)
                promise.complete(failure(ErrorCode::Closed));
            for (const auto &promise : waiting)
                promise.complete(failure(ErrorCode::Closed));
            answerOthers();
            rest.complete(Done());
        };
    }

    // ---- as the lab sees it ----

    ConnectionState state() const override { return m_state; }
    void listen(Listener listener) override { m_listener = std::move(listener); }
    void setClockAhead(std::chrono::milliseconds ahead) override { m_clockAhead = ahead; }
    void crash() override { end(); }
    Task<> close() override
    {
        end();
        co_return;
    }
    Task<Result<Done>> inject(FaultRequest request) override
    {
        using journal::Fault;
        switch (request.fault) {
        case Fault::Pause: m_paused = true; break;
        case Fault::Resume:
            m_paused = false;
            sendHeld();
            break;
        case Fault::Partition: m_cutOff = true; break;
        case Fault::Delay: m_delay = request.duration; break;
        case Fault::Heal:
            m_cutOff = false;
            m_delay = {};
            sendHeld();
            break;
        case Fault::LoseRequest:
        case Fault::LoseReply:
        case Fault::LoseCreateReply: m_toLose = request.fault; break;
        case Fault::JumpClock: m_clockAhead += request.duration; break;
        case Fault::Expire:
            co_return failure(
                ErrorCode::InvalidInput, journal::faultName(request.fault), {},
                Text::en("%1 has no sessions that could expire: what is held goes after its own time limit, if it has "
                         "one.")
                    .arg(m_server));
        case Fault::Crash:
        case Fault::Close:
            co_return failure(ErrorCode::InvalidInput, journal::faultName(request.fault), {},
                              Text::en("it has a call of its own"));
        }
        co_return Done();
    }

protected:
    // ---- as the stores of its recipes see it ----

    SessionId id() const { return m_id; }
    void setId(SessionId id) { m_id = id; }
    /// So many there were; another number is another connection.
    int connections() const { return m_connections; }

    Reply<SessionId> whenConnected()
    {
        if (m_state == ConnectionState::Connected)
            return Result<SessionId>(m_id);
        if (isOver(m_state))
            return Result<SessionId>(failure(ErrorCode::Closed, QStringLiteral("connect")));
        m_waitingForConnection.emplace_back();
        return Reply<SessionId>(m_waitingForConnection.back());
    }
    Reply<Done> rest(std::chrono::milliseconds time)
    {
        const ReplyPromise<Done> promise;
        if (isOver(m_state)) {
            promise.complete(failure(ErrorCode::Closed));
        } else {
            std::erase_if(m_resting, [](const auto &each) { return each.isComplete(); });
            m_resting.push_back(promise);
            QTimer::singleShot(time, Qt::PreciseTimer, this,
                               [this, promise] { handOn([promise] { promise.complete(Done()); }); });
        }
        return Reply<Done>(promise);
    }
    qint64 ownClockMs() const { return QDateTime::currentMSecsSinceEpoch() + m_clockAhead.count(); }

    /// One command, through whatever fault there is.
    Reply<Answer> ask(const Command &command)
    {
        const QString operation = operationOf(command);
        if (isOver(m_state))
            return Result<Answer>(failure(ErrorCode::Closed, operation));
        if (m_state != ConnectionState::Connected)
            return Result<Answer>(failure(ErrorCode::NotConnected, operation));
        const ReplyPromise<Answer> promise;
        std::erase_if(m_asked, [](const auto &each) { return each.isComplete(); });
        m_asked.push_back(promise);
        const bool isToBeLost = m_toLose && (*m_toLose != journal::Fault::LoseCreateReply || creates(command));
        const auto lost = isToBeLost ? std::exchange(m_toLose, {}) : std::nullopt;
        if (lost == journal::Fault::LoseRequest) {
            QTimer::singleShot(0, this, [this] { lose(); });
        } else if (m_cutOff) {
            m_unsent.push_back({command, promise});
            // As long as the library would wait: then its client gives the connection up.
            QTimer::singleShot(m_answerLimit, this, [this, promise] {
                if (!promise.isComplete() && m_cutOff)
                    lose();
            });
        } else {
            send(command, promise, lost.has_value());
        }
        return Reply<Answer>(promise);
    }
    /// As in errors and in the journal.
    virtual QString operationOf(const Command &command) const = 0;
    /// It takes the lock: its reply is what lose-create-reply loses.
    virtual bool creates(const Command &command) const = 0;

    bool isAlive() const { return *m_alive; }
    std::shared_ptr<bool> alive() const { return m_alive; } ///< for coroutines that may outlive it

    /// The first connection, or why there is none.
    Task<Result<Done>> enter()
    {
        auto opened = co_await m_open();
        if (!opened)
            co_return tl::unexpected(opened.error());
        take(std::move(*opened));
        m_state = ConnectionState::Connected;
        co_return Done();
    }
    /// After enter() failed: as if the connection had been lost.
    void enterLater()
    {
        m_state = ConnectionState::Suspended;
        connectAgain();
    }
    Connection &connection() { return *m_connection; }
    Task<Opened> openAnother() { return m_open(); }

    /// To the client: late, after a pause, when the network is back.
    void handOn(std::function<void()> answer)
    {
        if (m_paused || m_cutOff) {
            m_held.push_back(std::move(answer));
            return;
        }
        if (m_delay.count() == 0) {
            answer();
            return;
        }
        QTimer::singleShot(m_delay, Qt::PreciseTimer, this, [this, answer = std::move(answer)] {
            if (m_paused || m_cutOff)
                m_held.push_back(answer);
            else
                answer();
        });
    }

    /// The session is over: lets go what else is open now, and says how those are answered who wait for it.
    virtual std::function<void()> endOthers()
    {
        return [] {};
    }

private:
    struct Unsent
    {
        Command command;
        ReplyPromise<Answer> promise;
    };

    void send(const Command &command, const ReplyPromise<Answer> &promise, bool losesReply)
    {
        m_connection->ask(command).then([this, alive = m_alive, promise, losesReply](const Result<Answer> &answer) {
            if (!*alive || promise.isComplete())
                return;
            if (losesReply) {
                QTimer::singleShot(0, this, [this] { lose(); });
                return;
            }
            // Of a connection that we broke ourselves: the same as if it had broken.
            const bool isOurs = !answer && answer.error().code == ErrorCode::Closed;
            if (!isOurs && m_state == ConnectionState::Connected && !m_connection->isConnected()) {
                lose(); // first: a recipe would take it for connected still, and ask again at once, for ever
                return;
            }
            handOn([promise, answer, isOurs, state = &m_state] {
                promise.complete(
                    isOurs && !isOver(*state) ? failure(ErrorCode::ConnectionLoss, answer.error().operation) : answer);
            });
        });
    }

    void sendHeld()
    {
        if (m_paused || m_cutOff)
            return;
        const auto alive = m_alive;
        for (const auto &[command, promise] : std::exchange(m_unsent, {})) {
            if (!promise.isComplete() && m_state == ConnectionState::Connected)
                send(command, promise, false);
        }
        for (const auto &answer : std::exchange(m_held, {})) {
            answer();
            if (!*alive)
                return;
        }
    }

    void take(std::unique_ptr<Connection> connection)
    {
        m_connection = std::move(connection);
        ++m_connections;
        connect(m_connection.get(), &Connection::lost, this, [this] { lose(); });
    }

    void become(ConnectionState state)
    {
        m_state = state;
        if (m_listener)
            m_listener(state);
    }

    /// The connection breaks: all that is asked is answered with ConnectionLoss, and it connects again.
    void lose()
    {
        if (m_state != ConnectionState::Connected)
            return;
        const auto alive = m_alive;
        m_connection->disconnect(this);
        m_connection.release()->deleteLater(); // it may be what calls
        m_unsent.clear();
        become(ConnectionState::Suspended);
        handOn([unanswered = m_asked] {
            for (const auto &promise : unanswered)
                promise.complete(failure(ErrorCode::ConnectionLoss));
        });
        if (*alive)
            connectAgain();
    }

    Task<> connectAgain()
    {
        using namespace std::chrono_literals;
        constexpr std::chrono::milliseconds atFirst = 20ms;
        constexpr std::chrono::milliseconds atMost = 1000ms;
        const auto alive = m_alive;
        for (auto rest = atFirst;; rest = std::min(2 * rest, atMost)) {
            m_rest = ReplyPromise<Done>();
            QTimer::singleShot(rest, this, [rested = m_rest] { rested.complete(Done()); });
            Reply<Done> resting(m_rest);
            co_await resting;
            if (!*alive || isOver(m_state))
                co_return;
            if (m_cutOff)
                continue;
            auto opened = co_await m_open();
            if (!*alive || isOver(m_state))
                co_return;
            if (!opened || m_cutOff)
                continue;
            take(std::move(*opened));
            become(ConnectionState::Connected);
            if (!*alive)
                co_return;
            handOn([this, id = m_id] {
                for (const auto &promise : std::exchange(m_waitingForConnection, {}))
                    promise.complete(id);
            });
            co_return;
        }
    }

    void end() { endSilently()(); }

    Open m_open;
    std::chrono::milliseconds m_answerLimit;
    Text m_server;
    SessionId m_id;
    ConnectionState m_state = ConnectionState::Connecting;
    Listener m_listener;
    std::unique_ptr<Connection> m_connection;
    int m_connections = 0;
    std::vector<ReplyPromise<SessionId>> m_waitingForConnection;
    std::vector<ReplyPromise<Done>> m_resting;
    std::vector<ReplyPromise<Answer>> m_asked; ///< and not answered
    ReplyPromise<Done> m_rest;                 ///< before it connects again

    std::chrono::milliseconds m_clockAhead{0};
    bool m_paused = false;
    bool m_cutOff = false;
    std::chrono::milliseconds m_delay{0};
    std::vector<std::function<void()>> m_held; ///< answers, during a pause or without a network
    std::vector<Unsent> m_unsent;              ///< requests, without a network
    std::optional<journal::Fault> m_toLose;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< seen by coroutines that outlive it
};

} // namespace lockscope::lab
