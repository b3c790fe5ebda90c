// SPDX-License-Identifier: Apache-2.0
#include "ui/models/liveworld.h"

#include "core/base/clock.h"

namespace lockscope::ui {

LiveWorld::LiveWorld(QObject *parent)
    : QObject(parent)
{
}

LiveWorld::~LiveWorld() = default;

void LiveWorld::apply(const journal::EventBatch &batch)
{
    if (batch.isEmpty())
        return;
    const journal::Changes changes = m_world.apply(batch);
    m_journal.append(batch);
    const bool stale = m_world.observation().freshness == journal::Freshness::Stale;
    if (!stale)
        m_staleSinceNs = 0;
    else if (m_staleSinceNs == 0)
        m_staleSinceNs = batch.last().atNs;
    for (const QString &directory : changes.directories)
        noteHolders(directory, batch.last().atNs);
    Q_EMIT appended(batch);
    if (!changes.isEmpty())
        Q_EMIT changed(changes);
}

void LiveWorld::noteHolders(const QString &directory, qint64 atNs)
{
    const journal::Directory *known = m_world.directory(directory);
    if (!known) {
        m_held.remove(directory);
        return;
    }
    if (known->children.isEmpty() && !m_held.contains(directory)) {
        m_held.insert(directory, {}); // seen empty: whoever holds next was seen to begin
        return;
    }
    const bool firstReading = !m_held.contains(directory);
    const locks::LockQueue &queue = m_world.queue(directory);
    QHash<QString, Held> now;
    const QHash<QString, Held> before = m_held.value(directory);
    for (const int holder : queue.holders) {
        const QString &name = queue.contenders[size_t(holder)].node.name;
        now.insert(name, before.value(name, Held{atNs, firstReading}));
    }
    m_held.insert(directory, now);
}

std::optional<LiveWorld::Held> LiveWorld::heldSince(const QString &lock, const QString &name) const
{
    const auto directory = m_held.constFind(lock);
    if (directory == m_held.cend())
        return std::nullopt;
    const auto held = directory->constFind(name);
    return held == directory->cend() ? std::nullopt : std::optional(*held);
}

qint64 LiveWorld::nowNs() const
{
    return m_recorded ? m_world.atNs() : lockscope::nowNs();
}

qint64 LiveWorld::staleForMs(qint64 nowNs) const
{
    return isStale() ? std::max<qint64>(0, (nowNs - staleSinceNs()) / 1'000'000) : 0;
}

} // namespace lockscope::ui
