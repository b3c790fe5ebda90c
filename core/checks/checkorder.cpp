// SPDX-License-Identifier: Apache-2.0
#include "core/checks/checkparts.h"

#include "core/locks/recipecatalog.h"

namespace lockscope::journal::check {

using namespace Qt::StringLiterals;
using locks::LockState;

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

void OrderCheck::add(const RunHistory &history, const Event &event, const Happened &happened, Findings &findings)
{
    for (const GrantPtr &grant : happened.began)
        served(grant);
    if (!happened.client)
        return;
    if (std::holds_alternative<ClientLockState>(event.what) && happened.client->state != happened.before)
        m_placesGivenUp.remove(happened.client->spec.id);
    judgePlaces(history, happened, findings);
}

void OrderCheck::served(const GrantPtr &grant)
{
    Lock &lock = m_locks[grant->lock];
    lock.givenUp = 0;
    if (grant->isPermit || grant->token.isNull())
        return; // leases are given out together; who comes first is decided by the mutex before them
    const bool shared = grant->mode == locks::Mode::Shared;
    const GrantPtr &rival = shared ? lock.newestExclusive : lock.newest;
    if (rival && rival->client != grant->client && grant->token < rival->token)
        m_overtaken.push_back({rival, grant});
    const auto isNewer = [&](const GrantPtr &known) { return !known || known->token < grant->token; };
    if (isNewer(lock.newest))
        lock.newest = grant;
    if (!shared && isNewer(lock.newestExclusive))
        lock.newestExclusive = grant;
}

void OrderCheck::finish(Findings &findings) const
{
    for (const auto &[younger, older] : m_overtaken) {
        // Its node outlived its grant, so it was there all the time. Else it had lost its place and did not know.
        if (!older->survived(older->from))
            continue;
        Violation violation;
        violation.lock = older->lock;
        violation.atNs = older->fromNs;
        violation.clients = {younger->name, older->name};
        violation.nodes = {younger->node ? younger->node->path : younger->nodePath, older->node->path};
        violation.events = {younger->from, older->from, older->node->existedUntil};
        if (keepsOrder(younger->recipe) && keepsOrder(older->recipe)) {
            violation.rule = Rule::Order;
            violation.text =
                u"%1 (czxid %2) was served %3 at event %4, before %5 (czxid %6, event %7), who stood before "
                "it in the queue."_s.arg(younger->name, younger->token.toHex(), younger->lock)
                    .arg(younger->from)
                    .arg(older->name, older->token.toHex())
                    .arg(older->from);
            findings.add(violation);
        }
        if (younger->until != 0 && younger->until <= older->from) {
            violation.rule = Rule::FencingToken;
            violation.text =
                u"%1 was served %2 with the token %3 (event %4) after %5 had held it with the greater token "
                "%6 (event %7): whoever checks tokens refuses it."_s.arg(older->name, older->lock, older->token.toHex())
                    .arg(older->from)
                    .arg(younger->name, younger->token.toHex())
                    .arg(younger->from);
            findings.add(violation);
        }
    }
}

void OrderCheck::judgePlaces(const RunHistory &history, const Happened &happened, Findings &findings)
{
    const Client &client = *happened.client;
    if (client.state != LockState::Fetching || !hasOnePlace(client.spec.recipe))
        return;
    const NodePtr &left = happened.deleted;
    if (left && left->isContender && left->client == client.spec.id)
        m_placesGivenUp[client.spec.id].insert(left->directory, left);
    const NodePtr &taken = happened.born;
    if (!taken)
        return;
    const NodePtr before = m_placesGivenUp.value(client.spec.id).value(taken->directory);
    if (!before)
        return;
    Violation violation;
    violation.rule = Rule::PlaceLost;
    violation.lock = client.spec.lock;
    violation.atNs = history.atNs();
    violation.clients = {client.spec.name};
    violation.nodes = {before->path, taken->path};
    violation.events = {before->bornAt, before->existedUntil, taken->bornAt};
    violation.text =
        u"%1 deleted its own node %2 while it waited (event %3) and queued anew as %4 (event %5): all who came "
        "meanwhile are before it now."_s.arg(client.spec.name, before->path)
            .arg(before->existedUntil)
            .arg(taken->path)
            .arg(taken->bornAt);
    findings.add(violation);
    if (++m_locks[client.spec.lock].givenUp != placesOfALivelock)
        return;
    violation.rule = Rule::Livelock;
    violation.text =
        u"Contenders of %1 deleted their nodes and queued anew %2 times and nobody was served meanwhile: the "
        "newest was %3 (event %4)."_s.arg(client.spec.lock)
            .arg(placesOfALivelock)
            .arg(client.spec.name)
            .arg(taken->bornAt);
    findings.add(violation);
}

} // namespace lockscope::journal::check
