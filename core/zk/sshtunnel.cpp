// SPDX-License-Identifier: Apache-2.0
#include "core/zk/sshtunnel.h"

#include "core/base/guard.h"

#include <QDir>
#include <QFile>
#include <QLocalSocket>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTcpSocket>

#include <algorithm>
#include <utility>

namespace lockscope::zk {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// ---- the host, and how ssh is called ----

namespace {

/// Between two attempts: doubled each time up to the longest, since a host that is asked too often may lock us out.
constexpr auto shortestRest = 1s;
constexpr auto longestRest = 30s;
constexpr qsizetype mostLines = 20; ///< the longest that it says at once is that a host key has changed

/// Whether there is a program that asks the user in a window what ssh wants to know.
bool canAsk()
{
    const bool forced = qEnvironmentVariable("SSH_ASKPASS_REQUIRE") == "force"_L1;
    const bool display = !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
    return (display || forced)
           && (!qEnvironmentVariableIsEmpty("SSH_ASKPASS")
               || !QStandardPaths::findExecutable(u"ssh-askpass"_s).isEmpty());
}

/// What ssh takes as destination: it knows "host:port" in URLs alone.
QString destination(const QString &host)
{
    static const QRegularExpression withPort(uR"(^([^@/]+@)?([^:@/\[\]]+|\[[^\]]+\]):\d+$)"_s);
    return withPort.match(host).hasMatch() ? u"ssh://"_s + host : host;
}

} // namespace

Text sshHostProblem(const QString &host)
{
    // Nothing that ssh takes for an option, and nothing that a shell would read: versions before 9.6 put it as it is
    // into a ProxyCommand.
    static const QRegularExpression fit(
        u"^(ssh://)?+(?!-)(%1+@)?(?!-)((?!@)%1)+\\z"_s.arg(uR"([^\s\p{C}'"`$\\;&<>|(){}!*?#])"_s));
    if (host.isEmpty() || fit.match(host).hasMatch())
        return {};
    return Text::en("\"%1\" is no SSH host: write what ssh takes, as in bastion, user@bastion or user@bastion:2222.")
        .arg(host);
}

// ---- a connection ----

namespace {

/// The C client's bytes on one side, ssh's socket on the other. Goes by itself when both sides are closed.
class SshLink : public QObject
{
public:
    /// Takes over \a client.
    SshLink(QTcpSocket *client, const QString &path, QObject *parent)
        : QObject(parent)
        , m_client(client)
        , m_way(new QLocalSocket(this))
    {
        client->setParent(this);
        client->setReadBufferSize(mostKept);
        client->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_way->setReadBufferSize(mostKept);
        for (QIODevice *side : {static_cast<QIODevice *>(m_client), static_cast<QIODevice *>(m_way)}) {
            connect(side, &QIODevice::readyRead, this, &SshLink::pass);
            connect(side, &QIODevice::bytesWritten, this, &SshLink::pass);
        }
        connect(m_client, &QTcpSocket::disconnected, this, &SshLink::pass);
        connect(m_way, &QLocalSocket::connected, this, &SshLink::pass);
        connect(m_way, &QLocalSocket::disconnected, this, &SshLink::pass);
        connect(m_way, &QLocalSocket::errorOccurred, this, &SshLink::pass); // also where it was never connected
        m_way->connectToServer(path);
    }

private:
    void pass()
    {
        if (m_way->state() == QLocalSocket::ConnectedState)
            forward(m_client, m_way);
        forward(m_way, m_client);
        const bool wayIsOver = m_way->state() == QLocalSocket::UnconnectedState && m_way->bytesAvailable() == 0;
        const bool clientIsOver =
            m_client->state() == QAbstractSocket::UnconnectedState && (m_client->bytesAvailable() == 0 || wayIsOver);
        if (wayIsOver && clientIsOver)
            deleteLater(); // we are inside a signal of one of them
        else if (wayIsOver)
            m_client->disconnectFromHost(); // after what is still to be written
        else if (clientIsOver)
            m_way->disconnectFromServer();
    }

    QTcpSocket *m_client;
    QLocalSocket *m_way;
};

QString socketPath(const QString &directory, qsizetype way)
{
    return directory + u'/' + QString::number(way);
}

} // namespace

// ---- the tunnel ----

std::shared_ptr<SshTunnel> SshTunnel::make(const QString &host, std::chrono::milliseconds connectTimeout)
{
    return {new SshTunnel(host, connectTimeout), [](SshTunnel *tunnel) { tunnel->deleteLater(); }};
}

SshTunnel::SshTunnel(const QString &host, std::chrono::milliseconds connectTimeout)
    : m_host(host)
    , m_connectTimeout(std::max(1s, std::chrono::ceil<std::chrono::seconds>(connectTimeout)))
    , m_directory(u"lockscope-ssh-"_s)
    , m_rest(shortestRest)
    , m_ports(u"ssh"_s, [directory = m_directory.path()](QTcpSocket *client, qsizetype way, QObject *parent) {
        new SshLink(client, socketPath(directory, way), parent);
    })
{
    tieToThisThread(m_ssh);
    m_ssh.setStandardInputFile(QProcess::nullDevice());
    m_ssh.setStandardOutputFile(QProcess::nullDevice());
    m_ssh.setReadChannel(QProcess::StandardError);
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &SshTunnel::start);
    connect(&m_appearing, &QFileSystemWatcher::directoryChanged, this, &SshTunnel::onThrough);
    connect(&m_ssh, &QProcess::readyReadStandardError, this, &SshTunnel::hear);
    connect(&m_ssh, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        onEnded(status == QProcess::CrashExit ? Text::en("it was ended by signal %1").arg(code)
                                              : Text::en("it exited with code %1").arg(code));
    });
    connect(&m_ssh, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) // finished() is emitted at all other ends
            onEnded(Text::verbatim(m_ssh.errorString()));
    });
}

SshTunnel::~SshTunnel()
{
    m_ssh.disconnect(this);
    m_ssh.kill();
    m_ssh.waitForFinished();
    answer(failure(ErrorCode::Cancelled, u"connect"_s));
}

Result<HostPort> SshTunnel::wayTo(const HostPort &server)
{
    const qsizetype known = std::ranges::find(m_ways, server, &Way::server) - m_ways.begin();
    if (known < m_ways.size())
        return m_ports.addresses()[known];
    const auto port = m_ports.open();
    if (port)
        m_ways += Way{server};
    return port;
}

QStringList SshTunnel::forward(qsizetype way) const
{
    return {u"-L"_s, socketPath(m_directory.path(), way) + u':' + m_ways[way].server.toString()};
}

Reply<Done> SshTunnel::up()
{
    if (m_through)
        return Result<Done>(Done());
    m_waiting.emplace_back();
    const Reply<Done> reply(m_waiting.back());
    if (m_ssh.state() == QProcess::NotRunning)
        start();
    return reply;
}

void SshTunnel::start()
{
    m_again.stop();
    m_said.clear();
    m_refusal.clear();
    if (!m_directory.isValid())
        return onEnded(Text::en("no temporary directory can be made (%1)").arg(m_directory.errorString()));
    const QString program = QStandardPaths::findExecutable(u"ssh"_s);
    if (program.isEmpty())
        return onEnded(
            Text::en("there is no ssh here: install OpenSSH's client (on Debian: apt install openssh-client)"));
    QFile::remove(controlPath()); // left behind by one that was killed
    m_appearing.addPath(m_directory.path());
    // Forwards that the user's config has may well be in use by another ssh: ExitOnForwardFailure is left to the
    // config.
    QStringList arguments{u"-N"_s,
                          u"-T"_s,
                          u"-M"_s,
                          u"-S"_s,
                          controlPath(),
                          u"-oControlPersist=no"_s,
                          u"-oStreamLocalBindUnlink=yes"_s,
                          u"-oServerAliveInterval=5"_s,
                          u"-oServerAliveCountMax=2"_s,
                          u"-oConnectTimeout=%1"_s.arg(m_connectTimeout.count())};
    auto environment = QProcessEnvironment::systemEnvironment();
    if (!canAsk())
        arguments += u"-oBatchMode=yes"_s; // else it would wait for an answer that cannot come
    else if (!environment.contains(u"SSH_ASKPASS_REQUIRE"_s))
        environment.insert(u"SSH_ASKPASS_REQUIRE"_s, u"force"_s);
    for (qsizetype way = 0; way < m_ways.size(); ++way) {
        arguments += forward(way);
        m_ways[way].known = true;
    }
    m_ssh.setProcessEnvironment(environment);
    m_ssh.start(program, arguments + QStringList{u"--"_s, destination(m_host)});
}

void SshTunnel::hear()
{
    static const QRegularExpression rule(u"^@+$"_s);
    const bool ended = m_ssh.state() == QProcess::NotRunning;
    while (m_ssh.canReadLine() || (ended && m_ssh.bytesAvailable() > 0)) {
        const QString line = QString::fromLocal8Bit(m_ssh.readLine()).trimmed();
        if (line.startsWith("channel "_L1) && line.contains(": open failed: "_L1))
            m_refusal = line; // of one connection, whose caller reads it by lastRefusal()
        else if (!line.isEmpty() && !rule.match(line).hasMatch())
            m_said += line;
        if (m_said.size() > mostLines)
            m_said.removeFirst();
    }
}

/// Something appeared in the directory: ssh opens its control socket when it has been let in and listens on all others.
void SshTunnel::onThrough()
{
    if (m_through || m_ssh.state() == QProcess::NotRunning || !QFile::exists(controlPath()))
        return;
    hear();
    m_through = true;
    m_trouble = {};
    m_rest = shortestRest;
    const QString said = std::exchange(m_said, {}).join(u' ');
    if (!said.isEmpty())
        Q_EMIT reported(Text::en("ssh to %1 says: %2").arg(m_host, said), false);
    if (std::exchange(m_wasThrough, true))
        Q_EMIT reported(Text::en("ssh to %1 is through again.").arg(m_host), false);
    Q_EMIT changed();
    answer(Done());
}

void SshTunnel::onEnded(const Text &how)
{
    hear();
    m_through = false;
    const Text why = m_said.isEmpty() ? how : Text::verbatim(m_said.join(u' '));
    const Text trouble = Text::en("ssh to %1 ended: %2").arg(m_host, why);
    const bool isNews = trouble != std::exchange(m_trouble, trouble);
    if (m_wasThrough) {
        m_again.start(m_rest);
        m_rest = std::min<std::chrono::milliseconds>(2 * m_rest, longestRest);
        if (isNews)
            Q_EMIT reported(Text::en("%1 (it is started again until it is through)").arg(trouble), true);
    }
    Q_EMIT changed();
    answer(failure(ErrorCode::SshFailed, u"connect"_s, {}, Text::en("%1: %2").arg(m_host, why)));
}

void SshTunnel::answer(const Result<Done> &outcome)
{
    const auto waiting = std::exchange(m_waiting, {});
    for (const ReplyPromise<Done> &promise : waiting)
        promise.complete(outcome);
}

Reply<HostPort> SshTunnel::reach(const HostPort &server)
{
    const auto port = wayTo(server);
    if (!port)
        return port;
    if (!m_through)
        return Result<HostPort>(failure(ErrorCode::NotConnected, u"ssh"_s, {}, m_trouble));
    const qsizetype way = std::ranges::find(m_ways, server, &Way::server) - m_ways.begin();
    if (m_ways[way].known)
        return port;
    const ReplyPromise<HostPort> promise;
    auto *asking = new QProcess(this); // asks the ssh that runs; no config needed, nor its forwards wanted once more
    tieToThisThread(*asking);
    const auto end = [this, promise, asking, way, port](bool done) {
        asking->deleteLater();
        m_ways[way].known = m_ways[way].known || done;
        promise.complete(done ? port
                              : Result<HostPort>(failure(
                                  ErrorCode::NotConnected, u"ssh"_s, {},
                                  Text::verbatim(QString::fromLocal8Bit(asking->readAllStandardError()).trimmed()))));
    };
    connect(asking, &QObject::destroyed, [promise] { promise.complete(failure(ErrorCode::Cancelled, u"ssh"_s)); });
    connect(asking, &QProcess::finished, this, [end](int code) { end(code == 0); });
    connect(asking, &QProcess::errorOccurred, this, [end](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(false);
    });
    asking->start(m_ssh.program(), QStringList{u"-F"_s, u"/dev/null"_s, u"-S"_s, controlPath(), u"-O"_s, u"forward"_s}
                                       + forward(way) + QStringList{u"--"_s, u"master"_s});
    return Reply<HostPort>(promise);
}

QHash<QString, QString> SshTunnel::serverNames() const
{
    QHash<QString, QString> names;
    for (qsizetype way = 0; way < m_ways.size(); ++way)
        names.insert(m_ports.addresses()[way].toString(), m_ways[way].server.toString());
    return names;
}

} // namespace lockscope::zk

#include "moc_sshtunnel.cpp"
