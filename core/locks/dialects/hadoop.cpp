// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

std::optional<NodeLockReading> readElectorLock(const QString &path, const ChildNode &node)
{
    if (baseName(path) != "ActiveStandbyElectorLock"_L1 || !node.stat->isEphemeral())
        return std::nullopt;
    return NodeLockReading{LockKind::Ephemeral};
}

} // namespace

/// Hadoop's ActiveStandbyElector (NameNode and ResourceManager high availability). ActiveBreadCrumb beside the lock
/// says whom the next active one must fence.
DialectRules hadoop()
{
    DialectRules rules{u"hadoop"_s, Text::verbatim(u"Hadoop"_s), Text::verbatim(u"Hadoop's ActiveStandbyElector"_s)};
    rules.readNode = readElectorLock;
    rules.isCompanion = [](const ChildNode &child) { return child.name == "ActiveBreadCrumb"_L1; };
    return rules;
}

} // namespace lockscope::locks::dialects
