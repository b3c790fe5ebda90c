// SPDX-License-Identifier: Apache-2.0
// The nodes of one server of the model, as a value: what a write would do is judged first, then done. Never knows of
// sessions' connections, of watches or of other servers. Keeps the rules of ZooKeeper 3.8.
#pragma once

#include "core/base/node.h"
#include "core/base/transaction.h"

#include <QVarLengthArray>

#include <unordered_map>
#include <vector>

namespace lockscope::model {

struct Node
{
    NodeStat stat; ///< but for cversion: read shown()
    QByteArray data;
    std::vector<QString> children; ///< bare names, sorted
    quint32 creates = 0;           ///< children ever created: the next sequence number

    bool isContainer() const;
    /// The Stat as clients see it.
    NodeStat shown() const;
};

/// One node comes, goes, or gets other data: a write as the leader decided it, ready to be carried out anywhere.
struct Change
{
    Operation what = Operation::Create; ///< Create, Set or Delete
    QString path;
    QByteArray data = {};
    SessionId owner = {}; ///< of a Create: as the Stat has it
};

/// What is carried out at once, under one zxid.
struct Transaction
{
    Zxid zxid;
    qint64 timeMs = 0; ///< since the epoch, on the servers' clock
    QVarLengthArray<Change, 1> changes = {};
    SessionId ended = {}; ///< the session that it ends; none: 0
};

class Tree
{
public:
    Tree() { m_nodes[QStringLiteral("/")] = {}; }

    const Node *find(const QString &path) const
    {
        const auto found = m_nodes.find(path);
        return found == m_nodes.end() ? nullptr : &found->second;
    }
    bool has(const QString &path) const { return find(path) != nullptr; }
    /// The last transaction that was carried out.
    Zxid zxid() const { return m_zxid; }
    /// Paths of every node, sorted.
    std::vector<QString> paths() const;
    /// Those of one session, oldest first; empty if it has none.
    std::vector<QString> ephemerals(SessionId owner) const;
    /// Containers that are empty and had children, oldest first.
    std::vector<QString> emptiedContainers() const;

    /// What \a op, asked by \a session, would change: nothing where it only checks; or why it is refused.
    tl::expected<std::optional<Change>, ErrorCode> judge(const WriteOp &op, SessionId session) const;
    /// Carries out what was judged on a tree like this one. Of a change of a session's last node, or of one that is
    /// gone already, nothing is left to do.
    void apply(const Change &change, Zxid zxid, qint64 timeMs);
    /// A transaction without a change has come by.
    void reach(Zxid zxid) { m_zxid = zxid; }
    /// The next number under \a directory, which must be there.
    void setCreates(const QString &directory, quint32 creates) { m_nodes.at(directory).creates = creates; }

private:
    void create(const Change &change, Zxid zxid, qint64 timeMs);
    void remove(const QString &path, Zxid zxid);

    std::unordered_map<QString, Node> m_nodes;                     ///< never walked where the order would show
    std::unordered_map<qint64, std::vector<QString>> m_ephemerals; ///< by owner
    std::vector<QString> m_containers;                             ///< oldest first
    quint32 m_creates = 0;                                         ///< in all directories
    Zxid m_zxid;
};

} // namespace lockscope::model
