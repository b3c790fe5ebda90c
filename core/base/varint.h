// SPDX-License-Identifier: Apache-2.0
// Numbers in as few bytes as they need, seven bits in each, the lowest first (LEB128): for what is packed in memory.
// Never checks where the bytes end: they are read as they were written.
#pragma once

#include <QByteArray>

namespace lockscope {

inline void putVarint(QByteArray &out, quint64 number)
{
    for (; number >= 0x80; number >>= 7)
        out.append(static_cast<char>(number | 0x80));
    out.append(static_cast<char>(number));
}

/// Moves \a at behind the number.
inline quint64 takeVarint(const char *&at)
{
    quint64 number = 0;
    for (int shift = 0;; shift += 7) {
        const auto byte = static_cast<quint8>(*at++);
        number |= static_cast<quint64>(byte & 0x7f) << shift;
        if (byte < 0x80)
            return number;
    }
}

} // namespace lockscope
