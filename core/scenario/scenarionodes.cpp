// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenarionodes.h"

#include "core/base/path.h"
#include "core/locks/dialect.h"

#include <QMap>

namespace lockscope::lab {

namespace {

/// An answer, or the wish to go on as if the node had not been there.
template<typename T>
bool isMissing(const Result<T> &answer)
{
    return !answer && answer.error().code == ErrorCode::NoNode;
}

tl::unexpected<Error> notOwn(const QString &path)
{
    return failure(ErrorCode::ScenarioFailed, {}, path,
                   Text::en("%1 is not a node that the scenario or one of its clients made: it is neither changed nor "
                            "deleted. Give the scenario another path, or delete the node by hand.")
                       .arg(path));
}

} // namespace

Task<Result<bool>> ScenarioNodes::exists(QString path, SessionId owner)
{
    const auto stat = co_await m_store.exists(path);
    if (!stat && !isMissing(stat))
        co_return tl::unexpected(stat.error());
    co_return stat.has_value() && (m_keys || owner.isNull() || stat->owner() == owner);
}

bool ScenarioNodes::isOwn(const QString &path, const NodeStat &stat) const
{
    const auto made = m_made.constFind(path);
    return (made != m_made.constEnd() && (m_keys || *made == stat.czxid)) || m_isOfClients(path, stat);
}

Task<Result<Done>> ScenarioNodes::make(QString path, QByteArray data)
{
    auto made = co_await m_store.create(path, data, NodeKind::Persistent);
    if (isMissing(made)) {
        const auto parent = co_await make(parentPath(path), {});
        if (!parent)
            co_return parent;
        made = co_await m_store.create(path, data, NodeKind::Persistent);
    }
    if (made) {
        m_made.insert(path, made->stat.czxid);
        co_return Done();
    }
    if (made.error().code != ErrorCode::NodeExists)
        co_return tl::unexpected(made.error());
    if (data.isEmpty())
        co_return Done();
    co_return co_await change(path, data);
}

Task<Result<Done>> ScenarioNodes::change(QString path, QByteArray data)
{
    const auto stat = co_await m_store.exists(path);
    if (!stat && !isMissing(stat))
        co_return tl::unexpected(stat.error());
    if (!stat || !isOwn(path, *stat))
        co_return notOwn(path);
    const auto set = co_await m_store.set(path, data, stat->version); // another one of this path would have its own
    if (!set)
        co_return tl::unexpected(set.error());
    co_return Done();
}

Task<Result<Done>> ScenarioNodes::removeTree(QString path)
{
    auto looking = ownTree(path);
    const auto tree = co_await looking;
    if (!tree)
        co_return tl::unexpected(tree.error());
    for (auto each = tree->rbegin(); each != tree->rend(); ++each) {
        auto removing = removeOwn(*each);
        const auto removed = co_await removing;
        if (!removed)
            co_return removed;
    }
    co_return Done();
}

Task<Result<QStringList>> ScenarioNodes::ownTree(QString path)
{
    if (m_keys)
        co_return QStringList{path};
    QStringList tree;
    const auto children = co_await m_store.children(path);
    if (isMissing(children))
        co_return tree;
    if (!children)
        co_return tl::unexpected(children.error());
    if (!isOwn(path, children->stat))
        co_return notOwn(path);
    tree << path;
    for (const QStringView name : children->names) {
        auto looking = ownTree(joinPath(path, name));
        const auto below = co_await looking;
        if (!below)
            co_return below;
        tree += *below;
    }
    co_return tree;
}

Task<Result<std::optional<QByteArray>>> ScenarioNodes::ownValue(QString path)
{
    const auto content = co_await m_store.get(path);
    if (isMissing(content))
        co_return std::optional<QByteArray>();
    if (!content && content.error().isNoAnswer())
        co_return tl::unexpected(content.error());
    if (!content || !m_keys->areOfClients(content->data)) // or it is none that has a value
        co_return notOwn(path);
    co_return std::optional(content->data);
}

Task<Result<Done>> ScenarioNodes::removeOwn(QString path)
{
    if (m_keys && !m_made.contains(path)) {
        auto reading = ownValue(path);
        const auto value = co_await reading;
        if (!value)
            co_return tl::unexpected(value.error());
        if (!*value)
            co_return Done();
        const auto removed = co_await m_keys->remove(path, **value);
        if (!removed)
            co_return tl::unexpected(removed.error());
        co_return Done(); // or another client has it by now
    }
    const auto stat = co_await m_store.exists(path);
    if (isMissing(stat))
        co_return Done();
    if (!stat)
        co_return tl::unexpected(stat.error());
    if (!isOwn(path, *stat))
        co_return notOwn(path);
    auto removed = co_await m_store.remove(path, -1);
    if (isMissing(removed))
        co_return Done();
    co_return removed;
}

Task<Result<Done>> ScenarioNodes::removeEmpty(QString path)
{
    auto removing = removeOwn(path);
    auto removed = co_await removing;
    if (!removed && (removed.error().code == ErrorCode::NotEmpty || removed.error().code == ErrorCode::ScenarioFailed))
        co_return Done();
    co_return removed;
}

Task<Result<QStringList>> ScenarioNodes::contenders(QString lock)
{
    QStringList found;
    const auto self = co_await m_store.exists(lock);
    if (isMissing(self))
        co_return found;
    if (!self)
        co_return tl::unexpected(self.error());
    if (self->isEphemeral() || m_keys)
        co_return QStringList{lock};
    const auto children = co_await m_store.children(lock);
    if (isMissing(children))
        co_return found;
    if (!children)
        co_return tl::unexpected(children.error());
    for (const QStringView name : children->names) {
        const QString path = joinPath(lock, name);
        if (locks::parseName(name)) {
            found << path;
            continue;
        }
        auto lookingBelow = contenders(path); // a semaphore's leases have no number; its directories have children
        const auto below = co_await lookingBelow;
        if (!below)
            co_return tl::unexpected(below.error());
        found += *below;
    }
    found.sort();
    co_return found;
}

Task<Result<locks::LockQueue>> ScenarioNodes::queue(QString lock)
{
    const auto children = co_await m_store.children(lock);
    if (isMissing(children))
        co_return locks::readQueue(lock, std::nullopt, {});
    if (!children)
        co_return tl::unexpected(children.error());
    std::vector<Reply<NodeContent>> asked;
    for (const QStringView name : children->names)
        asked.push_back(m_store.get(joinPath(lock, name)));
    std::vector<locks::ChildNode> nodes;
    for (size_t i = 0; i < asked.size(); ++i) {
        auto content = co_await asked[i];
        if (!content)
            continue; // gone meanwhile
        locks::ChildNode node;
        node.name = children->names[static_cast<qsizetype>(i)].toString();
        node.stat = content->stat;
        node.access = locks::ChildNode::Data::Read;
        node.data = std::move(content->data);
        nodes.push_back(std::move(node));
    }
    co_return locks::readQueue(lock, children->stat, std::move(nodes));
}

Task<Result<QList<ScenarioNodes::Left>>> ScenarioNodes::keysLeftOf(QStringList paths)
{
    paths.removeDuplicates();
    QList<Left> left;
    for (const QString &path : std::as_const(paths)) {
        const auto stat = co_await m_store.exists(path);
        if (!stat && !isMissing(stat))
            co_return tl::unexpected(stat.error());
        if (!stat)
            continue;
        auto reading = ownValue(path);
        const auto value = co_await reading;
        if (!value && value.error().isNoAnswer())
            co_return tl::unexpected(value.error());
        if (value && *value)
            left.append({path, stat->owner()});
    }
    co_return left;
}

Task<Result<QList<ScenarioNodes::Left>>> ScenarioNodes::leftOf(QStringList paths, QStringList directories,
                                                               QSet<SessionId> sessions)
{
    if (m_keys) {
        auto looking = keysLeftOf(paths + directories);
        co_return co_await looking;
    }
    QMap<QString, QSet<QString>> byDirectory; // one list each, instead of a question for each node
    for (const QString &path : directories)
        byDirectory[path];
    for (const QString &path : paths)
        byDirectory[parentPath(path)].insert(baseName(path));
    QList<Left> left;
    for (auto directory = byDirectory.constBegin(); directory != byDirectory.constEnd(); ++directory) {
        const QString parent = directory.key();
        const QSet<QString> known = directory.value();
        const auto children = co_await m_store.children(parent);
        if (isMissing(children))
            continue;
        if (!children)
            co_return tl::unexpected(children.error());
        for (const QStringView name : children->names) {
            const QString path = joinPath(parent, name);
            const auto stat = co_await m_store.exists(path);
            if (!stat)
                continue; // gone meanwhile
            const SessionId owner = stat->owner();
            if (known.contains(name.toString()) || sessions.contains(owner))
                left.append({path, owner});
        }
    }
    co_return left;
}

} // namespace lockscope::lab
