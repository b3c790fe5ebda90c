// SPDX-License-Identifier: Apache-2.0
#include "core/zk/tlsfailure.h"

#include <QDateTime>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QStringList>

#include <algorithm>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

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

QString commonName(const QStringList &names)
{
    return names.isEmpty() ? u"no name"_s : names.constFirst();
}

/// The names that a certificate is for.
QString namesOf(const QSslCertificate &certificate)
{
    QStringList names = certificate.subjectAlternativeNames().values();
    names.removeDuplicates();
    std::sort(names.begin(), names.end());
    constexpr qsizetype shown = 6;
    if (names.isEmpty())
        return commonName(certificate.subjectInfo(QSslCertificate::CommonName));
    const QString more = names.size() > shown ? u", …"_s : QString();
    return names.mid(0, shown).join(", "_L1) + more;
}

QString certificateText(Kind kind, const QSslError &problem, const QString &server, const QString &name)
{
    const QSslCertificate certificate = problem.certificate();
    const QString day = u"yyyy-MM-dd"_s;
    switch (kind) {
    case Kind::Expired:
        return problem.error() == QSslError::CertificateNotYetValid
                   ? u"%1: its certificate is valid from %2 on only"_s.arg(server,
                                                                           certificate.effectiveDate().toString(day))
                   : u"%1: its certificate expired on %2"_s.arg(server, certificate.expiryDate().toString(day));
    case Kind::WrongName: return u"%1: its certificate is for %2, not for %3"_s.arg(server, namesOf(certificate), name);
    case Kind::Untrusted:
        if (certificate.isNull())
            break;
        return certificate.isSelfSigned()
                   ? u"%1: its certificate is signed by itself (%2) and not among the trusted ones: give it, or its "
                     "authority, as CA file"_s.arg(server,
                                                   commonName(certificate.subjectInfo(QSslCertificate::CommonName)))
                   : u"%1: its certificate comes from \"%2\", which is not trusted: give that authority as CA file"_s
                         .arg(server, commonName(certificate.issuerInfo(QSslCertificate::CommonName)));
    default: break;
    }
    return u"%1: %2"_s.arg(server, problem.errorString());
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

bool isReachability(Kind kind)
{
    return kind == Kind::Refused || kind == Kind::Unreachable || kind == Kind::Silent || kind == Kind::NoSession;
}

} // namespace

TlsFailure tlsFailure(const QSslSocket &socket, const QList<QSslError> &problems, const QString &server,
                      const QString &name, bool heard)
{
    if (!problems.isEmpty()) {
        const QSslError &problem = worst(problems);
        const Kind kind = kindOf(problem.error());
        return {kind, certificateText(kind, problem, server, name)};
    }
    const QString text = socket.errorString();
    if (!heard && isAboutOurCertificate(text)) {
        if (socket.sslConfiguration().localCertificate().isNull())
            return {Kind::WantsCertificate,
                    u"%1 demands a client certificate: give a certificate and its key"_s.arg(server)};
        return {Kind::CertificateRefused, u"%1 does not accept our client certificate (%2)"_s.arg(server, text)};
    }
    switch (socket.error()) {
    case QAbstractSocket::ConnectionRefusedError: return {Kind::Refused, u"%1 refused the connection"_s.arg(server)};
    case QAbstractSocket::HostNotFoundError:
    case QAbstractSocket::NetworkError: return {Kind::Unreachable, u"%1 cannot be reached"_s.arg(server)};
    case QAbstractSocket::SocketTimeoutError: return {Kind::Silent, u"%1 does not answer"_s.arg(server)};
    case QAbstractSocket::RemoteHostClosedError:
        if (socket.isEncrypted() || heard)
            return {Kind::NoSession, u"%1 hung up without giving a session: it may have no quorum yet"_s.arg(server)};
        return {Kind::NoTls, u"%1 hung up instead of speaking TLS: its TLS port is another one "
                             "(secureClientPort), or TLS is off there"_s.arg(server)};
    default: break; // a library's enum: it may grow
    }
    if (text.contains("wrong version number"_L1) || text.contains("packet length too long"_L1)
        || text.contains("record layer failure"_L1) || text.contains("unknown protocol"_L1))
        return {Kind::NoTls, u"%1 speaks no TLS: its TLS port is another one (secureClientPort)"_s.arg(server)};
    return {Kind::Other, u"%1: %2"_s.arg(server, text)};
}

Error tlsError(const QList<TlsFailure> &failures)
{
    QStringList facts;
    for (const TlsFailure &one : failures)
        facts << one.text;
    facts.removeDuplicates();
    const bool reachability =
        std::all_of(failures.begin(), failures.end(), [](const TlsFailure &one) { return isReachability(one.kind); });
    return {reachability ? ErrorCode::ConnectTimeout : ErrorCode::TlsFailed, u"connect"_s, {}, facts.join("; "_L1)};
}

} // namespace lockscope::zk
