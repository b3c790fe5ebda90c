// SPDX-License-Identifier: Apache-2.0
// Several writes as one transaction: its operations as values, and what the server answered to each of them.
// Never half: either all of them were carried out or none.
#pragma once

#include "core/base/error.h"
#include "core/base/node.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <variant>
#include <vector>

namespace lockscope::zk {

struct CreateOp
{
    QString path;
    QByteArray data = {};
    NodeKind kind = NodeKind::Persistent;
};

struct SetOp
{
    QString path;
    QByteArray data;
    int version = -1; ///< of the data; -1: any
};

struct RemoveOp
{
    QString path;
    int version = -1; ///< of the data; -1: any
};

/// True where the node exists with this version; writes nothing.
struct CheckOp
{
    QString path;
    int version = -1;
};

using WriteOp = std::variant<CreateOp, SetOp, RemoveOp, CheckOp>;

struct MultiAnswer
{
    /// The first operation that the server refused, and why; nothing: all were carried out. Where one is refused, none
    /// was carried out.
    std::optional<Error> refused;
    int refusedAt = -1;                         ///< its index
    std::vector<std::optional<NodeStat>> stats; ///< of each SetOp after it; nothing for the others
};

/// The bytes that these take up in the one packet that carries them, never less than they do. Past the server's
/// jute.maxbuffer (1 MB unless set otherwise) it cuts the connection instead of answering: stay under maxMultiBytes.
qsizetype multiBytes(const std::vector<WriteOp> &ops);
inline constexpr qsizetype maxMultiBytes = 900'000;

} // namespace lockscope::zk
