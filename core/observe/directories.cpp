// SPDX-License-Identifier: Apache-2.0
#include "core/observe/directories.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::observe {

void takeBack(std::optional<HeldWatch> &watch)
{
    if (const auto held = std::exchange(watch, {}); held && held->session)
        held->session->cancel(held->watch);
}

DirectoryPtr Directories::add(const QString &path)
{
    const auto [at, isNew] = m_byPath.try_emplace(path);
    if (!isNew)
        return nullptr;
    at->second = std::make_shared<WatchedDirectory>();
    return at->second;
}

DirectoryPtr Directories::find(const QString &path) const
{
    const auto found = m_byPath.find(path);
    return found == m_byPath.end() ? nullptr : found->second;
}

bool Directories::drop(const QString &path)
{
    const auto found = m_byPath.find(path);
    if (found == m_byPath.end())
        return false;
    const auto dropAll = [this](auto first, auto last) {
        for (auto it = first; it != last; ++it) {
            setWatched(*it->second, false);
            setUnreadable(*it->second, false);
            m_names -= it->second->names.size();
        }
        m_byPath.erase(first, last);
    };
    dropAll(found, std::next(found));
    // '0' follows '/': everything below the path lies between the two.
    const QString stem = path == u'/' ? QString() : path;
    dropAll(m_byPath.lower_bound(stem + u'/'), m_byPath.lower_bound(stem + u'0'));
    return true;
}

void Directories::clear()
{
    const auto directories = std::exchange(m_byPath, {});
    m_watched = m_unreadable = 0;
    m_names = 0;
    for (const auto &[path, directory] : directories)
        takeBack(directory->watch);
}

void Directories::setWatched(WatchedDirectory &directory, bool watched)
{
    if (directory.watched == watched)
        return;
    directory.watched = watched;
    m_watched += watched ? 1 : -1;
}

void Directories::setUnreadable(WatchedDirectory &directory, bool unreadable)
{
    if (directory.unreadable == unreadable)
        return;
    directory.unreadable = unreadable;
    m_unreadable += unreadable ? 1 : -1;
}

int Directories::unwatched() const
{
    return std::max(0, count() - m_unreadable - m_watched);
}

} // namespace lockscope::observe
