// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peerprocess.h"

#include "tests/bench/bench.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QJsonDocument>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

constexpr int endLimitMs = 60'000;

PeerProcess::~PeerProcess()
{
    end();
}

void PeerProcess::end()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.closeWriteChannel();
    QEventLoop loop;
    turnUntilItEnds(m_process, loop, endLimitMs);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

void PeerProcess::start(const QString &program, const QStringList &arguments)
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(program, arguments);
}

void PeerProcess::tell(const QByteArray &line)
{
    m_process.write(line + '\n');
}

Result<QByteArray> PeerProcess::readLine(int timeoutMs)
{
    if (!m_process.canReadLine()) {
        QEventLoop loop;
        QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &loop, [&] {
            if (m_process.canReadLine())
                loop.quit();
        });
        turnUntilItEnds(m_process, loop, timeoutMs);
        if (!m_process.canReadLine())
            return noFigures(m_process.program()
                             + (m_process.state() == QProcess::NotRunning ? u" ended"_s : u" did not answer"_s));
    }
    return m_process.readLine().trimmed();
}

Result<QByteArray> PeerProcess::ask(const QByteArray &line, int timeoutMs)
{
    tell(line);
    return readLine(timeoutMs);
}

Result<QJsonObject> PeerProcess::askJson(const QByteArray &line, int timeoutMs)
{
    const auto answer = ask(line, timeoutMs);
    if (!answer)
        return tl::unexpected(answer.error());
    const QJsonObject object = QJsonDocument::fromJson(*answer).object();
    if (object.isEmpty() || object.contains(u"error"))
        return noFigures(u"%1 failed: %2"_s.arg(m_process.program(), object[u"error"].toString()));
    return object;
}

void startSelf(PeerProcess &process, const QStringList &arguments)
{
    process.start(QCoreApplication::applicationFilePath(), arguments);
}

QString jvmMissing()
{
    return QStringLiteral(LOCKSCOPE_CURATOR_MISSING);
}

void startJvm(PeerProcess &process, const QString &mainClass, const QString &connectString)
{
    process.start(QStringLiteral(LOCKSCOPE_JAVA),
                  {u"-cp"_s, QStringLiteral(LOCKSCOPE_CURATOR_CLASS_PATH), mainClass, connectString});
}

} // namespace lockscope::bench
