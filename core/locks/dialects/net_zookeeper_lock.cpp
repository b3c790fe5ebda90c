// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

#include <QHash>

namespace lockscope::locks::dialects {

namespace {

bool isItsNode(const LockSource &, const ChildNode &child, QStringView prefix)
{
    return prefix.size() > 1 && prefix.endsWith(u'-') && child.access == ChildNode::Data::Read && child.data == "0"
           && child.stat && child.stat->isEphemeral();
}

/// Several locks share a directory, and the name before the number says which is whose.
void netZookeeperLockWaits(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine,
                           std::vector<int> &blockedBy)
{
    constexpr qsizetype numberLength = 10;
    QHash<QString, int> last;
    for (const int index : mine) {
        const QString &name = slotsInOrder[static_cast<size_t>(index)].contender->node.name;
        const QString lock = name.left(name.size() - numberLength);
        blockedBy[static_cast<size_t>(index)] = last.value(lock, noBlocker);
        last.insert(lock, index);
    }
}

} // namespace

/// Perl's Net::ZooKeeper::Lock: any name, and data that is always "0".
DialectRules net_zookeeper_lock()
{
    DialectRules rules{u"net-zookeeper-lock"_s, Text::verbatim(u"Net::ZooKeeper::Lock"_s)};
    rules.claims = isItsNode;
    rules.waits = netZookeeperLockWaits;
    rules.hasCommonNames = true;
    rules.sorts = SortRule::Text;
    return rules;
}

} // namespace lockscope::locks::dialects
