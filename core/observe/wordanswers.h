// SPDX-License-Identifier: Apache-2.0
// How the answers to four-letter words (text, 3.4 to 3.9, and a ClickHouse Keeper's) are read. Pure functions; never
// asks a server.
#pragma once

#include "core/base/error.h"
#include "core/observe/serveranswers.h"

#include <QByteArray>
#include <QString>

namespace lockscope::observe {

/// The text of an answer, or why it is none: the word is not on the server's whitelist, or the server does not serve.
/// The sentence is in `detail`; a whitelist's refusal has the code NoAuth.
Result<QString> readWordAnswer(const QByteArray &answer);

// Each takes what its word's answer has; what is not there stays as it is.
void takeSrvr(const QString &answer, ServerAnswers &answers);
void takeMntr(const QString &answer, ServerAnswers &answers);
void takeConf(const QString &answer, ServerAnswers &answers);
void takeCons(const QString &answer, ServerAnswers &answers);
void takeWchp(const QString &answer, ServerAnswers &answers);
void takeDump(const QString &answer, ServerAnswers &answers);

} // namespace lockscope::observe
