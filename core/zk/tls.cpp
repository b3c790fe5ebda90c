// SPDX-License-Identifier: Apache-2.0
#include "core/zk/tls.h"

#include "core/base/secret.h"
#include "core/base/smallfile.h"

#include <QBuffer>
#include <QFile>
#include <QHostAddress>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QUrl>

#include <algorithm>
#include <optional>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

struct Identity
{
    QList<QSslCertificate> chain; ///< the own one first
    QSslKey key;
};

bool isPkcs12(const QString &name)
{
    return name.endsWith(".p12"_L1, Qt::CaseInsensitive) || name.endsWith(".pfx"_L1, Qt::CaseInsensitive);
}

Result<QList<QSslCertificate>> certificatesIn(const QString &name)
{
    auto content = readSmallFile(name);
    if (!content)
        return tl::unexpected(content.error());
    const WipedAtEnd wiped(*content);            // the key may be in the same file
    if (content->startsWith("\xFE\xED\xFE\xED")) // what people who know ZooKeeper's Java client have at hand
        return invalidInput(
            Text::en("%1 is a Java keystore: export it as PEM, with keytool -exportcert -rfc.").arg(name));
    const QList<QSslCertificate> found = QSslCertificate::fromData(*content, QSsl::Pem);
    if (found.isEmpty())
        return invalidInput(Text::en("%1 has no certificate in PEM form: give the file that has.").arg(name));
    return found;
}

Result<QSslKey> keyIn(const QString &name, const QByteArray &passphrase)
{
    auto content = readSmallFile(name);
    if (!content)
        return tl::unexpected(content.error());
    const WipedAtEnd wiped(*content);
    for (const auto algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        const QSslKey key(*content, algorithm, QSsl::Pem, QSsl::PrivateKey, passphrase);
        if (!key.isNull())
            return key;
    }
    if (!content->contains("PRIVATE KEY-----"))
        return invalidInput(Text::en("%1 has no private key in PEM form: give the file that has.").arg(name));
    if (!content->contains("ENCRYPTED"))
        return invalidInput(Text::en("%1 has a private key that cannot be read: make it anew.").arg(name));
    return invalidInput(passphrase.isEmpty()
                            ? Text::en("%1 has a private key that wants a passphrase: give it.").arg(name)
                            : Text::en("%1 has a private key with another passphrase: check the one given.").arg(name));
}

Result<Identity> readPkcs12(const TlsSpec &spec)
{
    auto content = readSmallFile(spec.certFile);
    if (!content)
        return tl::unexpected(content.error());
    const WipedAtEnd wiped(*content);
    QBuffer buffer(&*content);
    buffer.open(QIODevice::ReadOnly);
    Identity identity;
    QSslCertificate own;
    QList<QSslCertificate> further;
    if (!QSslCertificate::importPkcs12(&buffer, &identity.key, &own, &further, spec.passphrase))
        return invalidInput(
            Text::en("%1 is no PKCS#12 file, or has another passphrase: check the one given.").arg(spec.certFile));
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

// ---- whether a key is that of a certificate: Qt has no call for it ----

/// A value of DER: what it is, its content, and what comes after it.
struct DerValue
{
    quint8 tag = 0;
    QByteArrayView content = {};
    QByteArrayView rest = {};
};

std::optional<DerValue> derValue(QByteArrayView bytes)
{
    if (bytes.size() < 2)
        return std::nullopt;
    const auto at = [bytes](qsizetype i) { return static_cast<quint8>(bytes[i]); };
    qsizetype head = 2;
    qsizetype size = at(1);
    if (size >= 0x80) { // that many bytes of it follow
        const qsizetype count = size - 0x80;
        if (count == 0 || count > 3 || bytes.size() < head + count)
            return std::nullopt;
        size = 0;
        for (qsizetype i = 0; i < count; ++i)
            size = size * 256 + at(head + i);
        head += count;
    }
    if (bytes.size() - head < size)
        return std::nullopt;
    return DerValue{at(0), bytes.sliced(head, size), bytes.sliced(head + size)};
}

constexpr quint8 sequenceTag = 0x30;
constexpr quint8 bitStringTag = 0x03;
constexpr char wholePoint = 0x04; ///< of an elliptic curve: both coordinates

/// What a public key is made of, as it stands in the private one too: modulus and exponent of RSA, a point of an
/// elliptic curve. Empty where this is not known.
QByteArrayView numbersOf(const QByteArray &publicKey, QSsl::KeyAlgorithm algorithm)
{
    const auto all = derValue(publicKey);
    const auto kind = all && all->tag == sequenceTag ? derValue(all->content) : std::nullopt;
    const auto bits = kind ? derValue(kind->rest) : std::nullopt;
    if (!bits || bits->tag != bitStringTag || bits->content.size() < 2)
        return {};
    const QByteArrayView key = bits->content.sliced(1); // the first byte says how many bits of the last are unused
    if (algorithm == QSsl::Ec)
        return key.front() == wholePoint ? key : QByteArrayView();
    const auto numbers = algorithm == QSsl::Rsa ? derValue(key) : std::nullopt;
    return numbers && numbers->tag == sequenceTag ? numbers->content : QByteArrayView();
}

/// True also where it is not known: the handshake then shows it.
bool mayBelong(const QSslKey &key, const QSslCertificate &certificate)
{
    const QSslKey publicKey = certificate.publicKey();
    if (publicKey.algorithm() != key.algorithm())
        return false;
    const QByteArray publicBytes = publicKey.toDer();
    QByteArray privateBytes = key.toDer();
    const WipedAtEnd wiped(privateBytes);
    const QByteArrayView numbers = numbersOf(publicBytes, key.algorithm());
    return numbers.isEmpty() || privateBytes.isEmpty() || privateBytes.contains(numbers);
}

// ---- whose certificate it is ----

/// \a pattern: as in zk1.example or *.example, where the star is one label.
bool isNamedBy(const QString &pattern, const QString &name)
{
    if (!pattern.startsWith("*."_L1))
        return pattern.compare(name, Qt::CaseInsensitive) == 0;
    const qsizetype dot = name.indexOf(u'.');
    return dot > 0 && pattern.count(u'.') > 1 && pattern.sliced(1).compare(name.sliced(dot), Qt::CaseInsensitive) == 0;
}

} // namespace

Result<QSslConfiguration> tlsConfiguration(const TlsSpec &spec)
{
    if (!QSslSocket::supportsSsl())
        return failure(ErrorCode::TlsFailed, u"connect"_s, {},
                       Text::en("this Qt has no TLS: install OpenSSL and Qt's TLS plugin"));
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
            return invalidInput(Text::en("There is a key, %1, but no certificate to it: give both.").arg(spec.keyFile));
        return configuration;
    }
    const auto identity = readIdentity(spec);
    if (!identity)
        return tl::unexpected(identity.error());
    if (!mayBelong(identity->key, identity->chain.constFirst()))
        return invalidInput(Text::en("The key in %1 does not belong to the certificate in %2: give the one that does.")
                                .arg(spec.keyFile.isEmpty() ? spec.certFile : spec.keyFile, spec.certFile));
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
    auto content = readSmallFile(spec.keyFile.isEmpty() ? spec.certFile : spec.keyFile);
    if (!content)
        return false;
    const WipedAtEnd wiped(*content); // where it has no passphrase, the key itself
    return content->contains("PRIVATE KEY-----") && content->contains("ENCRYPTED");
}

Text tlsFileProblem(TlsSpec spec)
{
    if (!spec.enabled || !QSslSocket::supportsSsl())
        return {};
    if (spec.passphrase.isEmpty() && wantsPassphrase(spec)) { // it may still be asked for
        spec.certFile.clear();
        spec.keyFile.clear();
    }
    const auto read = tlsConfiguration(spec);
    return read ? Text() : read.error().sentence();
}

bool isFor(const QSslCertificate &certificate, const QString &name)
{
    const auto names = certificate.subjectAlternativeNames();
    const QHostAddress address(name);
    if (!names.contains(QSsl::DnsEntry) && !names.contains(QSsl::IpAddressEntry)) {
        const QStringList common = certificate.subjectInfo(QSslCertificate::CommonName);
        return std::ranges::any_of(common, [&](const QString &one) { return isNamedBy(one, name); });
    }
    const QStringList of = names.values(address.isNull() ? QSsl::DnsEntry : QSsl::IpAddressEntry);
    const QString ascii = QString::fromLatin1(QUrl::toAce(name)); // empty for what is no name of the DNS
    return std::ranges::any_of(of, [&](const QString &one) {
        if (!address.isNull())
            return QHostAddress(one) == address;
        return isNamedBy(one, name) || (!ascii.isEmpty() && isNamedBy(one, ascii));
    });
}

} // namespace lockscope::zk
