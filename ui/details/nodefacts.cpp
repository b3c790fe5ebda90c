// SPDX-License-Identifier: Apache-2.0
#include "ui/details/nodefacts.h"

#include "core/base/path.h"
#include "ui/theme/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct NodeFactsText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::NodeFactsText)
};

Fact instantFact(const QString &key, qint64 ms)
{
    const QDateTime instant = QDateTime::fromMSecsSinceEpoch(ms);
    return {key, instant.toString(u"HH:mm:ss.zzz"_s), QLocale().toString(instant, QLocale::LongFormat)};
}

} // namespace

QList<Fact> nodeFacts(const ShownNode &node, const QString &lock, qint64 asOfNs, bool asked)
{
    QList<Fact> facts{{NodeFactsText::tr("node"), shortNodeName(baseName(node.path())), node.path()},
                      {NodeFactsText::tr("lock"), lock, {}}};
    if (!node.stat()) {
        facts += {NodeFactsText::tr("Stat"),
                  asked           ? NodeFactsText::tr("reading…")
                  : node.isGone() ? NodeFactsText::tr("never read")
                                  : u"…"_s,
                  {}};
        return facts;
    }
    const NodeStat &stat = *node.stat();
    if (!stat.isEphemeral())
        facts += {NodeFactsText::tr("session"), NodeFactsText::tr("none (persistent)"),
                  NodeFactsText::tr("It stays until somebody deletes it.")};
    facts += instantFact(NodeFactsText::tr("created"), stat.ctimeMs);
    facts += {NodeFactsText::tr("age"), formatDuration(std::max<qint64>(0, asOfNs / 1'000'000 - stat.ctimeMs)),
              NodeFactsText::tr("By this machine's clock against the server's")};
    facts += {NodeFactsText::tr("czxid"), stat.czxid.toHex(),
              NodeFactsText::tr("Gives the order of service; also the fencing token")};
    if (stat.mzxid != stat.czxid) {
        facts += {NodeFactsText::tr("mzxid"), stat.mzxid.toHex(), {}};
        facts += instantFact(NodeFactsText::tr("modified"), stat.mtimeMs);
    }
    facts += {NodeFactsText::tr("version"), QString::number(stat.version),
              NodeFactsText::tr("How often its data was changed")};
    facts += {NodeFactsText::tr("data"), formatBytes(stat.dataLength), {}};
    if (stat.numChildren > 0)
        facts += {NodeFactsText::tr("children"), QString::number(stat.numChildren), {}};
    return facts;
}

QList<Fact> aclFacts(const std::optional<NodeDetails> &details, bool asked)
{
    if (!details)
        return {{NodeFactsText::tr("ACL"), asked ? NodeFactsText::tr("reading…") : u"…"_s, {}}};
    if (details->aclError)
        return {{NodeFactsText::tr("ACL"),
                 details->aclError->code == ErrorCode::NoAuth ? NodeFactsText::tr("no READ or ADMIN permission")
                                                              : NodeFactsText::tr("could not be read"),
                 details->aclError->sentence()}};
    QList<Fact> facts;
    for (const AclEntry &entry : details->acl)
        facts += {entry.scheme + u':' + entry.id, permissionLetters(entry.permissions),
                  NodeFactsText::tr("c create, d delete, r read, w write, a admin")};
    return facts;
}

} // namespace lockscope::ui
