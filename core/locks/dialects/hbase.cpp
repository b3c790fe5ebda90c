// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

#include <algorithm>

namespace lockscope::locks::dialects {

namespace {

bool isTableLock(const LockSource &source, const std::vector<Contender> &contenders)
{
    return baseName(parentPath(source.path)) == "table-lock"_L1
           || std::any_of(contenders.begin(), contenders.end(),
                          [](const Contender &c) { return c.node.data.startsWith("PBUF"); });
}

} // namespace

/// HBase's table locks, before version 2. Their data begins as HBase's protocol buffers do.
DialectRules hbase()
{
    DialectRules rules{u"hbase"_s, Text::verbatim(u"HBase"_s), Text::en("HBase's table locks")};
    rules.names = {
        bareName(u"read-"_s, NameKind::ReadWrite, Mode::Shared, 0, true),
        bareName(u"write-"_s, NameKind::ReadWrite, Mode::Exclusive, 0, true),
    };
    rules.recognises = isTableLock;
    rules.sorts = SortRule::SignDropped;
    return rules;
}

} // namespace lockscope::locks::dialects
