// SPDX-License-Identifier: Apache-2.0
// What a value remembers only to be faster. Never a part of the value.
#pragma once

namespace lockscope {

/// Something that was worked out from the value that it stands in, and can be worked out again at any time. Never part
/// of that value: a copy begins without it, and it makes no difference to a comparison.
template<typename T>
struct Memo
{
    Memo() = default;
    ~Memo() = default;
    Memo(const Memo &) { }
    Memo(Memo &&) noexcept = default;
    Memo &operator=(const Memo &)
    {
        known = T{};
        return *this;
    }
    Memo &operator=(Memo &&) noexcept = default;
    bool operator==(const Memo &) const { return true; }

    T known;
};

} // namespace lockscope
