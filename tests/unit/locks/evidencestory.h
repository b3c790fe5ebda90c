// SPDX-License-Identifier: Apache-2.0
// A queue and what servers tell of it, step by step, for tests of evidence. A value that is changed by hand.
// Never waits: time is a number here.
#pragma once

#include "core/base/path.h"
#include "core/locks/evidence.h"

#include <algorithm>

namespace lockscope::test {

using namespace lockscope::locks;

class EvidenceStory
{
public:
    QString path = QStringLiteral("/l");
    bool isNodeLock = false; ///< it has one contender: the node itself
    Thresholds thresholds;
    Knowledge knowledge;
    Evidence evidence;
    NodeStat parent;
    qint64 nowMs = 1'000'000;

    EvidenceStory() { knowledge.allSessions = knowledge.allConnections = knowledge.allWatches = true; }

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
    void live(qint64 session, const QString &operation = QStringLiteral("PING"))
    {
        SessionFacts facts;
        facts.id.value = session;
        facts.client = QStringLiteral("127.0.0.1:%1").arg(session);
        facts.lastOperation = operation;
        knowledge.sessions.insert(facts.id, facts);
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

    LockQueue queue() const
    {
        return isNodeLock ? readNodeLock(path, m_children.front(), nowMs) : readQueue(path, parent, m_children);
    }
    /// The servers are asked, after \a afterMs.
    QStringList read(qint64 afterMs = 1'100)
    {
        nowMs += afterMs;
        knowledge.askedAtNs = (nowMs - 20) * 1'000'000;
        knowledge.answeredAtNs = nowMs * 1'000'000;
        evidence = weigh(std::move(evidence), queue(), arranged(knowledge, {}), thresholds);
        return told();
    }
    QList<Finding> findings() const
    {
        return locks::findingsNow(evidence, queue(), thresholds, nowMs * 1'000'000).findings;
    }
    QStringList told() const
    {
        QStringList ids;
        for (const Finding &finding : findings())
            ids << finding.id;
        return ids;
    }
    /// As many readings as are needed, and what they tell.
    QStringList settle()
    {
        for (int i = 0; i < readingsNeeded - 1; ++i)
            read();
        return read();
    }

private:
    std::vector<ChildNode> m_children;
    qint64 m_zxid = 100;
    int m_created = 0;
};

} // namespace lockscope::test
