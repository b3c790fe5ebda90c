// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

namespace {

std::optional<NodeLock> readElectorLock(const NodeSight &sight)
{
    if (baseName(sight.path) != "ActiveStandbyElectorLock"_L1 || !sight.node.stat->isEphemeral())
        return std::nullopt;
    return NodeLock{LockKind::Ephemeral};
}

} // namespace

/// Hadoop's ActiveStandbyElector (NameNode and ResourceManager high availability). ActiveBreadCrumb beside the lock
/// says whom the next active one must fence.
Grammar hadoop()
{
    Grammar grammar{u"hadoop"_s, u"Hadoop"_s, u"Hadoop's ActiveStandbyElector"_s};
    grammar.readNode = readElectorLock;
    grammar.companions = {u"ActiveBreadCrumb"_s};
    return grammar;
}

} // namespace lockscope::locks::grammars
