// SPDX-License-Identifier: Apache-2.0
#include "core/history/nodelockpaths.h"

#include "core/base/path.h"

namespace lockscope::journal {

namespace {

/// Locks of one node in a directory, each without its node, that are shown as free. Of names that never come again
/// there would be more and more.
constexpr qsizetype emptyKept = 256;

} // namespace

bool NodeLockPaths::contains(const QString &path) const
{
    const QSet<QString> *siblings = in(parentPath(path));
    return siblings && siblings->contains(path);
}

void NodeLockPaths::insert(const QString &path)
{
    m_paths[parentPath(path)].insert(path);
}

void NodeLockPaths::remove(const QString &path)
{
    noteNode(path); // it is not among the empty ones any more
    const auto siblings = m_paths.find(parentPath(path));
    if (siblings != m_paths.end() && siblings->remove(path) && siblings->isEmpty())
        m_paths.erase(siblings);
}

bool NodeLockPaths::removeTaker(const QString &path)
{
    const auto takers = m_takers.find(path);
    if (takers == m_takers.end() || --*takers > 0)
        return false;
    m_takers.erase(takers);
    return true;
}

void NodeLockPaths::noteEmpty(const QString &path)
{
    QList<QString> &empty = m_empty[parentPath(path)];
    if (!m_takers.contains(path) && !empty.contains(path))
        empty.append(path);
}

void NodeLockPaths::noteNode(const QString &path)
{
    if (QList<QString> *empty = lookUp(m_empty, parentPath(path)))
        empty->removeOne(path);
}

QString NodeLockPaths::takeLongestEmpty(const QString &directory)
{
    QList<QString> *empty = lookUp(m_empty, directory);
    while (empty && empty->size() > emptyKept) {
        const QString path = empty->takeFirst();
        if (!m_takers.contains(path)) // else taken meanwhile
            return path;
    }
    return {};
}

void NodeLockPaths::forget(const QString &directory)
{
    m_empty.remove(directory);
    const auto there = m_paths.find(directory);
    if (there == m_paths.end())
        return;
    there->removeIf([this](const QString &path) { return !m_takers.contains(path); });
    if (there->isEmpty())
        m_paths.erase(there);
}

qsizetype NodeLockPaths::weight() const
{
    qsizetype sum = m_takers.size() + m_paths.size() + m_empty.size();
    for (const auto &paths : m_paths)
        sum += paths.size();
    for (const auto &paths : m_empty)
        sum += paths.size();
    return sum;
}

} // namespace lockscope::journal
