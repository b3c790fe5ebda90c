// SPDX-License-Identifier: Apache-2.0
#include "core/backends/sql/sqlpool.h"

#include <utility>

namespace lockscope::backends {

// ---- the pool ----

SqlPool::Lease::Lease(std::shared_ptr<SqlPool> pool, std::unique_ptr<sql::Session> connection)
    : m_pool(std::move(pool))
    , m_connection(std::move(connection))
{
}

SqlPool::Lease::~Lease()
{
    if (m_isSpoilt)
        m_connection.reset(); // what is open there the server undoes
    else
        m_connection->disconnect(); // from the session that had it
    m_pool->comesBack(std::move(m_connection));
}

SqlPool::LeaseReply SqlPool::take()
{
    const LeasePromise promise;
    m_waiting.push_back(promise);
    serve();
    return LeaseReply(promise);
}

void SqlPool::comesBack(std::unique_ptr<sql::Session> connection)
{
    if (connection && connection->isConnected())
        m_free.push_back(std::move(connection));
    else
        --m_connections;
    serve();
}

void SqlPool::serve()
{
    std::erase_if(m_free, [this](const auto &connection) {
        const bool isGone = !connection->isConnected();
        m_connections -= isGone ? 1 : 0;
        return isGone;
    });
    while (!m_waiting.empty() && !m_free.empty()) {
        const LeasePromise first = m_waiting.front();
        m_waiting.pop_front();
        auto connection = std::move(m_free.back());
        m_free.pop_back();
        first.complete(std::make_shared<Lease>(shared_from_this(), std::move(connection))); // may come back at once
    }
    while (m_opening < static_cast<int>(m_waiting.size()) && m_connections < m_size) {
        ++m_opening;
        ++m_connections;
        openOne();
    }
}

Task<> SqlPool::openOne()
{
    const auto self = shared_from_this();
    auto opened = co_await m_open();
    --m_opening;
    if (opened) {
        m_free.push_back(std::move(*opened));
    } else {
        --m_connections;
        if (!m_waiting.empty()) {
            const LeasePromise first = m_waiting.front();
            m_waiting.pop_front();
            first.complete(tl::unexpected(opened.error()));
        }
    }
    serve();
}

// ---- what a session asks by ----

SqlConnection::SqlConnection(std::unique_ptr<sql::Session> own)
    : m_own(std::move(own))
{
    connect(m_own.get(), &sql::Session::lost, this, &SqlConnection::lost);
}

SqlConnection::SqlConnection(std::shared_ptr<SqlPool> pool, std::function<void()> onWait)
    : m_pool(std::move(pool))
    , m_onWait(std::move(onWait))
{
}

SqlConnection::~SqlConnection()
{
    *m_alive = false;
    if (m_taken)
        m_taken->spoil();
    if (m_taking)
        m_taking->complete(failure(ErrorCode::ConnectionLoss));
}

/// Requests on a connection are answered before lost() is emitted: it must not count as connected in between.
bool SqlConnection::isConnected() const
{
    if (m_own)
        return m_own->isConnected();
    return !m_isLost && (!m_taken || m_taken->connection().isConnected());
}

qint64 SqlConnection::number() const
{
    if (m_own)
        return m_own->number();
    return m_taken ? m_taken->connection().number() : 0;
}

Reply<sql::Answer> SqlConnection::ask(const sql::Request &request)
{
    if (m_own)
        return m_own->ask(request);
    if (m_isLost)
        return Result<sql::Answer>(failure(ErrorCode::NotConnected, request.operation));
    if (m_taken && !request.isAside)
        return m_taken->connection().ask(request);
    if (m_pool->isExhausted())
        m_onWait();
    const ReplyPromise<sql::Answer> promise;
    m_pool->take().then([alive = m_alive, promise, request](const Result<std::shared_ptr<SqlPool::Lease>> &lease) {
        if (!*alive)
            return; // the answer has no receiver
        if (!lease)
            return promise.complete(tl::unexpected(lease.error()));
        (*lease)->connection().ask(request).then([promise, kept = *lease](const Result<sql::Answer> &answer) mutable {
            kept.reset(); // before the one who asked asks again
            promise.complete(answer);
        });
    });
    return Reply<sql::Answer>(promise);
}

Reply<Done> SqlConnection::take()
{
    if (m_own || m_taken)
        return Result<Done>(Done());
    const ReplyPromise<Done> promise;
    m_taking = promise;
    m_pool->take().then([this, alive = m_alive, promise](const Result<std::shared_ptr<SqlPool::Lease>> &lease) {
        if (!*alive || promise.isComplete())
            return;
        m_taking.reset();
        if (!lease) {
            if (lease.error().connectionWasLost() && !std::exchange(m_isLost, true))
                Q_EMIT lost(lease.error()); // so that it is not tried again at once, for ever
            return promise.complete(tl::unexpected(lease.error()));
        }
        m_taken = *lease;
        connect(&m_taken->connection(), &sql::Session::lost, this, [this](const Error &error) {
            m_isLost = true;
            Q_EMIT lost(error);
        });
        promise.complete(Done());
    });
    return Reply<Done>(promise);
}

void SqlConnection::giveBack()
{
    if (const auto taking = std::exchange(m_taking, {}))
        taking->complete(failure(ErrorCode::Cancelled));
    m_taken.reset();
}

} // namespace lockscope::backends

#include "moc_sqlpool.cpp"
