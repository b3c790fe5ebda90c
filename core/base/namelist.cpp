// SPDX-License-Identifier: Apache-2.0
#include "core/base/namelist.h"

#include <QStringDecoder>

#include <algorithm>
#include <cstring>

namespace lockscope {

namespace {

/// Writes ASCII as UTF-16; false where a character was none. All are looked at, so that the compiler takes many at
/// once.
bool widen(const char *from, qsizetype count, char16_t *to)
{
    unsigned char all = 0;
    for (qsizetype i = 0; i < count; ++i) {
        const auto character = static_cast<unsigned char>(from[i]);
        to[i] = character;
        all |= character;
    }
    return all < 0x80;
}

} // namespace

QString nameFromUtf8(QByteArrayView name)
{
    QStringDecoder decode(QStringDecoder::Utf8,
                          QStringDecoder::Flag::ConvertInitialBom | QStringDecoder::Flag::Stateless);
    return decode(name);
}

NameList::NameList(const QList<QString> &names)
{
    m_ends.reserve(names.size());
    for (const QString &name : names)
        append(name);
}

NameList NameList::fromUtf8(const char *const *names, qsizetype count)
{
    NameList list;
    list.m_ends.reserve(count);
    qsizetype end = 0;
    for (qsizetype i = 0; i < count; ++i)
        list.m_ends.append(end += static_cast<qsizetype>(std::strlen(names[i])));
    list.m_text = QString(end, Qt::Uninitialized);
    auto *to = reinterpret_cast<char16_t *>(list.m_text.data());
    bool isAscii = true; // nearly always, and thousands of names come in one answer
    qsizetype begin = 0;
    for (qsizetype i = 0; i < count && isAscii; ++i) {
        isAscii = widen(names[i], list.m_ends[i] - begin, to + begin);
        begin = list.m_ends[i];
    }
    if (isAscii)
        return list;
    NameList converted;
    for (qsizetype i = 0; i < count; ++i)
        converted.append(nameFromUtf8(names[i]));
    return converted;
}

void NameList::append(QStringView name)
{
    m_text += name;
    m_ends.append(m_text.size());
}

bool NameList::contains(QStringView name) const
{
    return std::find(begin(), end(), name) != end();
}

QList<QString> NameList::toList() const
{
    QList<QString> names;
    names.reserve(size());
    for (const QStringView name : *this)
        names.append(name.toString());
    return names;
}

} // namespace lockscope
