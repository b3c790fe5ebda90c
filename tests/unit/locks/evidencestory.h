// SPDX-License-Identifier: Apache-2.0
// A queue and what servers tell of it (serversstory.h).
#pragma once

#include "tests/unit/locks/serversstory.h"

namespace lockscope::test {

class EvidenceStory : public ServersStory
{
public:
    bool isNodeLock = false; ///< it has one contender: the node itself
    NodeStat parent;

    EvidenceStory()
        : ServersStory(QStringLiteral("/l"))
    {
    }

    /// A contender of the session; its bare name.
    QString join(qint64 session, const QString &prefix = QStringLiteral("lock-"), const QString &name = {})
    {
        ChildNode child;
        child.name = name.isEmpty() ? prefix + QString::asprintf("%010d", m_created) : name;
        NodeStat stat;
        stat.czxid.value = ++m_zxid;
        stat.ephemeralOwner.value = session;
        stat.ctimeMs = nowMs;
        child.stat = stat;
        ++m_created;
        m_children.push_back(child);
        parent.pzxid = stat.czxid;
        live(session);
        return child.name;
    }
    /// One that the transaction which made the newest one made as well.
    QString joinInSameTransaction(qint64 session)
    {
        const Zxid czxid = m_children.back().stat->czxid;
        const QString name = join(session);
        m_children.back().stat->czxid = czxid;
        parent.pzxid = czxid;
        return name;
    }
    void leave(const QString &name)
    {
        std::erase_if(m_children, [&](const ChildNode &child) { return child.name == name; });
        knowledge.watchers.remove(joinPath(path, name));
        parent.pzxid.value = ++m_zxid;
    }
    /// Nobody knows whose it is.
    void refuse(const QString &name) { std::ranges::find(m_children, name, &ChildNode::name)->stat.reset(); }
    void setData(const QString &name, const QByteArray &data)
    {
        ChildNode &child = *std::ranges::find(m_children, name, &ChildNode::name);
        child.access = ChildNode::Data::Read;
        child.data = data;
    }
    void watch(qint64 session, const QString &name) { knowledge.watchers[joinPath(path, name)] << SessionId{session}; }
    void unwatch(qint64 session, const QString &name)
    {
        knowledge.watchers[joinPath(path, name)].removeAll(SessionId{session});
    }

    LockQueue queue() const override
    {
        return isNodeLock ? readNodeLock(path, m_children.front(), nowMs) : readQueue(path, parent, m_children);
    }

private:
    std::vector<ChildNode> m_children;
    qint64 m_zxid = 100;
    int m_created = 0;
};

} // namespace lockscope::test
