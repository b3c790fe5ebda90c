// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

#include <QHash>

#include <utility>

namespace lockscope::locks::dialects {

namespace {

/// All nodes of one UUID are one contender: the lowest counts, and waits for the lowest of the UUID before it.
void accumuloWaits(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    QHash<QString, int> lowest;
    int last = noBlocker;
    for (const int index : mine) {
        const QString &uuid = slotsInOrder[static_cast<size_t>(index)].contender->parsed->token;
        // Those without a UUID are of a version before 2.1: each is a contender of its own.
        const auto known = uuid.isEmpty() ? lowest.cend() : lowest.constFind(uuid);
        int &blocker = blockedBy[static_cast<size_t>(index)];
        if (known != lowest.cend()) {
            blocker = *known; // a create that was sent twice
            continue;
        }
        if (!uuid.isEmpty())
            lowest.insert(uuid, index);
        blocker = std::exchange(last, index);
    }
}

} // namespace

/// Accumulo's ServiceLock, and the ZooLock of versions before 2.1, whose names have no UUID.
DialectRules accumulo()
{
    DialectRules rules{u"accumulo"_s, Text::verbatim(u"Accumulo"_s), Text::verbatim(u"Accumulo's ServiceLock"_s)};
    // A server's for as long as it runs, while others stand by: an election, whatever its clients call it.
    rules.names = {{u"zlock#"_s, TokenForm::Uuid, u"#"_s, NameKind::Election},
                   bareName(u"zlock-"_s, NameKind::Election)};
    rules.waits = accumuloWaits;
    rules.holderWatchesItself = true;
    return rules;
}

} // namespace lockscope::locks::dialects
