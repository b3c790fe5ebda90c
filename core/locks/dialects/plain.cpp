// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

#include <array>

namespace lockscope::locks::dialects {

namespace {

/// Tutorials name a contender after its lock: /locks/orders/orders-0000000001.
bool isNamedAfterItsLock(const LockSource &source, const ChildNode &, QStringView prefix)
{
    const QString name = baseName(source.path);
    return !name.isEmpty() && prefix.size() == name.size() + 1 && prefix.startsWith(name)
           && (prefix.back() == u'-' || prefix.back() == u'_');
}

/// An ephemeral node that says by its name that it is a lock: "lock", "orders.lock", "leader", "db-master".
std::optional<NodeLockReading> readNamedLock(const QString &path, const ChildNode &node)
{
    static constexpr std::array words{"lock"_L1, "mutex"_L1, "leader"_L1, "master"_L1};
    if (!node.stat->isEphemeral())
        return std::nullopt;
    const QString name = baseName(path);
    for (const QLatin1StringView word : words) {
        if (!name.endsWith(word, Qt::CaseInsensitive))
            continue;
        const QStringView before = QStringView(name).chopped(word.size());
        if (before.isEmpty() || before.back() == u'-' || before.back() == u'_' || before.back() == u'.')
            return NodeLockReading{};
    }
    return std::nullopt;
}

} // namespace

/// Articles, tutorials and locks written by hand: short names without a token.
DialectRules plain()
{
    constexpr auto X = Mode::Exclusive;
    constexpr auto S = Mode::Shared;
    DialectRules rules{u"plain"_s, Text::en("plain"),
                       Text::en("plain names, as articles and locks written by hand have")};
    rules.names = {
        bareName(u"lock-"_s, NameKind::Mutex, X),     bareName(u"R-"_s, NameKind::ReadWrite, S),
        bareName(u"W-"_s, NameKind::ReadWrite, X),    bareName(u"lease-"_s, NameKind::Lease, S),
        bareName(u"seq-"_s, NameKind::Mutex, X),      bareName({}, NameKind::Mutex, X),
        bareName(u"read-"_s, NameKind::ReadWrite, S), bareName(u"write-"_s, NameKind::ReadWrite, X),
    };
    rules.readNode = readNamedLock;
    rules.claims = isNamedAfterItsLock;
    rules.semaphore = SemaphoreShape{u"/locks"_s, u"/leases"_s};
    return rules;
}

} // namespace lockscope::locks::dialects
