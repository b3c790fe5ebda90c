// SPDX-License-Identifier: Apache-2.0
#include "core/lab/privateserver.h"

#include "core/base/guard.h"
#include "core/lab/sandbox.h"

#include <QDir>
#include <QFile>
#include <QTimer>

#include <utility>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto askAgainAfter = 25ms;
constexpr auto logName = "server.log"_L1;
constexpr int endMs = 2000;

} // namespace

PrivateServer::PrivateServer(QString name, QObject *parent)
    : QObject(parent)
    , m_name(std::move(name))
{
    connect(&m_process, &QProcess::finished, this, [this] {
        if (m_serves)
            Q_EMIT ended(endError());
    });
}

PrivateServer::~PrivateServer()
{
    m_process.disconnect(this);
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished(endMs);
}

Result<Done> PrivateServer::makeDirectory()
{
    auto directory = SandboxDirectory::open({}, 1);
    if (!directory)
        return tl::unexpected(directory.error());
    m_directory = std::move(*directory);
    return Done();
}

Result<Done> PrivateServer::writeFile(const QString &name, const QByteArray &content) const
{
    QFile file(QDir(directory()).filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.flush())
        return sandboxFailure(Text::en("Cannot write %1 (%2): make room there, or choose another directory.")
                                  .arg(file.fileName(), file.errorString()));
    return Done();
}

void PrivateServer::launch(const QString &program, const QStringList &arguments, const QString &user)
{
    tieToThisThread(m_process, user);
    m_process.setProgram(program);
    m_process.setArguments(arguments);
    m_process.setWorkingDirectory(directory());
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(QDir(directory()).filePath(logName));
    m_process.start();
    m_process.waitForStarted(endMs);
}

Reply<Done> PrivateServer::moment()
{
    const ReplyPromise<Done> over;
    QTimer::singleShot(askAgainAfter, this, [over] { over.complete(Done()); });
    return Reply<Done>(over);
}

Reply<Done> PrivateServer::stop()
{
    m_serves = false;
    if (!isRunning())
        return Result<Done>(Done());
    const ReplyPromise<Done> promise;
    connect(&m_process, &QProcess::finished, this, [promise] { promise.complete(Done()); });
    m_process.kill();
    return Reply<Done>(promise);
}

Error PrivateServer::endError() const
{
    QFile log(QDir(directory()).filePath(logName));
    QByteArray last;
    if (log.open(QIODevice::ReadOnly)) {
        const auto lines = log.readAll().trimmed().split('\n');
        last = lines.constLast().trimmed();
    }
    return {ErrorCode::SandboxFailed,
            {},
            {},
            Text::en("The %1 server ended. The last line of its log: %2").arg(m_name, QString::fromUtf8(last))};
}

} // namespace lockscope::lab

#include "moc_privateserver.cpp"
