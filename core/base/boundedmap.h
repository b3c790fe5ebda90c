// SPDX-License-Identifier: Apache-2.0
// A map that remembers so much and no more: of more keys, the one that came first is forgotten.
#pragma once

#include "core/base/lookup.h"

#include <QHash>

#include <deque>

namespace lockscope {

template<typename Key, typename Value>
class BoundedMap
{
public:
    explicit BoundedMap(size_t most)
        : m_most(most)
    {
    }

    /// A key that is there keeps its age.
    void insert(const Key &key, const Value &value)
    {
        if (!m_values.contains(key))
            m_inOrder.push_back(key);
        m_values.insert(key, value);
        if (m_inOrder.size() > m_most) {
            m_values.remove(m_inOrder.front());
            m_inOrder.pop_front();
        }
    }
    const Value *find(const Key &key) const { return lookUp(m_values, key); }
    bool contains(const Key &key) const { return m_values.contains(key); }
    bool isEmpty() const { return m_values.isEmpty(); }

    bool operator==(const BoundedMap &) const = default;

private:
    size_t m_most;
    QHash<Key, Value> m_values;
    std::deque<Key> m_inOrder;
};

} // namespace lockscope
