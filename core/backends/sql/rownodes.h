// SPDX-License-Identifier: Apache-2.0
// Rows of a database's table of locks as nodes: see core/backends/flatnodes.h. One without an owner, or with a version
// that is counted, is no node: it is not there.
#pragma once

#include "core/backends/flatnodes.h"
#include "core/recipes/sqlstore.h"
#include "core/sql/answers.h"

namespace lockscope::backends {

class RowNodes final : public FlatNodes<recipes::SqlStore, sql::Request, sql::Answer>
{
public:
    using FlatNodes::FlatNodes;

    Reply<CreatedNode> create(QString path, QByteArray data, NodeKind) override;
    Reply<NodeStat> exists(QString path) override;
    Reply<NodeContent> get(QString path) override;
    Reply<NodeStat> set(QString path, QByteArray data, int version) override;
    Reply<Done> remove(QString path, int version) override;

private:
    /// \a text has the row's name as its last value.
    Reply<sql::Answer> asked(const char *operation, const QString &text, QVariantList values, const QString &path);
};

} // namespace lockscope::backends
