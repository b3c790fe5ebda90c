// SPDX-License-Identifier: Apache-2.0
#include "core/zk/tlsrelay.h"

#include "core/base/descriptors.h"
#include "core/zk/tls.h"

#include <QMutexLocker>
#include <QNetworkProxy>
#include <QSslCertificate>
#include <QSslSocket>
#include <QStringList>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

using namespace std::chrono_literals;

/// For the event loop of another thread.
constexpr int descriptorsOfThread = 2;

/// From the call to the end of the handshake; a server on the other side of the world needs a second, one
/// on a busy machine many. Connecting sessions give up when their own time is over.
constexpr auto handshakeLimit = 30s;

// ---- why it failed ----

using Kind = TlsFailure::Kind;

Kind kindOf(QSslError::SslError error)
{
    switch (error) {
    case QSslError::CertificateExpired:
    case QSslError::CertificateNotYetValid: return Kind::Expired;
    case QSslError::HostNameMismatch: return Kind::WrongName;
    case QSslError::SelfSignedCertificate:
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::UnableToGetIssuerCertificate:
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
    case QSslError::CertificateSignatureFailed:
    case QSslError::CertificateUntrusted:
    case QSslError::CertificateRejected:
    case QSslError::InvalidCaCertificate: return Kind::Untrusted;
    default: return Kind::Other; // a library's enum: it may grow
    }
}

Text commonName(const QStringList &names)
{
    return names.isEmpty() ? Text::en("no name") : Text::verbatim(names.constFirst());
}

/// The names that a certificate is for.
Text namesOf(const QSslCertificate &certificate)
{
    QStringList names = certificate.subjectAlternativeNames().values();
    names.removeDuplicates();
    std::sort(names.begin(), names.end());
    constexpr qsizetype shown = 6;
    if (names.isEmpty())
        return commonName(certificate.subjectInfo(QSslCertificate::CommonName));
    const QString more = names.size() > shown ? u", …"_s : QString();
    return Text::verbatim(names.mid(0, shown).join(", "_L1) + more);
}

Text certificateText(Kind kind, const QSslError &problem, const QString &server, const QString &name)
{
    const QSslCertificate certificate = problem.certificate();
    const QString day = u"yyyy-MM-dd"_s;
    switch (kind) {
    case Kind::Expired:
        return problem.error() == QSslError::CertificateNotYetValid
                   ? Text::en("%1: its certificate is valid from %2 on only")
                         .arg(server, certificate.effectiveDate().toString(day))
                   : Text::en("%1: its certificate expired on %2").arg(server, certificate.expiryDate().toString(day));
    case Kind::WrongName:
        return Text::en("%1: its certificate is for %2, not for %3").arg(server, namesOf(certificate), name);
    case Kind::Untrusted:
        if (certificate.isNull())
            break;
        return certificate.isSelfSigned()
                   ? Text::en(
                         "%1: its certificate is signed by itself (%2) and not among the trusted ones: give it, or its "
                         "authority, as CA file")
                         .arg(server, commonName(certificate.subjectInfo(QSslCertificate::CommonName)))
                   : Text::en(
                         "%1: its certificate comes from \"%2\", which is not trusted: give that authority as CA file")
                         .arg(server, commonName(certificate.issuerInfo(QSslCertificate::CommonName)));
    default: break;
    }
    return Text::en("%1: %2").arg(server, problem.errorString());
}

/// Other problems are a consequence of these, or weigh less.
const QSslError &worst(const QList<QSslError> &problems)
{
    for (const Kind first : {Kind::Untrusted, Kind::Expired, Kind::WrongName}) {
        for (const QSslError &problem : problems) {
            if (kindOf(problem.error()) == first)
                return problem;
        }
    }
    return problems.constFirst();
}

/// An alert about our certificate, in OpenSSL's words.
bool isAboutOurCertificate(const QString &text)
{
    return text.contains("alert"_L1)
           && (text.contains("certificate"_L1) || text.contains("unknown ca"_L1)
               || text.contains("handshake failure"_L1));
}

/// What the end of \a socket means. \a problems: what was found wrong with the certificate. \a name: by which the
/// server was called. \a wasEncrypted: the handshake was through.
TlsFailure tlsFailure(const QSslSocket &socket, const QList<QSslError> &problems, const QString &server,
                      const QString &name, bool wasEncrypted)
{
    if (!problems.isEmpty()) {
        const QSslError &problem = worst(problems);
        const Kind kind = kindOf(problem.error());
        return {kind, certificateText(kind, problem, server, name)};
    }
    const QString text = socket.errorString();
    const bool hasCertificate = !socket.sslConfiguration().localCertificate().isNull();
    if (isAboutOurCertificate(text)) {
        if (!hasCertificate)
            return {Kind::WantsCertificate,
                    Text::en("%1 demands a client certificate: give a certificate and its key").arg(server)};
        return {Kind::CertificateRefused, Text::en("%1 does not accept our client certificate (%2)").arg(server, text)};
    }
    switch (socket.error()) {
    case QAbstractSocket::ConnectionRefusedError:
        return {Kind::Refused, Text::en("%1 refused the connection").arg(server)};
    case QAbstractSocket::HostNotFoundError:
    case QAbstractSocket::NetworkError: return {Kind::Unreachable, Text::en("%1 cannot be reached").arg(server)};
    case QAbstractSocket::SocketResourceError: return {Kind::NoSocket, tooFewDescriptors().sentence()};
    case QAbstractSocket::SocketTimeoutError: return {Kind::Silent, Text::en("%1 does not answer").arg(server)};
    case QAbstractSocket::RemoteHostClosedError:
        if (wasEncrypted)
            return {Kind::NoSession,
                    hasCertificate
                        ? Text::en("%1 hung up without giving a session: it may have no quorum yet").arg(server)
                        : Text::en("%1 hung up without giving a session: it may demand a client certificate, or have "
                                   "no quorum yet")
                              .arg(server)};
        return {Kind::NoTls, Text::en("%1 hung up instead of speaking TLS: its TLS port is another one "
                                      "(secureClientPort), or TLS is off there")
                                 .arg(server)};
    default: break; // a library's enum: it may grow
    }
    if (text.contains("wrong version number"_L1) || text.contains("packet length too long"_L1)
        || text.contains("record layer failure"_L1) || text.contains("unknown protocol"_L1))
        return {Kind::NoTls, Text::en("%1 speaks no TLS: its TLS port is another one (secureClientPort)").arg(server)};
    return {Kind::Other, Text::en("%1: %2").arg(server, text)};
}

/// One connection: the C client's bytes on one side, TLS on the other. Goes by itself when both sides are closed.
class TlsLink : public QObject
{
public:
    /// Hears once why it failed; nothing: the server let us in.
    using OnOutcome = std::function<void(const std::optional<TlsFailure> &)>;

    /// Takes over \a client.
    TlsLink(QTcpSocket *client, const TlsServer &server, const QSslConfiguration &configuration, OnOutcome onOutcome,
            QObject *parent)
        : QObject(parent)
        , m_server(server)
        , m_onOutcome(std::move(onOutcome))
        , m_client(client)
        , m_socket(new QSslSocket(this))
    {
        client->setParent(this);
        client->setReadBufferSize(mostKept);
        client->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_socket->setProxy(QNetworkProxy::NoProxy);
        m_socket->setReadBufferSize(mostKept);
        m_socket->setSslConfiguration(configuration);
        connect(client, &QTcpSocket::readyRead, this, &TlsLink::pass);
        connect(client, &QTcpSocket::bytesWritten, this, &TlsLink::pass);
        connect(client, &QTcpSocket::disconnected, this, &TlsLink::onClientGone);
        connect(m_socket, &QTcpSocket::connected, this,
                [this] { m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1); });
        connect(m_socket, &QSslSocket::encrypted, this, &TlsLink::onEncrypted);
        connect(m_socket, &QTcpSocket::readyRead, this, &TlsLink::pass);
        connect(m_socket, &QSslSocket::encryptedBytesWritten, this, &TlsLink::pass);
        connect(m_socket, &QSslSocket::sslErrors, this,
                [this](const QList<QSslError> &problems) { m_problems = problems; });
        connect(m_socket, &QTcpSocket::disconnected, this, &TlsLink::onServerGone);
        connect(m_socket, &QTcpSocket::errorOccurred, this, &TlsLink::onServerGone);
        m_patience.setSingleShot(true);
        connect(&m_patience, &QTimer::timeout, this, [this] {
            fail({TlsFailure::Kind::Silent, Text::en("%1 does not answer").arg(m_server.shown)});
        });
        m_patience.start(handshakeLimit);
        m_socket->connectToHostEncrypted(m_server.address.host, m_server.address.port, m_server.name);
    }

private:
    void onEncrypted()
    {
        m_wasEncrypted = true;
        const QSslCertificate certificate = m_socket->peerCertificate();
        const bool isVerified = m_socket->peerVerifyMode() == QSslSocket::VerifyPeer;
        if (!isVerified || isFor(certificate, m_server.name)) {
            pass();
            return;
        }
        m_problems = {QSslError(QSslError::HostNameMismatch, certificate)};
        fail(tlsFailure(*m_socket, m_problems, m_server.shown, m_server.name, m_wasEncrypted));
    }

    void pass()
    {
        if (!m_socket->isEncrypted() && !m_heard)
            return;
        if (m_socket->isEncrypted())
            forward(m_client, m_socket);
        if (m_socket->bytesAvailable() > 0 && !std::exchange(m_heard, true)) {
            // Only now: a server that speaks TLS 1.3 may refuse our certificate after the handshake.
            m_patience.stop();
            report(std::nullopt);
        }
        forward(m_socket, m_client);
        if (m_socket->state() == QAbstractSocket::UnconnectedState && m_socket->bytesAvailable() == 0)
            m_client->disconnectFromHost(); // after what is still to be written
    }

    void onClientGone()
    {
        if (m_socket->isEncrypted())
            forward(m_client, m_socket);
        if (m_socket->state() != QAbstractSocket::UnconnectedState && m_socket->isEncrypted())
            m_socket->disconnectFromHost(); // after what is still to be written; then onServerGone()
        else
            end(); // no client waits for it any more
    }

    void onServerGone()
    {
        if (m_socket->state() != QAbstractSocket::UnconnectedState
            && m_socket->state() != QAbstractSocket::ClosingState)
            return;
        if (!m_heard && m_client->state() == QAbstractSocket::ConnectedState) {
            fail(tlsFailure(*m_socket, m_problems, m_server.shown, m_server.name, m_wasEncrypted));
            return;
        }
        if (m_client->state() == QAbstractSocket::UnconnectedState)
            end();
        else
            pass();
    }

    void fail(const TlsFailure &failure)
    {
        report(failure);
        end();
    }

    void report(const std::optional<TlsFailure> &outcome)
    {
        if (!std::exchange(m_hasReported, true))
            m_onOutcome(outcome);
    }

    void end()
    {
        m_patience.stop();
        for (QTcpSocket *socket : {m_client, static_cast<QTcpSocket *>(m_socket)}) {
            socket->disconnect(this);
            socket->abort();
        }
        deleteLater(); // we are inside a signal of one of them
    }

    TlsServer m_server;
    OnOutcome m_onOutcome;
    QTcpSocket *m_client;
    QSslSocket *m_socket;
    QTimer m_patience; ///< until the handshake is through
    QList<QSslError> m_problems;
    bool m_wasEncrypted = false;
    bool m_heard = false;       ///< anything came from the server over TLS
    bool m_hasReported = false; ///< how it went
};

} // namespace

// ---- the relay, on its owner's thread ----

Error tlsError(const QList<TlsFailure> &failures)
{
    if (std::ranges::any_of(failures, [](const TlsFailure &one) { return one.kind == Kind::NoSocket; }))
        return tooFewDescriptors();
    QList<Text> facts;
    for (const TlsFailure &one : failures) {
        if (!facts.contains(one.text))
            facts << one.text;
    }
    const bool reachability = std::all_of(failures.begin(), failures.end(), [](const TlsFailure &one) {
        return one.kind == Kind::Refused || one.kind == Kind::Unreachable || one.kind == Kind::Silent
               || one.kind == Kind::NoSession;
    });
    return {reachability ? ErrorCode::ConnectTimeout : ErrorCode::TlsFailed, u"connect"_s, {}, Text::clauses(facts)};
}

TlsRelay::TlsRelay(const QList<TlsServer> &servers, const QSslConfiguration &configuration)
    : m_servers(servers)
    , m_failures(servers.size())
    , m_ports(u"tls"_s, [this, configuration](QTcpSocket *client, qsizetype server, QObject *parent) {
        new TlsLink(
            client, m_servers.at(server), configuration,
            [this, server](const std::optional<TlsFailure> &failure) { note(server, failure); }, parent);
    })
{
}

Result<std::shared_ptr<TlsRelay>> TlsRelay::start(const QList<TlsServer> &servers,
                                                  const QSslConfiguration &configuration)
{
    // Looked at before: a thread that finds none for its own loop ends the program.
    if (!hasDescriptors(descriptorsOfThread + static_cast<int>(servers.size())))
        return tl::unexpected(tooFewDescriptors());
    std::shared_ptr<TlsRelay> relay(new TlsRelay(servers, configuration));
    for (qsizetype i = 0; i < servers.size(); ++i) {
        if (const auto port = relay->m_ports.open(); !port)
            return tl::unexpected(tooFewDescriptors());
    }
    return relay;
}

QHash<QString, QString> TlsRelay::serverNames() const
{
    QHash<QString, QString> names;
    for (qsizetype i = 0; i < m_servers.size(); ++i)
        names.insert(addresses()[i].toString(), m_servers[i].shown);
    return names;
}

QList<TlsFailure> TlsRelay::failures() const
{
    const QMutexLocker lock(&m_mutex);
    QList<TlsFailure> known;
    for (const auto &failure : m_failures) {
        if (failure)
            known.append(*failure);
    }
    return known;
}

void TlsRelay::note(qsizetype server, std::optional<TlsFailure> failure)
{
    {
        const QMutexLocker lock(&m_mutex);
        if (m_failures[server] == failure)
            return;
        m_failures[server] = std::move(failure);
    }
    Q_EMIT changed(); // queued to listeners on other threads
}

} // namespace lockscope::zk

#include "moc_tlsrelay.cpp"
