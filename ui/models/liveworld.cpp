// SPDX-License-Identifier: Apache-2.0
#include "ui/models/liveworld.h"

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
    Q_EMIT appended(batch);
    if (!changes.isEmpty())
        Q_EMIT changed(changes);
}

qint64 LiveWorld::staleForMs(qint64 nowNs) const
{
    return m_staleSinceNs == 0 ? 0 : std::max<qint64>(0, (nowNs - m_staleSinceNs) / 1'000'000);
}

} // namespace lockscope::ui
