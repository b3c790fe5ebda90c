// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/curatorpeer.h"

#include <QJsonDocument>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int patienceMs = 120'000;
/// 8,000 acquisitions: later runs are no faster than these.
constexpr int warmUpRuns = 4;
constexpr int warmUpRounds = 40;

} // namespace

QString CuratorPeer::missing()
{
    return QStringLiteral(LOCKSCOPE_CURATOR_MISSING);
}

CuratorPeer::~CuratorPeer()
{
    m_process.closeWriteChannel();
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(10'000)) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

Result<Done> CuratorPeer::start(const QString &connectString, const QString &warmUpLock, int clients)
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QStringLiteral(LOCKSCOPE_JAVA),
                    {u"-cp"_s, QStringLiteral(LOCKSCOPE_CURATOR_CLASS_PATH), u"CuratorHandoff"_s, connectString});
    for (int i = 0; i < warmUpRuns; ++i) {
        if (const auto ran = run(warmUpLock + QString::number(i), clients, warmUpRounds); !ran)
            return tl::unexpected(ran.error());
    }
    return Done();
}

Result<QJsonObject> CuratorPeer::run(const QString &lock, int clients, int rounds)
{
    m_process.write(u"%1 %2 %3\n"_s.arg(lock).arg(clients).arg(rounds).toUtf8());
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(patienceMs))
            return failure(ErrorCode::Other, {}, {},
                           u"Curator's clients did not end: %1"_s.arg(m_process.errorString()));
    }
    const QJsonObject answer = QJsonDocument::fromJson(m_process.readLine()).object();
    if (!answer.contains(u"p50_us"))
        return failure(ErrorCode::Other, {}, {}, u"Curator failed: %1"_s.arg(answer[u"error"].toString()));
    return answer;
}

} // namespace lockscope::bench
