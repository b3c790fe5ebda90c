// SPDX-License-Identifier: Apache-2.0
#include "core/checks/checkparts.h"

#include "core/locks/recipecatalog.h"

#include <algorithm>

namespace lockscope::journal::check {

using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

bool mayEnterAgain(locks::RecipeId recipe)
{
    const locks::RecipeInfo &info = locks::recipeInfo(recipe);
    return info.guarantees.reentrant || info.options.threads;
}

Violation about(Rule rule, const RunHistory &history, const Client &client)
{
    Violation violation;
    violation.rule = rule;
    violation.lock = client.spec.lock;
    violation.atNs = history.atNs();
    violation.clients = {client.spec.name};
    return violation;
}

/// A downgrade deletes one of the two nodes that it has: no giving back.
bool hasAnotherNodeIn(const Client &client, const QString &directory)
{
    return std::any_of(client.nodes.begin(), client.nodes.end(),
                       [&](const NodePtr &node) { return node->isContender && node->directory == directory; });
}

} // namespace

void OwnershipCheck::add(const RunHistory &history, const Event &event, const Happened &happened, Findings &findings)
{
    if (!happened.client)
        return;
    const Client &client = *happened.client;
    const auto *told = std::get_if<ClientLockState>(&event.what);
    if (told && told->state == LockState::Retained && told->entries > 1 && !mayEnterAgain(client.spec.recipe)) {
        Violation violation = about(Rule::Reentrancy, history, client);
        violation.nodes = {told->node};
        violation.events = {client.heldInAttemptAt, event.number};
        violation.text = u"%1 entered %2 %3 times (event %4), which its recipe %5 does not allow."_s
                             .arg(client.spec.name, client.spec.lock)
                             .arg(told->entries)
                             .arg(event.number)
                             .arg(locks::recipeName(client.spec.recipe));
        findings.add(std::move(violation));
    }
    const NodePtr &node = happened.deleted;
    if (!node || !node->isContender)
        return;
    if (node->client != client.spec.id) {
        Violation violation = about(Rule::ForeignRelease, history, client);
        violation.clients += history.nameOf(node->client);
        violation.nodes = {node->path};
        violation.events = {node->bornAt, node->existedUntil, event.number};
        violation.text = u"%1 deleted %2 (asked for at event %3), which is the node of %4 (event %5)."_s
                             .arg(client.spec.name, node->path)
                             .arg(node->existedUntil)
                             .arg(history.nameOf(node->client))
                             .arg(node->bornAt);
        findings.add(std::move(violation));
    } else if (client.state == LockState::Retained && client.entries > 1 && !client.grants.empty()
               && client.grants.front()->node == node && !hasAnotherNodeIn(client, node->directory)) {
        Violation violation = about(Rule::Reentrancy, history, client);
        violation.nodes = {node->path};
        violation.events = {client.grants.front()->from, node->existedUntil, event.number};
        violation.text = u"%1 gave %2 back (event %3) although it had entered it %4 times and left it less often."_s
                             .arg(client.spec.name, node->path)
                             .arg(node->existedUntil)
                             .arg(client.entries);
        findings.add(std::move(violation));
    }
}

} // namespace lockscope::journal::check
