// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecode.h"

#include "core/base/path.h"
#include "core/locks/recipecodeparts.h"

#include <algorithm>

namespace lockscope::locks {

namespace {

bool isAtOrIn(const QString &path, const QString &directory)
{
    return path == directory || parentPath(path) == directory;
}

bool isAbout(CodeLine::About about, const CodePosition &position)
{
    switch (about) {
    case CodeLine::About::Anything: return true;
    case CodeLine::About::NoPlaceYet: return position.node.isEmpty();
    case CodeLine::About::OwnNode: return !position.node.isEmpty() && position.path == position.node;
    case CodeLine::About::Line: return isAtOrIn(position.path, semaphorePaths(position.dialect, position.lock).queue);
    case CodeLine::About::Leases:
        return isAtOrIn(position.path, semaphorePaths(position.dialect, position.lock).leases);
    }
    return false;
}

/// How well the circumstances of a line are those of the position: what it asks for and has counts for it, what it
/// asks for and has not against it.
int fitness(const CodeLine &line, const CodePosition &position)
{
    int fits = 0;
    if (line.about != CodeLine::About::Anything)
        fits += isAbout(line.about, position) ? 1 : -4;
    if (!line.during.isEmpty())
        fits += line.during.contains(position.state) ? 1 : -4;
    return fits;
}

bool isOfAcquire(Step step)
{
    return step == Step::MakeDirectory || step == Step::Enqueue || step == Step::FindOwn || step == Step::List
           || step == Step::Watch || step == Step::Wait;
}

std::optional<int> grantingLine(const RecipeCode &code)
{
    const auto granting = std::find_if(code.begin(), code.end(), [](const CodeLine &line) { return line.grants; });
    return granting == code.end() ? std::nullopt : std::optional(static_cast<int>(granting - code.begin()));
}

} // namespace

RecipeCode recipeCode(RecipeId recipe, Dialect dialect)
{
    switch (recipe) {
    case RecipeId::Ephemeral: return code::ephemeral();
    case RecipeId::QueueHerd: return code::queueHerd();
    case RecipeId::Mutex: return code::mutex();
    case RecipeId::Reentrant: return code::reentrant();
    case RecipeId::SemaphoreMutex: return code::semaphoreCurator();
    case RecipeId::ReadWriteNaive: return code::readWriteNaive();
    case RecipeId::ReadWrite: return code::readWrite();
    case RecipeId::ReadWriteCurator: return code::readWriteCurator();
    case RecipeId::Semaphore: return dialect == Dialect::Kazoo ? code::semaphoreKazoo() : code::semaphoreCurator();
    case RecipeId::Multi: return code::multi();
    case RecipeId::Revocable: return code::revocable();
    case RecipeId::ProcessLock: return code::processLock();
    case RecipeId::BrokenLostWakeup: return code::lostWakeup();
    case RecipeId::BrokenSelfWatch: return code::selfWatch();
    case RecipeId::BrokenPathOrder: return code::pathOrder();
    case RecipeId::BrokenRequeueAtTail: return code::requeueAtTail();
    case RecipeId::BrokenOvertakingWriter: return code::overtakingWriter();
    case RecipeId::BrokenMutualWait: return code::mutualWait();
    case RecipeId::BrokenLeakyTimeout: return code::leakyTimeout();
    case RecipeId::BrokenDuplicateContender: return code::duplicateContender();
    case RecipeId::BrokenForeignChild: return code::foreignChild();
    case RecipeId::BrokenSilentLoss: return code::silentLoss();
    case RecipeId::BrokenForgottenRelease: return code::forgottenRelease();
    case RecipeId::BrokenElectionLivelock: return code::electionLivelock();
    case RecipeId::BrokenOrphanedLease: return code::orphanedLease();
    case RecipeId::BrokenLeakedWatch: return code::leakedWatch();
    case RecipeId::BrokenPersistentNode: return code::persistentNode();
    case RecipeId::BrokenUnsortedMulti: return code::unsortedMulti();
    }
    Q_UNREACHABLE();
}

std::optional<int> lineOf(const RecipeCode &code, const CodePosition &position)
{
    std::optional<int> best;
    int bestFits = 0;
    for (size_t i = 0; i < code.size(); ++i) {
        if (!code[i].steps.contains(position.step))
            continue;
        const int fits = fitness(code[i], position);
        if (!best || fits > bestFits) {
            best = static_cast<int>(i);
            bestFits = fits;
        }
    }
    if (position.state == LockState::Retained && bestFits <= 0 && isOfAcquire(position.step))
        return grantingLine(code);
    return best;
}

} // namespace lockscope::locks
