// SPDX-License-Identifier: Apache-2.0
// A transaction of ZooKeeper as values: all of these writes or none, and what came of them. Never sends anything.
#pragma once

#include "core/base/error.h"
#include "core/base/node.h"

#include <optional>
#include <vector>

namespace lockscope {

struct WriteOp
{
    Operation
        operation; ///< Create, Set, Delete, or Check: true where the node exists with this version, writes nothing
    QString path;
    QByteArray data = {};
    int version = -1; ///< of the data before; -1: any
    NodeKind kind = NodeKind::Persistent;

    static WriteOp create(const QString &path, const QByteArray &data = {}, NodeKind kind = NodeKind::Persistent)
    {
        return {Operation::Create, path, data, -1, kind};
    }
    static WriteOp set(const QString &path, const QByteArray &data, int version = -1)
    {
        return {Operation::Set, path, data, version};
    }
    static WriteOp remove(const QString &path, int version = -1) { return {Operation::Delete, path, {}, version}; }
    static WriteOp check(const QString &path, int version = -1) { return {Operation::Check, path, {}, version}; }
};

struct MultiAnswer
{
    /// The first operation that the server refused, and why; nothing: all were carried out. Where one is refused, none
    /// was carried out.
    std::optional<Error> refused;
    int refusedAt = -1;                         ///< its index
    std::vector<std::optional<NodeStat>> stats; ///< of each Set after it; nothing for the others
};

} // namespace lockscope
