// SPDX-License-Identifier: Apache-2.0
// What one list of a directory says beside the one before: who came, who went, who was missed, who is to be read.
// Pure; never sends a request and never changes the directory.
#pragma once

#include "core/journal/event.h"
#include "core/observe/directories.h"

namespace lockscope::observe {

struct Listing
{
    journal::DirectoryListed event;
    bool isNews = false; ///< anything differs from the list before
    /// Nodes to be read, as bare names: the new ones, and those that may be others under their old name.
    QList<QString> toResolve;
    QSet<QString> names;
};

Listing compare(const QString &path, const WatchedDirectory &before, const Children &now);

/// In order of their sequence numbers, so that rows appear in order of service from the first on.
void sortBySequence(QList<QString> &names);

} // namespace lockscope::observe
