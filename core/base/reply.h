// SPDX-License-Identifier: Apache-2.0
// A result that arrives once, on the thread that asked for it: co_await it, or hand it a callback.
// Never crosses threads and never resumes its waiter re-entrantly from inside the C library (see core/zk/handle.h).
#pragma once

#include "core/base/error.h"

#include <coroutine>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace lockscope {

template<typename T>
class Reply;

namespace detail {

template<typename T>
struct ReplyState
{
    std::optional<Result<T>> value;
    std::coroutine_handle<> waiter;
    std::function<void(Result<T>)> callback;
};

} // namespace detail

/// The writing end. Copies share one state; the first complete() wins, later ones are ignored, which lets a session
/// fail a call on connection loss while the library may still report it afterwards.
template<typename T>
class ReplyPromise
{
public:
    ReplyPromise()
        : m_state(std::make_shared<detail::ReplyState<T>>())
    {
    }

    bool isComplete() const { return m_state->value.has_value(); }

    /// Resumes the waiting coroutine, or calls the callback, before returning.
    void complete(Result<T> value) const
    {
        if (isComplete())
            return;
        const auto state = m_state; // the waiter may destroy this promise
        state->value.emplace(std::move(value));
        if (auto waiter = std::exchange(state->waiter, {}))
            waiter.resume();
        else if (auto callback = std::exchange(state->callback, {}))
            callback(std::move(*state->value));
    }

private:
    friend class Reply<T>;
    std::shared_ptr<detail::ReplyState<T>> m_state;
};

/// The reading end: awaited once, by one coroutine, or given one callback.
template<typename T>
class [[nodiscard]] Reply
{
public:
    explicit Reply(const ReplyPromise<T> &promise)
        : m_state(promise.m_state)
    {
    }
    /// An answer that is there already.
    Reply(Result<T> value)
        : m_state(std::make_shared<detail::ReplyState<T>>())
    {
        m_state->value.emplace(std::move(value));
    }

    bool await_ready() const noexcept { return m_state->value.has_value(); }
    void await_suspend(std::coroutine_handle<> waiter) const noexcept { m_state->waiter = waiter; }
    Result<T> await_resume() const { return std::move(*m_state->value); }

    /// Calls back when the answer is there: at once if it already is.
    void then(std::function<void(Result<T>)> callback) const
    {
        if (m_state->value)
            callback(std::move(*m_state->value));
        else
            m_state->callback = std::move(callback);
    }

private:
    std::shared_ptr<detail::ReplyState<T>> m_state;
};

} // namespace lockscope
