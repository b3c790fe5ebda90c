// SPDX-License-Identifier: Apache-2.0
// One connection to a Redis server, on the event loop of the thread that opened it. Time-outs are its own: hiredis'
// asynchronous interface has none. Never connects again, never sends a command twice: that is its owner's matter.
#pragma once

#include "core/base/reply.h"
#include "core/base/task.h"
#include "core/redis/address.h"
#include "core/redis/answers.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

class QSocketNotifier;

namespace lockscope::redis {

/// How long to wait, at most.
struct Timeouts
{
    std::chrono::milliseconds connect{5000}; ///< for the connection, and for each answer until it is let in
    std::chrono::milliseconds answer{5000};  ///< for an answer
};

class Session : public QObject
{
    Q_OBJECT
public:
    /// Ends with a session that is let in to a server of which it is known that it is a Redis and serves, or with why
    /// there is none. \a password: empty for none.
    static Task<Result<std::unique_ptr<Session>>> open(Address address, QString password, Timeouts timeouts = {});
    /// Answers nothing that is still asked: crash() does.
    ~Session() override;

    /// NotConnected: it was not sent. ConnectionLoss, OperationTimeout and Closed: whether it was carried out is not
    /// known. An answer that comes after its time-out is dropped.
    Reply<Value> ask(Command command);
    /// Answers when the server has noted it; from then on messageReceived() brings the messages. A session that listens
    /// can ask nothing any more.
    Reply<Done> subscribe(QByteArray channel);
    /// Cuts the connection. All that is still asked is answered with Closed.
    void crash();

    bool isConnected() const { return m_connected; }
    QString version() const { return m_version; } ///< as in "7.0.15"

Q_SIGNALS:
    void messageReceived(const QByteArray &channel, const QByteArray &message);
    /// The connection ended without crash(); all that was asked is answered.
    void lost(const lockscope::Error &error);

private:
    struct Hooks; // what the library calls
    struct Waiting
    {
        ReplyPromise<Value> promise;
        QDeadlineTimer until;
        QString operation;
    };

    explicit Session(Timeouts timeouts);
    Reply<Done> connectTo(const Address &address);
    Task<Result<Done>> handshake(Address address, QString password);
    void onLate();
    /// An answer to nothing: the library would end the program by an assertion.
    bool saysUnasked() const;
    /// An answer that is not whole yet, and longer than any that is asked for: it would be kept until it is.
    bool saysTooMuch() const;
    /// Hands on what the library said, once it has returned: whoever hears it may end this session.
    void deliver();
    Error lossOf(const QString &operation) const;

    Timeouts m_timeouts;
    void *m_context = nullptr; ///< the library's; it goes when the connection ends
    std::unique_ptr<QSocketNotifier> m_readable;
    std::unique_ptr<QSocketNotifier> m_writable;
    std::vector<std::function<void()>> m_heard;
    std::deque<Waiting> m_waiting; ///< in the order of their deadlines
    QTimer m_lateTimer{this};
    ReplyPromise<Done> m_connecting;
    QString m_reason; ///< the library's word for why the connection ended
    Text m_refusal;   ///< ours, where it was ended for what the server said
    QString m_version;
    bool m_connected = false;
    bool m_crashed = false;
    int m_notifying = 0; ///< calls of a notifier that are under way
    bool m_listens = false;
    int m_unanswered = 0; ///< commands that the library has a callback for
};

} // namespace lockscope::redis
