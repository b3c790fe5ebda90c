// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

/// "a/b" is the lock whose directory is /_zklocking/a__b.
QString unmangled(const QString &path)
{
    static const QStringList roots{u"_zklocking"_s, u"_zksemaphore"_s, u"_zkelection"_s};
    return roots.contains(baseName(parentPath(path))) ? baseName(path).replace("__"_L1, "/"_L1) : QString();
}

} // namespace

/// zk-ruby: Locker (exclusive and shared), Semaphore, and the voters of its Election.
DialectRules zk_ruby()
{
    DialectRules rules{u"zk-ruby"_s, Text::verbatim(u"zk-ruby"_s)};
    rules.names = {
        bareName(u"ex"_s, NameKind::Mutex, Mode::Exclusive),
        bareName(u"sh"_s, NameKind::ReadWrite, Mode::Shared),
        bareName(u"sem"_s, NameKind::Lease, Mode::Shared),
        bareName(u"ballot"_s, NameKind::Election, Mode::Exclusive),
    };
    rules.isCompanion = [](const ChildNode &child) { return child.name == "leader_ack"_L1; };
    rules.waits = firstLeaseHolds;
    rules.hasCommonNames = true;
    rules.sorts = SortRule::SignDropped;
    rules.nameOfLock = unmangled;
    return rules;
}

} // namespace lockscope::locks::dialects
