// SPDX-License-Identifier: Apache-2.0
#include "core/servers/sandboxdirectory.h"

#include "core/servers/sandbox.h"

#include <QDir>
#include <QFile>

namespace lockscope::servers {

using namespace Qt::StringLiterals;

namespace {

/// The mark of an earlier sandbox's directory; holds the number of servers.
constexpr auto markerName = "lockscope-sandbox"_L1;

/// The number of servers that ran here before, 0 for an empty directory.
Result<int> earlierServers(const QDir &directory)
{
    if (directory.isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot))
        return 0;
    QFile marker(directory.filePath(markerName));
    if (!marker.open(QIODevice::ReadOnly)) {
        return sandboxFailure(
            Text::en("%1 is not empty and was not made by a sandbox: choose an empty directory. Nothing in it was "
                     "touched.")
                .arg(directory.path()));
    }
    return marker.readLine(16).trimmed().toInt();
}

Result<void> writeMarker(const QDir &directory, int servers)
{
    QFile marker(directory.filePath(markerName));
    if (!marker.open(QIODevice::WriteOnly) || marker.write(QByteArray::number(servers) + '\n') < 0) {
        return sandboxFailure(
            Text::en("Cannot write in %1 (%2): choose another directory.").arg(directory.path(), marker.errorString()));
    }
    return {};
}

} // namespace

Result<std::unique_ptr<SandboxDirectory>> SandboxDirectory::open(const QString &wanted, int servers)
{
    if (wanted.isEmpty())
        return makeTemporary();

    const QDir directory(QDir(wanted).absolutePath());
    if (!directory.exists() && !QDir().mkpath(directory.path()))
        return sandboxFailure(
            Text::en("Cannot make the directory %1: choose one that you may write in.").arg(directory.path()));

    const auto earlier = earlierServers(directory);
    if (!earlier)
        return tl::unexpected(earlier.error());
    if (*earlier != 0 && *earlier != servers) {
        return sandboxFailure(
            Text::counted("%1 holds a sandbox of %n servers: start it with as many, or choose another directory.",
                          *earlier)
                .arg(directory.path()));
    }

    std::unique_ptr<SandboxDirectory> opened(new SandboxDirectory);
    opened->m_path = directory.path();
    opened->m_lock = std::make_unique<QLockFile>(directory.filePath(u"lock"_s));
    opened->m_lock->setStaleLockTime(0); // stale only when the process that took it is gone
    if (const auto written = writeMarker(directory, servers); !written)
        return tl::unexpected(written.error());
    if (!opened->m_lock->tryLock())
        return sandboxFailure(Text::en("%1 is in use by another sandbox: stop that one, or choose another directory.")
                                  .arg(directory.path()));
    return opened;
}

Result<std::unique_ptr<SandboxDirectory>> SandboxDirectory::makeTemporary()
{
    std::unique_ptr<SandboxDirectory> made(new SandboxDirectory);
    made->m_temporary = std::make_unique<GuardedDirectory>(u"lockscope-sandbox-"_s);
    if (!made->m_temporary->isValid()) {
        return sandboxFailure(Text::en("Cannot make a temporary directory in %1 (%2): make room there, or set TMPDIR.")
                                  .arg(QDir::tempPath(), made->m_temporary->errorString()));
    }
    made->m_path = made->m_temporary->path();
    return made;
}

} // namespace lockscope::servers
