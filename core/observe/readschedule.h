// SPDX-License-Identifier: Apache-2.0
// What a tree watcher has still to read: directories and nodes, now or when their time has come, first come first
// served. Never sends a request itself: it says when there is something to send.
#pragma once

#include "core/base/namelist.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <array>
#include <deque>
#include <optional>
#include <vector>

namespace lockscope::observe {

class ReadSchedule : public QObject
{
    Q_OBJECT
public:
    enum class Urgency {
        InTurn,
        First, ///< before all others, and while held: what a user asked for, or somebody knows to be there
        Aside, ///< not before takeUp()
    };

    explicit ReadSchedule(QObject *parent = nullptr);

    /// In turn not before \a notBeforeNs (nowNs()) has come.
    void wantList(const QString &path, qint64 notBeforeNs, Urgency urgency = Urgency::InTurn);
    void wantNode(const QString &path, Urgency urgency = Urgency::InTurn) { wantNodes({}, {path}, urgency); }
    /// Children of one directory, in this order. There may be a million in all. \a isDue comes back with each.
    void wantNodes(const QString &directory, const QList<QString> &names, Urgency urgency = Urgency::InTurn,
                   bool isDue = false);
    void wantNodeLater(const QString &path, qint64 notBeforeNs);
    /// A directory that waits for its turn, or was set aside, is listed now.
    void hasten(const QString &path);
    void hastenAll();
    void forgetNodes();
    /// Held: nothing but what is wanted by hand is given out.
    void setHeld(bool held);
    /// All that is wanted now but by hand is not before takeUp().
    void setAside() { move(Urgency::InTurn, Urgency::Aside); }
    void takeUp();
    void stop() { m_pace.stop(); }

    std::optional<QString> nextList();
    struct Node
    {
        QString path;
        bool isDue = false;
    };
    std::optional<Node> nextNode();
    qsizetype dueNodes() const;                  ///< that are wanted now
    bool isEmpty() const { return size() == 0; } ///< but for what is paced or set aside
    int size() const { return at(Urgency::InTurn).size() + at(Urgency::First).size(); }
    /// Lists that are paced or set aside: their directories have no watch until then.
    int listsLater() const;

Q_SIGNALS:
    /// A read may be sent.
    void ready();

private:
    using Paths = std::deque<QString>;
    struct Siblings
    {
        QString directory; ///< empty: their names are paths
        NameList names;
        bool isDue = false;
        qsizetype next = 0;
    };
    struct Wanted
    {
        Paths lists;
        std::deque<Siblings> nodes;
        qsizetype nodeCount = 0;
        int size() const { return static_cast<int>(static_cast<qsizetype>(lists.size()) + nodeCount); }
    };
    struct Paced
    {
        QString path;
        qint64 notBeforeNs = 0;
        bool isList = true;
    };
    Wanted &at(Urgency urgency) { return m_wanted[static_cast<size_t>(urgency)]; }
    const Wanted &at(Urgency urgency) const { return m_wanted[static_cast<size_t>(urgency)]; }
    void move(Urgency from, Urgency to);
    /// What is given out first of what is there; null where there is nothing to give.
    template<typename Has>
    Wanted *firstWith(Has has);
    void pace(Paced paced);
    void releasePaced();

    std::array<Wanted, 3> m_wanted; ///< by urgency
    std::vector<Paced> m_paced;
    QTimer m_pace; ///< until the first of the paced ones is due
    bool m_held = false;
};

} // namespace lockscope::observe
