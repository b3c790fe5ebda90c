// SPDX-License-Identifier: Apache-2.0
#include "core/history/proofs.h"

#include "core/base/path.h"

#include <utility>

namespace lockscope::journal {

namespace {

/// All of its children were born before the listing was made.
bool isOlder(const Directory &directory, const NodeStat &listing)
{
    return !directory.children.any(
        [&](const locks::ChildNode &child) { return !child.stat || !isBefore(child.stat->czxid, listing); });
}

} // namespace

bool isBefore(Zxid czxid, const NodeStat &listing)
{
    return !listing.pzxid.isNull() && czxid <= listing.pzxid;
}

bool isAfter(Zxid czxid, const NodeStat &listing)
{
    return !listing.pzxid.isNull() && czxid > listing.pzxid;
}

bool isKnownGone(const DirectoryTree &tree, const QString &node, Zxid czxid)
{
    for (QString missing = node; missing.size() > 1; missing = parentPath(missing)) {
        const Directory *above = tree.find(parentPath(missing));
        if (above && above->stat) // the nearest one says
            return !above->children.contains(baseName(missing)) && isBefore(czxid, *above->stat);
    }
    return false;
}

// ---- births ----

void Proofs::noteUnlisted(const QString &node)
{
    if (!mayBeThereAgain(node))
        m_unlisted[parentPath(node)].insert(baseName(node));
}

Proofs::Gone Proofs::takeGone(const DirectoryListed &event, const DirectoryTree &tree)
{
    Gone gone;
    const Directory *listed = tree.find(event.path);
    if (m_unlisted.empty() || !listed)
        return gone;
    if (const auto found = m_unlisted.find(event.path); found != m_unlisted.end()) {
        QSet<QString> &unlisted = found->second;
        for (const QString &name : event.added)
            unlisted.remove(name);
        for (const QString &name : std::as_const(unlisted)) {
            const auto child = listed->children.find(name);
            if (!child || (child->stat && isBefore(child->stat->czxid, event.stat)))
                gone.names += name;
        }
        for (const QString &name : std::as_const(gone.names))
            unlisted.remove(name);
        if (unlisted.isEmpty())
            m_unlisted.erase(found);
    }
    const QString stem = event.path == u'/' ? event.path : event.path + u'/';
    for (auto entry = m_unlisted.lower_bound(stem); entry != m_unlisted.end() && entry->first.startsWith(stem);
         ++entry) {
        const QString name = entry->first.section(u'/', stem.count(u'/'), stem.count(u'/'));
        const Directory *made = tree.find(entry->first);
        if (made && !made->stat && !listed->children.contains(name) && !event.added.contains(name)
            && isOlder(*made, event.stat))
            gone.directories += entry->first;
    }
    return gone;
}

// ---- ends ----

void Proofs::noteEnd(const QString &node, Zxid czxid)
{
    const QSet<QString> *unlisted = lookUp(m_unlisted, parentPath(node));
    m_ends.insert(node, {czxid, !unlisted || !unlisted->contains(baseName(node))});
}

bool Proofs::hasEnded(const QString &node, Zxid czxid) const
{
    const End *end = m_ends.find(node);
    return end && end->czxid >= czxid;
}

bool Proofs::noteListed(const QString &node, Zxid directory, bool isListed)
{
    const End *end = m_ends.find(node);
    if (!end || end->czxid <= directory) // of the directory before this one
        return false;
    m_ends.insert(node, {end->czxid, isListed});
    return true;
}

bool Proofs::mayBeThereAgain(const QString &node) const
{
    const End *end = m_ends.find(node);
    return end && end->isListed;
}

} // namespace lockscope::journal
