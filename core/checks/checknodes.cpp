// SPDX-License-Identifier: Apache-2.0
#include "core/checks/checknodes.h"

namespace lockscope::journal::check {

bool NodeBook::end(const NodePtr &node, quint64 event)
{
    if (node->goneAt != 0)
        return false;
    node->goneAt = event;
    rememberEnd(node->path, node->czxid);
    if (at(node->path) == node)
        m_nodes.remove(node->path);
    return true;
}

void NodeBook::rememberEnd(const QString &path, Zxid czxid)
{
    constexpr size_t remembered = 50'000; // far more than an observer's answers can be late
    if (!m_ended.contains(path))
        m_endedInOrder.push_back(path);
    m_ended.insert(path, czxid);
    if (m_endedInOrder.size() > remembered) {
        m_ended.remove(m_endedInOrder.front());
        m_endedInOrder.pop_front();
    }
}

bool NodeBook::hasEnded(const QString &path, Zxid czxid) const
{
    const auto ended = m_ended.constFind(path);
    return ended != m_ended.cend() && (ended->isNull() || *ended >= czxid);
}

} // namespace lockscope::journal::check
