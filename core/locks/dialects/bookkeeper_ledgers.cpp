// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

bool isLedger(const LockSource &source, const ChildNode &, QStringView prefix)
{
    return prefix == "urL"_L1 && source.path.endsWith("/underreplication/locks"_L1);
}

} // namespace

/// BookKeeper's ledgers that are being replicated again: the number in each name is that of the ledger, which its
/// session holds.
DialectRules bookkeeper_ledgers()
{
    DialectRules rules{u"bookkeeper-ledgers"_s, Text::en("BookKeeper's ledgers"),
                       Text::en("BookKeeper: ledgers that are being replicated again")};
    rules.claims = isLedger;
    rules.claimed = bareName({}, NameKind::Queue);
    rules.waits = neverWaits;
    rules.habit = WaitHabit::NeverWaits;
    return rules;
}

} // namespace lockscope::locks::dialects
