// SPDX-License-Identifier: Apache-2.0
// A store that draws at each request whether a random fault befalls its client, and has it staged.
// Never changes a request or an answer itself: what goes wrong goes wrong in the session.
#pragma once

#include "core/lab/faultdriver.h"
#include "core/recipes/store.h"

#include <functional>

namespace lockscope::lab {

class FaultyStore final : public recipes::Store
{
public:
    /// Asked to stage a fault, right before the request is sent or before its answer is handed on.
    using Stage = std::function<void(const FaultRequest &)>;

    /// \a store and \a driver must outlive this and whatever is still awaited.
    FaultyStore(recipes::Store &store, FaultDriver &driver, Stage stage)
        : m_store(store)
        , m_driver(driver)
        , m_stage(std::move(stage))
    {
    }

    SessionId session() const override { return m_store.session(); }
    Reply<SessionId> connected() override { return m_store.connected(); }
    Reply<CreatedNode> create(QString path, QByteArray data, NodeKind kind) override
    {
        return drawn<CreatedNode>([&] { return m_store.create(path, data, kind); });
    }
    Reply<Children> children(QString path) override
    {
        return drawn<Children>([&] { return m_store.children(path); });
    }
    Reply<recipes::Watched> watchExists(QString path) override
    {
        return drawn<recipes::Watched>([&] { return m_store.watchExists(path); });
    }
    Reply<NodeStat> exists(QString path) override
    {
        return drawn<NodeStat>([&] { return m_store.exists(path); });
    }
    Reply<NodeContent> get(QString path) override
    {
        return drawn<NodeContent>([&] { return m_store.get(path); });
    }
    Reply<recipes::WatchedContent> watchData(QString path) override
    {
        return drawn<recipes::WatchedContent>([&] { return m_store.watchData(path); });
    }
    Reply<recipes::WatchedChildren> watchChildren(QString path) override
    {
        return drawn<recipes::WatchedChildren>([&] { return m_store.watchChildren(path); });
    }
    Reply<NodeStat> set(QString path, QByteArray data, int version) override
    {
        return drawn<NodeStat>([&] { return m_store.set(path, data, version); });
    }
    Reply<Done> remove(QString path, int version) override
    {
        return drawn<Done>([&] { return m_store.remove(path, version); });
    }

private:
    template<typename T, typename Ask>
    Reply<T> drawn(Ask ask)
    {
        const auto draw = m_driver.next();
        if (!draw)
            return ask();
        if (!draw->afterReply) {
            m_stage(draw->request);
            return ask();
        }
        const ReplyPromise<T> promise;
        ask().then([promise, stage = m_stage, request = draw->request](Result<T> answer) {
            stage(request);
            promise.complete(std::move(answer));
        });
        return Reply<T>(promise);
    }

    recipes::Store &m_store;
    FaultDriver &m_driver;
    Stage m_stage;
};

} // namespace lockscope::lab
