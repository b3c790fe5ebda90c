// SPDX-License-Identifier: Apache-2.0
// The built lockscope-cli as a process, and a session that makes the nodes it looks at.
// Never reads the user's own settings: connect string and audit file come from the test.
#pragma once

#include "core/zk/session.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>

#include <memory>

namespace lockscope::test {

struct CliResult
{
    int code = -1; ///< -1: it crashed or did not end
    QByteArray out;
    QByteArray err;

    QJsonObject object() const;
    QJsonArray array() const;
    /// JSON Lines.
    QList<QJsonObject> lines() const;
    const char *said() const { return err.constData(); }
    /// How it ended, and what it wrote, unless it ended with \a expected, its errors have \a says, and its output has
    /// \a prints: empty then.
    QString unlike(int expected, const QByteArray &says = {}, const QByteArray &prints = {}) const;
};

/// What a command line is made of: a literal has words between its spaces, any other part is one word, a list several.
inline QStringList wordsOf(const char *literal)
{
    return QString::fromUtf8(literal).split(QChar::Space, Qt::SkipEmptyParts);
}
inline QStringList wordsOf(const QString &word)
{
    return {word};
}
inline QStringList wordsOf(const QStringList &list)
{
    return list;
}
template<typename... Parts>
QStringList words(const Parts &...parts)
{
    return (QStringList() + ... + wordsOf(parts));
}

class CliProgram
{
public:
    /// \a connectString goes into $LOCKSCOPE_CONNECT.
    explicit CliProgram(QString connectString = {}, QString auditFile = {});

    /// To its end, spinning the test's event loop.
    CliResult run(const QStringList &arguments, const QByteArray &input = {}) const;
    template<typename... Parts>
    CliResult run(const char *command, const Parts &...parts) const
    {
        return run(words(command, parts...));
    }
    /// A line of the shell, in which $CLI is the program; the exit code is the line's.
    CliResult runInShell(const QString &line) const;
    /// Started, with an open standard input; killed when the pointer goes.
    std::unique_ptr<QProcess> start(const QStringList &arguments) const;
    template<typename... Parts>
    std::unique_ptr<QProcess> start(const char *command, const Parts &...parts) const
    {
        return start(words(command, parts...));
    }
    /// For a test's cleanup(): where the test has failed, how the last run() or runInShell() ended and what it said.
    void tellIfFailed() const;

private:
    std::unique_ptr<QProcess> start(const QString &program, const QStringList &arguments) const;
    CliResult resultOf(QProcess &process, const QByteArray &input) const;

    QString m_connectString;
    QString m_auditFile;
    mutable CliResult m_last;
};

/// Waits until all that it wrote to its standard output, appended to \a out, has \a text. False where it ends before
/// that, or does not: \a out then has all that it wrote, how it ended, and its errors.
bool writes(QProcess &process, QByteArray &out, const char *text);
/// Waits until it has ended by itself; its exit code, or -1.
int endOf(QProcess &process);
/// SIGTERM, then as endOf().
int terminate(QProcess &process);

/// `run` with a recording in \a files, of a scenario if there is one.
CliResult runRecorded(const CliProgram &cli, const QTemporaryDir &files, const QStringList &options,
                      const QByteArray &scenario = {});
/// What `check` says of that recording.
QJsonObject checkRecorded(const CliProgram &cli, const QTemporaryDir &files);
/// The rules that \a report found something by.
QStringList rulesOf(const QJsonObject &report);
QSet<QString> keysOf(const QJsonObject &object);

/// A connected session, or null.
std::unique_ptr<zk::Session> connectTo(const QString &hosts, const QByteArray &login = {});
/// The path of the new node as the server named it; empty if it could not be made.
QString makeNode(zk::Session &session, const QString &path, const QByteArray &data = {},
                 NodeKind kind = NodeKind::Persistent);
/// Bare names, sorted.
QStringList childrenOf(zk::Session &session, const QString &path);

} // namespace lockscope::test
