// SPDX-License-Identifier: Apache-2.0
#include "core/history/lockreadings.h"

#include "core/base/clock.h"
#include "core/history/lockparts.h"

#include <atomic>
#include <utility>

namespace lockscope::journal {

LockReading &LockReadings::read(const DirectoryTree &tree, const QString &path, bool isLine, qint64 atNs)
{
    auto &readings = tree.find(path) ? m_readings.known : m_absent.known;
    const auto known = readings.find(path);
    if (known != readings.end()) {
        LockReading &reading = known->second;
        const QSet<QString> changed = std::exchange(reading.changed, {});
        if (!std::exchange(reading.isOld, false))
            return reading;
        if (followChanges(tree, path, isLine, changed, reading.kept)) {
            reading.byNames.clear(); // a queue with findings by names is not followed
            reading.isNew = true;
            return reading;
        }
        readings.erase(known);
    }
    LockReading reading{locks::IncrementalQueue(readQueueAt(tree, path, isLine, atNs))};
    reading.whole = anotherWhole();
    reading.byNames = reading.kept.queue().findings;
    const locks::Contender *holder = reading.kept.queue().firstHolder();
    if (holder && holder->untilMs && *holder->untilMs > atNs / nsPerMs)
        m_ends.known.insert({*holder->untilMs, path});
    return readings.emplace(path, std::move(reading)).first->second;
}

quint64 LockReadings::anotherWhole()
{
    static std::atomic<quint64> wholes = 0;
    return ++wholes;
}

void LockReadings::noteChanged(const QString &path, const QList<QString> &names)
{
    const auto known = m_readings.known.find(path);
    if (known == m_readings.known.end())
        return;
    LockReading &read = known->second;
    read.isOld = true;
    for (const QString &name : names)
        read.changed.insert(name);
    // So many cost less to read again as a whole, and perhaps nothing asks for it again.
    if (read.changed.size() > static_cast<qsizetype>(read.kept.queue().contenders.size() / 4))
        m_readings.known.erase(known);
}

bool LockReadings::hasEnded(qint64 atNs) const
{
    return !m_ends.known.empty() && m_ends.known.begin()->first <= atNs / nsPerMs;
}

QStringList LockReadings::takeEnded(qint64 atNs)
{
    QStringList ended;
    while (hasEnded(atNs)) {
        const QString path = m_ends.known.extract(m_ends.known.begin()).value().second;
        forget(path);
        ended += path;
    }
    return ended;
}

} // namespace lockscope::journal
