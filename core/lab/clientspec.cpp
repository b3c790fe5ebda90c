// SPDX-License-Identifier: Apache-2.0
#include "core/lab/clientspec.h"

#include "core/base/path.h"

#include <cmath>
#include <limits>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostClients = 100'000;
constexpr std::chrono::milliseconds longestTime{std::numeric_limits<int>::max()}; ///< a timer's, about 24 days

std::optional<QString> lockProblem(const QString &lock)
{
    if (lock.isEmpty())
        return u"The lock path is missing: write one like /locks/orders."_s;
    if (const auto problem = pathProblem(lock))
        return u"The lock path \"%1\" %2."_s.arg(lock, *problem);
    if (lock == u"/"_s)
        return u"The root is no lock: write a path below it, like /locks/orders."_s;
    if (isAtOrBelow(lock, u"/zookeeper"_s))
        return u"%1 belongs to ZooKeeper itself: choose a path outside /zookeeper."_s.arg(lock);
    return {};
}

std::optional<QString> holdProblem(const HoldTime &hold)
{
    if (hold.kind == HoldTime::Kind::ByHand)
        return {};
    if (hold.min.count() < 0 || hold.max.count() < 0)
        return u"A hold time cannot be negative."_s;
    if (hold.kind == HoldTime::Kind::Random && hold.min > hold.max)
        return u"The least hold time (%1 ms) is above the greatest (%2 ms): exchange them."_s.arg(hold.min.count())
            .arg(hold.max.count());
    if (hold.min > longestTime || hold.max > longestTime)
        return u"A hold time can be at most %1 ms (24 days)."_s.arg(longestTime.count());
    return {};
}

std::optional<QString> problem(const SpawnRequest &request)
{
    if (request.count < 1)
        return u"The number of clients must be at least 1, not %1."_s.arg(request.count);
    if (request.count > mostClients)
        return u"%1 clients are more than one program can run: at most %2."_s.arg(request.count).arg(mostClients);
    if (const auto lock = lockProblem(request.lock))
        return lock;
    if (request.dialect == locks::Dialect::Generic)
        return u"Clients cannot write generic names: choose the dialect docs, curator, kazoo or plain."_s;
    if (!std::isfinite(request.writers) || request.writers < 0 || request.writers > 1)
        return u"The share of writers must be between 0 and 1, not %1."_s.arg(request.writers);
    if (const auto hold = holdProblem(request.hold))
        return hold;
    if (request.acquireTimeout && request.acquireTimeout->count() < 1)
        return u"The acquire timeout must be at least 1 ms, not %1; leave it out to wait without limit."_s.arg(
            request.acquireTimeout->count());
    if (request.acquireTimeout && *request.acquireTimeout > longestTime)
        return u"The acquire timeout can be at most %1 ms (24 days); leave it out to wait without limit."_s.arg(
            longestTime.count());
    if (request.rounds < 0)
        return u"The number of rounds cannot be negative, and 0 means until stopped; it was %1."_s.arg(request.rounds);
    return {};
}

} // namespace

std::optional<Error> validate(const SpawnRequest &request)
{
    if (const auto sentence = problem(request))
        return Error{ErrorCode::InvalidInput, u"spawn"_s, request.lock, *sentence};
    return {};
}

} // namespace lockscope::lab
