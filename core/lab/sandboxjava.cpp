// SPDX-License-Identifier: Apache-2.0
#include "core/lab/sandboxjava.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

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
        return failure(ErrorCode::SandboxFailed, {}, {},
                       u"No ZooKeeper server found: ZOOKEEPER_HOME is %1, but neither it nor its lib folder has a "
                       "zookeeper jar. Point it at an unpacked apache-zookeeper-…-bin, or unset it."_s.arg(home));
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
        return failure(
            ErrorCode::SandboxFailed, {}, {},
            u"No ZooKeeper server found: %1 does not exist. Install it (on Debian: apt install zookeeper "
            "libservlet-api-java), or set ZOOKEEPER_HOME to an unpacked apache-zookeeper-…-bin."_s.arg(server));
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
    JavaPlaces places;
    places.javaHome = qEnvironmentVariable("JAVA_HOME");
    places.path = qEnvironmentVariable("PATH").split(QDir::listSeparator(), Qt::SkipEmptyParts);
    places.zookeeperHome = qEnvironmentVariable("ZOOKEEPER_HOME");
    return places;
}

Result<ServerProgram> findServerProgram(const JavaPlaces &places)
{
    const QString java = findJava(places);
    if (java.isEmpty()) {
        return failure(ErrorCode::SandboxFailed, {}, {},
                       u"No Java found: a sandbox runs a real ZooKeeper server. Install a Java runtime (on Debian: apt "
                       "install default-jre-headless), or set JAVA_HOME."_s);
    }
    auto program =
        places.zookeeperHome.isEmpty() ? fromDistribution(places.systemJars) : fromRelease(places.zookeeperHome);
    if (program)
        program->java = java;
    return program;
}

} // namespace lockscope::lab
