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
    explicit ReadSchedule(QObject *parent = nullptr);

    /// Lists the directory when \a notBeforeNs (nowNs()) has come.
    void wantList(const QString &path, qint64 notBeforeNs);
    void wantNode(const QString &path) { m_nodes.push_back(path); }
    /// A paced directory is to be listed now, whatever its pace.
    void hasten(const QString &path);
    void hastenAll();
    void forgetNodes() { m_nodes.clear(); }
    void stop();

    std::optional<QString> nextList();
    std::optional<QString> nextNode();
    bool isEmpty() const { return m_lists.empty() && m_nodes.empty(); } ///< but for what is paced
    int size() const { return static_cast<int>(m_lists.size() + m_nodes.size()); }

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
    QTimer m_pace; ///< until the first of the paced ones is due
};

} // namespace lockscope::observe
