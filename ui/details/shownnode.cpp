// SPDX-License-Identifier: Apache-2.0
#include "ui/details/shownnode.h"

#include "core/base/path.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

QString ShownNode::lock(const journal::World &world) const
{
    if (const journal::Directory *itself = world.directory(m_path); itself && itself->isNodeLock)
        return m_path;
    return world.lockOf(parentPath(m_path));
}

const locks::Contender *ShownNode::contender(const journal::World &world) const
{
    const QString directory = lock(world);
    if (m_gone || !world.directory(directory))
        return nullptr;
    const locks::LockQueue &queue = world.queue(directory);
    const int index = queue.indexOfPath(m_path);
    return index < 0 ? nullptr : &queue.contenders[size_t(index)];
}

void ShownNode::follow(const journal::World &world)
{
    const auto there = nodeAt(world, m_path);
    if (!there && !m_node && !m_reportedGone)
        return; // not seen yet, or outside of what is observed: only a server knows what it is
    const bool other = there && there->stat && isOther(*there->stat);
    if (m_reportedGone || !there || other) {
        const bool isYetToCome = !there && m_stat && m_stat->czxid > world.newestZxid();
        if (std::exchange(m_isYetToCome, isYetToCome) && !isYetToCome)
            m_gone = false; // and now it goes
        setGone(m_node && !m_isYetToCome ? world.atNs() : 0, other || m_replaced);
        return;
    }
    m_isYetToCome = false;
    m_gone = m_replaced = false;
    m_node = *there;
    // What a server answered for this panel may be newer than what the world has read.
    if (there->stat && (!m_stat || there->stat->mzxid >= m_stat->mzxid))
        m_stat = there->stat;
}

bool ShownNode::moveTo(const journal::World &world)
{
    const auto there = nodeAt(world, m_path);
    const bool isOther = there && there->stat && m_stat && there->stat->czxid != m_stat->czxid;
    if (!m_stat || isOther)
        return false;
    m_reportedGone = m_gone = m_isYetToCome = m_replaced = false; // that was then
    if (there && there->stat)
        m_stat = there->stat;
    follow(world);
    return true;
}

bool ShownNode::take(const NodeStat &stat, qint64 atNs)
{
    if (isOther(stat)) {
        m_reportedGone = true;
        setGone(atNs, true);
        return false;
    }
    m_stat = stat;
    return true;
}

void ShownNode::takeGone(qint64 atNs)
{
    m_reportedGone = true;
    setGone(atNs, false);
}

void ShownNode::setGone(qint64 atNs, bool replaced)
{
    if (atNs != 0)
        m_goneFirstNs = m_goneFirstNs == 0 ? atNs : std::min(m_goneFirstNs, atNs);
    if (!m_gone)
        m_goneAtNs = atNs == 0 ? 0 : m_goneFirstNs;
    m_gone = true;
    m_replaced = replaced;
}

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
                  NodeFactsText::tr("It stays until a client deletes it.")};
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
                 details->aclError->sentence().shown()}};
    QList<Fact> facts;
    for (const AclEntry &entry : details->acl)
        facts += {entry.scheme + u':' + entry.id, permissionLetters(entry.permissions),
                  NodeFactsText::tr("c create, d delete, r read, w write, a admin")};
    return facts;
}

Result<NodeDetails> recordedDetails(const journal::World &world, const QString &node)
{
    const journal::Directory *directory = world.directory(parentPath(node));
    const auto child = directory ? directory->children.find(baseName(node)) : std::nullopt;
    if (!child || !child->stat)
        return failure(ErrorCode::InvalidInput, {}, node, Text::en("Nothing of it was seen at this instant."));
    NodeDetails details;
    details.path = node;
    details.aclError = Error{ErrorCode::InvalidInput, {}, node, Text::en("What happened is kept without ACLs.")};
    details.content.stat = *child->stat;
    details.content.data = child->data;
    details.dataReadable = child->access == locks::ChildNode::Data::Read;
    return details;
}

} // namespace lockscope::ui
