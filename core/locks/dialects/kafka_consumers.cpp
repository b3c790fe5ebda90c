// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

#include <algorithm>

namespace lockscope::locks::dialects {

namespace {

/// /consumers/GROUP/owners/TOPIC, wherever Kafka's root is.
bool isOwners(const QString &path)
{
    const QList<QStringView> parts = QStringView(path).split(u'/');
    return parts.size() >= 4 && parts[parts.size() - 2] == "owners"_L1 && parts[parts.size() - 4] == "consumers"_L1;
}

bool isPartition(const LockSource &source, const ChildNode &child, QStringView)
{
    return std::ranges::all_of(child.name, [](QChar c) { return c.isDigit(); }) && isOwners(source.path);
}

} // namespace

/// Kafka's consumers before 0.9: a node by partition, which its owner made.
DialectRules kafka_consumers()
{
    DialectRules rules{u"kafka-consumers"_s, Text::en("Kafka consumers"),
                       Text::en("owners of partitions among Kafka's old consumers")};
    rules.isDirectory = isOwners;
    rules.claims = isPartition;
    rules.claimsUnnumbered = true;
    rules.claimed = {{}, TokenForm::None, {}, NameKind::Queue, Mode::Exclusive};
    rules.waits = neverWaits;
    rules.habit = WaitHabit::NeverWaits;
    return rules;
}

} // namespace lockscope::locks::dialects
