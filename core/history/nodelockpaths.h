// SPDX-License-Identifier: Apache-2.0
// Which paths are locks of one node, also while no node is there. A plain value; never looks at the tree.
#pragma once

#include "core/base/lookup.h"

#include <QHash>
#include <QList>
#include <QSet>
#include <QString>

#include <utility>

namespace lockscope::journal {

class NodeLockPaths
{
public:
    bool contains(const QString &path) const;
    /// The paths whose parent is \a directory; null: none.
    const QSet<QString> *in(const QString &directory) const { return lookUp(std::as_const(m_paths), directory); }
    void insert(const QString &path);
    void remove(const QString &path);

    /// A simulated client takes it: it stays, with a node or without.
    void addTaker(const QString &path) { ++m_takers[path]; }
    bool isTaken(const QString &path) const { return m_takers.contains(path); }
    QSet<QString> taken() const { return QSet<QString>(m_takers.keyBegin(), m_takers.keyEnd()); }
    /// True if that was the last one.
    bool removeTaker(const QString &path);

    void noteEmpty(const QString &path);
    void noteNode(const QString &path);
    /// The path that is empty longest of a directory that has more than enough of those; empty: it has not. It is noted
    /// as empty no more.
    QString takeLongestEmpty(const QString &directory);
    /// Those in it that no client takes.
    void forget(const QString &directory);

    /// Entries of all that it keeps.
    qsizetype weight() const;

    bool operator==(const NodeLockPaths &) const = default;

private:
    QHash<QString, QSet<QString>> m_paths;  ///< by their parent
    QHash<QString, int> m_takers;           ///< of those the ones that clients take, and how many clients
    QHash<QString, QList<QString>> m_empty; ///< and the others that have no node now, by their parent: longest first
};

} // namespace lockscope::journal
