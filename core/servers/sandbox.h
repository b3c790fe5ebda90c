// SPDX-License-Identifier: Apache-2.0
// A private ZooKeeper on loopback: own temporary directory, free ports, gone with this process even if it is killed.
// Never touches a server that it did not start.
#pragma once

#include "core/base/limits.h"
#include "core/base/reply.h"
#include "core/base/servercommand.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <memory>

namespace lockscope::servers {

inline tl::unexpected<Error> sandboxFailure(const Text &sentence)
{
    return failure(ErrorCode::SandboxFailed, {}, {}, sentence);
}

/// Where Java and the jars of a ZooKeeper server are looked for. A value, so that a test can point it at an empty
/// machine.
struct JavaPlaces
{
    QString javaHome;      ///< $JAVA_HOME; asked before the path
    QStringList path;      ///< $PATH
    QString zookeeperHome; ///< $ZOOKEEPER_HOME: an unpacked upstream release; wins over systemJars
    QString systemJars = QStringLiteral("/usr/share/java"); ///< where Debian and its children keep jars

    static JavaPlaces fromEnvironment();
};

/// Where one server of several hears the others.
struct PeerPorts
{
    quint16 quorum = 0;
    quint16 election = 0;
};

struct SandboxSpec
{
    int servers = 1;      ///< 1, 3 or 5
    quint16 port = 0;     ///< of the first server; 0: any free one. Others follow on free ports.
    QString directory;    ///< empty: a temporary one, deleted at the end; else used and kept
    int tickTimeMs = 200; ///< sessions may be as short as two ticks
    std::chrono::milliseconds startTimeout = limits().start; ///< until start() gives up
    QList<QByteArray> extraLines = {}; ///< of each server's zoo.cfg in turn, at its end: settings that a test is about
    int heapMb = 512;                  ///< of each server, at most
    QList<QStringList> environments = {}; ///< of each server in turn, "NAME=value", besides this program's own
    /// More lines for the zoo.cfg of the server with this index, asked for at each choice of ports: who wants to stand
    /// between the servers names other ones.
    std::function<QByteArray(int server, const QList<PeerPorts> &ports)> peerLines = {};
};

struct SandboxServer
{
    QString clientAddress; ///< "127.0.0.1:40001"
    QString adminUrl;      ///< "http://127.0.0.1:40002"; empty if the AdminServer could not be started
    QString logFile;
    qint64 pid = 0;
};

struct SandboxInfo
{
    QString connectString;
    QList<SandboxServer> servers;
    QString directory;
};

/// One running sandbox. Lives on one thread with an event loop. To be stopped before it is destroyed: destroying one
/// that runs holds up its thread until its servers have ended (at most 2 s), which is for the program's end.
class Sandbox : public QObject
{
    Q_OBJECT
public:
    explicit Sandbox(SandboxSpec spec, JavaPlaces places = JavaPlaces::fromEnvironment(), QObject *parent = nullptr);
    ~Sandbox() override;

    /// Starts; ends in exactly one of ready() and failed(), never from inside this call. Call it once.
    void start();
    /// Starts, and answers as ready() or failed() does; with Cancelled where it is destroyed before.
    Reply<SandboxInfo> started();
    /// Ends its servers while the event loop goes on: where their files are kept they are asked, and killed when their
    /// patience is over; else killed at once. Answers when they have ended; not to be destroyed before, and without any
    /// waiting from then on. No signal is sent any more.
    Reply<Done> stop();
    /// Filled when ready() is sent; its log files can be read until the sandbox is destroyed.
    const SandboxInfo &info() const;
    /// To the server with this index in info(), once it is ready(). A server that is killed so is no failure; whether
    /// one that is restarted serves again is for others to ask.
    /// Answers when that is so: for Kill and Restart, when the process has ended. What an ensemble cannot do is
    /// refused.
    Reply<Done> command(int server, ServerCommand command);

Q_SIGNALS:
    void progress(const lockscope::Text &sentence);
    void ready(const lockscope::servers::SandboxInfo &info);
    /// Could not start, or a server died later (no Java, no jar, port taken, …).
    void failed(const lockscope::Error &error);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope::servers
