// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

#include <QDateTime>
#include <QRegularExpression>

namespace lockscope::locks::dialects {

namespace {

const QString usualDirectory = u"shedlock"_s;

/// "jobs-lock", "locks", "JobLocks", "joblock"; not "blocks", nor "clock".
bool saysLock(const QString &name)
{
    static const QRegularExpression word(u"[A-Z]+(?![a-z])|[A-Z]?[a-z]+"_s);
    for (const QRegularExpressionMatch &match : word.globalMatch(name)) {
        QString before = match.captured().toLower();
        if (before.endsWith(u's'))
            before.chop(1);
        if (!before.endsWith("lock"_L1))
            continue;
        before.chop(4);
        if (before != "b"_L1 && before != "un"_L1 && !before.endsWith(u'c'))
            return true;
    }
    return false;
}

bool anAncestorSaysLock(const QString &path)
{
    for (QString above = parentPath(path); above.size() > 1; above = parentPath(above)) {
        if (saysLock(baseName(above)))
            return true;
    }
    return false;
}

/// As its provider writes it: in UTC, to the second at least. A date without a zone is somebody else's.
bool isWrittenAsItsOwn(const QByteArray &data)
{
    static const QRegularExpression instant(u"\\A\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z\\z"_s);
    constexpr qsizetype longest = 30;
    return data.size() <= longest && data.endsWith('Z') && instant.match(QString::fromLatin1(data)).hasMatch();
}

/// The record outlives the hold: its data is the instant until which the lock is held.
std::optional<NodeLockReading> readRecord(const ChildNode &node)
{
    if (node.stat->isEphemeral() || node.access != ChildNode::Data::Read)
        return std::nullopt;
    const QDateTime until = QDateTime::fromString(QString::fromLatin1(node.data), Qt::ISODateWithMs);
    if (!until.isValid())
        return std::nullopt;
    NodeLockReading lock{LockKind::Mutex};
    lock.untilMs = until.toMSecsSinceEpoch();
    return lock;
}

std::optional<NodeLockReading> readNamedRecord(const ChildNode &node)
{
    return isWrittenAsItsOwn(node.data) && !viewName(node.name) ? readRecord(node) : std::nullopt;
}

/// Its directory is a setting: elsewhere than in "shedlock" a name above it must say that locks are kept there, for
/// times are kept everywhere.
std::optional<NodeLockReading> readShedLock(const QString &path, const ChildNode &node)
{
    if (baseName(parentPath(path)) == usualDirectory)
        return readRecord(node);
    auto record = readNamedRecord(node); // of few nodes: only of those the path is looked at
    return record && anAncestorSaysLock(path) ? record : std::nullopt;
}

} // namespace

/// ShedLock's ZooKeeper provider: persistent records that are taken by compare-and-set and end by the clock.
DialectRules shedlock()
{
    DialectRules rules{u"shedlock"_s, Text::verbatim(u"ShedLock"_s)};
    rules.readNode = readShedLock;
    rules.readNamedNode = readNamedRecord;
    rules.recordDirectory = usualDirectory;
    rules.mayBePersistent = true;
    rules.habit = WaitHabit::Polls;
    return rules;
}

} // namespace lockscope::locks::dialects
