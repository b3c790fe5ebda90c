// SPDX-License-Identifier: Apache-2.0
#include "core/base/sessiontext.h"

#include <algorithm>

namespace lockscope {

std::optional<SessionId> sessionFromText(QStringView text)
{
    bool isNumber = false;
    SessionId id;
    const bool isHex = text.startsWith(u"0x", Qt::CaseInsensitive);
    const QStringView digits = isHex ? text.sliced(2) : text.startsWith(u'-') ? text.sliced(1) : text;
    const auto isDigit = [isHex](QChar letter) {
        const char16_t lower = letter.toLower().unicode();
        return (lower >= u'0' && lower <= u'9') || (isHex && lower >= u'a' && lower <= u'f');
    };
    if (digits.isEmpty() || !std::all_of(digits.begin(), digits.end(), isDigit)) // Qt takes spaces and signs as well
        return std::nullopt;
    if (isHex)
        id.value = static_cast<qint64>(digits.toULongLong(&isNumber, 16));
    else
        id.value = text.toLongLong(&isNumber);
    return isNumber && !id.isNull() ? std::optional(id) : std::nullopt;
}

} // namespace lockscope
