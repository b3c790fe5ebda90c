// SPDX-License-Identifier: Apache-2.0
// The commands of lockscope-cli, one source file each. Each parses its arguments, runs on the main thread's loop, and
// ends with an exit code; none of them calls exit().
#pragma once

#include "app/cli/context.h"
#include "app/cli/options.h"

#include "core/locks/queue.h"

#include <QJsonObject>

namespace lockscope::cli {

Task<ExitCode> runDoctor(Context &context, QStringList arguments);
Task<ExitCode> runLocks(Context &context, QStringList arguments);
Task<ExitCode> runQueue(Context &context, QStringList arguments);
Task<ExitCode> runWatch(Context &context, QStringList arguments);
Task<ExitCode> runRun(Context &context, QStringList arguments);
Task<ExitCode> runCompare(Context &context, QStringList arguments);
Task<ExitCode> runCheck(Context &context, QStringList arguments);
Task<ExitCode> runExplore(Context &context, QStringList arguments);
Task<ExitCode> runLessons(Context &context, QStringList arguments);
Task<ExitCode> runRelease(Context &context, QStringList arguments);
Task<ExitCode> runSandbox(Context &context, QStringList arguments);
Task<ExitCode> runTry(Context &context, QStringList arguments);

/// Says on standard error which directories could not be listed, and that nodes could not be read; and the exit code
/// that says so: of the first of them, Ok where there is none. What was not read is neither free nor no lock.
ExitCode reportUnreadable(const Context &context);
/// The same code, as it is now.
ExitCode codeOfUnreadable(const journal::World &world);
/// \a path may not be listed, and yet it is known to be a lock or a part of one, by what belongs to it and is not below
/// it.
bool isKnownBesides(const journal::World &world, const Error &error, const QString &path);
/// The end of a command whose root, \a path, could not be read: why, and what the servers report of it all the same.
Task<ExitCode> failToRead(Context &context, Error error, QString path);
/// The end of one whose lock is not there: beside that, why that need not mean that there is no such lock.
Task<ExitCode> failWithoutLock(Context &context, QString path);
/// Of a directory that is no lock by what is in it, who watches for a node that is not there: a leader may have gone.
void sayAwaitedIn(const journal::World &world, const QString &path);
/// Each warning of the journal so far, on standard error.
void reportWarnings(const Context &context);
/// The nodes of a session, and what they are in which lock: `queue` of a session's id.
Task<ExitCode> printNodesOf(Context &context, SessionId session, const CommandLine &line);
/// True if a contender of the lock is the session's.
bool isOfSession(const journal::World &world, const QString &lock, SessionId session);
/// Of a command that wants paths: the exit code that says so where a session's id was typed instead.
std::optional<ExitCode> misusedSession(const QString &command, const QStringList &paths);

// ---- what several of them print (print.cpp) ----

/// Whole lines on standard output, as visible() shows what is in them; line breaks stay.
void printLine(const QString &line);
/// "lockscope-cli: SENTENCE" on standard error, likewise.
void sayError(const QString &sentence);
/// To standard output. A failure is kept for outputTrouble().
void writeOut(const QByteArray &text);
/// Why not all that was printed has got to standard output; empty if it has. Nothing is missing to a reader that closed
/// its end, as `head` does.
QString outputTrouble();
void printJson(const QJsonObject &object, bool indented);
void printJson(const QJsonArray &array);
/// As lines for people.
void printRun(const lab::RunResult &result, quint64 seed);
/// An event of a journal on one line: its number, its instant, what happened. \a client: the name of whose it is.
void printEvent(const journal::Event &event, const QString &client);
/// The lock JSON of the World as it is now; \a watches is locks::watchesBySession() of its knowledge.
QJsonObject lockJson(const journal::World &world, const QString &path, const QHash<SessionId, QStringList> &watches);
/// The lock's queue as a table for people, with its findings below; clients' addresses as far as servers reported them.
void printQueue(const journal::World &world, const QString &lock);
/// Locks as a table for people, a row each, with their findings below.
void printLocks(const journal::World &world, const QList<QString> &paths);
/// What a node holds, on one line that cannot confuse a terminal.
QString dataText(const locks::ChildNode &node, qsizetype longest = 40);
/// What has contenders, or is known to be a lock without any; not a group that may be one.
bool isKnownLock(const journal::World &world, const QString &path);
/// The same without groups: what `is_lock` says.
bool isShownAsLock(const journal::World &world, const QString &path);
/// By a name that members of groups, directories and the like have not.
bool isNamedAsContender(const QString &node);
/// The directory of whose queue the node that is asked for at \a path is a contender, by its name; empty: of none.
QString lockOfContender(const journal::World &world, const QString &path);
/// "/app/orders: mutex (kazoo), held by …, 3 waiting"
QString summary(const journal::World &world, const QString &lock);
/// As one word of a shell's command line, whatever is in it.
QString forShell(const QString &word);
/// "4.2 s", "3 h 12 min"
QString durationText(qint64 ms);

} // namespace lockscope::cli
