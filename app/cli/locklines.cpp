// SPDX-License-Identifier: Apache-2.0
#include "app/cli/locklines.h"

#include "app/cli/commands.h"
#include "core/base/clock.h"
#include "core/base/visible.h"

#include <QJsonDocument>

#include <algorithm>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

/// True if people would see no difference; how long something has lasted is none.
bool isSame(const locks::LockQueue &a, const locks::LockQueue &b)
{
    return a.contenders == b.contenders
           && std::equal(a.findings.begin(), a.findings.end(), b.findings.begin(), b.findings.end(),
                         [](const locks::Finding &x, const locks::Finding &y) {
                             return x.id == y.id && x.nodes == y.nodes && x.sessions == y.sessions;
                         });
}

} // namespace

QByteArray LockLines::line(const journal::World &world, const QString &path, const QString &event) const
{
    if (m_json) {
        QJsonObject object = lockJson(world, path, locks::watchesBySession(world.knowledge()));
        object.insert(u"event"_s, event);
        object.insert(u"at"_s, toDateTime(world.atNs()).toString(Qt::ISODateWithMs));
        return visibleJson(QJsonDocument(object).toJson(QJsonDocument::Compact));
    }
    const bool gone = world.directory(path) == nullptr;
    return u"%1  %2  %3"_s
        .arg(toDateTime(world.atNs()).toLocalTime().toString(u"HH:mm:ss.zzz"_s), event.leftJustified(8),
             gone ? visible(path) : summary(world, path))
        .toLocal8Bit();
}

QByteArrayList LockLines::take(const journal::World &world, const QSet<QString> &directories)
{
    QByteArrayList lines;
    QSet<QString> locks;
    for (const QString &path : directories) {
        const QString semaphore = world.semaphoreOf(path);
        if (!semaphore.isEmpty())
            m_last.remove(path); // it was told as a lock before the other part was seen
        locks << (semaphore.isEmpty() ? path : semaphore);
    }
    QList<QString> paths(locks.begin(), locks.end());
    std::sort(paths.begin(), paths.end());
    for (const QString &path : std::as_const(paths)) {
        if (world.directory(path) == nullptr) {
            if (m_last.remove(path))
                lines += line(world, path, u"vanished"_s);
            continue;
        }
        const locks::LockQueue &queue = world.queue(path);
        const auto before = m_last.constFind(path);
        const bool isNew = before == m_last.constEnd();
        if (isNew ? !queue.isLock() : isSame(*before, queue))
            continue;
        lines += line(world, path, isNew ? u"snapshot"_s : u"changed"_s);
        m_last.insert(path, queue);
    }
    return lines;
}

} // namespace lockscope::cli
