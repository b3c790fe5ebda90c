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

QString tr(const char *text)
{
    return QCoreApplication::translate("lockscope::ui::DetailsPanel", text);
}

Fact instantFact(const QString &key, qint64 ms)
{
    const QDateTime instant = QDateTime::fromMSecsSinceEpoch(ms);
    return {key, instant.toString(u"HH:mm:ss.zzz"_s), QLocale().toString(instant, QLocale::LongFormat)};
}

} // namespace

QList<Fact> nodeFacts(const ShownNode &node, const QString &lock, qint64 asOfNs, bool asked)
{
    QList<Fact> facts{{tr("node"), shortNodeName(baseName(node.path())), node.path()}, {tr("lock"), lock, {}}};
    if (!node.stat()) {
        facts += {tr("Stat"), asked ? tr("reading…") : node.isGone() ? tr("never read") : u"…"_s, {}};
        return facts;
    }
    const NodeStat &stat = *node.stat();
    if (!stat.isEphemeral())
        facts += {tr("session"), tr("none (persistent)"), tr("It stays until somebody deletes it.")};
    facts += instantFact(tr("created"), stat.ctimeMs);
    facts += {tr("age"), formatDuration(std::max<qint64>(0, asOfNs / 1'000'000 - stat.ctimeMs)),
              tr("By this machine's clock against the server's")};
    facts += {tr("czxid"), stat.czxid.toHex(), tr("Gives the order of service; also the fencing token")};
    if (stat.mzxid != stat.czxid) {
        facts += {tr("mzxid"), stat.mzxid.toHex(), {}};
        facts += instantFact(tr("modified"), stat.mtimeMs);
    }
    facts += {tr("version"), QString::number(stat.version), tr("How often its data was changed")};
    facts += {tr("data"), formatBytes(stat.dataLength), {}};
    if (stat.numChildren > 0)
        facts += {tr("children"), QString::number(stat.numChildren), {}};
    return facts;
}

QList<Fact> aclFacts(const std::optional<NodeDetails> &details, bool asked)
{
    if (!details)
        return {{tr("ACL"), asked ? tr("reading…") : u"…"_s, {}}};
    if (details->aclError)
        return {
            {tr("ACL"),
             details->aclError->code == ErrorCode::NoAuth ? tr("no READ or ADMIN permission") : tr("could not be read"),
             details->aclError->sentence()}};
    QList<Fact> facts;
    for (const AclEntry &entry : details->acl)
        facts += {entry.scheme + u':' + entry.id, permissionLetters(entry.permissions),
                  tr("c create, d delete, r read, w write, a admin")};
    return facts;
}

} // namespace lockscope::ui
