// SPDX-License-Identifier: Apache-2.0
#include "core/trial/order.h"

#include <algorithm>

namespace lockscope::trial {

using namespace Qt::StringLiterals;

QString Turn::toString() const
{
    const QString what = fault ? journal::faultName(fault->fault) : QString();
    const QString which = message.operation.isEmpty() ? message.client : message.toString();
    return what.isEmpty() ? which : what + u' ' + which;
}

QString lockOperation(const QString &operation, const QString &path, bool watch, const QString &lock)
{
    const bool isInLock = path.startsWith(lock + u'/');
    if (isInLock && (operation == "create"_L1 || operation == "delete"_L1))
        return operation;
    if (path == lock && operation == "get_children"_L1)
        return operation;
    const bool isLook = watch && isInLock && (operation == "exists"_L1 || operation == "get"_L1);
    return isLook ? u"exists"_s : QString();
}

std::optional<size_t> Order::placeOf(const Moment &message) const
{
    if (!isActive())
        return std::nullopt;
    const auto found = std::find_if(m_turns.begin() + static_cast<std::ptrdiff_t>(m_kept), m_turns.end(),
                                    [&message](const Turn &turn) { return turn.message == message; });
    return found == m_turns.end() ? std::nullopt : std::optional(static_cast<size_t>(found - m_turns.begin()));
}

} // namespace lockscope::trial
