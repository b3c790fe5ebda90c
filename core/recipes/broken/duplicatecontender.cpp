// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/duplicatecontender.h"

#include "core/base/path.h"
#include "core/recipes/directory.h"

namespace lockscope::recipes {

Task<Result<Grant>> BrokenDuplicateContender::enqueue(std::stop_token stop)
{
    const auto prefix = locks::namePrefix(m_spec.dialect, locks::NameKind::Mutex, locks::Mode::Exclusive,
                                          locks::newToken(m_spec.dialect));
    if (!prefix) {
        auto refused = co_await QueueMutex::enqueue(stop); // says so
        co_return std::move(refused);
    }
    const QString path = joinPath(m_spec.lock, *prefix);
    const auto gate = co_await m_steps.reach(Step::Enqueue, path);
    if (!gate)
        co_return tl::unexpected(gate.error());
    while (!stop.stop_requested()) {
        auto reply = m_steps.store().create(path, m_spec.data, NodeKind::EphemeralSequential);
        const auto created = co_await reply;
        if (created)
            co_return Grant{created->path, created->stat.czxid};
        const Error error = created.error();
        if (error.code == ErrorCode::NoNode) {
            const auto made = co_await makeDirectory(m_steps, m_spec.dialect, m_spec.lock);
            if (!made)
                co_return tl::unexpected(made.error());
        } else if (!error.connectionWasLost()) {
            co_return tl::unexpected(error);
        } else {
            auto again = m_steps.store().connected(); // sound: and then look for the node
            const auto session = co_await again;
            if (!session)
                co_return tl::unexpected(session.error());
        }
    }
    co_return cancelled();
}

} // namespace lockscope::recipes
