// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sshhost.h"

#include "core/base/guard.h"
#include "tests/support/files.h"
#include "tests/support/sandboxfortest.h"

#include <QDeadlineTimer>
#include <QDir>

#include <unistd.h>

namespace lockscope::test {

using namespace Qt::StringLiterals;

namespace {

constexpr auto sshdProgram = "/usr/sbin/sshd"_L1; // it wants to be called by its full path
/// Where sshd, as root, locks up the process that talks to strangers; the package's service makes it.
constexpr auto emptyDirectory = "/run/sshd"_L1;
constexpr int portOfNobody = 1; // a free port may be taken by another test before it is asked for
constexpr int startLimitMs = 30'000;
constexpr int betweenLooksMs = 20;

} // namespace

SshHostForTest::~SshHostForTest()
{
    stop();
    if (m_madeEmptyDirectory)
        QDir().rmdir(emptyDirectory);
}

void SshHostForTest::stop()
{
    m_sshd.kill();
    m_sshd.waitForFinished();
}

bool SshHostForTest::start()
{
    if (!QFile::exists(sshdProgram)) {
        m_why = "There is no /usr/sbin/sshd, which these tests need: scripts/setup test";
        return false;
    }
    if (::geteuid() == 0 && !QFile::exists(emptyDirectory))
        m_madeEmptyDirectory = QDir().mkdir(emptyDirectory);
    if (!m_isPrepared && !prepare())
        return false;
    tieToThisThread(m_sshd);
    m_sshd.setProcessChannelMode(QProcess::MergedChannels);
    m_sshd.setStandardOutputFile(path(u"log"_s));
    m_sshd.start(sshdProgram, {u"-D"_s, u"-e"_s, u"-f"_s, path(u"sshd_config"_s)});
    m_sshd.waitForStarted(); // else it may listen before its start was heard of
    const QDeadlineTimer deadline(startLimitMs);
    while (!isListening(m_port.port()) && m_sshd.state() != QProcess::NotRunning && !deadline.hasExpired())
        m_sshd.waitForFinished(betweenLooksMs);
    m_why = contentOf(path(u"log"_s));
    return isListening(m_port.port()) && m_sshd.state() == QProcess::Running;
}

bool SshHostForTest::prepare()
{
    qputenv("PATH", path(u"bin"_s).toUtf8() + ':' + qgetenv("PATH"));
    for (const char *name : {"SSH_AUTH_SOCK", "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "DISPLAY", "WAYLAND_DISPLAY"})
        qunsetenv(name); // nobody is asked
    m_isPrepared = makeKeys() && makeConfigs();
    return m_isPrepared;
}

bool SshHostForTest::wasAskedFor(const QString &server) const
{
    const QString line = u", target %1 port %2\r\n"_s.arg(server.section(u':', 0, 0), server.section(u':', 1));
    return contentOf(path(u"log"_s)).contains(line.toUtf8());
}

bool SshHostForTest::run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setWorkingDirectory(m_directory.path());
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    const bool ended = process.waitForFinished(startLimitMs);
    m_why = program.toUtf8() + ": " + process.errorString().toUtf8() + ' ' + process.readAll();
    return ended && process.exitCode() == 0;
}

bool SshHostForTest::write(const QString &file, const QByteArray &content)
{
    m_why = "cannot write " + path(file).toUtf8();
    return writeFile(path(file), content);
}

bool SshHostForTest::makeKeys()
{
    const QList<std::pair<QString, QString>> keys{
        {u"host_key"_s, {}}, {u"own_key"_s, {}}, {u"wrong_key"_s, {}}, {u"locked_key"_s, passphrase()}};
    for (const auto &[key, secret] : keys) {
        if (!run(u"ssh-keygen"_s, {u"-q"_s, u"-t"_s, u"ed25519"_s, u"-N"_s, secret, u"-f"_s, key}))
            return false;
    }
    const QByteArray place = "[127.0.0.1]:" + QByteArray::number(m_port.port()) + ' ';
    return write(u"authorized_keys"_s, contentOf(path(u"own_key.pub"_s)) + contentOf(path(u"locked_key.pub"_s)))
           && write(u"known_hosts"_s, place + contentOf(path(u"host_key.pub"_s)))
           && write(u"known_otherwise"_s, place + contentOf(path(u"wrong_key.pub"_s)));
}

bool SshHostForTest::makeConfigs()
{
    const QString sshd = uR"(ListenAddress 127.0.0.1
Port %2
HostKey %1/host_key
AuthorizedKeysFile %1/authorized_keys
StrictModes no
UsePAM no
PidFile none
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
LogLevel DEBUG
)"_s.arg(m_directory.path())
                             .arg(m_port.port());
    // The first value that is found counts, but of IdentityFile all. ControlPersist: what a user's config may say must
    // not matter.
    const QString client = uR"(Host wrongkey
 IdentityFile %1/wrong_key
Host lockedkey
 IdentityFile %1/locked_key
Host !wrongkey !lockedkey *
 IdentityFile %1/own_key
Host unknownhost
 UserKnownHostsFile %1/none
Host changedhost
 UserKnownHostsFile %1/known_otherwise
Host absent
 Port %3
Host *
 HostName 127.0.0.1
 Port %2
 IdentitiesOnly yes
 UserKnownHostsFile %1/known_hosts
 GlobalKnownHostsFile %1/none
 ControlPersist yes
)"_s.arg(m_directory.path())
                               .arg(m_port.port())
                               .arg(portOfNobody);
    const QString ssh = u"#!/bin/sh\nexec /usr/bin/ssh -F %1/ssh_config \"$@\"\n"_s.arg(m_directory.path());
    const QString askpass = u"#!/bin/sh\necho %1\n"_s.arg(passphrase());
    return write(u"sshd_config"_s, sshd.toUtf8()) && write(u"ssh_config"_s, client.toUtf8())
           && QDir(m_directory.path()).mkpath(u"bin"_s) && writeProgram(u"bin/ssh"_s, ssh.toUtf8())
           && writeProgram(u"askpass"_s, askpass.toUtf8());
}

bool SshHostForTest::writeProgram(const QString &file, const QByteArray &content)
{
    return write(file, content)
           && QFile::setPermissions(path(file), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

QList<qint64> childrenOf(qint64 parent, const QByteArray &name)
{
    QList<qint64> found;
    const QStringList processes = QDir(u"/proc"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &process : processes) {
        const QByteArray stat = contentOf(u"/proc/%1/stat"_s.arg(process)); // "7 (ssh) S 1 …"
        const QByteArray comm = stat.mid(stat.indexOf('(') + 1, stat.lastIndexOf(')') - stat.indexOf('(') - 1);
        const QList<QByteArray> rest = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
        if (comm == name && rest.value(0) != "Z" && rest.value(1).toLongLong() == parent)
            found += process.toLongLong();
    }
    return found;
}

} // namespace lockscope::test
