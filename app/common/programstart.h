// SPDX-License-Identifier: Apache-2.0
// What both programs read when they start: where to connect, through which host, as whom and over which TLS, and the
// user's file of lock names. Never connects, never writes the file, and never lets a secret out: not into a message,
// and not into the process list longer than need be.
#pragma once

#include "core/profiles/profile.h"

#include <QCommandLineParser>
#include <QStringList>

#include <optional>

namespace lockscope {

/// --profile, --connect, --ssh, --auth, --auth-file and --tls…
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
/// After QCoreApplication::arguments() has been asked, which reads them again each time.
void scrubArguments(int argc, char **argv);

/// Qt's drivers for MariaDB and PostgreSQL write to standard error about each statement whose connection is lost, and
/// its TLS about a certificate that cannot be opened: both are reported in sentences of our own.
void quietDrivers();

/// A reader that goes, and a file that may not grow (ulimit -f), fail the write: they do not end the program.
void outliveFailedWrites();

/// A recipe of a lock's author, where one was built in. Before anything else.
void startOwnRecipe();

// ---- the user's own ----

/// Adds the dialects of $LOCKSCOPE_PATTERNS, else of lockscope/patterns.json in the user's configuration folder, to
/// the known ones; no file is nothing to add. Call it before anything is read.
/// \return sentences about what is wrong there, and in $LOCKSCOPE_LIMITS; what is right holds all the same.
QList<Text> takeOwnSettings();

} // namespace lockscope
