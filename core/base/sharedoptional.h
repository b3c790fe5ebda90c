// SPDX-License-Identifier: Apache-2.0
// An optional value of which there are many and few are set: it takes no room of its own where there is none. Copies
// share it; it never changes in place.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace lockscope {

template<typename T>
class SharedOptional
{
public:
    SharedOptional() = default;
    SharedOptional(T value)
        : m_value(std::make_shared<const T>(std::move(value)))
    {
    }
    SharedOptional(std::optional<T> value)
        : m_value(value ? std::make_shared<const T>(*std::move(value)) : nullptr)
    {
    }

    explicit operator bool() const { return has_value(); }
    bool has_value() const { return m_value != nullptr; }
    const T &operator*() const { return *m_value; }
    const T *operator->() const { return m_value.get(); }
    std::optional<T> copy() const { return m_value ? std::optional<T>(*m_value) : std::nullopt; }
    void reset() { m_value.reset(); }

    bool operator==(const SharedOptional &other) const
    {
        return m_value == other.m_value || (m_value && other.m_value && *m_value == *other.m_value);
    }

private:
    std::shared_ptr<const T> m_value;
};

} // namespace lockscope
