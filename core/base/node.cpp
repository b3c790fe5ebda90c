// SPDX-License-Identifier: Apache-2.0
#include "core/base/node.h"

#include <array>
#include <utility>

namespace lockscope {

QString permissionLetters(int permissions)
{
    constexpr std::array letters{std::pair{Permission::Create, u'c'}, std::pair{Permission::Delete, u'd'},
                                 std::pair{Permission::Read, u'r'}, std::pair{Permission::Write, u'w'},
                                 std::pair{Permission::Admin, u'a'}};
    QString text;
    for (const auto &[permission, letter] : letters) {
        if ((permissions & static_cast<int>(permission)) != 0)
            text += QChar(letter);
    }
    return text;
}

} // namespace lockscope
