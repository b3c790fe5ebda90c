// SPDX-License-Identifier: Apache-2.0
// Scenarios from their text: of a file, or of one that comes with the program. What is wrong is said in one sentence
// that names the line and the key. Never runs one, never asks a server.
#pragma once

#include "core/base/error.h"
#include "core/scenario/scenario.h"

namespace lockscope::lab {

inline constexpr qsizetype largestScenario = 4'000'000; ///< bytes

/// Takes any bytes. The error is InvalidInput, its detail "line 7: steps[2].client: there is no client "Z"; there are
/// A, B and C".
Result<Scenario> parseScenario(const QByteArray &text);

/// What a scenario's text says that it shows; empty where it says nothing, or is none. Of journal::RunStarted::request.
Text aboutIn(const QByteArray &text);

/// Names of those shipped with the program ("queue-of-five"), in the order in which people should meet them; those
/// of databases together. Each recipe that is broken on purpose has one of its own name, in which it breaks.
QStringList shippedScenarios(locks::Backend backend = locks::Backend::ZooKeeper);
/// Two recipes side by side, of which each pair teaches something: "duel:queue-herd,mutex".
QStringList shippedDuels();
/// "queue-herd against mutex"
Text duelTitle(const QString &name);
/// Of every kind of server.
QStringList allScenarios();

/// Fifty clients that take order numbers with each lock that there is on this kind of server, and with none:
/// "order-numbers:redlock", "order-numbers:sql-row@mariadb", "order-numbers:none@redis".
QStringList orderNumberScenarios(locks::Backend backend);

/// The text of a shipped one, or of one of orderNumberScenarios(); empty if there is none of this name.
QByteArray shippedScenario(const QString &name);

/// A file's path, or a shipped one's name. A complaint about what is in it begins with the path or the name.
Result<Scenario> loadScenario(const QString &pathOrName);

} // namespace lockscope::lab
