// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/directory.h"

#include "core/base/path.h"

namespace lockscope::recipes {

namespace {

Task<Result<Done>> createDirectoryNode(Steps &steps, locks::Dialect dialect, QString path, QByteArray data)
{
    // Curator makes its directories, parents too, as containers, which the server removes once they are empty again.
    auto kind = dialect == locks::Dialect::Curator ? NodeKind::Container : NodeKind::Persistent;
    for (;;) {
        auto reply = steps.store().create(path, data, kind);
        const auto created = co_await reply;
        if (created || created.error().code == ErrorCode::NodeExists)
            co_return Done();
        const Error error = created.error();
        if (error.code == ErrorCode::Unimplemented && kind == NodeKind::Container) {
            kind = NodeKind::Persistent; // a server before 3.5
            continue;
        }
        if (!error.connectionWasLost())
            co_return tl::unexpected(error);
        auto again = steps.store().connected();
        const auto session = co_await again;
        if (!session)
            co_return tl::unexpected(session.error());
    }
}

} // namespace

Task<Result<Done>> makeDirectory(Steps &steps, locks::Dialect dialect, QString path, QByteArray data)
{
    const auto gate = co_await steps.reach(Step::MakeDirectory, path);
    if (!gate)
        co_return tl::unexpected(gate.error());
    auto made = co_await createDirectoryNode(steps, dialect, path, data);
    const QString parent = parentPath(path);
    if (!made && made.error().code == ErrorCode::NoNode && parent.size() > 1) {
        const auto parentMade = co_await makeDirectory(steps, dialect, parent);
        if (!parentMade)
            co_return tl::unexpected(parentMade.error());
        made = co_await createDirectoryNode(steps, dialect, path, data);
    }
    co_return std::move(made);
}

} // namespace lockscope::recipes
