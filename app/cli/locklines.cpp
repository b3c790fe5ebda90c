// SPDX-License-Identifier: Apache-2.0
#include "app/cli/locklines.h"

#include "app/cli/commands.h"
#include "core/base/clock.h"
#include "core/base/visible.h"
#include "core/locks/queuejson.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

/// True if people would see no difference; how long something has lasted is none.
bool isSame(const locks::LockQueue &a, const locks::LockQueue &b)
{
    return a.contenders == b.contenders && a.lineUnread == b.lineUnread && a.leasesUnread == b.leasesUnread
           && std::equal(a.findings.begin(), a.findings.end(), b.findings.begin(), b.findings.end(),
                         [](const locks::Finding &x, const locks::Finding &y) {
                             return x.id == y.id && x.nodes == y.nodes && x.sessions == y.sessions;
                         });
}

QByteArray textLine(const journal::World &world, const QString &event, const QString &what)
{
    return u"%1  %2  %3"_s
        .arg(toDateTime(world.atNs()).toLocalTime().toString(u"HH:mm:ss.zzz"_s), event.leftJustified(8), what)
        .toLocal8Bit();
}

/// What is still true of them: whose nodes they were, and what was in them.
QJsonArray holdersJson(const locks::LockQueue &held)
{
    QJsonArray holders;
    const QJsonArray all = locks::toJson(held, {}, {})[u"contenders"_s].toArray();
    for (const QJsonValue contender : all) {
        QJsonObject holder;
        for (const QString &key : {u"node"_s, u"session"_s, u"czxid"_s, u"created"_s, u"data"_s, u"data_base64"_s}) {
            if (contender.toObject().contains(key))
                holder.insert(key, contender[key]);
        }
        holders += holder;
    }
    return holders;
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
    QStringList parts{summary(world, path)};
    for (const locks::Finding &finding : world.queue(path).findings)
        parts += finding.id;
    parts.removeDuplicates();
    return textLine(world, event, parts.join(u", "_s));
}

/// A directory often goes with its last child (a container): whose that was is not in the tree any more.
QByteArray LockLines::vanished(const journal::World &world, const QString &path, const QString &semaphore)
{
    const locks::LockQueue last = m_last.take(path);
    locks::LockQueue held = m_held.take(path);
    if (!semaphore.isEmpty())
        held = {};                                                         // its first in line held no lock of its own
    const locks::LockQueue &known = held.contenders.empty() ? last : held; // of an empty directory less is known
    const QString left = !semaphore.isEmpty()                      ? u"a part of the semaphore "_s + semaphore
                         : known.mayBeLine                         ? u"no node is left"_s
                         : known.kind == locks::LockKind::Election ? u"no candidate is left"_s
                                                                   : u"no contender is left"_s;
    if (m_json) {
        QJsonObject object = lockJson(world, path, {});
        object.insert(u"contenders"_s, QJsonArray());
        object.insert(u"holders"_s, QJsonArray());
        object.insert(u"waiting"_s, known.isNode ? QJsonValue() : QJsonValue(0));
        object.insert(u"pending"_s, object["waiting"_L1]);
        const QJsonObject before = locks::toJson(known, {}, {});
        for (const QString &key : {u"kind"_s, u"dialect"_s, u"title"_s})
            object.insert(key, before[key]);
        object.insert(u"last_holders"_s, holdersJson(held));
        object.insert(u"text"_s, left);
        object.insert(u"event"_s, u"vanished"_s);
        object.insert(u"at"_s, toDateTime(world.atNs()).toString(Qt::ISODateWithMs));
        return visibleJson(QJsonDocument(object).toJson(QJsonDocument::Compact));
    }
    if (held.contenders.empty())
        return textLine(world, u"vanished"_s, u"%1: %2"_s.arg(visible(path), visible(left)));
    const locks::ChildNode &node = held.contenders[0].node;
    const QString data = dataText(node);
    const QString holder = data.isEmpty() ? visible(node.name) : u"%1 (%2)"_s.arg(visible(node.name), visible(data));
    return textLine(world, u"vanished"_s, u"%1: %2, last held by %3"_s.arg(visible(path), left, holder));
}

void LockLines::keepHolders(const locks::LockQueue &queue)
{
    if (queue.holders.empty())
        return;
    locks::LockQueue held;
    held.path = queue.path;
    held.kind = queue.kind;
    held.isNode = queue.isNode;
    held.dialect = queue.dialect;
    held.title = queue.title;
    for (const int holder : queue.holders) {
        locks::Contender contender = queue.contenders[static_cast<size_t>(holder)];
        contender.waits = {}; // places in another list
        held.contenders.push_back(std::move(contender));
    }
    m_held.insert(queue.path, held);
}

QByteArrayList LockLines::take(const journal::World &world, const QSet<QString> &directories)
{
    QByteArrayList lines;
    QSet<QString> locks;
    for (const QString &path : directories) {
        const QString semaphore = world.semaphoreOf(path);
        if (!semaphore.isEmpty() && m_last.contains(path)) // as a lock, before the other part was seen
            lines += vanished(world, path, semaphore);
        locks << (semaphore.isEmpty() ? path : semaphore);
    }
    QList<QString> paths(locks.begin(), locks.end());
    std::sort(paths.begin(), paths.end());
    for (const QString &path : std::as_const(paths)) {
        if (world.directory(path) == nullptr) {
            if (m_last.contains(path))
                lines += vanished(world, path);
            continue;
        }
        const locks::LockQueue &queue = world.queue(path);
        const auto before = m_last.constFind(path);
        const bool isNew = before == m_last.constEnd();
        const bool isAsked = path == m_asked && (queue.isGroup() || isKnownLock(world, path));
        if (isNew ? !queue.isLock() && !isAsked : isSame(*before, queue))
            continue;
        lines += line(world, path, isNew ? u"snapshot"_s : u"changed"_s);
        m_last.insert(path, queue);
        keepHolders(queue);
    }
    return lines;
}

} // namespace lockscope::cli
