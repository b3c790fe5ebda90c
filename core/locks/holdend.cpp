// SPDX-License-Identifier: Apache-2.0
#include "core/locks/holdend.h"

#include "core/base/clock.h"
#include "core/base/duration.h"

#include <QDateTime>

#include <algorithm>

namespace lockscope::locks {

std::optional<bool> HoldEnd::byItself() const
{
    switch (kind) {
    case Kind::NotKnown: break;
    case Kind::AtInstant:
    case Kind::WithSession: return true;
    case Kind::WhileClientLives:
    case Kind::Persistent: return false;
    }
    return std::nullopt;
}

HoldEnd holdEnd(const Contender &holder, const Knowledge &knowledge, qint64 nowMs)
{
    using Kind = HoldEnd::Kind;
    if (holder.untilMs)
        return {Kind::AtInstant, *holder.untilMs, std::max<qint64>(0, *holder.untilMs - nowMs)};
    const auto &stat = holder.node.stat;
    if (!stat)
        return {};
    if (!stat->isEphemeral())
        return {stat->ephemeralOwner.isNull() ? Kind::Persistent : Kind::NotKnown};
    const auto facts = knowledge.sessions.constFind(stat->owner());
    if (facts == knowledge.sessions.cend() || isOvertaken(knowledge, stat->czxid))
        return {};
    if (!facts->client.isEmpty())
        return {isQuiet(*facts) ? Kind::WithSession : Kind::WhileClientLives};
    if (!isUnconnected(knowledge, stat->owner(), stat->czxid))
        return {};
    HoldEnd end{Kind::WithSession};
    if (facts->expiresInMs) {
        const qint64 sinceMs = std::max<qint64>(0, nowMs - knowledge.answeredAtNs / nsPerMs);
        end.inMs = std::max<qint64>(0, *facts->expiresInMs - sinceMs);
    }
    return end;
}

Text holdEndText(const HoldEnd &end)
{
    switch (end.kind) {
    case HoldEnd::Kind::NotKnown: break;
    case HoldEnd::Kind::AtInstant: {
        const QDateTime until = QDateTime::fromMSecsSinceEpoch(end.untilMs, Qt::UTC);
        return Text::en("held until %1").arg(until.toString(Qt::ISODateWithMs));
    }
    case HoldEnd::Kind::WithSession:
        if (!end.inMs)
            return Text::en("frees itself when its session ends, unless its client returns");
        return *end.inMs == 0
                   ? Text::en("frees itself at any moment, unless its client returns")
                   : Text::en("frees itself in at most %1, unless its client returns")
                         .arg(roughSpan(std::chrono::ceil<std::chrono::seconds>(std::chrono::milliseconds(*end.inMs))));
    case HoldEnd::Kind::WhileClientLives: return Text::en("never by itself: its client lives");
    case HoldEnd::Kind::Persistent:
        return Text::en(
            "never by itself: its node is persistent, unless made with a time to live, which servers do not show");
    }
    return Text::en("not known");
}

} // namespace lockscope::locks
