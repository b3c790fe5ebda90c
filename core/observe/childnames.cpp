// SPDX-License-Identifier: Apache-2.0
#include "core/observe/childnames.h"

namespace lockscope::observe {

ChildNames::Difference ChildNames::replace(const QList<QString> &names)
{
    Difference difference;
    ++m_list;
    m_seen.reserve(names.size());
    for (const QString &name : names) {
        const auto known = m_seen.find(name);
        if (known == m_seen.end()) {
            m_seen.insert(name, m_list);
            difference.added.append(name);
        } else {
            *known = m_list;
        }
    }
    if (m_seen.size() == names.size())
        return difference; // all that it had are there still
    m_seen.removeIf([&](const auto &entry) {
        const bool gone = entry.value() != m_list;
        if (gone)
            difference.removed.append(entry.key());
        return gone;
    });
    return difference;
}

} // namespace lockscope::observe
