// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::locks::dialects {

namespace {

/// What /controller says of its owner; -1 where it does not.
qint64 brokerIn(const ChildNode &node)
{
    if (node.access != ChildNode::Data::Read || node.truncated)
        return -1;
    return QJsonDocument::fromJson(node.data).object()[u"brokerid"].toInteger(-1);
}

std::optional<NodeLockReading> readController(const QString &path, const ChildNode &node)
{
    if (baseName(path) != "controller"_L1 || !node.stat->isEphemeral() || brokerIn(node) < 0)
        return std::nullopt;
    return NodeLockReading{};
}

/// /brokers/ids/1, which the broker makes again with each session.
QString registration(const QString &controller, const ChildNode &node)
{
    const qint64 broker = brokerIn(node);
    return broker < 0 ? QString() : joinPath(parentPath(controller), u"brokers/ids/%1"_s.arg(broker));
}

} // namespace

/// Kafka before KRaft: the broker that makes /controller leads the cluster, and the others watch it.
DialectRules kafka()
{
    DialectRules rules{u"kafka"_s, Text::verbatim(u"Kafka"_s), Text::en("Kafka's controller")};
    rules.readNode = readController;
    rules.registrationOf = registration;
    return rules;
}

} // namespace lockscope::locks::dialects
