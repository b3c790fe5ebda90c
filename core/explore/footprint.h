// SPDX-License-Identifier: Apache-2.0
// What a step read and wrote: two steps are independent if neither wrote what the other touched, and then their order
// makes no difference. Never too small: what shares a place by chance is taken for dependent.
#pragma once

#include <QString>
#include <QVarLengthArray>

namespace lockscope::explore {

class Footprint
{
public:
    /// Of a session: its connection, what is under way to its client, and its client's own state; of all clients: who
    /// holds. Of a path: the node, and the list of its children.
    enum class Place : quint8 { Connection, Inbox, Client, Holding, Node, Children };

    void clear()
    {
        m_touched.clear();
        m_changesTree = m_readsTree = false;
    }
    void read(Place place, size_t which = 0) { add(place, which, false); }
    void write(Place place, size_t which = 0) { add(place, which, true); }
    void read(Place place, const QString &path) { add(place, qHash(path), false); }
    void write(Place place, const QString &path) { add(place, qHash(path), true); }
    void changeTree() { m_changesTree = true; }
    /// Of nodes that are not known by name.
    void readTree() { m_readsTree = true; }

    bool touches(Place place, size_t which) const
    {
        const quint64 key = keyOf(place, which);
        for (const quint64 touched : m_touched) {
            if (touched >> 1 == key)
                return true;
        }
        return false;
    }
    bool dependsOn(const Footprint &other) const
    {
        if ((m_changesTree && other.m_readsTree) || (m_readsTree && other.m_changesTree))
            return true;
        for (const quint64 mine : m_touched) {
            for (const quint64 others : other.m_touched) {
                if (mine >> 1 == others >> 1 && ((mine | others) & 1) != 0)
                    return true;
            }
        }
        return false;
    }

private:
    static quint64 keyOf(Place place, size_t which)
    {
        return ((static_cast<quint64>(place) << 56) ^ (static_cast<quint64>(which) & 0x00ff'ffff'ffff'ffff))
               & 0x7fff'ffff'ffff'ffff;
    }
    void add(Place place, size_t which, bool isWrite)
    {
        m_touched.append(keyOf(place, which) << 1 | static_cast<quint64>(isWrite));
    }

    QVarLengthArray<quint64, 12> m_touched; ///< the lowest bit: written
    bool m_changesTree = false;
    bool m_readsTree = false;
};

} // namespace lockscope::explore
