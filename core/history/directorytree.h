// SPDX-License-Identifier: Apache-2.0
// The directories that were seen, each with its children. A plain value; never says what is a lock.
#pragma once

#include "core/base/lookup.h"
#include "core/base/path.h"
#include "core/base/sharedoptional.h"
#include "core/history/childnodes.h"
#include "core/journal/event.h"
#include "core/locks/contender.h"

#include <QByteArray>
#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace lockscope::journal {

struct Directory
{
    QString path;
    std::optional<NodeStat> stat;
    ChildNodes children;
    bool watched = false;
    bool wasLock = false;        ///< contenders have been seen here: an empty one is shown as a free lock
    bool isProven = false;       ///< names, data, watches or our own clients say lock, as of a group none does
    qint64 unseenCreates = 0;    ///< sum over all listings
    SharedOptional<Error> error; ///< why it could not be listed
    qint64 listedAtNs = 0;
    /// No directory, but a lock that is one node: a plain one that simulated clients take, or one that core/locks
    /// knows.
    bool isNodeLock = false;
    /// The node at this path, where its parent's listing has it not: of a lock of one node, and of the root.
    SharedOptional<locks::ChildNode> itself;
    /// Two directories below or beside it made it one: it stays one while one of them is there.
    bool wasSemaphore = false;

    /// It may not be listed: what is known of its children was so before the permission went.
    bool isClosed() const { return error && error->code == ErrorCode::NoAuth; }
    bool operator==(const Directory &) const = default;
};

/// Copies cheaply: the children of directories are shared until one of the copies changes.
class DirectoryTree
{
public:
    /// Sorted by path, so that a parent comes before its children.
    const std::map<QString, Directory> &all() const { return m_directories; }
    const Directory *find(const QString &path) const { return lookUp(m_directories, path); }
    Directory *find(const QString &path) { return lookUp(m_directories, path); }
    /// Made where there is none.
    Directory &at(const QString &path);
    /// The directory itself and all below. \a forget is called with the path of each, while all are still there.
    template<typename Forget>
    void drop(const QString &path, Forget forget);
    template<typename Forget>
    void dropOutside(const QString &root, Forget forget);

    /// As its parent's listing has it, or else as the directory itself was read.
    std::optional<locks::ChildNode> node(const QString &path) const;
    /// Of that node; nothing: not read.
    std::optional<QByteArray> dataOf(const QString &path) const;
    std::vector<locks::ChildNode> childrenOf(const QString &path) const;
    /// The path of another directory begins with this one.
    bool hasLonger(const QString &path) const;
    /// Another directory lies below it.
    bool hasBelow(const QString &path) const;
    /// Directories and their children.
    qsizetype weight() const;

    bool operator==(const DirectoryTree &) const = default;

private:
    std::map<QString, Directory> m_directories;
};

template<typename Forget>
void DirectoryTree::drop(const QString &path, Forget forget)
{
    const auto dropAll = [&](auto begin, auto end) {
        for (auto entry = begin; entry != end; ++entry)
            forget(entry->first);
        m_directories.erase(begin, end);
    };
    const auto [itself, next] = m_directories.equal_range(path);
    dropAll(itself, next);
    // "/a-b" sorts between "/a" and "/a/b", hence the slash; '0' is the character after it.
    const QString stem = path == u'/' ? QString() : path;
    dropAll(m_directories.lower_bound(stem + u'/'), m_directories.lower_bound(stem + u'0'));
}

template<typename Forget>
void DirectoryTree::dropOutside(const QString &root, Forget forget)
{
    std::erase_if(m_directories, [&](const auto &entry) {
        const bool isOutside = !isAtOrBelow(entry.first, root);
        if (isOutside)
            forget(entry.first);
        return isOutside;
    });
}

} // namespace lockscope::journal
