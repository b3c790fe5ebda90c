// SPDX-License-Identifier: Apache-2.0
#include "core/trial/clientprocess.h"

#include <QPointer>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <utility>

namespace lockscope::trial {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestLine = 4096;
constexpr int endLimitMs = 2000;

} // namespace

ClientProcess::ClientProcess(const QString &name, const QStringList &command,
                             const QList<std::pair<QString, QString>> &environment, GroupGuard &guard, bool readsErrors,
                             QObject *parent)
    : QObject(parent)
    , m_name(name)
    , m_guard(guard)
{
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    for (const auto &[variable, value] : environment)
        all.insert(variable, value);
    m_process.setProcessEnvironment(all);
    m_process.setProgram(command.first());
    m_process.setArguments(command.mid(1));
    m_process.setProcessChannelMode(readsErrors ? QProcess::SeparateChannels : QProcess::ForwardedErrorChannel);
    m_process.setStandardInputFile(QProcess::nullDevice());
    tieToThisThread(m_process, {}, &m_guard);
    connect(&m_process, &QProcess::readyReadStandardOutput, this,
            [this] { read(m_output, m_process.readAllStandardOutput(), false); });
    connect(&m_process, &QProcess::readyReadStandardError, this,
            [this] { read(m_errors, m_process.readAllStandardError(), false); });
    connect(&m_process, &QProcess::started, this, [this] {
        m_group = m_process.processId(); // its session's, and so its group's
        Q_EMIT started(m_group);
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        m_guard.leaveOut(m_process.processId()); // it had put itself on the list; the number may become another's
        end(Text::en("%1 could not be started: %2.").arg(m_name, m_process.errorString()));
    });
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        const QPointer<ClientProcess> alive(this);
        read(m_output, m_process.readAllStandardOutput(), true);
        if (!alive)
            return;
        read(m_errors, m_process.readAllStandardError(), true);
        if (!alive)
            return;
        signal(SIGKILL); // what it has started goes with it
        end(status == QProcess::CrashExit ? Text::en("%1 was ended by the signal %2.").arg(m_name, code)
            : code != 0                   ? Text::en("%1 ended with exit code %2.").arg(m_name, code)
                                          : Text());
    });
}

ClientProcess::~ClientProcess()
{
    m_process.disconnect(this);
    if (!isRunning())
        return;
    kill();
    m_process.waitForFinished(endLimitMs);
}

void ClientProcess::start()
{
    m_process.start(QIODevice::ReadOnly);
}

void ClientProcess::drain()
{
    if (isRunning())
        m_process.waitForReadyRead(0);
}

void ClientProcess::pause()
{
    signal(SIGSTOP);
}

void ClientProcess::resume()
{
    signal(SIGCONT);
}

void ClientProcess::kill()
{
    signal(SIGKILL);
}

void ClientProcess::terminate()
{
    signal(SIGTERM);
    signal(SIGCONT);
}

void ClientProcess::signal(int number)
{
    const auto process = static_cast<pid_t>(m_group > 0 ? m_group : m_process.processId());
    if (process > 1 && ::kill(-process, number) != 0 && isRunning())
        ::kill(process, number); // it has no group yet
}

void ClientProcess::read(Reading &reading, const QByteArray &bytes, bool atEnd)
{
    const QPointer<ClientProcess> alive(this);
    const auto emitLine = [&](const QByteArray &line) {
        qsizetype size = std::min(line.size(), longestLine);
        while (size > 0 && std::isspace(static_cast<unsigned char>(line[size - 1])) != 0)
            --size;
        (this->*reading.lineSignal)(QString::fromUtf8(line.first(size)));
    };
    const QByteArray said = reading.partial + bytes;
    reading.partial.clear();
    qsizetype from = 0;
    for (qsizetype to = said.indexOf('\n'); alive && to >= 0; to = said.indexOf('\n', from)) {
        const QByteArray line = said.mid(from, to - from);
        from = to + 1;
        if (!std::exchange(reading.skipping, false))
            emitLine(line);
    }
    if (!alive)
        return;
    QByteArray rest = said.mid(from);
    if (reading.skipping) {
        rest.clear();
    } else if (rest.size() > longestLine || (atEnd && !rest.isEmpty())) {
        reading.skipping = !atEnd;
        emitLine(rest);
        rest.clear();
    }
    if (alive)
        reading.partial = std::move(rest);
}

void ClientProcess::end(const Text &problem)
{
    if (std::exchange(m_hasEnded, true))
        return;
    if (m_group > 0)
        m_guard.leaveOut(std::exchange(m_group, 0));
    Q_EMIT ended(problem);
}

} // namespace lockscope::trial

#include "moc_clientprocess.cpp"
