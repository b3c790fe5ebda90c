// SPDX-License-Identifier: Apache-2.0
#include "ui/recipe/recipereading.h"

#include "core/base/path.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::LockState;
using locks::RecipeId;

namespace {

struct RecipeReadingText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::RecipeReadingText)
};

const QString noValue = u"\u2013"_s;

Fact nodeFact(const QString &key, const QString &path)
{
    return {key, path.isEmpty() ? noValue : shortNodeName(baseName(path)), path};
}

/// "2 of 7", counted in the order of service; foreign children, which come last, count for nothing.
QString placeOf(const locks::LockQueue &queue, int index)
{
    if (index < 0 || !locks::isContender(queue.contenders[static_cast<size_t>(index)]))
        return noValue;
    const locks::ContenderSummary all = queue.contenders.summary();
    return RecipeReadingText::tr("%1 of %2").arg(index + 1).arg(all.count - all.foreign);
}

/// "12 · 3.0 per acquire"
QString countedText(quint64 count, int rounds)
{
    const QString all = QString::number(count);
    if (rounds == 0)
        return all;
    return RecipeReadingText::tr("%1 · %2 per acquire").arg(all, QString::number(double(count) / rounds, 'f', 1));
}

QString stateOf(const journal::Client &client)
{
    if (client.crashed)
        return RecipeReadingText::tr("crashed");
    if (isOver(client.connection))
        return RecipeReadingText::tr("session over");
    return client.paused ? RecipeReadingText::tr("paused") : locks::lockStateText(client.state).shown();
}

Role roleOf(const journal::Client &client)
{
    if (client.paused || client.isGone())
        return Role::Suspended;
    switch (client.state) {
    case LockState::Retained: return Role::Holding;
    case LockState::Fetching: return Role::Waiting;
    case LockState::Free:
    case LockState::Releasing:
    case LockState::Released: return Role::Neutral;
    }
    return Role::Neutral;
}

/// The node that it waits for, or looks at to wait for; in its own acquire only.
QString watchedBy(const journal::Client &client)
{
    const bool watches = client.step == locks::Step::Watch || client.step == locks::Step::Wait;
    const bool ownData = client.stepPath == client.node && client.state == LockState::Retained;
    return watches && (client.state == LockState::Fetching || ownData) ? client.stepPath : QString();
}

std::optional<int> lineOf(const journal::Client &client)
{
    const bool asks = client.state == LockState::Free || client.state == LockState::Released;
    if (!client.step || (asks && client.step != locks::Step::Write))
        return std::nullopt;
    return locks::lineOf(
        locks::recipeCode(client.spec.recipe, client.spec.dialect),
        {*client.step, client.stepPath, client.spec.lock, client.spec.dialect, client.state, client.node});
}

RecipeReading readClient(const journal::World &world, const journal::Client &client)
{
    RecipeReading reading;
    reading.gap = client.spec.withoutLock ? RecipeReading::Gap::NoLock : RecipeReading::Gap::None;
    reading.recipe = client.spec.recipe;
    reading.dialect = client.spec.dialect;
    reading.who = client.spec.name;
    reading.state = stateOf(client);
    reading.role = roleOf(client);
    reading.line = lineOf(client);
    reading.holds = client.holds();
    reading.stands = client.paused || client.isGone();
    reading.lock = client.spec.lock;
    const locks::LockQueue &queue = world.queue(client.spec.lock);
    reading.waiting = queue.waitingCount();
    reading.onlyBelieves =
        std::ranges::find(queue.zombies, client.spec.id, &locks::ZombieHolder::client) != queue.zombies.end();
    reading.facts = {
        nodeFact(RecipeReadingText::tr("my node"), client.node),
        nodeFact(RecipeReadingText::tr("I watch"), watchedBy(client)),
        {RecipeReadingText::tr("my place"),
         client.node.isEmpty() ? noValue : placeOf(queue, queue.indexOfPath(client.node)),
         {}},
        {RecipeReadingText::tr("token"), client.token.isNull() ? noValue : client.token.toHex(),
         RecipeReadingText::tr("The fencing token: the czxid of its node, which grows from holder to holder")},
        {RecipeReadingText::tr("session"), client.session.isNull() ? noValue : client.session.toHex(), {}},
        {RecipeReadingText::tr("acquired"), RecipeReadingText::tr("%n times", nullptr, client.round), {}},
        {RecipeReadingText::tr("requests"), countedText(client.requests, client.round), {}},
        {RecipeReadingText::tr("watch events"), countedText(client.watchEvents, client.round), {}},
    };
    return reading;
}

/// What clients that write such names do, as their families document it.
std::optional<RecipeId> recipeOf(const locks::LockQueue &queue)
{
    const bool curator = queue.dialect == locks::Dialect::Curator;
    switch (queue.kind) {
    case locks::LockKind::Ephemeral: return RecipeId::Ephemeral;
    case locks::LockKind::Mutex: return curator ? RecipeId::Reentrant : RecipeId::Mutex;
    case locks::LockKind::Election: return RecipeId::Mutex;
    case locks::LockKind::ReadWrite: return curator ? RecipeId::ReadWriteCurator : RecipeId::ReadWrite;
    case locks::LockKind::Semaphore: return RecipeId::Semaphore;
    case locks::LockKind::Queue:
    case locks::LockKind::Group: return std::nullopt;
    }
    return std::nullopt;
}

/// The paths that \a session watches, as servers reported.
const QStringList &watchesOf(SessionId session, const locks::Knowledge &knowledge, SessionWatches &known)
{
    if (known.session == session && known.reportedAtNs == knowledge.answeredAtNs)
        return known.paths;
    known = {session, knowledge.answeredAtNs, {}};
    for (auto watched = knowledge.watchers.cbegin(); watched != knowledge.watchers.cend(); ++watched) {
        if (watched->contains(session))
            known.paths += watched.key();
    }
    return known.paths;
}

/// Whose watch it is: of those contenders of one session that wait for it, else of the first one behind it, else of
/// the first.
bool isWatchOf(int index, int watched, const std::vector<int> &own, const locks::LockQueue &queue)
{
    const auto waits = [&](int waiter) {
        return queue.contenders[static_cast<size_t>(waiter)].waits.contains(watched - waiter);
    };
    if (std::any_of(own.begin(), own.end(), waits))
        return waits(index);
    const auto behind = std::upper_bound(own.begin(), own.end(), watched);
    return index == (behind != own.end() ? *behind : own.front());
}

/// The nodes that servers say its session watches in this lock.
Fact watchFact(const journal::World &world, const locks::LockQueue &queue, int index, SessionWatches &known)
{
    const SessionId session = queue.contenders[static_cast<size_t>(index)].node.owner();
    std::vector<int> own;
    for (const size_t each : queue.contenders.ownedBy(session))
        own.push_back(static_cast<int>(each));
    std::vector<int> watched;
    if (!own.empty()) {
        for (const QString &path : watchesOf(session, world.knowledge(), known)) {
            const int at = queue.indexOfPath(path);
            if (at >= 0 && isWatchOf(index, at, own, queue))
                watched.push_back(at);
        }
    }
    std::sort(watched.begin(), watched.end());
    QStringList names;
    QStringList paths;
    for (const int at : watched) {
        const QString &name = queue.contenders[static_cast<size_t>(at)].node.name;
        names += shortNodeName(baseName(name));
        paths += joinPath(queue.path, name);
    }
    const bool asked = world.knowledge().allWatches;
    const QString nothing = asked ? noValue : RecipeReadingText::tr("not known");
    const QString why = asked ? QString() : RecipeReadingText::tr("No server told which watches there are.");
    return {RecipeReadingText::tr("it watches"), names.isEmpty() ? nothing : names.join(u", "_s),
            names.isEmpty() ? why : paths.join(u'\n')};
}

RecipeReading readContender(const journal::World &world, const RecipeSubject &subject, SessionWatches &watches)
{
    RecipeReading reading;
    reading.isForeign = true;
    reading.lock = subject.lock;
    const locks::LockQueue &queue = world.queue(subject.lock);
    const int index = queue.indexOfPath(subject.node);
    reading.waiting = queue.waitingCount();
    if (index < 0) {
        reading.gap = RecipeReading::Gap::Gone;
        return reading;
    }
    const locks::Contender *found = &queue.contenders[static_cast<size_t>(index)];
    const auto recipe = recipeOf(queue);
    const bool isContender = found->state != locks::ContenderState::Foreign;
    reading.gap = recipe && isContender ? RecipeReading::Gap::None : RecipeReading::Gap::UnknownNames;
    reading.recipe = recipe.value_or(RecipeId::Mutex);
    reading.dialect = queue.dialect;
    reading.who = contenderLabel(world, *found);
    reading.holds = found->state == locks::ContenderState::Holding;
    const bool isMember = found->state == locks::ContenderState::Member;
    if (isMember)
        reading.gap = RecipeReading::Gap::UnknownNames;
    reading.state = reading.holds                                    ? RecipeReadingText::tr("holds")
                    : isMember                                       ? RecipeReadingText::tr("member")
                    : found->state == locks::ContenderState::Pending ? RecipeReadingText::tr("pending")
                                                                     : RecipeReadingText::tr("waits");
    reading.role = reading.holds ? Role::Holding : isMember ? Role::Neutral : Role::Waiting;
    const SessionId session = found->node.owner();
    reading.facts = {nodeFact(RecipeReadingText::tr("its node"), subject.node),
                     watchFact(world, queue, index, watches),
                     {RecipeReadingText::tr("its place"), placeOf(queue, index), {}},
                     {RecipeReadingText::tr("session"), session.isNull() ? noValue : session.toHex(), {}}};
    return reading;
}

/// Its algorithm is its own: what clients that write such names do is all that is known.
RecipeReading readForeign(const journal::World &world, const journal::Client &client, SessionWatches &watches)
{
    RecipeReading reading;
    if (world.queue(client.spec.lock).indexOfPath(client.node) >= 0) {
        reading = readContender(world, {{}, client.spec.lock, client.node}, watches);
    } else {
        reading.gap = RecipeReading::Gap::Foreign;
        reading.isForeign = true;
        reading.lock = client.spec.lock;
    }
    reading.who = client.spec.name;
    return reading;
}

} // namespace

RecipeReading readRecipe(const journal::World &world, const RecipeSubject &subject, SessionWatches &watches)
{
    if (!subject.client.isNull()) {
        if (const journal::Client *client = world.client(subject.client))
            return client->spec.foreign ? readForeign(world, *client, watches) : readClient(world, *client);
        RecipeReading gone;
        gone.gap = RecipeReading::Gap::Gone;
        return gone;
    }
    return subject.node.isEmpty() ? RecipeReading() : readContender(world, subject, watches);
}

} // namespace lockscope::ui
