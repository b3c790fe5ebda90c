// SPDX-License-Identifier: Apache-2.0
// One connection to a database, on a thread of its own: Qt SQL blocks. Its answers come on the event loop of the thread
// that opened it. Never connects again, never sends a request twice: that is its owner's matter.
#pragma once

#include "core/base/reply.h"
#include "core/base/task.h"
#include "core/sql/answers.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <deque>
#include <memory>

namespace lockscope::sql {

/// How long to wait, at most.
struct Timeouts
{
    std::chrono::milliseconds connect{5000};
    std::chrono::milliseconds answer{10'000}; ///< of all the statements of one request together
};

class Session : public QObject
{
    Q_OBJECT
public:
    /// Ends with a connection that is let in, or with why there is none. \a password: empty for none.
    static Task<Result<std::unique_ptr<Session>>> open(Address address, QString password, Timeouts timeouts = {});
    /// Answers nothing that is still asked. What its thread carries out it carries out; then it closes the connection,
    /// and what was open there is undone by the server.
    ~Session() override;

    /// Answers in the order of the requests. NotConnected: it was not sent. ConnectionLoss and OperationTimeout:
    /// whether it was carried out is not known; the connection is over then.
    Reply<Answer> ask(Request request);

    bool isConnected() const { return m_connected; }
    /// With the identity of SQLite's file: while another one stands at its path, each request is refused.
    const Address &address() const { return m_address; }
    QString version() const { return m_version; } ///< as in "10.11.6-MariaDB"
    qint64 number() const { return m_number; }    ///< of this connection at the server; of SQLite in this program

    /// Waits until the threads of sessions that have gone have ended: before the program ends. Blocks. False: \a atMost
    /// was not enough.
    static bool waitForThreads(std::chrono::milliseconds atMost);

Q_SIGNALS:
    /// The connection ended by itself; all that was asked is answered.
    void lost(const lockscope::Error &error);

private:
    class ConnectionThread; // the thread's side
    struct Waiting
    {
        ReplyPromise<Answer> promise;
        QDeadlineTimer until;
        Request request;
    };

    Session(Address address, Timeouts timeouts);
    Task<Result<Done>> handshake(QString password);
    void onAnswer(quint64 call, const Result<Answer> &answer);
    void onLate();
    void endWith(const Error &error);

    Address m_address;
    Timeouts m_timeouts;
    std::shared_ptr<ConnectionThread> m_thread;
    std::deque<Waiting> m_waiting; ///< in the order in which they are carried out
    quint64 m_answered = 0;
    QTimer m_lateTimer{this};
    QString m_version;
    qint64 m_number = 0;
    bool m_connected = false;
};

} // namespace lockscope::sql
