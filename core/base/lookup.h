// SPDX-License-Identifier: Apache-2.0
// What a map has under a key, as a pointer into it: null where it has nothing. Never inserts, never copies.
#pragma once

namespace lockscope {

/// Of a map of std's or of Qt's. A QHash that is not const detaches from its copies: std::as_const() where that is
/// not meant.
template<typename Map, typename Key>
auto *lookUp(Map &map, const Key &key)
{
    const auto found = map.find(key);
    if constexpr (requires { found.value(); })
        return found == map.end() ? nullptr : &found.value();
    else
        return found == map.end() ? nullptr : &found->second;
}

} // namespace lockscope
