// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

/// Candidates of the same library are called member_, too (Marathon): below a path that says so.
bool isOfServerSet(const LockSource &source, const ChildNode &, QStringView prefix)
{
    return prefix == "member_"_L1 && !saysLeader(source.path);
}

/// A member waits for no node, and no candidate waits for a member.
void candidatesAlone(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    int before = noBlocker;
    for (const int index : mine) {
        const bool isCandidate = slotsInOrder[static_cast<size_t>(index)].kind == NameKind::Election;
        blockedBy[static_cast<size_t>(index)] = isCandidate ? before : inGroup;
        before = isCandidate ? index : before;
    }
}

} // namespace

/// Twitter Commons: server sets (Finagle), and its singleton service (Aurora), whose candidates stand beside the
/// member_ by which the one that leads says where it is.
DialectRules twitter_commons()
{
    DialectRules rules{u"twitter-commons"_s, Text::verbatim(u"Twitter Commons"_s),
                       Text::en("Twitter Commons: a server set, or a singleton service's candidates")};
    rules.names = {bareName(u"singleton_candidate_"_s, NameKind::Election)};
    rules.claims = isOfServerSet;
    rules.claimed = bareName({}, NameKind::Queue);
    rules.waits = candidatesAlone;
    return rules;
}

} // namespace lockscope::locks::dialects
