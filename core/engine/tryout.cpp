// SPDX-License-Identifier: Apache-2.0
#include "core/engine/tryout.h"

#include <QElapsedTimer>

#include <memory>

namespace lockscope {

Task<Result<TryOut>> tryOut(zk::ConnectionSpec spec, QString root)
{
    spec.observeOnly = true;
    QElapsedTimer timer;
    timer.start();
    const auto connection = std::make_unique<zk::Connection>(spec);
    auto opening = connection->open();
    const auto id = co_await opening;
    if (!id)
        co_return tl::unexpected(id.error());
    TryOut found;
    found.tookMs = timer.elapsed();
    found.server = connection->session()->server();
    found.servers = static_cast<int>(connection->target().hosts.size());
    found.sessionTimeoutMs = connection->session()->negotiatedTimeoutMs();
    found.tls = spec.tls.enabled;
    const auto listing = connection->session()->children(root);
    const auto children = co_await listing;
    if (children)
        found.children = static_cast<int>(children->names.size());
    else
        found.rootError = children.error();
    auto closing = connection->close();
    co_await closing;
    co_return found;
}

} // namespace lockscope
