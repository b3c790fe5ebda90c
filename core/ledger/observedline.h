// SPDX-License-Identifier: Apache-2.0
// The nodes of one lock directory as the observer learns of them, in the order of their czxid: who came to the head,
// and when. Used by acquisitions.cpp alone; never guesses: while a node before it is not read, nobody is served.
#pragma once

#include "core/base/node.h"
#include "core/journal/event.h"

#include <QHash>

#include <map>
#include <utility>
#include <vector>

namespace lockscope::journal {

class ObservedLine
{
public:
    /// What an event led to, for one node.
    struct Turn
    {
        enum class What { Came, Served, Left };

        What what = What::Came;
        QString path;
        QString lock; ///< the directory, or the semaphore that it is a part of
        SessionId owner;
        Zxid czxid;
        qint64 listedNs = 0; ///< when its name was first listed, and by which event
        quint64 listedBy = 0;
        bool before = false;      ///< it asked, held, or left while nobody looked
        bool unknownWait = false; ///< a lease: how long its owner waited shows nowhere
    };
    using Turns = std::vector<Turn>;

    Turns listed(const DirectoryListed &event, quint64 number, qint64 atNs);
    Turns resolved(const NodeResolved &event);
    /// Nothing of it is there, or can be seen, any more.
    Turns vanished(bool unseen);

    /// Names that came and went before anybody read their nodes, since this was asked last.
    qint64 takeUnread() { return std::exchange(m_unread, 0); }

private:
    struct Node
    {
        Turn about;
        quint64 listing = 0; ///< 1: it was there at the first one
        bool isRead = false;
        bool shared = false;
        bool isLease = false;
        bool served = false;
    };

    void come(const QString &directory, const QString &name, bool before, quint64 number, qint64 atNs);
    void go(const QString &name, bool unseen, Turns &turns);
    void serve(Turns &turns);
    /// The earliest listing of which a node is not read yet.
    quint64 oldestUnread() const;

    QHash<QString, Node> m_nodes;          ///< by name
    std::map<Zxid, QString> m_line;        ///< names of those that were read
    std::map<quint64, int> m_unreadListed; ///< how many of each listing are not read
    quint64 m_listings = 0;
    bool m_settled = false; ///< all of the first listing were read once, or went
    qint64 m_unread = 0;
};

} // namespace lockscope::journal
