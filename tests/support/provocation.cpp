// SPDX-License-Identifier: Apache-2.0
#include "tests/support/provocation.h"

#include "tests/support/wholerequest.h"

#include <algorithm>
#include <array>

namespace lockscope::test {

using namespace std::chrono_literals;
using journal::Fault;
using journal::Rule;
using lab::HoldTime;
using locks::RecipeId;

QList<lab::RandomFault> everyFault()
{
    return {{Fault::LoseCreateReply, 0.03, 0ms}, {Fault::LoseReply, 0.02, 0ms}, {Fault::Delay, 0.03, 50ms},
            {Fault::Partition, 0.01, 300ms},     {Fault::Pause, 0.01, 1500ms},  {Fault::Expire, 0.005, 0ms},
            {Fault::Crash, 0.003, 0ms},          {Fault::Close, 0.003, 0ms}};
}

bool isOfServerTime(Rule rule)
{
    constexpr std::array rules{Rule::MutualExclusion, Rule::Permits, Rule::Reentrancy, Rule::ForeignRelease,
                               Rule::FencingToken,    Rule::Order,   Rule::PlaceLost};
    return std::find(rules.begin(), rules.end(), rule) != rules.end();
}

lab::SpawnRequest busyRequest(const locks::RecipeInfo &info, qsizetype dialect, const QString &lock)
{
    lab::SpawnRequest request = wholeRequest(info, dialect, lock);
    request.count = 6;
    request.rounds = 6;
    request.hold = {HoldTime::Kind::Random, 0ms, 5ms};
    return request;
}

Provocation provocation(const locks::RecipeInfo &info, int attempt, const QString &lock)
{
    Provocation made;
    lab::SpawnRequest &request = made.request;
    request = busyRequest(info, attempt, lock);
    request.seed = static_cast<quint64>(attempt) + 1;
    request.rounds = 20;
    switch (info.id) {
    case RecipeId::BrokenSelfWatch:
    case RecipeId::BrokenDuplicateContender: request.faults = {{Fault::LoseCreateReply, 0.2, 0ms}}; break;
    case RecipeId::BrokenLeakyTimeout:
    case RecipeId::BrokenOrphanedLease:
    case RecipeId::BrokenLeakedWatch:
        request.acquireTimeout = 50ms;
        request.hold = {HoldTime::Kind::Fixed, 80ms, 80ms};
        request.rounds = 5;
        break;
    case RecipeId::BrokenSilentLoss:
        request.faults = {{Fault::Expire, 0.05, 0ms}};
        request.hold = {HoldTime::Kind::Fixed, 300ms, 300ms};
        break;
    case RecipeId::BrokenForgottenRelease: request.faults = {{Fault::LoseReply, 0.1, 0ms}}; break;
    case RecipeId::BrokenPersistentNode: request.faults = {{Fault::Crash, 0.02, 0ms}}; break;
    case RecipeId::BrokenOvertakingWriter:
        made.downgrades = true; // readers pass over who does
        request.hold = {HoldTime::Kind::Fixed, 100ms, 100ms};
        break;
    default:
        made.makesStrayChild = info.id == RecipeId::BrokenForeignChild;
        request.count = 12;
        request.hold = {HoldTime::Kind::Fixed, 0ms, 0ms};
        break;
    }
    return made;
}

} // namespace lockscope::test
