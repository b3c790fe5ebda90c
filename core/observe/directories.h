// SPDX-License-Identifier: Apache-2.0
// The directories that a tree watcher knows, each with its watch and how far its reading is, and how many there are.
// Never sends a request but to take a watch back; decides nothing about what is read when.
#pragma once

#include "core/base/node.h"
#include "core/observe/childnames.h"
#include "core/observe/pace.h"
#include "core/zk/session.h"

#include <QPointer>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::observe {

struct HeldWatch
{
    QPointer<zk::Session> session;
    zk::SessionWatch watch;
};
/// On the server too; no effect where there is none.
void takeBack(std::optional<HeldWatch> &watch);

struct WatchedDirectory
{
    ChildNames names;
    std::optional<HeldWatch> watch;
    NodeStat stat;
    bool known = false; ///< listed at least once
    bool watched = false;
    bool unreadable = false;
    bool queued = false;
    bool inFlight = false;
    bool dirty = false;      ///< changed since the list that is in flight was asked for
    bool resolveAll = false; ///< read the nodes again too
    bool byHand = false;     ///< somebody asked for it: it is read while paused, too
    Pace pace;
};
using DirectoryPtr = std::shared_ptr<WatchedDirectory>;

class Directories
{
public:
    /// Null where it is known already.
    DirectoryPtr add(const QString &path);
    /// Null where it is not known.
    DirectoryPtr find(const QString &path) const;
    /// The directory and all below it; false if there was none.
    bool drop(const QString &path);
    /// Takes back all watches and forgets everything.
    void clear();
    /// Those for which \a isMeant(directory) holds, sorted by path.
    template<typename Predicate>
    std::vector<QString> pathsWhere(Predicate isMeant) const
    {
        std::vector<QString> paths;
        for (const auto &[path, directory] : m_byPath) {
            if (isMeant(*directory))
                paths.push_back(path);
        }
        return paths;
    }

    void setWatched(WatchedDirectory &directory, bool watched);
    void setUnreadable(WatchedDirectory &directory, bool unreadable);
    /// The directory has so many more names, or fewer.
    void countNames(qsizetype difference) { m_names += difference; }

    int count() const { return static_cast<int>(m_byPath.size()); }
    int watched() const { return m_watched; }
    int unwatched() const;                      ///< but readable
    qsizetype names() const { return m_names; } ///< children of all directories

private:
    std::map<QString, DirectoryPtr> m_byPath; ///< sorted, so that a subtree is a range
    int m_watched = 0;
    int m_unreadable = 0;
    qsizetype m_names = 0;
};

} // namespace lockscope::observe
