// SPDX-License-Identifier: Apache-2.0
#include "core/observe/listing.h"

#include "core/locks/dialect.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace lockscope::observe {

namespace {

QList<QString> namesToResolve(const WatchedDirectory &before, const Children &now,
                              const journal::DirectoryListed &listed)
{
    if (before.resolveAll || (before.known && before.stat.czxid != now.stat.czxid))
        return now.names.toList(); // of a directory made anew even the sequence numbers begin again
    if (listed.unseenCreates == 0)
        return listed.added;
    // A sequence number is given once; any other name may have been deleted and made again meanwhile.
    QList<QString> names = listed.added;
    const QSet<QString> added(names.cbegin(), names.cend());
    for (const QStringView view : now.names) {
        if (locks::viewName(view))
            continue;
        if (QString name = view.toString(); !added.contains(name))
            names.append(std::move(name));
    }
    return names;
}

} // namespace

Listing compare(const QString &path, WatchedDirectory &directory, const Children &now)
{
    auto [added, removed] = directory.names.replace(now.names);
    Listing listing{{path, now.stat, std::move(added), std::move(removed), 0, directory.watched}, false, 0, {}};
    journal::DirectoryListed &listed = listing.event;
    if (directory.known && directory.stat.czxid == now.stat.czxid) {
        const qint64 creates = static_cast<qint32>(createsUnder(now.stat) - createsUnder(directory.stat));
        listed.unseenCreates = std::max<qint64>(0, creates - listed.added.size());
        listing.changes = std::max<qint64>(0, 2 * creates - (now.stat.numChildren - directory.stat.numChildren));
    }
    listing.isNews =
        !directory.known || directory.stat != now.stat || !listed.added.isEmpty() || !listed.removed.isEmpty();
    listing.toResolve = namesToResolve(directory, now, listed);
    return listing;
}

void sortBySequence(QList<QString> &names)
{
    std::vector<std::pair<qint64, QString>> keyed;
    keyed.reserve(static_cast<size_t>(names.size()));
    for (QString &name : names) {
        const auto parsed = locks::parseName(name);
        keyed.emplace_back(parsed ? parsed->sequence : std::numeric_limits<qint64>::max(), std::move(name));
    }
    std::sort(keyed.begin(), keyed.end());
    for (qsizetype i = 0; i < names.size(); ++i)
        names[i] = std::move(keyed[static_cast<size_t>(i)].second);
}

} // namespace lockscope::observe
