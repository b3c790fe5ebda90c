// SPDX-License-Identifier: Apache-2.0
// What an AdminServer's replies mean: JSON of 3.5 to 3.9, into the answers of a server.
// Pure functions; never asks a server, never takes a 64-bit id for a floating-point number.
#pragma once

#include "core/base/error.h"
#include "core/observe/serveranswers.h"

#include <QByteArray>
#include <QJsonObject>

namespace lockscope::observe {

/// The object of a reply. An `error` in it is an error although HTTP said 200; so is what is not such an object at all
/// (another program may listen on that port). The sentence is in `detail`.
Result<QJsonObject> readAdminReply(const QByteArray &body);

// Each takes what its command's reply tells; what is not there stays as it is.
void takeConfiguration(const QJsonObject &reply, ServerAnswers &answers);
void takeMonitor(const QJsonObject &reply, ServerAnswers &answers);
void takeServerStats(const QJsonObject &reply, ServerAnswers &answers);
void takeConnections(const QJsonObject &reply, ServerAnswers &answers);
void takeDump(const QJsonObject &reply, ServerAnswers &answers);
void takeWatches(const QJsonObject &reply, ServerAnswers &answers);

/// The servers that `voting_view` names.
QList<ServerPlace> votingView(const QJsonObject &reply);
/// The servers that the configuration node (/zookeeper/config) names, observers too.
QList<ServerPlace> configuredServers(const QByteArray &configuration);

} // namespace lockscope::observe
