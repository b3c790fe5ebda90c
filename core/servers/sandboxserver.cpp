// SPDX-License-Identifier: Apache-2.0
#include "core/servers/sandboxserver.h"

#include "core/base/guard.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <csignal>
#include <utility>

#include <sys/types.h>

namespace lockscope::servers {

using namespace Qt::StringLiterals;

// ---- what it runs ----

namespace {

QString findJava(const JavaPlaces &places)
{
    if (!places.javaHome.isEmpty()) {
        const QFileInfo java(places.javaHome + "/bin/java"_L1);
        if (java.isFile() && java.isExecutable())
            return java.absoluteFilePath();
    }
    if (places.path.isEmpty()) // QStandardPaths would ask $PATH instead
        return {};
    return QStandardPaths::findExecutable(u"java"_s, places.path);
}

QStringList jarsIn(const QString &directory)
{
    QStringList jars;
    const auto files = QDir(directory).entryInfoList({u"*.jar"_s}, QDir::Files, QDir::Name);
    for (const QFileInfo &file : files)
        jars += file.absoluteFilePath();
    return jars;
}

bool contains(const QStringList &jars, QLatin1StringView namePart)
{
    return std::any_of(jars.begin(), jars.end(),
                       [namePart](const QString &jar) { return QFileInfo(jar).fileName().startsWith(namePart); });
}

Result<ServerProgram> fromRelease(const QString &home)
{
    const QStringList jars = jarsIn(home + "/lib"_L1) + jarsIn(home);
    if (!contains(jars, "zookeeper-"_L1) && !contains(jars, "zookeeper.jar"_L1)) {
        return sandboxFailure(
            Text::en("No ZooKeeper server found: ZOOKEEPER_HOME is %1, but neither it nor its lib folder has a "
                     "zookeeper jar. Point it at an unpacked apache-zookeeper-…-bin, or unset it.")
                .arg(home));
    }
    return ServerProgram{{},
                         jars,
                         contains(jars, "jetty-servlet"_L1) || contains(jars, "servlet-api"_L1)
                             || contains(jars, "javax.servlet-api"_L1),
                         home};
}

Result<ServerProgram> fromDistribution(const QString &jarFolder)
{
    const QString server = jarFolder + "/zookeeper.jar"_L1;
    if (!QFileInfo::exists(server)) {
        return sandboxFailure(
            Text::en("No ZooKeeper server found: %1 does not exist. Install it (on Debian: apt install zookeeper "
                     "libservlet-api-java), or set ZOOKEEPER_HOME to an unpacked apache-zookeeper-…-bin.")
                .arg(server));
    }
    ServerProgram program{{}, {server}, false, server};
    // The server's manifest pulls the rest, except for these: without the first there is no AdminServer, without the
    // second no log, without the others no TLS port.
    if (const QString servlets = jarFolder + "/servlet-api.jar"_L1; QFileInfo::exists(servlets)) {
        program.classPath += servlets;
        program.hasAdminServer = true;
    }
    for (const auto name : {"slf4j-simple.jar"_L1, "netty-codec.jar"_L1, "netty-resolver.jar"_L1,
                            "netty-transport-native-unix-common.jar"_L1}) {
        if (const QString jar = jarFolder + u'/' + name; QFileInfo::exists(jar))
            program.classPath += jar;
    }
    return program;
}

} // namespace

JavaPlaces JavaPlaces::fromEnvironment()
{
    return {qEnvironmentVariable("JAVA_HOME"),
            qEnvironmentVariable("PATH").split(QDir::listSeparator(), Qt::SkipEmptyParts),
            qEnvironmentVariable("ZOOKEEPER_HOME")};
}

Result<ServerProgram> findServerProgram(const JavaPlaces &places)
{
    const QString java = findJava(places);
    if (java.isEmpty()) {
        return sandboxFailure(
            Text::en("No Java found: a sandbox runs a real ZooKeeper server. Install a Java runtime (on Debian: apt "
                     "install default-jre-headless), or set JAVA_HOME."));
    }
    auto program =
        places.zookeeperHome.isEmpty() ? fromDistribution(places.systemJars) : fromRelease(places.zookeeperHome);
    if (program)
        program->java = java;
    return program;
}

// ---- its configuration ----

namespace {

constexpr int maxSessionTimeoutMs = 10 * 60 * 1000;

// Configuration for the two logging libraries that upstream releases bring: everything to standard output.

QByteArray logbackXml()
{
    return R"(<configuration>
  <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%d{yyyy-MM-dd HH:mm:ss.SSS} [%t] %p %c{0} - %m%n</pattern></encoder>
  </appender>
  <root level="INFO"><appender-ref ref="OUT"/></root>
</configuration>
)";
}

QByteArray log4jProperties()
{
    return "log4j.rootLogger=INFO, OUT\n"
           "log4j.appender.OUT=org.apache.log4j.ConsoleAppender\n"
           "log4j.appender.OUT.layout=org.apache.log4j.PatternLayout\n"
           "log4j.appender.OUT.layout.ConversionPattern=%d{yyyy-MM-dd HH:mm:ss.SSS} [%t] %p %c{1} - %m%n\n";
}

QStringList javaArguments(const ServerProgram &program, int heapMb)
{
    return {
        // Started quickly and kept small; the heap is a limit, not a reservation.
        u"-Xms32m"_s,
        u"-Xmx%1m"_s.arg(heapMb),
        u"-XX:+UseSerialGC"_s,
        u"-XX:TieredStopAtLevel=1"_s,
        u"-XX:+ExitOnOutOfMemoryError"_s,
        // Leaves nothing in /tmp when it is killed.
        u"-XX:-UsePerfData"_s,
        u"-Djava.awt.headless=true"_s,
        u"-Djava.net.preferIPv4Stack=true"_s,
        // Thrown away in the end: no waiting for the disk, no 64 MB of log file at once.
        u"-Dzookeeper.forceSync=no"_s,
        u"-Dzookeeper.preAllocSize=4096"_s,
        u"-Dzookeeper.jmx.log4j.disable=true"_s,
        // Whichever logging library is there: to standard output or error, which is the log file.
        u"-Dorg.slf4j.simpleLogger.showDateTime=true"_s,
        u"-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss.SSS"_s,
        u"-Dorg.slf4j.simpleLogger.showShortLogName=true"_s,
        u"-Dlogback.configurationFile=./logback.xml"_s,
        u"-Dlog4j.configuration=file:./log4j.properties"_s,
        u"-cp"_s,
        program.classPath.join(QDir::listSeparator()),
        u"org.apache.zookeeper.server.quorum.QuorumPeerMain"_s,
        u"./zoo.cfg"_s,
    };
}

QByteArray ensembleLines(const QList<ServerPlan> &all)
{
    QByteArray lines = "initLimit=50\nsyncLimit=50\nquorumListenOnAllIPs=false\nlocalSessionsEnabled=false\n";
    for (const ServerPlan &server : all) {
        lines += "server." + QByteArray::number(server.number) + "=127.0.0.1:" + QByteArray::number(server.quorumPort)
                 + ':' + QByteArray::number(server.electionPort) + '\n';
    }
    return lines;
}

} // namespace

QByteArray zooCfg(const ServerPlan &self, const QList<ServerPlan> &all, int tickTimeMs, bool adminServer)
{
    // maxClientCnxns, backlog: a thousand simulated clients connect from one address, at once.
    QByteArray text = u"# Written again at each start of the sandbox.\n"
                      uR"(dataDir=./data
clientPortAddress=127.0.0.1
clientPort=%1
tickTime=%2
minSessionTimeout=%3
maxSessionTimeout=%4
maxClientCnxns=0
clientPortListenBacklog=2048
4lw.commands.whitelist=*
extendedTypesEnabled=true
snapshot.trust.empty=true
autopurge.purgeInterval=0
)"_s.arg(self.clientPort)
                          .arg(tickTimeMs)
                          .arg(2 * tickTimeMs)
                          .arg(maxSessionTimeoutMs)
                          .toUtf8();
    text += adminServer ? "admin.enableServer=true\nadmin.serverAddress=127.0.0.1\nadmin.serverPort="
                              + QByteArray::number(self.adminPort) + '\n'
                        : QByteArray("admin.enableServer=false\n");
    if (all.size() > 1)
        text += ensembleLines(all);
    return text + self.extraLines;
}

QString mostTellingLine(const QByteArray &log)
{
    QByteArray last;
    QByteArray telling;
    const auto lines = log.split('\n');
    for (const QByteArray &raw : lines) {
        const QByteArray line = raw.trimmed();
        if (line.isEmpty() || line.startsWith("at ") || line.startsWith("... ")) // frames of a stack trace
            continue;
        last = line;
        if (line.contains("Exception") || line.contains(" ERROR ") || line.startsWith("Error"))
            telling = line;
    }
    return QString::fromUtf8(telling.isEmpty() ? last : telling);
}

bool saysPortTaken(const QByteArray &log)
{
    return log.contains("java.net.BindException") || log.contains("Address already in use");
}

// ---- its process ----

namespace {

constexpr qint64 logTailBytes = 16 * 1024;

Result<void> writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(content) == content.size() && file.flush())
        return {};
    return sandboxFailure(
        Text::en("Cannot write %1 (%2): make room there, or choose another directory.").arg(path, file.errorString()));
}

} // namespace

ServerProcess::ServerProcess(ServerPlan plan, const ServerProgram &program, QObject *parent)
    : QObject(parent)
    , m_plan(std::move(plan))
    , m_program(program)
{
    m_process.setProgram(m_program.java);
    m_process.setArguments(javaArguments(m_program, m_plan.heapMb));
    m_process.setWorkingDirectory(m_plan.directory);
    m_process.setEnvironment(QProcess::systemEnvironment() + m_plan.environment);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(m_plan.logFile(), QIODevice::Truncate);
    tieToThisThread(m_process);
    connect(&m_process, &QProcess::finished, this, &ServerProcess::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, &ServerProcess::onError);
}

ServerProcess::~ServerProcess()
{
    stop(false);
    waitForEnd(QDeadlineTimer(0));
}

Result<void> ServerProcess::writeFiles(const QList<ServerPlan> &all, int tickTimeMs)
{
    if (!QDir().mkpath(m_plan.directory + "/data"_L1)) {
        return sandboxFailure(Text::en("Cannot make %1: choose another directory.").arg(m_plan.directory + "/data"_L1));
    }
    const QList<std::pair<QLatin1StringView, QByteArray>> files{
        {"/zoo.cfg"_L1, zooCfg(m_plan, all, tickTimeMs, m_program.hasAdminServer)},
        {"/logback.xml"_L1, logbackXml()},
        {"/log4j.properties"_L1, log4jProperties()},
        {"/data/myid"_L1, QByteArray::number(m_plan.number) + '\n'},
    };
    for (const auto &[name, content] : files) {
        if (auto written = writeFile(m_plan.directory + name, content); !written)
            return written;
    }
    return {};
}

Reply<Done> ServerProcess::halt()
{
    m_paused = false;
    if (!isRunning())
        return Result<Done>(Done());
    m_process.kill();
    m_halting.emplace_back();
    return Reply<Done>(m_halting.back());
}

void ServerProcess::startAgain()
{
    m_process.setStandardOutputFile(m_plan.logFile(), QIODevice::Append);
    m_process.start();
}

void ServerProcess::setPaused(bool paused)
{
    if (!isRunning() || pid() <= 0)
        return;
    ::kill(static_cast<pid_t>(pid()), paused ? SIGSTOP : SIGCONT);
    m_paused = paused;
}

void ServerProcess::stop(bool politely)
{
    m_process.disconnect(this);
    for (const auto &halting : std::exchange(m_halting, {}))
        halting.complete(failure(ErrorCode::Cancelled));
    if (!isRunning())
        return;
    connect(&m_process, &QProcess::finished, this, &ServerProcess::stopped);
    if (politely && m_paused)
        setPaused(false); // a stopped process cannot handle SIGTERM
    if (politely)
        m_process.terminate();
    else
        m_process.kill();
}

void ServerProcess::waitForEnd(QDeadlineTimer deadline)
{
    if (!isRunning() || m_process.waitForFinished(static_cast<int>(deadline.remainingTime())) || !isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished();
}

QByteArray ServerProcess::logTail() const
{
    QFile log(m_plan.logFile());
    if (!log.open(QIODevice::ReadOnly))
        return {};
    log.seek(qMax<qint64>(0, log.size() - logTailBytes));
    return log.readAll();
}

void ServerProcess::onFinished(int exitCode, QProcess::ExitStatus status)
{
    if (!m_halting.empty()) {
        for (const auto &halting : std::exchange(m_halting, {}))
            halting.complete(Done());
        return;
    }
    Q_EMIT ended(status == QProcess::CrashExit ? Text::en("it was ended by signal %1").arg(exitCode)
                                               : Text::en("it exited with code %1").arg(exitCode));
}

void ServerProcess::onError(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart) // all other ends come by finished()
        Q_EMIT ended(Text::en("it could not be started (%1)").arg(m_process.errorString()));
}

} // namespace lockscope::servers

#include "moc_sandboxserver.cpp"
