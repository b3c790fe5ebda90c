// SPDX-License-Identifier: Apache-2.0
// The state of a lock that one process holds and its threads share: 4 bits of state and 28 of thread count in one word,
// so that both change as one, by compare-and-swap. Pure transitions; never talks to a server, never waits.
#pragma once

#include "core/locks/recipeid.h"

#include <atomic>
#include <optional>

namespace lockscope::recipes {

/// What `threads` counts depends on the state. FETCHING: threads that ask. RETAINED: threads that share the lock.
/// RELEASING and RELEASED: threads that came meanwhile and wait for the next fetch. FREE: none.
struct ProcessState
{
    locks::LockState state = locks::LockState::Free;
    quint32 threads = 0;

    bool operator==(const ProcessState &) const = default;
};

inline constexpr quint32 threadBits = 28;
inline constexpr quint32 maxThreads = (1u << threadBits) - 1;

constexpr quint32 pack(ProcessState state)
{
    return (static_cast<quint32>(state.state) << threadBits) | (state.threads & maxThreads);
}

/// Of a word that pack() made.
constexpr ProcessState unpack(quint32 word)
{
    return {static_cast<locks::LockState>(word >> threadBits), word & maxThreads};
}

enum class ProcessEvent {
    ThreadComes,
    ThreadGoes,
    Fetched,       ///< the process's node holds the lock
    FetchFailed,   ///< the attempt is given up: its node is being taken back
    Lost,          ///< the session is over, and the node with it
    Deleted,       ///< the node is gone
    ReleaseFailed, ///< the node could not be deleted: threads that wait for the next fetch get the error, and leave
    FetchAgain,    ///< threads came while the lock was released
};

/// The state that follows, or nothing where the event cannot happen. FREE → FETCHING → RETAINED → RELEASING → RELEASED
/// and round again; FETCHING → RELEASING when it fails. Who changes it into FETCHING fetches, who changes it into
/// RELEASING releases: the swap that succeeds makes that exactly one thread.
constexpr std::optional<ProcessState> next(ProcessState now, ProcessEvent event)
{
    using locks::LockState;
    const auto [state, threads] = now;
    const bool taken = state == LockState::Fetching || state == LockState::Retained;
    const auto only = [](bool possible, ProcessState after) { return possible ? std::optional(after) : std::nullopt; };
    const auto from = [&](LockState before, ProcessState after) { return only(now.state == before, after); };
    switch (event) {
    case ProcessEvent::ThreadComes:
        return only(threads < maxThreads,
                    {taken || state == LockState::Releasing ? state : LockState::Fetching, threads + 1});
    case ProcessEvent::ThreadGoes:
        if (taken && threads == 1)
            return ProcessState{LockState::Releasing, 0};
        return only(threads > 0, {state, threads - 1});
    case ProcessEvent::Fetched: return from(LockState::Fetching, {LockState::Retained, threads});
    case ProcessEvent::FetchFailed: return from(LockState::Fetching, {LockState::Releasing, 0});
    case ProcessEvent::Lost: return from(LockState::Retained, {LockState::Releasing, 0});
    case ProcessEvent::Deleted: return from(LockState::Releasing, {LockState::Released, threads});
    case ProcessEvent::ReleaseFailed: return from(LockState::Releasing, {LockState::Released, 0});
    case ProcessEvent::FetchAgain:
        return only(state == LockState::Released && threads > 0, {LockState::Fetching, threads});
    }
    return std::nullopt;
}

/// The word itself. Any thread may change it or look at it at any time.
class ProcessWord
{
public:
    ProcessState load() const { return unpack(m_word.load(std::memory_order_acquire)); }

    struct Change
    {
        ProcessState before;
        ProcessState after;
        bool leadsInto(locks::LockState state) const { return before.state != state && after.state == state; }
    };

    /// What \a event changed; nothing where it cannot happen.
    std::optional<Change> change(ProcessEvent event)
    {
        quint32 word = m_word.load(std::memory_order_acquire);
        for (;;) {
            const auto after = next(unpack(word), event);
            if (!after)
                return std::nullopt;
            if (m_word.compare_exchange_weak(word, pack(*after), std::memory_order_acq_rel))
                return Change{unpack(word), *after};
        }
    }

private:
    std::atomic<quint32> m_word{pack({})};
};

} // namespace lockscope::recipes
