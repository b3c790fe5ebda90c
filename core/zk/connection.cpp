// SPDX-License-Identifier: Apache-2.0
#include "core/zk/connection.h"

#include "core/base/descriptors.h"
#include "core/zk/sshtunnel.h"
#include "core/zk/tlsrelay.h"

#include <QNetworkProxy>
#include <QPointer>
#include <QSslConfiguration>
#include <QSslSocket>
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
/// For a socket, and for waiting on it.
constexpr int leastDescriptors = 2;

// ---- why a server does not let us in: it is asked in ZooKeeper's four-letter language, never while a session works
// ----

enum class Finding {
    Refused,     ///< nothing listens there
    Unreachable, ///< no answer to the connection attempt
    NoSocket,    ///< this process may open no further sockets
    Silent,      ///< something listens and says nothing
    HungUp,      ///< it hangs up, and says nothing: beyond an SSH host, nothing listens
    NotServing,  ///< a ZooKeeper without a quorum
    ReadOnly,    ///< one without a quorum that goes on for clients that only read
    ZooKeeper,   ///< a serving ZooKeeper
    Keeper,      ///< a ClickHouse Keeper, which speaks ZooKeeper
    Tls,         ///< something that speaks TLS, and nothing else
    Foreign,     ///< something that speaks another language
};

struct Diagnosis
{
    HostPort host;
    Finding finding = Finding::Silent;
};

Finding readAnswer(const QByteArray &answer)
{
    if (answer.isEmpty())
        return Finding::HungUp;
    if (answer.contains("Mode: read-only"))
        return Finding::ReadOnly;
    if (answer.contains("Zookeeper version") || answer.contains("is not executed because it is not in the whitelist"))
        return Finding::ZooKeeper;
    if (answer.contains("ClickHouse Keeper version"))
        return Finding::Keeper;
    if (answer.contains("is not currently serving requests"))
        return Finding::NotServing;
    return Finding::Foreign;
}

Text inReadOnlyMode(const QString &server)
{
    return Text::en("%1 is in read-only mode: it has no quorum, and what it shows may be long past").arg(server);
}

/// \a host: the server as it is shown.
Text describe(const Diagnosis &diagnosis, const QString &host)
{
    switch (diagnosis.finding) {
    case Finding::Refused: return Text::en("%1 refused the connection").arg(host);
    case Finding::HungUp:
    case Finding::NoSocket:
    case Finding::Unreachable: return Text::en("%1 cannot be reached").arg(host);
    case Finding::Silent: return Text::en("%1 does not answer").arg(host);
    case Finding::NotServing: return Text::en("%1 is a ZooKeeper without a quorum, not serving yet").arg(host);
    case Finding::ReadOnly: return inReadOnlyMode(host);
    case Finding::ZooKeeper: return Text::en("%1 is a ZooKeeper but gives no session").arg(host);
    case Finding::Keeper: return Text::en("%1 is a ClickHouse Keeper but gives no session").arg(host);
    case Finding::Tls: return Text::en("%1 speaks TLS: switch TLS on for this connection").arg(host);
    case Finding::Foreign: return Text::en("%1 speaks another protocol").arg(host);
    }
    return Text::verbatim(host);
}

/// Whether there is TLS behind a port that keeps silent in plain words. What its certificate says is not the question.
Task<bool> speaksTls(HostPort host, int timeoutMs, QObject *context)
{
    const ReplyPromise<bool> promise;
    auto *raw = new QSslSocket(context);
    const QPointer<QSslSocket> alive(raw);
    QObject::connect(raw, &QObject::destroyed, [promise] { promise.complete(false); });
    QObject::connect(raw, &QSslSocket::encrypted, raw, [promise] { promise.complete(true); });
    QObject::connect(raw, &QSslSocket::sslErrors, raw, [promise] { promise.complete(true); });
    // It may refuse us for want of a certificate: in TLS all the same.
    QObject::connect(raw, &QSslSocket::errorOccurred, raw,
                     [raw, promise] { promise.complete(raw->errorString().contains("alert"_L1)); });
    QTimer::singleShot(timeoutMs, raw, [promise] { promise.complete(false); });
    raw->setProxy(QNetworkProxy::NoProxy);
    raw->setPeerVerifyMode(QSslSocket::VerifyNone);
    raw->connectToHostEncrypted(host.host, host.port);
    const bool spoken = (co_await Reply<bool>(promise)).value_or(false);
    if (alive) {
        raw->disconnect();
        raw->deleteLater(); // we may be inside one of its signals
    }
    co_return spoken;
}

/// Asks one server; \a host is an address, or \a isWay to one through an SSH host. Takes at most twice \a timeoutMs,
/// and ends when \a context is destroyed.
Task<Diagnosis> diagnose(HostPort host, bool isWay, int timeoutMs, QObject *context)
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
        else if (error == QAbstractSocket::SocketResourceError)
            promise.complete(Finding::NoSocket);
        else if (error == QAbstractSocket::RemoteHostClosedError)
            promise.complete(readAnswer(raw->peek(64 * 1024)));
        else
            promise.complete(Finding::Unreachable);
    });
    QTimer::singleShot(timeoutMs, raw, [raw, promise] {
        const bool silent = raw->state() == QAbstractSocket::ConnectedState && raw->bytesAvailable() == 0;
        if (raw->state() != QAbstractSocket::ConnectedState)
            promise.complete(Finding::Unreachable);
        else
            promise.complete(silent ? Finding::Silent : readAnswer(raw->peek(64 * 1024)));
    });
    raw->connectToHost(host.host, host.port);
    Finding finding = (co_await Reply<Finding>(promise)).value_or(Finding::Silent);
    if (finding == Finding::HungUp && !isWay)
        finding = Finding::Silent;
    if (alive) {
        raw->disconnect();
        raw->deleteLater(); // we may be inside one of its signals
        const bool saysNothing = finding == Finding::Silent || finding == Finding::HungUp;
        if (saysNothing && QSslSocket::supportsSsl()) {
            const bool tls = co_await speaksTls(host, timeoutMs, context);
            if (tls)
                co_return Diagnosis{host, Finding::Tls};
        }
    }
    co_return Diagnosis{host, finding};
}

/// What the findings for all hosts mean for a user who cannot connect.
/// \a names: of the servers behind the addresses, where these are but ways to them.
Error connectError(const QList<Diagnosis> &findings, const QHash<QString, QString> &names)
{
    QList<Text> facts;
    for (const Diagnosis &diagnosis : findings)
        facts << describe(diagnosis, names.value(diagnosis.host.toString(), diagnosis.host.toString()));
    const auto is = [](Finding finding) { return [finding](const Diagnosis &one) { return one.finding == finding; }; };
    if (std::any_of(findings.begin(), findings.end(), is(Finding::NoSocket)))
        return tooFewDescriptors();
    ErrorCode code = ErrorCode::ConnectTimeout;
    if (std::any_of(findings.begin(), findings.end(), is(Finding::Tls)))
        code = ErrorCode::TlsFailed;
    else if (!findings.isEmpty() && std::all_of(findings.begin(), findings.end(), is(Finding::Foreign)))
        code = ErrorCode::NotZooKeeper;
    return {code, u"connect"_s, {}, Text::clauses(facts)};
}

bool isHopeless(const Diagnosis &diagnosis)
{
    return diagnosis.finding == Finding::Refused || diagnosis.finding == Finding::HungUp
           || diagnosis.finding == Finding::NoSocket || diagnosis.finding == Finding::Foreign
           || diagnosis.finding == Finding::Tls;
}

/// The same for what a relay found.
bool isHopelessTls(const TlsFailure &failure)
{
    return failure.kind != TlsFailure::Kind::Silent && failure.kind != TlsFailure::Kind::NoSession;
}

bool hasFewerCreates(const NodeStat &before, const NodeStat &now)
{
    return createsUnder(now) < createsUnder(before) && createsUnder(before) < lastSureCreate;
}

Text whatContradicts(const QString &path, const NodeStat &before, const NodeStat &now)
{
    if (before.czxid == now.czxid && now.mzxid < before.mzxid)
        return Text::en("%1 was changed by change %2, and its newest one is now %3")
            .arg(path, before.mzxid.toHex(), now.mzxid.toHex());
    if (before.czxid == now.czxid && hasFewerCreates(before, now))
        return Text::en("the count of nodes made in %1 was %2, and is %3 now")
            .arg(path, createsUnder(before), createsUnder(now));
    return Text::en("%1 was made by change %2, and now by change %3")
        .arg(path, before.czxid.toHex(), now.czxid.toHex());
}

} // namespace

bool contradict(const NodeStat &before, const NodeStat &now)
{
    if (before.czxid == now.czxid)
        return before.ctimeMs != now.ctimeMs || now.mzxid < before.mzxid || hasFewerCreates(before, now);
    // Another node of this path was made after all that was seen of the one before.
    return now.czxid <= std::max({before.czxid, before.mzxid, before.pzxid});
}

Connection::Connection(ConnectionSpec spec, QObject *parent)
    : QObject(parent)
    , m_spec(std::move(spec))
    , m_seen(m_spec.seen)
{
    m_lostForLong.setSingleShot(true);
    connect(&m_lostForLong, &QTimer::timeout, this, &Connection::lookWhoIsThere);
    if (!m_spec.sshHost.isEmpty() && !m_spec.tunnel)
        m_spec.tunnel = SshTunnel::make(m_spec.sshHost, std::chrono::milliseconds(m_spec.connectTimeoutMs));
}

Connection::~Connection()
{
    // Its end resumes what waits for it: that must not find it here any more.
    const auto session = std::move(m_session);
    if (session)
        session->disconnect(this);
    m_newcomer.reset();
}

SessionSpec Connection::sessionSpec() const
{
    return {m_resolved.toString(), m_spec.sessionTimeoutMs, m_spec.authScheme,
            m_spec.authCredential, m_spec.observeOnly,      serverNames()};
}

QHash<QString, QString> Connection::serverNames() const
{
    if (m_spec.relay)
        return m_spec.relay->serverNames();
    return m_spec.tunnel ? m_spec.tunnel->serverNames() : QHash<QString, QString>();
}

void Connection::makeSession()
{
    m_seen = newestChange();
    if (m_session)
        m_session.release()->deleteLater(); // we may be inside one of its signals
    m_session = std::make_unique<Session>(sessionSpec());
    connect(m_session.get(), &Session::stateChanged, this, &Connection::onSessionState);
    connect(m_session.get(), &Session::readOnlyServerChanged, this, &Connection::troubleChanged);
}

void Connection::onSessionState(ConnectionState state)
{
    const QPointer<Connection> alive(this);
    Q_EMIT stateChanged(state);
    if (!alive || !m_session)
        return;
    if (state == ConnectionState::Suspended) {
        m_lostForLong.start(m_session->negotiatedTimeoutMs());
    } else {
        m_lostForLong.stop();
        if (m_newcomer)
            m_newcomer->abandon();
    }
    if (state == ConnectionState::Connected)
        m_established = true;
    else if (state == ConnectionState::Expired && m_established) {
        m_isHistoryKnown = false;
        makeSession();
        m_session->open();
        Q_EMIT sessionReplaced();
    }
}

// ---- whether it is the history that we know ----

namespace {

/// To which the servers have come for certain; null where that was not to be learned.
Task<Zxid> newestChangeOf(QPointer<Session> session)
{
    if (!session)
        co_return Zxid();
    const auto caughtUp = co_await session->sync(u"/"_s);
    if (!caughtUp || !session)
        co_return Zxid();
    co_await session->exists(u"/"_s); // whatever it says
    co_return session ? session->newestChange() : Zxid();
}

Error historyChanged(Zxid seen, Zxid newest)
{
    return {ErrorCode::HistoryChanged,
            u"connect"_s,
            {},
            Text::en("change %1 was seen, and their newest one is %2").arg(seen.toHex(), newest.toHex())};
}

} // namespace

Zxid Connection::newestChange() const
{
    return std::max(m_seen, m_session ? m_session->newestChange() : Zxid());
}

/// Servers that have not come as far as a session has seen do not let it in again, and do not say why: they may be
/// starting, or have lost their data. A session that has seen nothing is let in.
Task<> Connection::lookWhoIsThere()
{
    const QPointer<Connection> alive(this);
    SessionSpec spec = sessionSpec();
    spec.observeOnly = true;
    m_newcomer = std::make_unique<Session>(std::move(spec));
    const QPointer<Session> newcomer(m_newcomer.get());
    newcomer->open();
    const auto id = co_await newcomer->connected();
    if (!id)
        co_return;
    const Zxid newest = co_await newestChangeOf(newcomer);
    if (!alive || !newcomer || m_newcomer.get() != newcomer || isOver(newcomer->state()))
        co_return; // it was given up meanwhile
    const auto over = std::shared_ptr<Session>(std::move(m_newcomer));
    if (!newest.isNull() && newest < newestChange() && state() == ConnectionState::Suspended)
        m_session->refuse(historyChanged(newestChange(), newest));
    co_await over->close();
    if (alive && state() == ConnectionState::Suspended)
        m_lostForLong.start();
}

Task<> Connection::checkHistory(QList<Seen> before)
{
    const QPointer<Connection> alive(this);
    const QPointer<Session> session(m_session.get());
    if (!session)
        co_return;
    const Reply<Done> catchingUp = session->sync(u"/"_s);
    std::vector<Reply<NodeStat>> asking; // in this order, and so none is older than that
    for (const Seen &seen : std::as_const(before))
        asking.push_back(session->exists(seen.path));
    const auto caughtUp = co_await catchingUp;
    bool areAllCompared = caughtUp || !caughtUp.error().isNoAnswer();
    for (size_t i = 0; i < asking.size(); ++i) {
        const auto now = co_await asking[i];
        const auto &[path, stat] = before[static_cast<qsizetype>(i)];
        areAllCompared = areAllCompared && (now || !now.error().isNoAnswer());
        if (!session || !caughtUp || !now || !contradict(stat, *now))
            continue;
        session->refuse({ErrorCode::HistoryChanged, u"watch"_s, path, whatContradicts(path, stat, *now)});
        co_return;
    }
    if (!alive || !areAllCompared || session != m_session.get())
        co_return;
    if (caughtUp && session->newestChange() < m_seen)
        session->refuse(historyChanged(m_seen, session->newestChange()));
    else
        m_isHistoryKnown = true;
}

Task<Result<SessionId>> Connection::open()
{
    const QPointer<Connection> alive(this);
    if (!hasDescriptors(leastDescriptors))
        co_return tl::unexpected(tooFewDescriptors());
    // Before anybody is called: what the files of TLS hold does not get better by that.
    const bool isOwnRelay = m_spec.tls.enabled && !m_spec.relay;
    const auto configuration = isOwnRelay ? tlsConfiguration(m_spec.tls) : QSslConfiguration();
    if (!configuration)
        co_return tl::unexpected(configuration.error());
    const auto resolved = co_await findHosts();
    if (!resolved)
        co_return tl::unexpected(resolved.error());
    if (!alive)
        co_return failure(ErrorCode::Closed);
    m_resolved = {{}, m_spec.target.chroot};
    m_hosts = *resolved;
    for (const ResolvedHost &host : *resolved)
        m_resolved.hosts.append(host.address);
    if (m_spec.tls.enabled) {
        if (const auto relayed = goThroughRelay(*resolved, *configuration); !relayed)
            co_return tl::unexpected(relayed.error());
    }
    if (m_spec.tunnel)
        connect(m_spec.tunnel.get(), &SshTunnel::changed, this, &Connection::troubleChanged);
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
    auto id = co_await Reply<SessionId>(outcome);
    if (id && alive && !m_seen.isNull()) {
        const Zxid newest = co_await newestChangeOf(m_session.get());
        if (alive && !newest.isNull() && newest < m_seen)
            id = tl::unexpected(historyChanged(m_seen, newest));
    }
    if (!id && alive && m_session)
        m_session->abandon();
    if (!id && alive)
        co_return tl::unexpected(withWordsOfSsh(id.error()));
    co_return id;
}

/// The addresses to connect to, after the SSH host has let us through. Where it ends with an error, this may be gone.
Task<Result<QList<ResolvedHost>>> Connection::findHosts()
{
    if (!m_spec.tunnel)
        co_return co_await resolveHosts(m_spec.target.hosts, this);
    if (const Text wrong = sshHostProblem(m_spec.sshHost); !wrong.isEmpty())
        co_return invalidInput(wrong);
    QList<ResolvedHost> hosts;
    for (const HostPort &server : std::as_const(m_spec.target.hosts)) {
        const auto way = m_spec.tunnel->wayTo(server);
        if (!way)
            co_return tl::unexpected(way.error());
        hosts.append(ResolvedHost{*way, server.host});
    }
    const auto through = co_await m_spec.tunnel->up();
    if (!through)
        co_return tl::unexpected(through.error());
    co_return hosts;
}

QString Connection::serverAsNamed() const
{
    const QString server = m_session ? m_session->server() : QString();
    const auto named = std::find_if(m_hosts.cbegin(), m_hosts.cend(),
                                    [&server](const ResolvedHost &host) { return host.address.toString() == server; });
    return named == m_hosts.cend() ? server : HostPort{named->name, named->address.port}.toString();
}

/// Beyond an SSH host only ssh knows why a server was not reached.
Error Connection::withWordsOfSsh(Error error) const
{
    const bool notReached = error.code == ErrorCode::ConnectTimeout || error.code == ErrorCode::TlsFailed;
    if (!m_spec.tunnel || !notReached)
        return error;
    if (const Text trouble = m_spec.tunnel->trouble(); !trouble.isEmpty())
        return {ErrorCode::SshFailed, error.operation, {}, trouble};
    if (const QString said = m_spec.tunnel->lastRefusal(); !said.isEmpty())
        error.detail = Text::en("%1; ssh to %2 says: %3").arg(error.detail, m_spec.sshHost, said);
    return error;
}

Result<Done> Connection::goThroughRelay(const QList<ResolvedHost> &hosts, const QSslConfiguration &configuration)
{
    if (!m_spec.relay) {
        const QHash<QString, QString> names = serverNames();
        QList<TlsServer> servers;
        for (const ResolvedHost &host : hosts)
            servers.append({host.address, host.name, names.value(host.address.toString(), host.address.toString())});
        const auto relay = TlsRelay::start(servers, configuration);
        if (!relay)
            return tl::unexpected(relay.error());
        m_spec.relay = *relay;
    }
    m_resolved.hosts = m_spec.relay->addresses();
    return Done();
}

/// Ends \a outcome when every server has said why not, or when the time is over. Words like "srvr" would say nothing
/// here, where the relay knows what happened.
void Connection::watchRelay(const ReplyPromise<SessionId> &outcome)
{
    connect(m_spec.relay.get(), &TlsRelay::changed, this, [this, outcome] {
        const QList<TlsFailure> failures = m_spec.relay->failures();
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
        QList<TlsFailure> failures = m_spec.relay->failures();
        if (failures.isEmpty())
            failures.append({TlsFailure::Kind::Silent, Text::en("%1 does not answer").arg(m_spec.target.toString())});
        outcome.complete(tl::unexpected(tlsError(failures)));
    });
}

Text Connection::trouble() const
{
    if (state() == ConnectionState::Connected)
        return {};
    const ErrorCode why = m_session ? m_session->whyOver().code : ErrorCode::Closed;
    if (why == ErrorCode::MalformedReply || why == ErrorCode::HistoryChanged || why == ErrorCode::NotZooKeeper)
        return m_session->whyOver().sentence();
    if (m_session && !m_session->readOnlyServer().isEmpty())
        return inReadOnlyMode(m_session->readOnlyServer());
    if (m_spec.tunnel && !m_spec.tunnel->trouble().isEmpty())
        return m_spec.tunnel->trouble();
    if (!m_spec.relay)
        return {};
    const QList<TlsFailure> failures = m_spec.relay->failures();
    return failures.isEmpty() ? Text() : tlsError(failures).sentence();
}

Task<> Connection::probe(ReplyPromise<SessionId> outcome)
{
    const QPointer<Connection> alive(this);
    const auto started = std::chrono::steady_clock::now();
    std::vector<Task<Diagnosis>> asking;
    for (const HostPort &host : m_resolved.hosts)
        asking.push_back(
            diagnose(host, m_spec.tunnel != nullptr, std::min(probeTimeoutMs, m_spec.connectTimeoutMs), this));
    QList<Diagnosis> findings;
    for (auto &task : asking)
        findings.append(co_await task);
    const QHash<QString, QString> names = alive ? serverNames() : QHash<QString, QString>();
    for (Diagnosis &diagnosis : findings) { // what it said to us goes before what it says to others
        const QString host = diagnosis.host.toString();
        if (alive && m_session && m_session->readOnlyServer() == names.value(host, host))
            diagnosis.finding = Finding::ReadOnly;
    }
    const Error error = connectError(findings, names);
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
    m_lostForLong.stop();
    m_newcomer.reset();
    co_await m_session->close();
    if (alive)
        m_established = false;
}

} // namespace lockscope::zk

#include "moc_connection.cpp"
