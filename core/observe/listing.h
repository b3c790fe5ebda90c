// SPDX-License-Identifier: Apache-2.0
// What one list of a directory says beside the one before: who came, who went, who was missed, who is to be read.
// Never sends a request; of the directory it changes the names alone.
#pragma once

#include "core/journal/event.h"
#include "core/observe/directories.h"

namespace lockscope::observe {

struct Listing
{
    journal::DirectoryListed event;
    bool isNews = false; ///< anything differs from the list before
    qint64 changes = 0;  ///< creates and deletes since the list before, seen or not
    /// Nodes to be read, as bare names: the new ones, and those that may be others under their old name.
    QList<QString> toResolve;
};

/// \a directory is as it was before the list but for its names, which are taken over here.
Listing compare(const QString &path, WatchedDirectory &directory, const Children &now);

/// In order of their sequence numbers, so that rows appear in order of service from the first on.
void sortBySequence(QList<QString> &names);

} // namespace lockscope::observe
