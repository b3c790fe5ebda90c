// SPDX-License-Identifier: Apache-2.0
// Finds what a sandbox runs: a Java, and the jars of a ZooKeeper server from ZOOKEEPER_HOME or from the distribution.
// Looks only where it is told; never downloads anything.
#pragma once

#include "core/base/error.h"

#include <QString>
#include <QStringList>

namespace lockscope::lab {

/// Where to look. A value, so that a test can point it at an empty machine.
struct JavaPlaces
{
    QString javaHome;      ///< $JAVA_HOME; asked before the path
    QStringList path;      ///< $PATH
    QString zookeeperHome; ///< $ZOOKEEPER_HOME: an unpacked upstream release; wins over systemJars
    QString systemJars = QStringLiteral("/usr/share/java"); ///< where Debian and its children keep jars

    static JavaPlaces fromEnvironment();
};

struct ServerProgram
{
    QString java;          ///< absolute path
    QStringList classPath; ///< absolute paths
    bool hasAdminServer = true;
    QString origin; ///< for people: the jar or the directory that the server comes from
};

/// What to run, or a sentence that says what to install.
Result<ServerProgram> findServerProgram(const JavaPlaces &places);

} // namespace lockscope::lab
