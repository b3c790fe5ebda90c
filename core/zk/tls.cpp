// SPDX-License-Identifier: Apache-2.0
#include "core/zk/tls.h"

#include <QBuffer>
#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

struct Identity
{
    QList<QSslCertificate> chain; ///< the own one first
    QSslKey key;
};

tl::unexpected<Error> wrong(const Text &detail)
{
    return failure(ErrorCode::TlsFailed, u"connect"_s, {}, detail);
}

Result<QByteArray> contentOf(const QString &name)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return wrong(Text::en("%1: %2").arg(name, file.errorString()));
    return file.readAll();
}

bool isPkcs12(const QString &name)
{
    return name.endsWith(".p12"_L1, Qt::CaseInsensitive) || name.endsWith(".pfx"_L1, Qt::CaseInsensitive);
}

Result<QList<QSslCertificate>> certificatesIn(const QString &name)
{
    const auto content = contentOf(name);
    if (!content)
        return tl::unexpected(content.error());
    if (content->startsWith("\xFE\xED\xFE\xED")) // what people who know ZooKeeper's Java client have at hand
        return wrong(Text::en("%1 is a Java keystore: export it as PEM, with keytool -exportcert -rfc").arg(name));
    const QList<QSslCertificate> found = QSslCertificate::fromData(*content, QSsl::Pem);
    if (found.isEmpty())
        return wrong(Text::en("%1 has no certificate in PEM form").arg(name));
    return found;
}

Result<QSslKey> keyIn(const QString &name, const QByteArray &passphrase)
{
    const auto content = contentOf(name);
    if (!content)
        return tl::unexpected(content.error());
    for (const auto algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        const QSslKey key(*content, algorithm, QSsl::Pem, QSsl::PrivateKey, passphrase);
        if (!key.isNull())
            return key;
    }
    if (!content->contains("PRIVATE KEY-----"))
        return wrong(Text::en("%1 has no private key in PEM form").arg(name));
    if (!content->contains("ENCRYPTED"))
        return wrong(Text::en("%1: its private key cannot be read").arg(name));
    return wrong(passphrase.isEmpty() ? Text::en("%1: its private key wants a passphrase").arg(name)
                                      : Text::en("%1: the passphrase is not that of its private key").arg(name));
}

Result<Identity> readPkcs12(const TlsSpec &spec)
{
    auto content = contentOf(spec.certFile);
    if (!content)
        return tl::unexpected(content.error());
    QBuffer buffer(&*content);
    buffer.open(QIODevice::ReadOnly);
    Identity identity;
    QSslCertificate own;
    QList<QSslCertificate> further;
    if (!QSslCertificate::importPkcs12(&buffer, &identity.key, &own, &further, spec.passphrase))
        return wrong(Text::en("%1 is no PKCS#12 file, or the passphrase is not its own").arg(spec.certFile));
    identity.chain = QList<QSslCertificate>{own} + further;
    return identity;
}

Result<Identity> readIdentity(const TlsSpec &spec)
{
    if (isPkcs12(spec.certFile))
        return readPkcs12(spec);
    const auto chain = certificatesIn(spec.certFile);
    if (!chain)
        return tl::unexpected(chain.error());
    const auto key = keyIn(spec.keyFile.isEmpty() ? spec.certFile : spec.keyFile, spec.passphrase);
    if (!key)
        return tl::unexpected(key.error());
    return Identity{*chain, *key};
}

} // namespace

Result<QSslConfiguration> tlsConfiguration(const TlsSpec &spec)
{
    if (!QSslSocket::supportsSsl())
        return wrong(Text::en("this Qt has no TLS: install OpenSSL and Qt's TLS plugin"));
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setPeerVerifyMode(spec.verify ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
    if (!spec.caFile.isEmpty()) {
        const auto authorities = certificatesIn(spec.caFile);
        if (!authorities)
            return tl::unexpected(authorities.error());
        configuration.setCaCertificates(*authorities);
    }
    if (spec.certFile.isEmpty()) {
        if (!spec.keyFile.isEmpty())
            return wrong(Text::en("there is a key, %1, but no certificate to it").arg(spec.keyFile));
        return configuration;
    }
    const auto identity = readIdentity(spec);
    if (!identity)
        return tl::unexpected(identity.error());
    if (identity->chain.constFirst().publicKey().algorithm() != identity->key.algorithm())
        return wrong(Text::en("the key does not belong to the certificate %1").arg(spec.certFile));
    configuration.setLocalCertificateChain(identity->chain);
    configuration.setPrivateKey(identity->key);
    return configuration;
}

bool wantsPassphrase(const TlsSpec &spec)
{
    if (!spec.enabled || spec.certFile.isEmpty())
        return false;
    if (isPkcs12(spec.certFile))
        return QFile::exists(spec.certFile); // nearly all do, and a try would leave a warning in the log
    const auto content = contentOf(spec.keyFile.isEmpty() ? spec.certFile : spec.keyFile);
    return content && content->contains("PRIVATE KEY-----") && content->contains("ENCRYPTED");
}

} // namespace lockscope::zk
