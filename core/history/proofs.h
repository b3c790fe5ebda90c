// SPDX-License-Identifier: Apache-2.0
// What answers to our own clients have proved of nodes, for as long as listings and reads that are older may come, or
// no listing has shown it. A plain value; never changes the tree, never decides who holds.
#pragma once

#include "core/base/boundedmap.h"
#include "core/history/directorytree.h"

#include <QSet>
#include <QStringList>

#include <map>

namespace lockscope::journal {

/// The node is older than that listing of a directory above it, or younger; neither where the listing has no zxid.
bool isBefore(Zxid czxid, const NodeStat &listing);
bool isAfter(Zxid czxid, const NodeStat &listing);

/// A listing that was made after the node's birth, of its directory or of one above that, shows that it has gone since.
bool isKnownGone(const DirectoryTree &tree, const QString &node, Zxid czxid);

class Proofs
{
public:
    // ---- births ----

    /// It is there. Unless it is listed, as one before it was: no listing has named it yet.
    void noteUnlisted(const QString &node);
    struct Gone
    {
        QStringList names;       ///< children of the directory
        QStringList directories; ///< that were made for nodes which no listing has named
    };
    /// What of it the listing, which is not in the tree yet, shows to have gone since. What it names is listed by now.
    Gone takeGone(const DirectoryListed &event, const DirectoryTree &tree);
    /// That directory is gone.
    void forget(const QString &directory) { m_unlisted.erase(directory); }

    // ---- ends ----

    bool hasEnds() const { return !m_ends.isEmpty(); }
    void noteEnd(const QString &node, Zxid czxid);
    bool hasEnded(const QString &node, Zxid czxid) const;
    /// A listing has that name now, or no more. False: not of a node that has ended; \a directory: the czxid of its
    /// own. True: whether there is another is known when it is read.
    bool noteListed(const QString &node, Zxid directory, bool isListed);
    /// It has ended, and the newest listing has its name.
    bool mayBeThereAgain(const QString &node) const;

    bool operator==(const Proofs &) const = default;

private:
    struct End
    {
        Zxid czxid;
        bool isListed = false; ///< the newest listing has its name: it is older, or of another node there

        bool operator==(const End &) const = default;
    };

    std::map<QString, QSet<QString>> m_unlisted; ///< names, by directory
    BoundedMap<QString, End> m_ends{5'000};      ///< far more than answers can be late
};

} // namespace lockscope::journal
