// SPDX-License-Identifier: Apache-2.0
// The children of one directory, each in some dozens of bytes: of a million settings that belong to no lock all that is
// known stays known. A plain value; never gives out a reference to what it holds.
#pragma once

#include "core/locks/contender.h"

#include <QByteArray>
#include <QList>
#include <QSharedData>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace lockscope::journal {

/// By bare name, in no order. A copy shares all of it until one of the two changes.
class ChildNodes
{
public:
    qsizetype size() const { return m_data ? m_data->count : 0; }
    bool isEmpty() const { return size() == 0; }
    bool contains(QStringView name) const;
    std::optional<locks::ChildNode> find(QStringView name) const;
    std::vector<locks::ChildNode> all() const;
    bool any(const std::function<bool(const locks::ChildNode &)> &is) const;
    QStringList names() const;
    /// Instead of the one of that name, if there is one.
    void put(const locks::ChildNode &child);
    /// False where there was none.
    bool remove(QStringView name);

    /// What they take in memory, about.
    qsizetype bytes() const
    {
        return m_data ? m_data->bytes.capacity() + m_data->slots.size() * qsizetype(sizeof(quint32)) : 0;
    }

    bool operator==(const ChildNodes &other) const;

private:
    struct Data : QSharedData
    {
        QByteArray bytes;     ///< the children one after the other, and what is left of removed ones
        QList<quint32> slots; ///< where each begins, by the hash of its name; see the source
        qsizetype count = 0;
        qsizetype used = 0; ///< slots, also of removed children
        qsizetype lost = 0; ///< bytes of removed children
    };
    /// The slot that has it; -1 if none.
    qsizetype slotOf(QStringView name) const;
    void enter(Data &data, size_t hash, quint32 entry);
    /// Without what went, and with room.
    void tidy(qsizetype room);

    QSharedDataPointer<Data> m_data;
};

} // namespace lockscope::journal
