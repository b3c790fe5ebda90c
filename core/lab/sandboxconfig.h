// SPDX-License-Identifier: Apache-2.0
// What a sandbox's server is told: its configuration file, its logging and the arguments of its Java.
// Pure functions from values to text; writes nothing and starts nothing.
#pragma once

#include "core/lab/sandboxjava.h"

#include <QByteArray>
#include <QList>

namespace lockscope::lab {

struct ServerPlan
{
    int number = 1;    ///< from 1; ZooKeeper's myid
    QString directory; ///< the server's own; it runs there, so that no path in its configuration needs escaping
    quint16 clientPort = 0;
    quint16 adminPort = 0;
    quint16 quorumPort = 0; ///< these two only if there are several servers
    quint16 electionPort = 0;
    QByteArray extraLines = {}; ///< at the end of its zoo.cfg

    QString logFile() const { return directory + QStringLiteral("/server.log"); }
};

/// zoo.cfg of \a self. \a all has one entry for a standalone server, else the ensemble.
QByteArray zooCfg(const ServerPlan &self, const QList<ServerPlan> &all, int tickTimeMs, bool adminServer);

/// Configuration for the two logging libraries that upstream releases bring: everything to standard output.
QByteArray logbackXml();
QByteArray log4jProperties();

QStringList javaArguments(const ServerProgram &program);

/// The line of a server's log that says best why it ended; empty for an empty log.
QString mostTellingLine(const QByteArray &log);
/// True if a server could not listen because somebody else does.
bool saysPortTaken(const QByteArray &log);

} // namespace lockscope::lab
