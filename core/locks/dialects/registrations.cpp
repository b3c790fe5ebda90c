// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

/// Ignite's servers: two ids and a flag, "U:U:80|", of which each watches the one before it to notice its loss.
bool isOfIgnite(QStringView prefix)
{
    constexpr qsizetype id = 36;
    return prefix.size() == 2 * id + 5 && prefix.endsWith(u'|') && prefix[id] == u':' && prefix[2 * id + 1] == u':'
           && isUuid(prefix.first(id)) && isUuid(prefix.sliced(id + 1, id));
}

/// "serverUri=host:10000;version=…;sequence=0000000003" of HiveServer2, and a bare number of Mesos' replicated log.
bool isRegistered(const LockSource &source, const ChildNode &, QStringView prefix)
{
    return prefix.startsWith("serverUri="_L1) || isOfIgnite(prefix)
           || (prefix.isEmpty() && baseName(source.path) == "log_replicas"_L1);
}

} // namespace

/// Servers that make themselves known under a number: HiveServer2's instances, the replicas of Mesos' log, Ignite's
/// nodes. None waits for another.
DialectRules registrations()
{
    DialectRules rules{u"registrations"_s, Text::en("registrations"),
                       Text::en("servers that make themselves known, a group")};
    rules.claims = isRegistered;
    rules.claimsPlain = true;
    rules.claimed = bareName({}, NameKind::Queue);
    rules.waits = standBesideOneAnother;
    rules.habit = WaitHabit::NeverWaits;
    return rules;
}

} // namespace lockscope::locks::dialects
