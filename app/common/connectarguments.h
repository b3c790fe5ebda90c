// SPDX-License-Identifier: Apache-2.0
// What both programs understand about getting in: where to, as whom, and over which TLS.
// Never connects, and never lets a secret out: not into a message, and not into the process list longer than need be.
#pragma once

#include "core/profiles/profile.h"

#include <QCommandLineParser>

#include <optional>

namespace lockscope {

/// --profile, --connect, --auth, --auth-file and --tls…
void addConnectOptions(QCommandLineParser &parser);

/// True if one of them says how or where to connect, other than the environment.
bool hasConnectOptions(const QCommandLineParser &parser);

/// The profile that --profile names; nothing if it is not there. InvalidInput with the names that there are.
Result<std::optional<profiles::Profile>> profileFromOptions(const QCommandLineParser &parser,
                                                            const QString &profilesFile = {});

/// The options over \a base (a profile's, or a fresh one). The connect string is left as it is where none was given.
Result<ConnectSpec> readConnectOptions(const QCommandLineParser &parser, ConnectSpec base = {});

/// Reads "digest:user:password" from the first line of a file; "#" begins a comment line, and is passed over.
Result<Done> readAuthFile(const QString &fileName, ConnectSpec &spec);

/// Overwrites the password of --auth in the program's own arguments, so that the process list shows none from then on.
/// After QCoreApplication::arguments() has been asked, which reads them anew each time.
void scrubArguments(int argc, char **argv);

} // namespace lockscope
