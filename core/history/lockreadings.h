// SPDX-License-Identifier: Apache-2.0
// The queues of locks that were read, so that reading again costs the time of what changed. Never part of a value: a
// copy begins without them.
#pragma once

#include "core/base/memo.h"
#include "core/base/sharedoptional.h"
#include "core/history/directorytree.h"
#include "core/locks/findings.h"
#include "core/locks/incrementalqueue.h"
#include "core/locks/queue.h"

#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

#include <set>
#include <unordered_map>

namespace lockscope::journal {

/// A lock as it was read. It is remembered until its directory changes, and then follows the change or is read again.
struct LockReading
{
    locks::IncrementalQueue kept;
    quint64 whole = 0;                                 ///< see anotherWhole()
    bool isNew = true;                                 ///< something changed since the reader last set this to false
    QSet<QString> changed = {};                        ///< children, since it was asked for last
    bool isOld = false;                                ///< the directory changed since: these children, or none
    QList<locks::Finding> byNames = {};                ///< findings by its names and Stats alone
    SharedOptional<locks::LockQueue> proven = {};      ///< where findings prove other states: set by the reader
    SharedOptional<locks::LockQueue> withReports = {}; ///< with its clients' own events: set by the reader
    bool isWeighed = false; ///< the reader has held it against the servers' reports, since it last changed
    qint64 recheckAtNs = 0; ///< from then on time alone may change its findings: set by the reader

    /// As servers show it.
    const locks::LockQueue &shown() const { return proven ? *proven : kept.queue(); }
    /// Reading it again costs the time of what changed, not of the whole queue.
    bool costsLittle() const { return !isOld || kept.isFollowed(); }
};

class LockReadings
{
public:
    /// \a isLine, \a atNs: see readQueueAt(). The reference holds until something is forgotten.
    LockReading &read(const DirectoryTree &tree, const QString &path, bool isLine, qint64 atNs);
    /// Of a queue of which more may differ than what changed in its directory; of all trees, as what follows one may go
    /// on with a copy of it.
    static quint64 anotherWhole();
    /// What is remembered of it, which may be from before a change; null: nothing.
    const LockReading *last(const QString &path) const { return lookUp(m_readings.known, path); }
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
    Memo<std::unordered_map<QString, LockReading>> m_readings; ///< its references survive insertions
    Memo<std::unordered_map<QString, LockReading>> m_absent;   ///< of no directory: until the next change
    Memo<std::set<std::pair<qint64, QString>>> m_ends;         ///< of holds among the readings, in ms
};

} // namespace lockscope::journal
