// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

/// A job graph or a checkpoint, or "locks" below it.
bool isKept(const QString &path)
{
    QList<QStringView> parts = QStringView(path).split(u'/');
    if (parts.back() == "locks"_L1)
        parts.removeLast();
    const bool isJob = parts.size() >= 2 && isHexId(parts.back());
    const bool isCheckpoint = parts.size() >= 3 && isHexId(parts[parts.size() - 2]);
    return (isJob && parts[parts.size() - 2] == "jobgraphs"_L1)
           || (isCheckpoint && parts[parts.size() - 3] == "checkpoints"_L1);
}

bool isReference(const LockSource &source, const ChildNode &child, QStringView)
{
    return isUuid(child.name) && isKept(source.path);
}

} // namespace

/// Flink's references to job graphs and checkpoints: what one of them stands below is not deleted.
DialectRules flink()
{
    DialectRules rules{u"flink"_s, Text::verbatim(u"Flink"_s),
                       Text::en("Flink's references: what is referred to is not deleted")};
    rules.isDirectory = isKept;
    rules.claims = isReference;
    rules.claimsUnnumbered = true;
    rules.claimed = {{}, TokenForm::None, {}, NameKind::Queue, Mode::Shared};
    rules.isCompanion = [](const ChildNode &child) { return child.name == "locks"_L1; };
    rules.waits = neverWaits;
    rules.habit = WaitHabit::NeverWaits;
    return rules;
}

} // namespace lockscope::locks::dialects
