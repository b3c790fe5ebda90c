// SPDX-License-Identifier: Apache-2.0
#include "core/backends/sql/rownodes.h"

namespace lockscope::backends {

using namespace Qt::StringLiterals;

/// In a transaction that is open, if there is one: a client that holds a row lock works inside it. Of a pool another
/// connection does it, as where each part of a program takes its own.
Reply<sql::Answer> RowNodes::asked(const char *operation, const QString &text, QVariantList values, const QString &path)
{
    values += recipes::keyOf(path);
    return ask({QString::fromLatin1(operation), {{text, values}}, sql::Request::Bounds::Without, true});
}

Reply<CreatedNode> RowNodes::create(QString path, QByteArray data, NodeKind)
{
    return readAs<CreatedNode>(
        asked("insert", u"INSERT INTO lockscope_locks (owner, until_ms, version, name) VALUES (?, 0, 0, ?)"_s,
              {QString::fromUtf8(data)}, path),
        [path](const sql::Answer &) {
            return CreatedNode{path, {}};
        });
}

Reply<NodeStat> RowNodes::exists(QString path)
{
    return readAs<NodeStat>(
        asked("select", u"SELECT until_ms FROM lockscope_locks WHERE owner <> '' AND version = 0 AND name = ?"_s, {},
              path),
        [path, id = session()](const sql::Answer &answer) -> Result<NodeStat> {
            const auto &rows = answer.first().rows;
            if (rows.isEmpty())
                return failure(ErrorCode::NoNode, u"exists"_s, path);
            NodeStat stat;
            if (rows.first().first().toLongLong() != 0) // others may take it over
                stat.ephemeralOwner = id;
            return stat;
        });
}

Reply<NodeContent> RowNodes::get(QString path)
{
    return readAs<NodeContent>(
        asked("select", u"SELECT owner FROM lockscope_locks WHERE owner <> '' AND version = 0 AND name = ?"_s, {},
              path),
        [path](const sql::Answer &answer) -> Result<NodeContent> {
            const auto &rows = answer.first().rows;
            if (rows.isEmpty())
                return failure(ErrorCode::NoNode, u"get"_s, path);
            return NodeContent{rows.first().first().toString().toUtf8(), {}};
        });
}

Reply<NodeStat> RowNodes::set(QString path, QByteArray data, int)
{
    return readAs<NodeStat>(
        asked("update", u"UPDATE lockscope_locks SET owner = ? WHERE name = ?"_s, {QString::fromUtf8(data)}, path),
        [](const sql::Answer &) { return NodeStat(); });
}

Reply<Done> RowNodes::remove(QString path, int)
{
    return readAs<Done>(asked("delete", u"DELETE FROM lockscope_locks WHERE name = ?"_s, {}, path),
                        [path](const sql::Answer &answer) -> Result<Done> {
                            if (answer.first().changed == 0)
                                return failure(ErrorCode::NoNode, u"delete"_s, path);
                            return Done();
                        });
}

} // namespace lockscope::backends
