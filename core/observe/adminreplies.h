// SPDX-License-Identifier: Apache-2.0
// How an AdminServer's replies (JSON, 3.5 to 3.9) are read. Pure functions; never asks a server.
#pragma once

#include "core/base/error.h"
#include "core/observe/serveranswers.h"

#include <QByteArray>
#include <QJsonObject>

namespace lockscope::observe {

/// The object of a reply. An `error` in it is an error although HTTP said 200; so is what is not such an object at all
/// (another program may listen on that port). The sentence is in `detail`.
Result<QJsonObject> readAdminReply(const QByteArray &body);

// Each takes what its command's reply has; what is not there stays as it is.
void takeConfiguration(const QJsonObject &reply, ServerAnswers &answers);
void takeMonitor(const QJsonObject &reply, ServerAnswers &answers);
void takeServerStats(const QJsonObject &reply, ServerAnswers &answers);
void takeConnections(const QJsonObject &reply, ServerAnswers &answers);
void takeDump(const QJsonObject &reply, ServerAnswers &answers);
void takeWatches(const QJsonObject &reply, ServerAnswers &answers);

} // namespace lockscope::observe
