// SPDX-License-Identifier: Apache-2.0
// Connections to a database that several sessions share, as the threads of one process share its pool; and what a
// session asks by: a connection of its own, or one of a pool while it needs it.
// Never knows what is asked: whether a lock is held on a connection, its session says by take() and giveBack().
#pragma once

#include "core/base/reply.h"
#include "core/base/task.h"
#include "core/sql/session.h"

#include <QObject>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace lockscope::backends {

/// Who asks first is served first.
class SqlPool : public std::enable_shared_from_this<SqlPool>
{
public:
    using Open = std::function<Task<Result<std::unique_ptr<sql::Session>>>()>;

    /// A connection that is one session's as long as this is there. Then it is the pool's again, or closed.
    class Lease
    {
    public:
        Lease(std::shared_ptr<SqlPool> pool, std::unique_ptr<sql::Session> connection);
        ~Lease();
        Lease(const Lease &) = delete;
        Lease &operator=(const Lease &) = delete;

        sql::Session &connection() const { return *m_connection; }
        /// Something may be open on it: no other session gets it.
        void spoil() { m_isSpoilt = true; }

    private:
        std::shared_ptr<SqlPool> m_pool;
        std::unique_ptr<sql::Session> m_connection;
        bool m_isSpoilt = false;
    };
    using LeaseReply = Reply<std::shared_ptr<Lease>>;
    using LeasePromise = ReplyPromise<std::shared_ptr<Lease>>;

    SqlPool(Open open, int size)
        : m_open(std::move(open))
        , m_size(size)
    {
    }

    /// Answers when one is free, or with why none could be opened.
    LeaseReply take();
    /// All are taken, and so many wait.
    bool isExhausted() const { return m_free.empty() && m_connections >= m_size; }
    int size() const { return m_size; }

private:
    void serve();
    Task<> openOne();
    void comesBack(std::unique_ptr<sql::Session> connection);

    Open m_open;
    int m_size;
    int m_connections = 0; ///< there, or being opened
    int m_opening = 0;
    std::vector<std::unique_ptr<sql::Session>> m_free;
    std::deque<LeasePromise> m_waiting;
};

class SqlConnection : public QObject
{
    Q_OBJECT
public:
    explicit SqlConnection(std::unique_ptr<sql::Session> own);
    /// \a onWait is called when a request has to wait because all are taken.
    SqlConnection(std::shared_ptr<SqlPool> pool, std::function<void()> onWait);
    /// What was taken is closed, not given back: something may be open on it.
    ~SqlConnection() override;

    /// Of a pool: on the connection that was taken; without one, or where the request needs nothing of it, on the next
    /// one that is free.
    Reply<sql::Answer> ask(const sql::Request &request);
    bool isConnected() const;
    /// Of that which it has just now; 0: none.
    qint64 number() const;

    /// Takes one for what follows, until giveBack(); a connection of its own it has always.
    Reply<Done> take();
    /// Who waits for one in take() hears Cancelled.
    void giveBack();

Q_SIGNALS:
    void lost(const lockscope::Error &error);

private:
    std::unique_ptr<sql::Session> m_own;
    std::shared_ptr<SqlPool> m_pool;
    std::function<void()> m_onWait;
    std::shared_ptr<SqlPool::Lease> m_taken;
    std::optional<ReplyPromise<Done>> m_taking;
    bool m_isLost = false;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< seen by answers that come later
};

} // namespace lockscope::backends
