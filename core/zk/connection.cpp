// SPDX-License-Identifier: Apache-2.0
#include "core/zk/connection.h"

#include "core/zk/diagnose.h"
#include "core/zk/tlsconfiguration.h"
#include "core/zk/tlsrelay.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <chrono>

namespace lockscope::zk {

namespace {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// A server that lets us in does so sooner; after that we ask what is wrong.
constexpr auto patience = 400ms;
constexpr int probeTimeoutMs = 2'000;

bool isHopeless(const Diagnosis &diagnosis)
{
    return diagnosis.finding == Diagnosis::Finding::Refused || diagnosis.finding == Diagnosis::Finding::Foreign
           || diagnosis.finding == Diagnosis::Finding::Tls;
}

/// The same for what a relay found.
bool isHopelessTls(const TlsFailure &failure)
{
    return failure.kind != TlsFailure::Kind::Silent && failure.kind != TlsFailure::Kind::NoSession;
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
    return {m_resolved.toString(), m_spec.sessionTimeoutMs,
            m_spec.authScheme,     m_spec.authCredential,
            m_spec.observeOnly,    m_spec.relay ? m_spec.relay->serverNames() : QHash<QString, QString>()};
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
    auto resolving = resolveHosts(m_spec.target.hosts, this);
    const auto resolved = co_await resolving;
    if (!resolved)
        co_return tl::unexpected(resolved.error());
    if (!alive)
        co_return failure(ErrorCode::Closed);
    m_resolved = {{}, m_spec.target.chroot};
    for (const ResolvedHost &host : *resolved)
        m_resolved.hosts.append(host.address);
    if (m_spec.tls.enabled) {
        if (const auto relayed = goThroughRelay(*resolved); !relayed)
            co_return tl::unexpected(relayed.error());
    }
    makeSession();

    const ReplyPromise<SessionId> outcome;
    if (m_spec.relay) {
        watchRelay(outcome);
    } else {
        QTimer::singleShot(patience, this, [this, outcome] {
            if (!outcome.isComplete())
                probe(outcome);
        });
    }
    m_session->open();
    m_session->connected().then([outcome](const Result<SessionId> &id) { outcome.complete(id); });
    const Reply<SessionId> reply(outcome);
    auto id = co_await reply;
    if (!id && alive && m_session)
        m_session->abandon();
    co_return id;
}

Result<Done> Connection::goThroughRelay(const QList<ResolvedHost> &hosts)
{
    if (!m_spec.relay) {
        const auto configuration = tlsConfiguration(m_spec.tls);
        if (!configuration)
            return tl::unexpected(configuration.error());
        QList<TlsServer> servers;
        for (const ResolvedHost &host : hosts)
            servers.append({host.address, host.name});
        const auto relay = TlsRelay::start(servers, *configuration);
        if (!relay)
            return tl::unexpected(relay.error());
        m_spec.relay = *relay;
    }
    m_resolved.hosts = m_spec.relay->addresses();
    return Done();
}

QList<TlsFailure> Connection::tlsFailures() const
{
    QList<TlsFailure> known;
    for (const auto &one : m_spec.relay->failures()) {
        if (one)
            known.append(*one);
    }
    return known;
}

/// Ends \a outcome when every server has said why not, or when the time is over. Words like "srvr" would say nothing
/// here, where the relay knows what happened.
void Connection::watchRelay(const ReplyPromise<SessionId> &outcome)
{
    connect(m_spec.relay.get(), &TlsRelay::changed, this, [this, outcome] {
        const QList<TlsFailure> failures = tlsFailures();
        const bool hopeless =
            failures.size() == m_resolved.hosts.size() && std::all_of(failures.begin(), failures.end(), &isHopelessTls);
        const QPointer<Connection> alive(this);
        if (hopeless && !m_established)
            outcome.complete(tl::unexpected(tlsError(failures)));
        if (alive)
            Q_EMIT troubleChanged();
    });
    QTimer::singleShot(m_spec.connectTimeoutMs, this, [this, outcome] {
        if (outcome.isComplete())
            return;
        QList<TlsFailure> failures = tlsFailures();
        if (failures.isEmpty())
            failures.append({TlsFailure::Kind::Silent, u"%1 does not answer"_s.arg(m_spec.target.toString())});
        outcome.complete(tl::unexpected(tlsError(failures)));
    });
}

QString Connection::trouble() const
{
    if (!m_spec.relay || state() == ConnectionState::Connected)
        return {};
    const QList<TlsFailure> failures = tlsFailures();
    return failures.isEmpty() ? QString() : tlsError(failures).sentence();
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
