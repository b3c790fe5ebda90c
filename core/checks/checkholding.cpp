// SPDX-License-Identifier: Apache-2.0
// Judges of holding: that no two hold what excludes them, that no client gives back what is another's, and that the
// order of the queue is kept.
#include "core/checks/checkparts.h"
#include "core/locks/recipecatalog.h"

#include <algorithm>

namespace lockscope::journal::check {

using locks::LockState;

// ---- two that exclude each other ----

namespace {

constexpr size_t overlapsKept = 100'000;

/// Who, where, and the events at which each was served.
Violation describedBy(const std::vector<HoldPtr> &grants)
{
    Violation violation;
    violation.lock = grants.back()->lock;
    violation.atNs = grants.back()->fromNs;
    for (const HoldPtr &grant : grants) {
        violation.clients += grant->name;
        violation.nodes += grant->node ? grant->node->path : grant->nodePath;
        violation.events += grant->from;
    }
    return violation;
}

/// True if the server proves that every one of them still had its node when the last one was served.
bool provedByTheServer(const std::vector<HoldPtr> &grants)
{
    const HoldPtr &last = grants.back();
    return std::all_of(grants.begin(), grants.end(), [&](const HoldPtr &grant) {
        // One path holds one node at a time.
        const bool sameNode = grant != last && (grant->node == last->node || grant->nodePath == last->nodePath);
        return grant->survived(last->from) && !sameNode;
    });
}

Violation onServerTime(const std::vector<HoldPtr> &grants)
{
    Violation violation = describedBy(grants);
    QStringList proofs;
    for (const HoldPtr &grant : grants) {
        violation.events += grant->node->existedUntil;
        proofs += QString::number(grant->node->existedUntil);
    }
    const Hold &first = *grants.front();
    const Hold &last = *grants.back();
    if (last.isPermit && first.isPermit) {
        violation.rule = Rule::Permits;
        violation.text =
            Text::en("%1 held %2 at once, which has %3 leases: %4 was served at event %5 while the leases of the "
                     "others were still on the server (deleted after events %6).")
                .arg(Text::enumerated(violation.clients), last.lock, grants.size() - 1, last.name, last.from,
                     Text::enumerated(proofs));
        return violation;
    }
    violation.rule = Rule::MutualExclusion;
    const bool firstReads = first.mode == locks::Mode::Shared;
    const bool lastReads = last.mode == locks::Mode::Shared; // not both: readers do not exclude each other
    const Text both =
        firstReads ? Text::en("%1 held %2 to read (event %3) and %4 was served exclusively as well (event %5): both "
                              "nodes were on the server then, each was deleted later (asked for at events %6).")
        : lastReads
            ? Text::en("%1 held %2 exclusively (event %3) and %4 was served to read as well (event %5): both "
                       "nodes were on the server then, each was deleted later (asked for at events %6).")
            : Text::en("%1 held %2 exclusively (event %3) and %4 was served exclusively as well (event %5): both "
                       "nodes were on the server then, each was deleted later (asked for at events %6).");
    violation.text = both.arg(first.name, last.lock, first.from, last.name, last.from, Text::enumerated(proofs));
    return violation;
}

Violation onBelief(const std::vector<HoldPtr> &grants)
{
    Violation violation = describedBy(grants);
    violation.rule = Rule::BeliefOverlap;
    const Hold &first = *grants.front();
    const Hold &last = *grants.back();
    if (last.isPermit && first.isPermit) {
        violation.text =
            Text::en("%1 believed to hold %2 at once, which has %3 leases: %4 was served at event %5. Not all of "
                     "their nodes are proved to have been there: only a fencing token protects what they write to.")
                .arg(Text::enumerated(violation.clients), last.lock, grants.size() - 1, last.name, last.from);
        return violation;
    }
    const Text both =
        first.until == 0
            ? Text::en("%1 believed to hold %2 from event %3 on, and still does, and %4 was served at event "
                       "%5. That both nodes were on the server then is not proved: only a fencing token "
                       "protects what they write to.")
            : Text::en("%1 believed to hold %2 from event %3 on, until event %6, and %4 was served at event "
                       "%5. That both nodes were on the server then is not proved: only a fencing token "
                       "protects what they write to.");
    violation.text = both.arg(first.name, last.lock, first.from, last.name, last.from, first.until);
    if (first.until != 0)
        violation.events += first.until;
    return violation;
}

} // namespace

void ExclusionCheck::add(const RunHistory &history, const EventEffect &effect)
{
    for (const HoldPtr &grant : effect.ended)
        std::erase(m_locks[grant->lock].holders, grant);
    for (const HoldPtr &grant : effect.began) {
        Lock &lock = m_locks[grant->lock];
        const auto client = history.clients().find(grant->client);
        if (grant->isPermit && client != history.clients().end())
            lock.leases = std::max(lock.leases, client->second.spec.leases);
        joins(grant);
        lock.holders.push_back(grant);
    }
}

void ExclusionCheck::joins(const HoldPtr &grant)
{
    if (m_overlaps.size() >= overlapsKept)
        return;
    const Lock &lock = m_locks[grant->lock];
    Overlap permits;
    for (const HoldPtr &holder : lock.holders) {
        if (holder->client == grant->client)
            continue;
        if (exclude(*holder, *grant))
            m_overlaps.push_back({holder, grant});
        else if (holder->isPermit && grant->isPermit)
            permits.push_back(holder);
    }
    if (!grant->isPermit || std::ssize(permits) < lock.leases)
        return;
    // Permits whose nodes lived longest prove most, and as many as there are leases are enough.
    std::sort(permits.begin(), permits.end(), [](const HoldPtr &a, const HoldPtr &b) { return a->from > b->from; });
    permits.push_back(grant);
    m_overlaps.push_back(permits);
}

void ExclusionCheck::finish(CheckReport &findings) const
{
    for (const Overlap &overlap : m_overlaps) {
        const size_t wanted = overlap.back()->isPermit && overlap.front()->isPermit
                                  ? static_cast<size_t>(m_locks[overlap.back()->lock].leases) + 1
                                  : 2;
        Overlap witness = overlap;
        if (wanted < witness.size()) {
            std::stable_sort(witness.begin(), std::prev(witness.end()), [&](const HoldPtr &a, const HoldPtr &b) {
                return a->survived(overlap.back()->from) > b->survived(overlap.back()->from);
            });
            witness.erase(witness.begin() + static_cast<std::ptrdiff_t>(wanted) - 1, std::prev(witness.end()));
        } else if (wanted > witness.size()) {
            continue; // a later contender knows of more leases
        }
        findings.add(provedByTheServer(witness) ? onServerTime(witness) : onBelief(witness));
    }
}

// ---- whose it is ----

namespace {

bool mayEnterAgain(locks::RecipeId recipe)
{
    const locks::RecipeInfo &info = locks::recipeInfo(recipe);
    return info.guarantees.reentrant || info.options.threads;
}

/// A downgrade deletes one of the two nodes that it has: no giving back.
bool hasAnotherNodeIn(const CheckedClient &client, const QString &directory)
{
    return std::any_of(client.nodes.begin(), client.nodes.end(),
                       [&](const NodePtr &node) { return node->isContender && node->directory == directory; });
}

} // namespace

void OwnershipCheck::add(const RunHistory &history, const Event &event, const EventEffect &effect,
                         CheckReport &findings)
{
    if (!effect.client)
        return;
    const CheckedClient &client = *effect.client;
    // Of a simulated client it is known that its recipe makes one. One that is gone and of which it has not heard is a
    // belief; of several locks each needs its own.
    if (client.spec.foreign && effect.turn.served) {
        const bool isOfSeveral = !client.spec.paths.isEmpty();
        const auto bare = std::ranges::find_if(
            effect.began, [&](const HoldPtr &grant) { return isOfSeveral ? !grant->node : grant->nodePath.isEmpty(); });
        if (bare != effect.began.end()) {
            findings.add(violationOf(
                Rule::GrantWithoutNode, client, history.atNs(), {}, {event.number},
                Text::en("%1 said that it holds %2 (event %3), and it has no node there: nothing keeps others out.")
                    .arg(client.spec.name, isOfSeveral ? (*bare)->lock : client.spec.lock, event.number)));
        }
    }
    const auto *changed = std::get_if<ClientLockState>(&event.what);
    if (changed && changed->state == LockState::Retained && changed->entries > 1
        && !mayEnterAgain(client.spec.recipe)) {
        findings.add(violationOf(Rule::Reentrancy, client, history.atNs(), {changed->node},
                                 {client.heldInAttemptAt(), event.number},
                                 Text::en("%1 entered %2 %3 times (event %4), which its recipe %5 does not allow.")
                                     .arg(client.spec.name, client.spec.lock, changed->entries, event.number,
                                          locks::recipeName(client.spec.recipe))));
    }
    const NodePtr &node = effect.deleted;
    if (!node || !node->isContender)
        return;
    if (node->client != client.spec.id) {
        Violation violation = violationOf(
            Rule::ForeignRelease, client, history.atNs(), {node->path},
            {node->bornAt, node->existedUntil, event.number},
            Text::en("%1 deleted %2 (asked for at event %3), which is the node of %4 (event %5).")
                .arg(client.spec.name, node->path, node->existedUntil, history.nameOf(node->client), node->bornAt));
        violation.clients += history.nameOf(node->client);
        findings.add(std::move(violation));
    } else if (client.state == LockState::Retained && client.entries > 1 && !client.holdings.empty()
               && client.holdings.front()->node == node && !hasAnotherNodeIn(client, node->directory)) {
        findings.add(violationOf(
            Rule::Reentrancy, client, history.atNs(), {node->path},
            {client.holdings.front()->from, node->existedUntil, event.number},
            Text::en("%1 gave %2 back (event %3) although it had entered it %4 times and left it less often.")
                .arg(client.spec.name, node->path, node->existedUntil, client.entries)));
    }
}

// ---- who is first ----

namespace {

constexpr int placesOfALivelock = 10;

/// Whether it must be served in the order of the queue. A broken one is measured by what it should have been.
bool keepsOrder(locks::RecipeId recipe)
{
    const locks::RecipeInfo &info = locks::recipeInfo(recipe);
    return info.guarantees.fair || !info.isSound();
}

/// Whether one attempt has one place in a queue: a semaphore has a mutex and a lease, threads come and go.
bool hasOnePlace(locks::RecipeId recipe)
{
    const locks::RecipeInfo &info = locks::recipeInfo(recipe);
    return !info.options.leases && !info.options.threads;
}

} // namespace

void OrderCheck::add(const RunHistory &history, const Event &event, const EventEffect &effect, CheckReport &findings)
{
    for (const HoldPtr &grant : effect.began)
        served(grant);
    if (!effect.client)
        return;
    if (std::holds_alternative<ClientLockState>(event.what) && effect.client->state != effect.turn.before)
        m_placesGivenUp.remove(effect.client->spec.id);
    judgePlaces(history, effect, findings);
}

void OrderCheck::served(const HoldPtr &grant)
{
    Lock &lock = m_locks[grant->lock];
    lock.givenUp = 0;
    if (grant->isPermit)
        return; // leases are given out together; who comes first is decided by the mutex before them
    const auto judge = [&grant](Newest &newest, Zxid Hold::*by, std::vector<Overtaken> &overtaken) {
        if ((*grant.*by).isNull())
            return;
        const bool shared = grant->mode == locks::Mode::Shared;
        const HoldPtr &rival = shared ? newest.exclusive : newest.any;
        if (rival && rival->client != grant->client && *grant.*by < *rival.*by)
            overtaken.push_back({rival, grant});
        const auto isNewer = [&](const HoldPtr &known) { return !known || *known.*by < *grant.*by; };
        if (isNewer(newest.any))
            newest.any = grant;
        if (!shared && isNewer(newest.exclusive))
            newest.exclusive = grant;
    };
    judge(lock.byPlace, &Hold::place, m_outOfPlace);
    judge(lock.byToken, &Hold::token, m_outOfToken);
}

namespace {

/// Of two that were served the younger before the older.
Violation overtaken(const HoldPtr &younger, const HoldPtr &older, Rule rule, const Text &text)
{
    Violation violation;
    violation.rule = rule;
    violation.lock = older->lock;
    violation.atNs = older->fromNs;
    violation.clients = {younger->name, older->name};
    violation.nodes = {younger->node ? younger->node->path : younger->nodePath, older->node->path};
    violation.events = {younger->from, older->from, older->node->existedUntil};
    violation.text = text;
    return violation;
}

} // namespace

/// Its node outlived its grant, so it was there all the time. Else it had lost its place and did not know.
void OrderCheck::finish(CheckReport &findings) const
{
    for (const auto &[younger, older] : m_outOfPlace) {
        if (older->survived(older->from) && keepsOrder(younger->recipe) && keepsOrder(older->recipe))
            findings.add(overtaken(younger, older, Rule::Order,
                                   Text::en("%1 (czxid %2) was served %3 at event %4, before %5 (czxid %6, event %7), "
                                            "who stood before it in the queue.")
                                       .arg(younger->name, younger->place.toHex(), younger->lock, younger->from,
                                            older->name, older->place.toHex(), older->from)));
    }
    for (const auto &[younger, older] : m_outOfToken) {
        if (older->survived(older->from) && younger->until != 0 && younger->until <= older->from)
            findings.add(overtaken(
                younger, older, Rule::FencingToken,
                Text::en("%1 was served %2 with the token %3 (event %4) after %5 had held it with the greater token "
                         "%6 (event %7): a resource that checks tokens refuses it.")
                    .arg(older->name, older->lock, older->token.toHex(), older->from, younger->name,
                         younger->token.toHex(), younger->from)));
    }
}

void OrderCheck::judgePlaces(const RunHistory &history, const EventEffect &effect, CheckReport &findings)
{
    const CheckedClient &client = *effect.client;
    if (client.state != LockState::Fetching || !hasOnePlace(client.spec.recipe))
        return;
    const NodePtr &left = effect.deleted;
    // Of an attempt before, it may be deleted in the background: then it is no place of this one.
    if (left && left->isContender && left->client == client.spec.id && left->bornAt > client.asked.number)
        m_placesGivenUp[client.spec.id].insert(left->directory, left);
    const NodePtr &taken = effect.born;
    if (!taken)
        return;
    const NodePtr before = m_placesGivenUp.value(client.spec.id).value(taken->directory);
    if (!before)
        return;
    Violation violation = violationOf(
        Rule::PlaceLost, client, history.atNs(), {before->path, taken->path},
        {before->bornAt, before->existedUntil, taken->bornAt},
        Text::en(
            "%1 deleted its own node %2 while it waited (event %3) and queued again as %4 (event %5): all who came "
            "meanwhile are before it now.")
            .arg(client.spec.name, before->path, before->existedUntil, taken->path, taken->bornAt));
    findings.add(violation);
    if (++m_locks[client.spec.lock].givenUp != placesOfALivelock)
        return;
    violation.rule = Rule::Livelock;
    violation.text = Text::en("Contenders of %1 deleted their nodes and queued again %2 times and no client was served "
                              "meanwhile: the newest was %3 (event %4).")
                         .arg(client.spec.lock, placesOfALivelock, client.spec.name, taken->bornAt);
    findings.add(violation);
}

} // namespace lockscope::journal::check
