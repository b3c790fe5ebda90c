// SPDX-License-Identifier: Apache-2.0
#include "ui/details/shownnode.h"

#include "core/base/path.h"
#include "ui/models/sessiontext.h"

namespace lockscope::ui {

QString ShownNode::lock(const journal::World &world) const
{
    const QString directory = parentPath(m_path);
    const QString semaphore = world.semaphoreOf(directory); // of which the directory is only a part
    return semaphore.isEmpty() ? directory : semaphore;
}

const locks::Contender *ShownNode::contender(const journal::World &world) const
{
    const QString directory = lock(world);
    if (m_gone || !world.directory(directory))
        return nullptr;
    const locks::LockQueue &queue = world.queue(directory);
    const int index = queue.indexOfPath(m_path);
    return index < 0 ? nullptr : &queue.contenders[size_t(index)];
}

void ShownNode::follow(const journal::World &world)
{
    const locks::ChildNode *there = nodeAt(world, m_path);
    if (!there && !m_node && !m_toldGone)
        return; // not seen yet, or outside of what is observed: what it is a server tells
    const bool other = there && there->stat && isOther(*there->stat);
    if (m_toldGone || !there || other) {
        setGone(m_node ? world.atNs() : 0, other || m_replaced);
        return;
    }
    m_gone = m_replaced = false;
    m_node = *there;
    // What a server answered for this panel may be newer than what the world has read.
    if (there->stat && (!m_stat || there->stat->mzxid >= m_stat->mzxid))
        m_stat = there->stat;
}

bool ShownNode::take(const NodeStat &stat, qint64 atNs)
{
    if (isOther(stat)) {
        m_toldGone = true;
        setGone(atNs, true);
        return false;
    }
    m_stat = stat;
    return true;
}

void ShownNode::takeGone(qint64 atNs)
{
    m_toldGone = true;
    setGone(atNs, false);
}

void ShownNode::setGone(qint64 atNs, bool replaced)
{
    if (!m_gone)
        m_goneAtNs = atNs;
    m_gone = true;
    m_replaced = replaced;
}

} // namespace lockscope::ui
