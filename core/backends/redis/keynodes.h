// SPDX-License-Identifier: Apache-2.0
// Keys of a Redis server as nodes: see core/backends/flatnodes.h. A key has no version.
#pragma once

#include "core/backends/flatnodes.h"
#include "core/recipes/redisstore.h"
#include "core/redis/answers.h"

namespace lockscope::backends {

class KeyNodes final : public FlatNodes<recipes::RedisStore, redis::Command, redis::Value>
{
public:
    using FlatNodes::FlatNodes;

    Reply<CreatedNode> create(QString path, QByteArray data, NodeKind) override
    {
        return readAs<CreatedNode>(ask({"SETNX", recipes::keyOf(path).toUtf8(), data}),
                                   [path](const redis::Value &answer) -> Result<CreatedNode> {
                                       if (answer.integer == 0)
                                           return failure(ErrorCode::NodeExists, QStringLiteral("create"), path);
                                       return CreatedNode{path, {}};
                                   });
    }
    Reply<NodeStat> exists(QString path) override
    {
        return readAs<NodeStat>(ask({"PTTL", recipes::keyOf(path).toUtf8()}),
                                [path, id = session()](const redis::Value &answer) -> Result<NodeStat> {
                                    if (answer.integer == -2)
                                        return failure(ErrorCode::NoNode, QStringLiteral("exists"), path);
                                    NodeStat stat;
                                    if (answer.integer >= 0) // it goes by itself
                                        stat.ephemeralOwner = id;
                                    return stat;
                                });
    }
    Reply<NodeContent> get(QString path) override
    {
        return readAs<NodeContent>(ask({"GET", recipes::keyOf(path).toUtf8()}),
                                   [path](const redis::Value &answer) -> Result<NodeContent> {
                                       if (answer.isNil())
                                           return failure(ErrorCode::NoNode, QStringLiteral("get"), path);
                                       return NodeContent{answer.text, {}};
                                   });
    }
    Reply<NodeStat> set(QString path, QByteArray data, int) override
    {
        return readAs<NodeStat>(ask({"SET", recipes::keyOf(path).toUtf8(), data}),
                                [](const redis::Value &) { return NodeStat(); });
    }
    Reply<Done> remove(QString path, int) override
    {
        return readAs<Done>(ask({"DEL", recipes::keyOf(path).toUtf8()}),
                            [path](const redis::Value &answer) -> Result<Done> {
                                if (answer.integer == 0)
                                    return failure(ErrorCode::NoNode, QStringLiteral("delete"), path);
                                return Done();
                            });
    }
};

} // namespace lockscope::backends
