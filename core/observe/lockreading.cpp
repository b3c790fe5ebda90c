// SPDX-License-Identifier: Apache-2.0
#include "core/observe/lockreading.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

/// Beyond this many children their data are not read for a plan, but their Stats always are: who holds depends on them.
constexpr qsizetype dataUpTo = 5'000;

using Known = QHash<QString, locks::ChildNode>;

locks::ChildNode toChild(const QString &name, const NodeContent &content)
{
    return {name, content.stat, locks::ChildNode::Data::Read, content.data};
}

locks::ChildNode withoutData(const QString &name, const NodeStat &stat, locks::ChildNode::Data why)
{
    return {name, stat, why, {}};
}

/// Of its children those that were read already may be missing by now.
Task<Result<locks::LockSource>> readDirectory(QPointer<zk::Session> session, QString path, Known known)
{
    if (!session)
        co_return failure(ErrorCode::Closed, u"list"_s, path);
    auto holding = session->get(path);
    auto listing = session->children(path);
    const auto data = co_await holding;
    const auto listed = co_await listing;
    if (!listed)
        co_return tl::unexpected(listed.error());
    locks::LockSource source;
    source.path = path;
    source.parentStat = listed->stat;
    if (data)
        source.data = data->data;
    const bool withData = listed->names.size() <= dataUpTo;
    std::vector<std::pair<QString, Reply<NodeContent>>> reading;
    std::vector<std::pair<QString, Reply<NodeStat>>> looking;
    for (const QStringView view : listed->names) {
        const QString name = view.toString();
        const QString child = joinPath(path, name);
        if (const auto found = known.constFind(child); found != known.cend())
            source.children.push_back(*found);
        else if (session && withData)
            reading.emplace_back(name, session->get(child));
        else if (session)
            looking.emplace_back(name, session->exists(child));
    }
    for (auto &[name, reply] : reading) {
        const auto content = co_await reply;
        if (!content && content.error().code == ErrorCode::NoAuth && session)
            looking.emplace_back(name, session->exists(joinPath(path, name)));
        else if (content)
            source.children.push_back(toChild(name, *content));
        else if (content.error().code != ErrorCode::NoNode)
            co_return tl::unexpected(content.error());
    }
    for (auto &[name, reply] : looking) {
        const auto stat = co_await reply;
        if (!stat && stat.error().code != ErrorCode::NoNode)
            co_return tl::unexpected(stat.error());
        if (stat)
            source.children.push_back(withoutData(
                name, *stat, withData ? locks::ChildNode::Data::NoPermission : locks::ChildNode::Data::NotRead));
    }
    co_return source;
}

/// Where the rest of a semaphore is, if a directory is a part of one.
struct Semaphore
{
    QString path;
    QString queue;
    QString leases;
};

std::vector<Semaphore> semaphoresWith(const QString &directory)
{
    std::vector<Semaphore> found;
    for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes()) {
        for (const QString &ending : {shape.queue, shape.leases}) {
            if (!directory.endsWith(ending) || directory.size() == ending.size())
                continue;
            const QString path = directory.chopped(ending.size());
            found.push_back({path, path + shape.queue, path + shape.leases});
        }
    }
    return found;
}

bool hasContenders(const locks::LockSource &source, bool leasesOnly)
{
    return std::any_of(source.children.begin(), source.children.end(), [leasesOnly](const locks::ChildNode &child) {
        const auto name = locks::viewName(child.name);
        return name && (!leasesOnly || name->kind == locks::NameKind::Lease);
    });
}

/// Directories that are called so are no semaphore by that alone.
bool isSemaphore(const Semaphore &semaphore, const locks::LockSource &queue, const locks::LockSource &leases)
{
    return semaphore.leases == semaphore.path || hasContenders(queue, false) || hasContenders(leases, true);
}

locks::LockSource::Part partOf(locks::LockSource source)
{
    return {source.path, std::move(source.children)};
}

} // namespace

Task<Result<locks::ChildNode>> readNode(QPointer<zk::Session> session, QString path)
{
    auto asking = session->get(path);
    const auto content = co_await asking;
    if (content)
        co_return toChild(baseName(path), *content);
    if (content.error().code != ErrorCode::NoAuth || !session)
        co_return tl::unexpected(content.error());
    auto asked = session->exists(path);
    const auto stat = co_await asked;
    if (!stat)
        co_return tl::unexpected(stat.error());
    co_return withoutData(baseName(path), *stat, locks::ChildNode::Data::NoPermission);
}

Task<Result<LockReading>> readLockWith(QPointer<zk::Session> session, QString directory, Known known)
{
    auto readingOwn = readDirectory(session, directory, known);
    auto own = co_await readingOwn;
    if (!own)
        co_return tl::unexpected(own.error());
    const std::vector<Semaphore> semaphores = semaphoresWith(directory);
    for (const Semaphore &semaphore : semaphores) {
        const bool ownIsQueue = directory == semaphore.queue;
        auto readingOther = readDirectory(session, ownIsQueue ? semaphore.leases : semaphore.queue, known);
        auto other = co_await readingOther;
        if (!other && (other.error().code == ErrorCode::NoNode || other.error().code == ErrorCode::NoAuth))
            continue;
        if (!other)
            co_return tl::unexpected(other.error());
        if (!isSemaphore(semaphore, ownIsQueue ? *own : *other, ownIsQueue ? *other : *own))
            continue;
        locks::LockSource queue = *std::move(ownIsQueue ? own : other);
        locks::LockSource leases = *std::move(ownIsQueue ? other : own);
        locks::LockSource whole;
        whole.path = semaphore.path;
        if (semaphore.leases == semaphore.path)
            whole = std::move(leases);
        else
            whole.leases = partOf(std::move(leases));
        whole.queue = partOf(std::move(queue));
        co_return LockReading{locks::readQueue(std::move(whole)), {semaphore.queue, semaphore.leases}};
    }
    co_return LockReading{locks::readQueue(*std::move(own)), {directory}};
}

} // namespace lockscope::observe
