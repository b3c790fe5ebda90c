// SPDX-License-Identifier: Apache-2.0
// The queues of locks that were read, so that reading again costs the time of what changed. Never part of a value: a
// copy begins without them.
#pragma once

#include "core/base/memo.h"
#include "core/history/directorytree.h"
#include "core/locks/findings.h"
#include "core/locks/incrementalqueue.h"
#include "core/locks/queue.h"

#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

#include <optional>
#include <set>
#include <unordered_map>

namespace lockscope::journal {

/// A lock as it was read. It is remembered until its directory changes, and then follows the change or is read again.
struct LockReading
{
    locks::IncrementalQueue kept;
    bool isNew = true;                                ///< something changed since the reader last set this to false
    bool followed = false;                            ///< it follows changes since it was read as a whole
    QSet<QString> changed = {};                       ///< children, since it was asked for last
    bool isOld = false;                               ///< the directory changed since: these children, or none
    QList<locks::Finding> byNames = {};               ///< findings by its names and Stats alone
    std::optional<locks::LockQueue> withReports = {}; ///< with its clients' own events: set by the reader
    bool isWeighed = false; ///< the reader has held it against the servers' reports, since it last changed
    qint64 recheckAtNs = 0; ///< from then on time alone may change its findings: set by the reader
};

class LockReadings
{
public:
    /// Queues of fewer contenders are read again at every change.
    explicit LockReadings(int shortestFollowed)
        : m_shortestFollowed(shortestFollowed)
    {
    }

    /// \a isLine, \a atNs: see readQueueAt(). The reference holds until something is forgotten.
    LockReading &read(const DirectoryTree &tree, const QString &path, bool isLine, qint64 atNs);
    bool contains(const QString &path) const { return m_readings.known.contains(path); }
    /// True if reading it costs the time of what changed, not of the whole queue.
    bool isFollowed(const QString &path) const;
    /// All that have not changed since they were read.
    template<typename Look>
    void each(Look look)
    {
        for (auto &[path, reading] : m_readings.known) {
            if (!reading.isOld)
                look(path, reading);
        }
    }

    /// Until it is read again.
    void forget(const QString &path) { m_readings.known.erase(path); }
    /// Those of no directory: one of them may have come.
    void forgetAbsent() { m_absent.known.clear(); }
    /// Nothing but these children changed.
    void noteChanged(const QString &path, const QList<QString> &names);

    /// A hold among them that ends by the clock has ended by then.
    bool hasEnded(qint64 atNs) const;
    /// Their locks, which are forgotten.
    QStringList takeEnded(qint64 atNs);

    bool operator==(const LockReadings &) const = default;

private:
    int m_shortestFollowed;
    Memo<std::unordered_map<QString, LockReading>> m_readings; ///< its references survive insertions
    Memo<std::unordered_map<QString, LockReading>> m_absent;   ///< of no directory: until the next change
    Memo<std::set<std::pair<qint64, QString>>> m_ends;         ///< of holds among the readings, in ms
};

} // namespace lockscope::journal
