// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

using namespace Qt::StringLiterals;

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
    const auto name = [](const QString &text, NameKind kind, Mode mode) {
        return NamePattern{{}, TokenForm::None, text, kind, mode};
    };
    DialectRules rules{u"zk-ruby"_s, Text::verbatim(u"zk-ruby"_s)};
    rules.names = {
        name(u"ex"_s, NameKind::Mutex, Mode::Exclusive),
        name(u"sh"_s, NameKind::ReadWrite, Mode::Shared),
        name(u"sem"_s, NameKind::Lease, Mode::Shared),
        name(u"ballot"_s, NameKind::Election, Mode::Exclusive),
    };
    rules.companions = {u"leader_ack"_s};
    rules.waits = firstLeaseHolds;
    rules.sorts = SortRule::SignDropped;
    rules.nameOfLock = unmangled;
    return rules;
}

} // namespace lockscope::locks::dialects
