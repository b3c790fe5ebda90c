// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

#include <utility>

namespace lockscope::locks::dialects {

using namespace Qt::StringLiterals;

namespace {

/// The number of permits is each client's own argument and written nowhere.
void menagerieWaits(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    nearestBlocker(slotsInOrder, mine, blockedBy);
    bool first = true;
    for (const int index : mine) {
        if (slotsInOrder[static_cast<size_t>(index)].kind == NameKind::Lease)
            blockedBy[static_cast<size_t>(index)] = std::exchange(first, false) ? nobody : notKnown;
    }
}

} // namespace

/// Menagerie: java.util.concurrent's locks over ZooKeeper.
DialectRules menagerie()
{
    const auto name = [](const QString &text, NameKind kind, Mode mode, bool seldom = false) {
        return NamePattern{{}, TokenForm::None, text, kind, mode, 0, seldom};
    };
    DialectRules rules{u"menagerie"_s, u"Menagerie"_s};
    rules.names = {
        name(u"readLock-"_s, NameKind::ReadWrite, Mode::Shared),
        name(u"writeLock-"_s, NameKind::ReadWrite, Mode::Exclusive),
        name(u"permit-"_s, NameKind::Lease, Mode::Shared),
        name(u"lock-"_s, NameKind::Mutex, Mode::Exclusive, true),
    };
    rules.waits = menagerieWaits;
    return rules;
}

} // namespace lockscope::locks::dialects
