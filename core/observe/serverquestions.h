// SPDX-License-Identifier: Apache-2.0
// Questions to servers over the network: a command of an AdminServer, a four-letter word on a client port; and a place
// beside this thread where long answers are read. Never blocks and never waits for ever: each ends with an answer or
// with why there is none. Knows nothing of answers.
#pragma once

#include "core/base/limits.h"
#include "core/base/reply.h"
#include "core/zk/connectstring.h"
#include "core/zk/sshtunnel.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QPointer>
#include <QUrl>

#include <chrono>
#include <functional>
#include <vector>

namespace lockscope::observe {

struct QuestionLimits
{
    std::chrono::milliseconds patience = lockscope::limits().answer; ///< until an answer has to be there in full
    qint64 mostBytes = 64 * 1024 * 1024;                             ///< an answer beyond is given up
};

class ServerQuestions : public QObject
{
    Q_OBJECT
public:
    /// \a tunnel: through which servers are asked, until cancelAll(); null: directly.
    explicit ServerQuestions(QuestionLimits limits = {}, zk::SshTunnel *tunnel = nullptr, QObject *parent = nullptr);
    /// Ends all that is under way with Cancelled.
    ~ServerQuestions() override;

    /// GET \a url. The body; NotConnected, or OperationTimeout, with a sentence in `detail` where none came. A redirect
    /// is followed where it stays with the server that was named.
    Reply<QByteArray> admin(const QUrl &url);
    /// What the server says until it hangs up.
    Reply<QByteArray> word(const QString &host, quint16 port, const QByteArray &word);
    /// Does \a work on a thread of its own, and at once where no more than \a size bytes, or as many as entries take
    /// up, make it short. Cancelled: it may go on all the same, so that nothing of what it works on is the caller's.
    Reply<Done> beside(qsizetype size, std::function<void()> work);
    /// Also all that is asked from now on.
    void cancelAll();

    qint64 bytesReceived() const { return m_bytes; } ///< of all answers so far

private:
    /// The promise of a new question, or one that is cancelled already.
    ReplyPromise<QByteArray> begin();
    /// Asks at the address behind which \a server is reached.
    void ask(const zk::HostPort &server, const ReplyPromise<QByteArray> &question,
             std::function<void(const zk::HostPort &)> at);
    /// A question to an AdminServer, from one redirect to the next.
    struct AdminQuestion
    {
        QUrl url;
        ReplyPromise<QByteArray> promise;
        QDeadlineTimer until;
        int redirects = 0; ///< followed so far
    };
    void askAdmin(const AdminQuestion &question);
    void get(const zk::HostPort &address, const AdminQuestion &question);
    void redirect(const AdminQuestion &question, const QUrl &target);
    void askWord(const zk::HostPort &address, const QByteArray &word, const ReplyPromise<QByteArray> &question);
    void end(const ReplyPromise<QByteArray> &question, Result<QByteArray> answer);

    QuestionLimits m_limits;
    QPointer<zk::SshTunnel> m_tunnel;
    std::vector<ReplyPromise<QByteArray>> m_pending; ///< and perhaps some that have ended
    std::vector<ReplyPromise<Done>> m_working;       ///< likewise
    qint64 m_bytes = 0;
    bool m_cancelled = false;
};

} // namespace lockscope::observe
