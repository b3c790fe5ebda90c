// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

#include <algorithm>

namespace lockscope::locks::dialects {

namespace {

/// Candidates of the same library are called member_, too (Marathon): below a path that says so.
bool isOfServerSet(const LockSource &source, const ChildNode &, QStringView prefix)
{
    return prefix == "member_"_L1 && !saysLeader(source.path);
}

/// No candidate waits for a member. Members beside candidates wait for no node; those of a directory of their own may
/// be the contenders of the library's lock, who write the same name.
void candidatesAlone(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    const auto isCandidate = [&](int index) {
        return slotsInOrder[static_cast<size_t>(index)].kind == NameKind::Election;
    };
    const bool hasCandidates = std::ranges::any_of(mine, isCandidate);
    int before = noBlocker;
    for (const int index : mine) {
        const bool isInLine = !hasCandidates || isCandidate(index);
        blockedBy[static_cast<size_t>(index)] = isInLine ? before : inGroup;
        before = isInLine ? index : before;
    }
}

} // namespace

/// Twitter Commons: server sets (Finagle), its lock, which writes the same names, and its singleton service (Aurora),
/// whose candidates stand beside the member_ by which the one that leads says where it is. They watch the directory,
/// and each its own node, whose loss it minds.
DialectRules twitter_commons()
{
    DialectRules rules{u"twitter-commons"_s, Text::verbatim(u"Twitter Commons"_s),
                       Text::en("Twitter Commons: a server set, or a singleton service's candidates")};
    rules.names = {bareName(u"singleton_candidate_"_s, NameKind::Election)};
    rules.claims = isOfServerSet;
    rules.claimed = bareName({}, NameKind::Queue);
    rules.waits = candidatesAlone;
    rules.habit = WaitHabit::ChildWatch;
    rules.holderWatchesItself = true;
    rules.hasCommonNames = true;
    return rules;
}

} // namespace lockscope::locks::dialects
