// SPDX-License-Identifier: Apache-2.0
// Something that was worked out from the value that it stands in, and can be worked out again at any time.
// Never part of that value: a copy begins without it, and it makes no difference to a comparison.
#pragma once

#include <utility>

namespace lockscope::journal {

template<typename T>
struct Memo
{
    Memo() = default;
    ~Memo() = default;
    Memo(const Memo &) { }
    Memo(Memo &&other) noexcept
        : known(std::exchange(other.known, T{}))
    {
    }
    Memo &operator=(const Memo &)
    {
        known = T{};
        return *this;
    }
    Memo &operator=(Memo &&other) noexcept
    {
        known = std::exchange(other.known, T{});
        return *this;
    }
    bool operator==(const Memo &) const { return true; }

    T known;
};

} // namespace lockscope::journal
