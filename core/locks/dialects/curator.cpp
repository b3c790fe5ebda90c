// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

/// Apache Curator: InterProcessMutex, LeaderSelector, InterProcessReadWriteLock, the semaphores, LeaderLatch.
/// LeaderSelector and the deprecated InterProcessSemaphore write the names of the mutex, without any difference.
DialectRules curator()
{
    constexpr auto U = TokenForm::Uuid;
    constexpr auto X = Mode::Exclusive;
    constexpr auto S = Mode::Shared;
    DialectRules rules{u"curator"_s, Text::verbatim(u"Curator"_s),
                       Text::en("Apache Curator, or Rust's zookeeper-client, which writes its names")};
    rules.names = {
        {u"_c_"_s, U, u"-lock-"_s, NameKind::Mutex, X},
        {u"_c_"_s, U, u"-__READ__"_s, NameKind::ReadWrite, S},
        {u"_c_"_s, U, u"-__WRIT__"_s, NameKind::ReadWrite, X},
        {u"_c_"_s, U, u"-lease-"_s, NameKind::Lease, S},
        {u"_c_"_s, U, u"-latch-"_s, NameKind::Election, X},
        // Without protection. LeaderLatch never is.
        bareName(u"__READ__"_s, NameKind::ReadWrite, S),
        bareName(u"__WRIT__"_s, NameKind::ReadWrite, X),
        bareName(u"lock-"_s, NameKind::Mutex, X, 0, true),
        bareName(u"lease-"_s, NameKind::Lease, S, 0, true),
    };
    rules.waits = oldestWriter;
    rules.sorts = SortRule::Text;
    rules.places = PlaceRule::Downgrade;
    rules.revokeWord = "__REVOKE__"_ba;
    rules.leasesNamedAsMutex = true;
    rules.semaphore = SemaphoreShape{u"/locks"_s, u"/leases"_s};
    return rules;
}

} // namespace lockscope::locks::dialects
