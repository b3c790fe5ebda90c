// SPDX-License-Identifier: Apache-2.0
// What `watch` says: a line for each lock that is not as it was in its last line; of one that is gone, who held it
// last. Never prints, and never keeps a lock that is gone.
#pragma once

#include "core/history/world.h"

#include <QByteArrayList>
#include <QHash>
#include <QString>

#include <utility>

namespace lockscope::cli {

class LockLines
{
public:
    /// \a asked: that path has lines also while it is a lock that is free, and where nodes are there of which it is not
    /// known whether they are a lock.
    LockLines(QString asked, bool json)
        : m_asked(std::move(asked))
        , m_json(json)
    {
    }

    /// Of those among \a directories that are locks, or were, as the world is now; sorted by path.
    QByteArrayList take(const journal::World &world, const QSet<QString> &directories);
    /// Locks that had a line and are still there.
    qsizetype known() const { return m_last.size(); }

private:
    QByteArray line(const journal::World &world, const QString &path, const QString &event) const;
    /// \a semaphore: which it turned out to be a part of; empty: it is gone.
    QByteArray vanished(const journal::World &world, const QString &path, const QString &semaphore = {});
    void keepHolders(const locks::LockQueue &queue);

    QString m_asked;
    bool m_json;
    QHash<QString, locks::LockQueue> m_last;
    QHash<QString, locks::LockQueue> m_held; ///< its holders alone, as they were when it was held last
};

} // namespace lockscope::cli
