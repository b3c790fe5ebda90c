// SPDX-License-Identifier: Apache-2.0
// An order in which the messages of several clients pass, one after the other, with faults between them: what comes
// before its turn waits. Only the lock's own messages have a turn: creates and deletes of nodes in it, lists of it,
// watches that are left on nodes in it, and events. Whatever else programs send passes as it comes.
// Never holds a message: who asks does.
#pragma once

#include "core/trial/trialfault.h"

#include <optional>
#include <vector>

namespace lockscope::trial {

struct Turn
{
    /// Counted among the lock's own messages of that client; without an operation: no message, only the fault.
    Moment message = {};
    /// Of a message, that it or the answer to it is lost; else what happens to the client.
    std::optional<lab::FaultRequest> fault = {};

    QString toString() const;
    bool operator==(const Turn &) const = default;
};

/// The operation's name in an order, where a message is one of the lock's own: exists stands for get, too. Else empty.
QString lockOperation(const QString &operation, const QString &path, bool watch, const QString &lock);

class Order
{
public:
    explicit Order(std::vector<Turn> turns)
        : m_turns(std::move(turns))
    {
    }

    /// Turns are left, and it was not given up.
    bool isActive() const { return !m_isGivenUp && m_kept < m_turns.size(); }
    const Turn &next() const { return m_turns[m_kept]; }
    /// Of a message that has come; nothing if it has none any more, or never had: then it passes.
    std::optional<size_t> placeOf(const Moment &message) const;
    bool isNext(size_t place) const { return isActive() && place == m_kept; }
    /// The next one has happened.
    void happened() { ++m_kept; }
    void giveUp() { m_isGivenUp = true; }

    size_t kept() const { return m_kept; }
    size_t size() const { return m_turns.size(); }
    bool isGivenUp() const { return m_isGivenUp; }

private:
    std::vector<Turn> m_turns;
    size_t m_kept = 0;
    bool m_isGivenUp = false;
};

} // namespace lockscope::trial
