// SPDX-License-Identifier: Apache-2.0
#include "core/zk/connection.h"

#include "core/zk/diagnose.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <chrono>

namespace lockscope::zk {

namespace {

using namespace std::chrono_literals;

/// A server that lets us in does so sooner; after that we ask what is wrong.
constexpr auto patience = 400ms;
constexpr int probeTimeoutMs = 2'000;

bool isHopeless(const Diagnosis &diagnosis)
{
    return diagnosis.finding == Diagnosis::Finding::Refused || diagnosis.finding == Diagnosis::Finding::Foreign;
}

} // namespace

Connection::Connection(ConnectionSpec spec, QObject *parent)
    : QObject(parent)
    , m_spec(std::move(spec))
{
}

Connection::~Connection()
{
    // Its end resumes whoever waits for it: they must not find it here any more.
    const auto session = std::move(m_session);
    if (session)
        session->disconnect(this);
}

SessionSpec Connection::sessionSpec() const
{
    return {m_resolved.toString(), m_spec.sessionTimeoutMs, m_spec.authScheme, m_spec.authCredential,
            m_spec.observeOnly};
}

void Connection::makeSession()
{
    if (m_session)
        m_session.release()->deleteLater(); // we may be inside one of its signals
    m_session = std::make_unique<Session>(sessionSpec());
    connect(m_session.get(), &Session::stateChanged, this, &Connection::onSessionState);
}

void Connection::onSessionState(ConnectionState state)
{
    const QPointer<Connection> alive(this);
    Q_EMIT stateChanged(state);
    if (!alive || !m_session)
        return;
    if (state == ConnectionState::Connected)
        m_established = true;
    else if (state == ConnectionState::Expired && m_established) {
        makeSession();
        m_session->open();
        Q_EMIT sessionReplaced();
    }
}

Task<Result<SessionId>> Connection::open()
{
    const QPointer<Connection> alive(this);
    auto resolving = resolve(m_spec.target, this);
    auto resolved = co_await resolving;
    if (!resolved)
        co_return tl::unexpected(resolved.error());
    if (!alive)
        co_return failure(ErrorCode::Closed);
    m_resolved = *resolved;
    makeSession();

    const ReplyPromise<SessionId> outcome;
    QTimer::singleShot(patience, this, [this, outcome] {
        if (!outcome.isComplete())
            probe(outcome);
    });
    m_session->open();
    m_session->connected().then([outcome](const Result<SessionId> &id) { outcome.complete(id); });
    const Reply<SessionId> reply(outcome);
    auto id = co_await reply;
    if (!id && alive && m_session)
        m_session->abandon();
    co_return id;
}

Task<> Connection::probe(ReplyPromise<SessionId> outcome)
{
    const QPointer<Connection> alive(this);
    const auto started = std::chrono::steady_clock::now();
    std::vector<Task<Diagnosis>> asking;
    for (const HostPort &host : m_resolved.hosts)
        asking.push_back(diagnose(host, std::min(probeTimeoutMs, m_spec.connectTimeoutMs), this));
    QList<Diagnosis> findings;
    for (auto &task : asking) {
        const Diagnosis finding = co_await task;
        findings.append(finding);
    }
    const Error error = connectError(findings);
    if (!alive || std::all_of(findings.begin(), findings.end(), isHopeless)) {
        outcome.complete(tl::unexpected(error));
        co_return;
    }
    const auto spent = std::chrono::steady_clock::now() - started + patience;
    const auto left = std::chrono::milliseconds(m_spec.connectTimeoutMs) - spent;
    QTimer::singleShot(std::max(std::chrono::duration_cast<std::chrono::milliseconds>(left), 0ms), this,
                       [outcome, error] { outcome.complete(tl::unexpected(error)); });
}

Task<> Connection::close()
{
    if (!m_session)
        co_return;
    const QPointer<Connection> alive(this);
    auto closing = m_session->close();
    co_await closing;
    if (alive)
        m_established = false;
}

} // namespace lockscope::zk
