// SPDX-License-Identifier: Apache-2.0
#include "core/lab/sandboxconfig.h"

#include <QDir>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

constexpr int maxSessionTimeoutMs = 10 * 60 * 1000;

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
    QByteArray text = "# Written anew at each start of the sandbox.\n"
                      "dataDir=./data\n"
                      "clientPortAddress=127.0.0.1\n"
                      "clientPort="
                      + QByteArray::number(self.clientPort)
                      + "\n"
                        "tickTime="
                      + QByteArray::number(tickTimeMs)
                      + "\n"
                        "minSessionTimeout="
                      + QByteArray::number(2 * tickTimeMs)
                      + "\n"
                        "maxSessionTimeout="
                      + QByteArray::number(maxSessionTimeoutMs)
                      + "\n"
                        // A thousand simulated clients connect from one address, at once.
                        "maxClientCnxns=0\n"
                        "clientPortListenBacklog=2048\n"
                        "4lw.commands.whitelist=*\n"
                        "extendedTypesEnabled=true\n"
                        "snapshot.trust.empty=true\n"
                        "autopurge.purgeInterval=0\n";
    text += adminServer ? "admin.enableServer=true\nadmin.serverAddress=127.0.0.1\nadmin.serverPort="
                              + QByteArray::number(self.adminPort) + '\n'
                        : QByteArray("admin.enableServer=false\n");
    if (all.size() > 1)
        text += ensembleLines(all);
    return text + self.extraLines;
}

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

QStringList javaArguments(const ServerProgram &program)
{
    return {
        // Started quickly and kept small; the heap is a limit, not a reservation.
        u"-Xms32m"_s,
        u"-Xmx512m"_s,
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

} // namespace lockscope::lab
