// SPDX-License-Identifier: Apache-2.0
#include "core/zk/connection.h"

#include "core/zk/tlsrelay.h"

#include <QNetworkProxy>
#include <QPointer>
#include <QSslSocket>
#include <QStringList>
#include <QTcpSocket>
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

// ---- why a server does not let us in: it is asked in ZooKeeper's four-letter language, never while a session works
// ----

struct Diagnosis
{
    enum class Finding {
        Refused,     ///< nothing listens there
        Unreachable, ///< no answer to the connection attempt
        Silent,      ///< something listens and says nothing
        NotServing,  ///< a ZooKeeper without a quorum
        ZooKeeper,   ///< a serving ZooKeeper
        Tls,         ///< something that speaks TLS, and nothing else
        Foreign,     ///< something that speaks another language
    };

    HostPort host;
    Finding finding = Finding::Silent;
};

using Finding = Diagnosis::Finding;

Finding readAnswer(const QByteArray &answer)
{
    if (answer.isEmpty())
        return Finding::Silent;
    if (answer.contains("Zookeeper version") || answer.contains("is not executed because it is not in the whitelist"))
        return Finding::ZooKeeper;
    if (answer.contains("is not currently serving requests"))
        return Finding::NotServing;
    return Finding::Foreign;
}

Text describe(const Diagnosis &diagnosis)
{
    const QString host = diagnosis.host.toString();
    switch (diagnosis.finding) {
    case Finding::Refused: return Text::en("%1 refused the connection").arg(host);
    case Finding::Unreachable: return Text::en("%1 cannot be reached").arg(host);
    case Finding::Silent: return Text::en("%1 does not answer").arg(host);
    case Finding::NotServing: return Text::en("%1 is a ZooKeeper without a quorum, not serving yet").arg(host);
    case Finding::ZooKeeper: return Text::en("%1 is a ZooKeeper but gives no session").arg(host);
    case Finding::Tls: return Text::en("%1 speaks TLS: switch TLS on for this connection").arg(host);
    case Finding::Foreign: return Text::en("%1 speaks another protocol").arg(host);
    }
    return Text::verbatim(host);
}

/// Whether there is TLS behind a port that keeps silent in plain words. What its certificate says is not the question.
Task<bool> speaksTls(HostPort host, int timeoutMs, QObject *context)
{
    const ReplyPromise<Done> promise;
    auto *raw = new QSslSocket(context);
    const QPointer<QSslSocket> alive(raw);
    const auto silent = failure(ErrorCode::ConnectTimeout);
    QObject::connect(raw, &QObject::destroyed, [promise, silent] { promise.complete(silent); });
    QObject::connect(raw, &QSslSocket::encrypted, raw, [promise] { promise.complete(Done()); });
    QObject::connect(raw, &QSslSocket::sslErrors, raw, [promise] { promise.complete(Done()); });
    QObject::connect(raw, &QSslSocket::errorOccurred, raw, [raw, promise, silent] {
        // It may refuse us for want of a certificate: in TLS all the same.
        promise.complete(raw->errorString().contains("alert"_L1) ? Result<Done>(Done()) : silent);
    });
    QTimer::singleShot(timeoutMs, raw, [promise, silent] { promise.complete(silent); });
    raw->setProxy(QNetworkProxy::NoProxy);
    raw->setPeerVerifyMode(QSslSocket::VerifyNone);
    raw->connectToHostEncrypted(host.host, host.port);
    const Reply<Done> reply(promise);
    const auto spoken = co_await reply;
    if (alive) {
        raw->disconnect();
        raw->deleteLater(); // we may be inside one of its signals
    }
    co_return spoken.has_value();
}

/// Asks one server; \a host is an address. Takes at most twice \a timeoutMs, and ends when \a context is destroyed.
Task<Diagnosis> diagnose(HostPort host, int timeoutMs, QObject *context)
{
    const ReplyPromise<Finding> promise;
    auto *raw = new QTcpSocket(context);
    const QPointer<QTcpSocket> alive(raw);
    QObject::connect(raw, &QObject::destroyed, [promise] { promise.complete(Finding::Silent); });
    QObject::connect(raw, &QTcpSocket::connected, raw, [raw] { raw->write("srvr"); });
    // A ZooKeeper answers and closes.
    QObject::connect(raw, &QTcpSocket::readChannelFinished, raw,
                     [raw, promise] { promise.complete(readAnswer(raw->peek(64 * 1024))); });
    QObject::connect(raw, &QTcpSocket::errorOccurred, raw, [raw, promise](QAbstractSocket::SocketError error) {
        if (error == QAbstractSocket::ConnectionRefusedError)
            promise.complete(Finding::Refused);
        else if (error == QAbstractSocket::RemoteHostClosedError)
            promise.complete(readAnswer(raw->peek(64 * 1024)));
        else
            promise.complete(Finding::Unreachable);
    });
    QTimer::singleShot(timeoutMs, raw, [raw, promise] {
        promise.complete(raw->state() == QAbstractSocket::ConnectedState ? readAnswer(raw->peek(64 * 1024))
                                                                         : Finding::Unreachable);
    });
    raw->connectToHost(host.host, host.port);
    const Reply<Finding> reply(promise);
    const auto finding = co_await reply;
    if (!alive)
        co_return Diagnosis{host, *finding};
    raw->disconnect();
    raw->deleteLater(); // we may be inside one of its signals
    if (*finding == Finding::Silent && QSslSocket::supportsSsl()) {
        auto asking = speaksTls(host, timeoutMs, context);
        const bool tls = co_await asking;
        if (tls)
            co_return Diagnosis{host, Finding::Tls};
    }
    co_return Diagnosis{host, *finding};
}

/// What the findings for all hosts mean for a user who cannot connect.
Error connectError(const QList<Diagnosis> &findings)
{
    QList<Text> facts;
    for (const Diagnosis &diagnosis : findings)
        facts << describe(diagnosis);
    const bool tls = std::any_of(findings.begin(), findings.end(),
                                 [](const Diagnosis &d) { return d.finding == Diagnosis::Finding::Tls; });
    if (tls)
        return {ErrorCode::TlsFailed, u"connect"_s, {}, Text::clauses(facts)};
    const bool foreign = !findings.isEmpty() && std::all_of(findings.begin(), findings.end(), [](const Diagnosis &d) {
        return d.finding == Finding::Foreign;
    });
    return {foreign ? ErrorCode::NotZooKeeper : ErrorCode::ConnectTimeout, u"connect"_s, {}, Text::clauses(facts)};
}

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
    // Its end resumes what waits for it: that must not find it here any more.
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
            failures.append({TlsFailure::Kind::Silent, Text::en("%1 does not answer").arg(m_spec.target.toString())});
        outcome.complete(tl::unexpected(tlsError(failures)));
    });
}

Text Connection::trouble() const
{
    if (!m_spec.relay || state() == ConnectionState::Connected)
        return {};
    const QList<TlsFailure> failures = tlsFailures();
    return failures.isEmpty() ? Text() : tlsError(failures).sentence();
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
