// SPDX-License-Identifier: Apache-2.0
// A queue and what servers tell of it (serversstory.h).
#pragma once

#include "tests/unit/findings/serversstory.h"

namespace lockscope::test {

class EvidenceStory : public ServersStory
{
public:
    bool isNodeLock = false; ///< it has one contender: the node itself
    NodeStat parent;
    QStringList names; ///< of all that ever joined

    /// A contender a word: its session, and "<2" for a watch of that session on the second one's node. Before the
    /// session there may be r or w, for a reader and a writer, or another letter: kazoo's client with that token.
    explicit EvidenceStory(const QString &line = {}, const QString &lock = QStringLiteral("/l"))
        : ServersStory(lock)
    {
        const QStringList words = line.split(u' ', Qt::SkipEmptyParts);
        for (const QString &word : words) {
            const QChar letter = word[0].isLetter() ? word[0] : QChar();
            join(word.section(u'<', 0, 0).mid(letter.isNull() ? 0 : 1).toInt(), prefixOf(letter));
        }
        for (qsizetype place = 0; place < words.size(); ++place) {
            for (const QString &watched : words[place].split(u'<').mid(1))
                watch(m_children[static_cast<size_t>(place)].stat->ephemeralOwner.value, names[watched.toInt() - 1]);
        }
    }

    /// A contender of the session; its bare name.
    QString join(qint64 session, const QString &prefix = prefixOf({}), const QString &name = {})
    {
        names << (name.isEmpty() ? prefix + QString::asprintf("%010d", int(names.size())) : name);
        m_children.push_back(locks::test::childNamed(names.last(), ++m_zxid, session));
        m_children.back().stat->ctimeMs = nowMs;
        parent.pzxid.value = m_zxid;
        live(session);
        return names.last();
    }
    /// One that the transaction which made the newest one made as well.
    QString joinInSameTransaction(qint64 session)
    {
        --m_zxid;
        return join(session);
    }
    void leave(const QString &name)
    {
        std::erase_if(m_children, [&](const ChildNode &child) { return child.name == name; });
        knowledge.watchers.remove(joinPath(path, name));
        parent.pzxid.value = ++m_zxid;
    }
    /// Nobody knows whose it is.
    void refuse(const QString &name) { find(name).stat.reset(); }
    /// Its Stat is known all the same.
    void close(const QString &name) { find(name).access = ChildNode::Data::NoPermission; }
    void setData(const QString &name, const QByteArray &data)
    {
        find(name).access = ChildNode::Data::Read;
        find(name).data = data;
    }
    void watch(qint64 session, const QString &name) { knowledge.watchers[joinPath(path, name)] << SessionId{session}; }
    void unwatch(qint64 session, const QString &name)
    {
        knowledge.watchers[joinPath(path, name)].removeAll(SessionId{session});
    }
    void disconnect(qint64 session) { knowledge.sessions[SessionId{session}].client.clear(); }

    LockQueue queue() const override
    {
        return isNodeLock ? readNodeLock(path, m_children.front(), nowMs) : readQueue(path, parent, m_children);
    }

private:
    static QString prefixOf(QChar letter)
    {
        return letter.isNull()  ? QStringLiteral("lock-")
               : letter == u'r' ? QStringLiteral("read-")
               : letter == u'w' ? QStringLiteral("write-")
                                : QString(32, letter) + QStringLiteral("__lock__");
    }
    ChildNode &find(const QString &name) { return *std::ranges::find(m_children, name, &ChildNode::name); }

    std::vector<ChildNode> m_children;
    qint64 m_zxid = 100;
};

} // namespace lockscope::test
