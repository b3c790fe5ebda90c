// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/curatorpeer.h"

#include "tests/bench/bench.h"

#include <QFile>
#include <QJsonDocument>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int patienceMs = 120'000;
/// 8,000 acquisitions: later runs are no faster than these.
constexpr int warmUpRuns = 4;
constexpr int warmUpRounds = 40;

} // namespace

Result<Done> CuratorPeer::start(const QString &connectString, const QString &warmUpLock, int clients)
{
    startJvm(m_jvm, u"CuratorHandoff"_s, connectString);
    for (int i = 0; i < warmUpRuns; ++i) {
        if (const auto ran = run(warmUpLock + QString::number(i), clients, warmUpRounds); !ran)
            return tl::unexpected(ran.error());
    }
    return Done();
}

Result<QJsonObject> CuratorPeer::run(const QString &lock, int clients, int rounds)
{
    return m_jvm.askJson(u"%1 %2 %3"_s.arg(lock).arg(clients).arg(rounds).toUtf8(), patienceMs);
}

QString kazooMissing()
{
    const auto asked = runProgram(u"/usr/bin/python3"_s, {u"-c"_s, u"import kazoo"_s});
    return asked && asked->exitCode == 0 ? QString()
                                         : u"not measured: /usr/bin/python3 has no kazoo (Debian: python3-kazoo)"_s;
}

Result<QJsonObject> runKazoo(const QString &connectString, const QString &lock, int clients, int rounds)
{
    QFile script(u":/bench/kazoohandoff.py"_s);
    if (!script.open(QIODevice::ReadOnly))
        return noFigures(script.errorString());
    const auto run =
        runProgram(u"/usr/bin/python3"_s,
                   {u"-"_s, connectString, lock, QString::number(clients), QString::number(rounds)}, script.readAll());
    if (!run)
        return tl::unexpected(run.error());
    const QJsonObject object = QJsonDocument::fromJson(run->output).object();
    if (run->exitCode != 0 || object.isEmpty())
        return noFigures(u"kazoo failed: %1"_s.arg(QString::fromUtf8(run->errors)));
    return object;
}

} // namespace lockscope::bench
