// SPDX-License-Identifier: Apache-2.0
// What a tree watcher has still to read: directories now or when their pace allows, and nodes, first come first served.
// Never sends a request itself: it says when there is something to send.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

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
        ByHand, ///< before all others, and while held
        Aside,  ///< not before takeUp()
    };

    explicit ReadSchedule(QObject *parent = nullptr);

    /// Lists the directory when \a notBeforeNs (nowNs()) has come.
    void wantList(const QString &path, qint64 notBeforeNs, Urgency urgency = Urgency::InTurn);
    void wantNode(const QString &path, Urgency urgency = Urgency::InTurn);
    /// A directory that waits for its turn, or was set aside, is listed now.
    void hasten(const QString &path);
    void hastenAll();
    void forgetNodes();
    /// Held: nothing but what is wanted by hand is given out.
    void setHeld(bool held);
    /// All that is wanted now but by hand is not before takeUp().
    void setAside();
    void takeUp();
    void stop();

    std::optional<QString> nextList();
    std::optional<QString> nextNode();
    bool isEmpty() const { return size() == 0; } ///< but for what is paced or set aside
    int size() const
    {
        return static_cast<int>(m_lists.size() + m_nodes.size() + m_urgentLists.size() + m_urgentNodes.size());
    }
    int listsAside() const { return static_cast<int>(m_asideLists.size()); }

Q_SIGNALS:
    /// A list may be sent.
    void ready();

private:
    struct Paced
    {
        QString path;
        qint64 notBeforeNs = 0;
    };
    void releasePaced();

    std::deque<QString> m_lists;
    std::vector<Paced> m_paced;
    std::deque<QString> m_nodes;
    std::deque<QString> m_urgentLists;
    std::deque<QString> m_urgentNodes;
    std::deque<QString> m_asideLists;
    std::deque<QString> m_asideNodes;
    QTimer m_pace; ///< until the first of the paced ones is due
    bool m_held = false;
};

} // namespace lockscope::observe
