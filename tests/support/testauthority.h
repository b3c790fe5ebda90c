// SPDX-License-Identifier: Apache-2.0
// A certificate authority for one test program: keys and certificates made by the openssl program in a temporary
// directory. Never trusted by anybody but the servers and clients that a test points at its files.
#pragma once

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

namespace lockscope::test {

struct Certificate
{
    QString certFile;
    QString keyFile;
    QString bothFile; ///< key and certificate in one file, as ZooKeeper's servers take it
};

class TestAuthority
{
public:
    explicit TestAuthority(const QString &name = QStringLiteral("Test authority"));

    /// False if openssl is missing or failed; why() says how.
    bool isMade() const { return m_made; }
    const char *why() const { return m_why.constData(); }
    QString caFile() const { return path(QStringLiteral("ca.pem")); }
    QString path(const QString &file) const { return m_directory.filePath(file); }

    /// \a names as in "IP:127.0.0.1,DNS:zk1". \a days: validity from now on; negative: it is over since yesterday.
    /// \a keyKind: as "openssl req -newkey" takes it; empty: of an elliptic curve.
    Certificate issue(const QString &name, const QString &names, int days = 2, const QString &keyKind = {});
    /// The key of \a certificate once more, encrypted with \a passphrase.
    QString encryptKey(const Certificate &certificate, const QByteArray &passphrase);
    /// Key, certificate and authority in a PKCS#12 file.
    QString pkcs12(const Certificate &certificate, const QByteArray &passphrase);

    /// Lines for a server's zoo.cfg: a TLS port beside the plain one. \a clientAuth: none, want or need.
    QByteArray serverLines(const Certificate &certificate, quint16 port, const QByteArray &clientAuth = "none") const;

private:
    bool openssl(const QStringList &arguments);
    bool write(const QString &file, const QByteArray &content);

    QTemporaryDir m_directory;
    QByteArray m_why;
    bool m_made = false;
};

} // namespace lockscope::test
