// SPDX-License-Identifier: Apache-2.0
#include "tests/live/cli/cliprogram.h"

#include "tests/support/files.h"
#include "tests/support/presence.h"

#include <QJsonDocument>

#include <csignal>

namespace lockscope::test {

using namespace Qt::StringLiterals;

QJsonObject CliResult::object() const
{
    return QJsonDocument::fromJson(out).object();
}

QJsonArray CliResult::array() const
{
    return QJsonDocument::fromJson(out).array();
}

QList<QJsonObject> CliResult::lines() const
{
    QList<QJsonObject> objects;
    for (const QByteArray &line : out.split('\n')) {
        if (!line.isEmpty())
            objects += QJsonDocument::fromJson(line).object();
    }
    return objects;
}

QString CliResult::unlike(int expected, const QByteArray &says, const QByteArray &prints) const
{
    if (code == expected && err.contains(says) && out.contains(prints))
        return {};
    return u"ended with %1\nits errors: %2\nits output: %3"_s.arg(code).arg(QString::fromUtf8(err),
                                                                            QString::fromUtf8(out));
}

CliProgram::CliProgram(QString connectString, QString auditFile)
    : m_connectString(std::move(connectString))
    , m_auditFile(std::move(auditFile))
{
}

std::unique_ptr<QProcess> CliProgram::start(const QString &program, const QStringList &arguments) const
{
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LOCKSCOPE_CONNECT"_s, m_connectString);
    environment.insert(u"LOCKSCOPE_AUDIT_FILE"_s, m_auditFile);
    environment.insert(u"CLI"_s, QStringLiteral(LOCKSCOPE_CLI));
    environment.insert(u"MALLOC_PERTURB_"_s, u"85"_s); // what is read of freed memory is nothing that could be meant
    process->setProcessEnvironment(environment);
    process->start(program, arguments);
    return process;
}

std::unique_ptr<QProcess> CliProgram::start(const QStringList &arguments) const
{
    return start(QStringLiteral(LOCKSCOPE_CLI), arguments);
}

CliResult CliProgram::run(const QStringList &arguments, const QByteArray &input) const
{
    return resultOf(*start(arguments), input);
}

CliResult CliProgram::runInShell(const QString &line) const
{
    return resultOf(*start(u"/bin/sh"_s, {u"-c"_s, line}), {});
}

CliResult CliProgram::resultOf(QProcess &process, const QByteArray &input) const
{
    process.write(input);
    process.closeWriteChannel();
    const int code = endOf(process);
    m_last = {code, process.readAllStandardOutput(), process.readAllStandardError()};
    const bool isKilled = process.exitCode() == SIGKILL; // by a test, which knows of it
    if (process.exitStatus() != QProcess::NormalExit && !isKilled)
        qWarning("crashed by signal %d: %s", process.exitCode(), qPrintable(process.arguments().join(u' ')));
    return m_last;
}

void CliProgram::tellIfFailed() const
{
    if (QTest::currentTestFailed())
        qInfo("The last command ended with %d.\nIts output: %s\nIts errors: %s", m_last.code, m_last.out.constData(),
              m_last.said());
}

bool writes(QProcess &process, QByteArray &out, const char *text)
{
    const auto isThere = [&] { return (out += process.readAllStandardOutput()).contains(text); };
    (void)QTest::qWaitFor([&] { return isThere() || process.state() == QProcess::NotRunning; }, patienceMs());
    if (isThere())
        return true;
    out += process.state() != QProcess::NotRunning        ? "\nIt runs. "
           : process.exitStatus() == QProcess::NormalExit ? "\nIt has ended. "
                                                          : "\nIt has crashed. ";
    out += process.readAllStandardError();
    return false;
}

int endOf(QProcess &process)
{
    if (!QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, patienceMs()))
        return -1;
    return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

int terminate(QProcess &process)
{
    process.terminate();
    return endOf(process);
}

CliResult runRecorded(const CliProgram &cli, const QTemporaryDir &files, const QStringList &options,
                      const QByteArray &scenario)
{
    QStringList arguments{u"run"_s};
    if (!scenario.isEmpty()) {
        arguments += files.filePath(u"scenario.json"_s);
        if (!writeFile(arguments.last(), scenario))
            qFatal("no scenario could be written");
    }
    return cli.run(arguments + options + QStringList{u"--json"_s, u"--record"_s, files.filePath(u"run.lockscope"_s)});
}

QJsonObject checkRecorded(const CliProgram &cli, const QTemporaryDir &files)
{
    return cli.run({u"check"_s, files.filePath(u"run.lockscope"_s), u"--json"_s}).object();
}

QStringList rulesOf(const QJsonObject &report)
{
    QStringList rules;
    for (const QJsonValue violation : report[u"violations"_s].toArray())
        rules += violation[u"rule"_s].toString();
    rules.removeDuplicates();
    return rules;
}

QSet<QString> keysOf(const QJsonObject &object)
{
    const QStringList keys = object.keys();
    return {keys.begin(), keys.end()};
}

std::unique_ptr<zk::Session> connectTo(const QString &hosts, const QByteArray &login)
{
    zk::SessionSpec spec{hosts, 30'000};
    if (!login.isEmpty()) {
        spec.authScheme = u"digest"_s;
        spec.authCredential = login;
    }
    auto session = std::make_unique<zk::Session>(spec);
    session->open();
    return await(session->connected()) ? std::move(session) : nullptr;
}

QString makeNode(zk::Session &session, const QString &path, const QByteArray &data, NodeKind kind)
{
    const auto made = await(session.create(path, data, kind));
    return made ? made->path : QString();
}

QStringList childrenOf(zk::Session &session, const QString &path)
{
    const auto children = unlessMissing(await(session.children(path)));
    if (!children)
        return {};
    QStringList names = children->names.toList();
    names.sort();
    return names;
}

} // namespace lockscope::test
