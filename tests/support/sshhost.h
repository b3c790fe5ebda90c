// SPDX-License-Identifier: Apache-2.0
// A real SSH host on loopback for one test program: sshd with keys and a config of its own, and an "ssh" that reads a
// config of the test's instead of the user's. Never reads or changes anything of the user's.
#pragma once

#include "tests/support/heldport.h"

#include <QByteArray>
#include <QList>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace lockscope::test {

class SshHostForTest
{
public:
    SshHostForTest() = default;
    ~SshHostForTest();

    /// In initTestCase: QVERIFY2(m_host.start(), m_host.why()). Afterwards "ssh" is the test's in this process and in
    /// those that it starts. It knows the hosts "bastion", which lets us in, "lockedkey", which does so by a key that
    /// has a passphrase, "wrongkey", which does not, "unknownhost" and "changedhost", whose keys are not those that are
    /// known, and "absent", where nobody listens.
    bool start();
    void stop();
    const char *why() const { return m_why.constData(); }
    /// A program that asks nobody and knows the passphrase of "lockedkey".
    QString askpass() const { return path(QStringLiteral("askpass")); }
    static QString passphrase() { return QStringLiteral("open-sesame"); }
    /// Whether it was asked for a way to \a server ("localhost:2181"), in just these words.
    bool wasAskedFor(const QString &server) const;

private:
    QString path(const QString &file) const { return m_directory.filePath(file); }
    bool prepare();
    bool run(const QString &program, const QStringList &arguments);
    bool write(const QString &file, const QByteArray &content);
    bool writeProgram(const QString &file, const QByteArray &content);
    bool makeKeys();
    bool makeConfigs();

    QTemporaryDir m_directory;
    QProcess m_sshd;
    QByteArray m_why;
    const HeldPort m_port = heldPort();
    bool m_isPrepared = false;
    bool m_madeEmptyDirectory = false;
};

/// The processes with that name which \a parent started and which are alive.
QList<qint64> childrenOf(qint64 parent, const QByteArray &name);

} // namespace lockscope::test
