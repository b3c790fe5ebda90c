// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/persistentnode.h"

#include "core/base/path.h"
#include "core/recipes/directory.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

Task<Result<Grant>> BrokenPersistentNode::enqueue(std::stop_token stop)
{
    const QString token = locks::newToken(m_spec.dialect);
    const auto prefix = locks::namePrefix(m_spec.dialect, locks::NameKind::Mutex, m_spec.mode, token);
    if (!prefix || token.isEmpty())
        co_return failure(ErrorCode::InvalidInput, u"acquire"_s, m_spec.lock,
                          u"The dialect \"%1\" has no names to find a node again by: choose another."_s.arg(
                              locks::dialectName(m_spec.dialect)));
    const QString path = joinPath(m_spec.lock, *prefix);
    const auto gate = co_await m_steps.reach(Step::Enqueue, path);
    if (!gate)
        co_return tl::unexpected(gate.error());
    while (!stop.stop_requested()) {
        // sound: EphemeralSequential, which the server deletes with the session
        auto reply = m_steps.store().create(path, m_spec.data, NodeKind::PersistentSequential);
        const auto created = co_await reply;
        if (created)
            co_return Grant{created->path, created->stat.czxid};
        if (created.error().code == ErrorCode::NoNode) {
            const auto made = co_await makeDirectory(m_steps, m_spec.dialect, m_spec.lock);
            if (!made)
                co_return tl::unexpected(made.error());
            continue;
        }
        if (!created.error().connectionWasLost())
            co_return tl::unexpected(created.error());
        auto again = m_steps.store().connected();
        const auto session = co_await again;
        if (!session)
            co_return tl::unexpected(session.error());
        const auto found = co_await findOwn(*prefix);
        if (!found)
            co_return tl::unexpected(found.error());
        if (*found)
            co_return Grant(**found);
    }
    co_return cancelled();
}

Task<Result<std::optional<Grant>>> BrokenPersistentNode::findOwn(QString prefix)
{
    const auto listed = co_await m_steps.children(m_spec.lock);
    if (!listed && listed.error().code != ErrorCode::NoNode)
        co_return tl::unexpected(listed.error());
    const auto names = listed ? listed->names : NameList();
    for (const QStringView name : names) {
        if (!name.startsWith(prefix))
            continue;
        const QString path = joinPath(m_spec.lock, name);
        const auto stat = co_await m_steps.exists(path);
        if (stat)
            co_return Grant{path, stat->czxid};
    }
    co_return std::optional<Grant>();
}

} // namespace lockscope::recipes
