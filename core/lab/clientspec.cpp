// SPDX-License-Identifier: Apache-2.0
#include "core/lab/clientspec.h"

#include "core/base/path.h"
#include "core/locks/queue.h"
#include "core/locks/recipecatalog.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostAtOnce = 100'000;
constexpr int mostLeases = 1'000'000;
constexpr int mostEntries = 1'000;
constexpr std::chrono::milliseconds longestTime{std::numeric_limits<int>::max()}; ///< a timer's, about 24 days

std::optional<Text> lockProblem(const QString &lock)
{
    if (lock.isEmpty())
        return Text::en("The lock path is missing: write one like /locks/orders.");
    if (const auto problem = pathProblem(lock))
        return Text::en("The lock path \"%1\" is not valid: %2.").arg(lock, *problem);
    if (lock == u"/"_s)
        return Text::en("The root is no lock: write a path below it, like /locks/orders.");
    if (isAtOrBelow(lock, u"/zookeeper"_s))
        return Text::en("%1 belongs to ZooKeeper itself: choose a path outside /zookeeper.").arg(lock);
    return {};
}

std::optional<Text> holdProblem(const HoldTime &hold)
{
    if (hold.kind == HoldTime::Kind::ByHand)
        return {};
    if (hold.min.count() < 0 || hold.max.count() < 0)
        return Text::en("A hold time cannot be negative.");
    if (hold.kind == HoldTime::Kind::Random && hold.min > hold.max)
        return Text::en("The least hold time (%1 ms) is above the greatest (%2 ms): exchange them.")
            .arg(hold.min.count(), hold.max.count());
    if (hold.min > longestTime || hold.max > longestTime)
        return Text::en("A hold time can be at most %1 ms (24 days).").arg(longestTime.count());
    return {};
}

std::optional<Text> dialectProblem(const SpawnRequest &request, const locks::RecipeInfo &recipe)
{
    if (request.dialect == locks::Dialect::Generic)
        return Text::en("Clients cannot write generic names: choose the dialect docs, curator, kazoo or plain.");
    if (recipe.dialects.contains(request.dialect))
        return {};
    QStringList names;
    for (const locks::Dialect dialect : recipe.dialects)
        names += locks::dialectName(dialect);
    const QString last = names.takeLast();
    return Text::en("The recipe %1 has no names in the dialect %2: choose %3.")
        .arg(recipe.name, locks::dialectName(request.dialect),
             names.isEmpty() ? Text::verbatim(last) : Text::en("%1 or %2").arg(names.join(u", "_s), last));
}

std::optional<Text> pathsProblem(const SpawnRequest &request, const locks::RecipeInfo &recipe)
{
    if (!recipe.options.paths)
        return request.paths.isEmpty()
                   ? std::nullopt
                   : std::optional(Text::en("The recipe %1 takes one lock, not several.").arg(recipe.name));
    if (request.paths.size() < 2)
        return Text::en("The recipe %1 wants two locks or more.").arg(recipe.name);
    for (const QString &path : request.paths) {
        if (const auto wrong = lockProblem(path))
            return wrong;
        if (request.paths.count(path) > 1)
            return Text::en("The lock %1 is named twice: no client can take it twice.").arg(path);
    }
    return {};
}

std::optional<Text> numbersProblem(const SpawnRequest &request, const locks::RecipeInfo &recipe)
{
    if (request.leases < 1 || request.leases > mostLeases)
        return Text::en("The number of leases must be between 1 and %1, not %2.").arg(mostLeases, request.leases);
    if (request.entries < 1 || request.entries > mostEntries)
        return Text::en("The number of entries must be between 1 and %1, not %2.").arg(mostEntries, request.entries);
    if (request.entries > 1 && !recipe.options.entries)
        return Text::en("The recipe %1 is not reentrant: its entries must be 1.").arg(recipe.name);
    if (request.threads < 1 || request.threads > mostEntries)
        return Text::en("The number of threads must be between 1 and %1, not %2.").arg(mostEntries, request.threads);
    if (request.pool < 0 || request.pool > mostEntries)
        return Text::en("The connections of a pool must be between 1 and %1, not %2; leave them out for one each.")
            .arg(mostEntries, request.pool);
    if (request.pool > 0 && !recipe.options.pool)
        return Text::en("The recipe %1 has no connections to share: a pool is of connections to a database.")
            .arg(recipe.name);
    if (request.threads > 1 && !recipe.options.threads)
        return Text::en("The recipe %1 has no threads that share it: theirs must be 1.").arg(recipe.name);
    return {};
}

std::optional<Text> faultsProblem(const QList<RandomFault> &faults)
{
    for (const RandomFault &fault : faults) {
        if (!std::isfinite(fault.rate) || fault.rate < 0 || fault.rate > 1)
            return Text::en("The rate of the fault %1 must be between 0 and 1, not %2.")
                .arg(journal::faultName(fault.fault), fault.rate);
        if (fault.duration.count() < 0 || fault.duration > longestTime)
            return Text::en("The duration of the fault %1 must be between 0 and %2 ms.")
                .arg(journal::faultName(fault.fault), longestTime.count());
    }
    return {};
}

std::optional<Text> problem(const SpawnRequest &request)
{
    if (request.count < 1)
        return Text::en("The number of clients must be at least 1, not %1.").arg(request.count);
    if (request.count > mostAtOnce)
        return Text::counted("%n clients are more than one program can run: at most %1.", request.count)
            .arg(mostAtOnce);
    if (const auto lock = lockProblem(request.lock))
        return lock;
    const locks::RecipeInfo &recipe = locks::recipeInfo(request.recipe);
    if (const auto wrong = dialectProblem(request, recipe))
        return wrong;
    if (const auto wrong = pathsProblem(request, recipe))
        return wrong;
    if (const auto wrong = numbersProblem(request, recipe))
        return wrong;
    if (const auto wrong = faultsProblem(request.faults))
        return wrong;
    if (request.resource != Resource::OfSession && request.stamp.isEmpty())
        return Text::en("The path of the number that the resource keeps is missing.");
    if (request.resource == Resource::Fenced && !request.hasToken())
        return request.withoutLock
                   ? Text::en("Without a lock there is no fencing token.")
                   : Text::en("The recipe %1 has no fencing token that a resource could compare.").arg(recipe.name);
    const auto expires = [](const RandomFault &fault) { return fault.fault == journal::Fault::Expire; };
    if (!recipe.isOfZooKeeper() && std::ranges::any_of(request.faults, expires))
        return Text::en("%1 has no sessions that could expire: leave the fault expire out. What is held goes after its "
                        "own time limit, if it has one.")
            .arg(locks::backendText(recipe.backends.first()));
    if (!request.names.isEmpty() && request.names.size() != request.count)
        return Text::en("There are %1 names for %2 clients: give each one, or none.")
            .arg(request.names.size(), request.count);
    if (!std::isfinite(request.writers) || request.writers < 0 || request.writers > 1)
        return Text::en("The share of writers must be between 0 and 1, not %1.").arg(request.writers);
    if (const auto hold = holdProblem(request.hold))
        return hold;
    if (request.acquireTimeout && request.acquireTimeout->count() < 1)
        return Text::en("The acquire timeout must be at least 1 ms, not %1; leave it out to wait without limit.")
            .arg(request.acquireTimeout->count());
    if (request.acquireTimeout && *request.acquireTimeout > longestTime)
        return Text::en("The acquire timeout can be at most %1 ms (24 days); leave it out to wait without limit.")
            .arg(longestTime.count());
    constexpr std::chrono::milliseconds longestSession = std::chrono::minutes(10);
    if (request.sessionTimeout && (request.sessionTimeout->count() < 1 || *request.sessionTimeout > longestSession))
        return Text::en(
                   "The session timeout must be from 1 ms to %1 ms, not %2; leave it out for the connection's own.")
            .arg(longestSession.count(), request.sessionTimeout->count());
    if (request.rounds < 0)
        return Text::en("The number of rounds cannot be negative, and 0 means until stopped; it was %1.")
            .arg(request.rounds);
    return {};
}

} // namespace

QList<NodeExample> nodeExamples(const SpawnRequest &request, const QString &token)
{
    if (request.withoutLock)
        return {};
    const locks::RecipeInfo &recipe = locks::recipeInfo(request.recipe);
    QList<NodeExample> examples;
    const auto add = [&](QChar letter, const QString &directory, const QString &name) {
        examples.append({letter, directory, name, recipe.id == locks::RecipeId::BrokenPersistentNode});
    };
    const auto addNumbered = [&](QChar letter, const QString &directory, locks::NameKind kind,
                                 locks::Mode mode = locks::Mode::Exclusive) {
        if (const auto prefix = locks::namePrefix(request.dialect, kind, mode, token))
            add(letter, directory, *prefix + locks::sequenceText(0));
    };
    if (locks::isOfOneNode(recipe.id)) {
        add(u'M', parentPath(request.lock), baseName(request.lock)); // the lock's path itself is the node
    } else if (recipe.options.leases || recipe.id == locks::RecipeId::SemaphoreMutex) {
        const auto paths = locks::semaphorePaths(request.dialect, request.lock);
        addNumbered(u'M', paths.queue, locks::NameKind::Mutex);
        if (request.dialect == locks::Dialect::Kazoo)
            add(u'L', paths.leases, token); // a lease of kazoo's has no number
        else
            addNumbered(u'L', paths.leases, locks::NameKind::Lease, locks::Mode::Shared);
    } else if (recipe.options.writers) {
        if (request.writers > 0)
            addNumbered(u'W', request.lock, locks::NameKind::ReadWrite, locks::Mode::Exclusive);
        if (request.writers < 1)
            addNumbered(u'R', request.lock, locks::NameKind::ReadWrite, locks::Mode::Shared);
    } else {
        for (const QString &path : recipe.options.paths ? request.paths : QStringList{request.lock})
            addNumbered(u'M', path, locks::NameKind::Mutex);
    }
    return examples;
}

std::optional<Text> strangersWarning(const SpawnRequest &request, const QString &lock, const NameList &children)
{
    const auto isMixed = [&lock](const NameList &names) {
        std::vector<locks::ChildNode> nodes;
        for (const QStringView name : names)
            nodes.emplace_back().name = name.toString();
        const locks::LockQueue queue = locks::readQueue(lock, {}, std::move(nodes));
        return std::ranges::find(queue.findings, u"mixed-dialects"_s, &locks::Finding::id) != queue.findings.end();
    };
    NameList together = children;
    for (const NodeExample &example : nodeExamples(request, locks::newToken(request.dialect))) {
        if (example.directory == lock)
            together.append(example.name);
    }
    if (!isMixed(together) || isMixed(children))
        return std::nullopt;
    return Text::en(
               "Other clients queue in %1 under names of another kind. Clients that name their nodes as %2 does do "
               "not look at those, so both would hold at once.")
        .arg(lock, locks::dialectName(request.dialect));
}

QString confirmationOf(const QStringList &written)
{
    return std::accumulate(written.begin(), written.end(), written.value(0), commonAncestor);
}

Text writtenText(const QStringList &written)
{
    constexpr qsizetype mostShown = 12;
    return written.size() > mostShown
               ? Text::counted("%1 and %n more", written.size() - mostShown).arg(written.first(mostShown).join(", "_L1))
               : Text::enumerated(written);
}

bool isWriter(const SpawnRequest &request, int index)
{
    const qint64 writers = qRound64(request.writers * request.count);
    return (index + 1) * writers / request.count > index * writers / request.count;
}

QStringList pathsOf(const SpawnRequest &request, int index)
{
    QStringList paths = request.paths;
    if (request.recipe == locks::RecipeId::BrokenUnsortedMulti) {
        if (index % 2 == 1)
            std::reverse(paths.begin(), paths.end());
    } else if (request.sorted) {
        paths.sort();
    }
    return paths;
}

tl::unexpected<Error> notInjected(journal::Fault fault)
{
    return failure(ErrorCode::InvalidInput, journal::faultName(fault), {},
                   fault == journal::Fault::JumpClock ? Text::en("No lock on ZooKeeper reads its client's clock.")
                                                      : Text::en("it has a call of its own"));
}

bool SpawnRequest::hasToken() const
{
    const locks::RecipeInfo &info = locks::recipeInfo(recipe);
    return !withoutLock && info.isOfZooKeeper() && !info.options.paths;
}

std::optional<Error> misplaced(const SpawnRequest &request, locks::Backend server)
{
    const locks::RecipeInfo &recipe = locks::recipeInfo(request.recipe);
    if (recipe.runsOn(server) || request.withoutLock)
        return {};
    QStringList others;
    for (const locks::Backend backend : recipe.backends)
        others += locks::backendText(backend);
    return Error{ErrorCode::InvalidInput, u"spawn"_s, request.lock,
                 Text::en("The recipe %1 runs on %2, and this is %3: %3 does not have what it needs.")
                     .arg(recipe.name, Text::enumerated(others), locks::backendText(server))};
}

std::optional<Error> validate(const SpawnRequest &request)
{
    if (const auto sentence = problem(request))
        return Error{ErrorCode::InvalidInput, u"spawn"_s, request.lock, *sentence};
    return {};
}

} // namespace lockscope::lab
