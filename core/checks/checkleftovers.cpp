// SPDX-License-Identifier: Apache-2.0
#include "core/checks/checkparts.h"

#include "core/base/path.h"
#include "core/locks/recipecatalog.h"

#include <algorithm>

namespace lockscope::journal::check {

using locks::LockState;

namespace {

/// Its session is there, and nothing else is under way by which a node could go. After some faults it may be over
/// without its having heard so: then its node goes a moment later, and nothing of it was left.
bool restsOnALivingSession(const CheckedClient &client)
{
    const bool hasLearned = client.restError && client.restError->sessionIsOver();
    return !client.isOut() && client.rested.number != 0 && client.connection == ConnectionState::Connected
           && !hasLearned && client.doubtedAt == 0;
}

bool isLeft(const CheckedClient &client, const Node &node)
{
    const bool isOwn = node.owner.isNull() || node.owner == client.session;
    return node.isContender && node.goneAt == 0 && !node.refused && !node.hasLimit && isOwn && node.bornAt != 0
           && (node.bornAt < client.rested.number || node.seenAt > client.rested.number);
}

/// That its attempt ended without a word of deleting may also mean that its session is being closed.
bool wasAsked(const CheckedClient &client, const Node &node)
{
    return client.restHeldAt == 0 || node.deleteAskedAt >= client.lettingGo.number
           || node.seenAt > client.rested.number;
}

Violation leftNode(const CheckedClient &client, const Node &node, qint64 atNs)
{
    const bool leases = locks::recipeInfo(client.spec.recipe).options.leases;
    const Rule rule = leases                   ? Rule::OrphanedLease
                      : client.restHeldAt != 0 ? Rule::ForgottenRelease
                                               : Rule::LeakedContender;
    const Text left =
        rule == Rule::OrphanedLease ? Text::en(
            "%1 is at rest (event %2), but its node %3 (event %4) was not deleted and its session lives: clients "
            "that wait for a lease wait for this one in vain.")
        : rule == Rule::ForgottenRelease
            ? Text::en("%1 is at rest (event %2), but its node %3 (event %4) was not deleted and its session lives: no "
                       "other client is served.")
            : Text::en("%1 is at rest (event %2), but its node %3 (event %4) was not deleted and its session lives: "
                       "once it is first, no other client is served.");
    const Text text = left.arg(client.spec.name, client.rested.number, node.path, node.bornAt);
    const Text asked = Text::en("The reply to its delete was lost and it did not ask again.");
    return violationOf(rule, client, atNs, {node.path}, {node.bornAt, client.rested.number},
                       node.inDoubt ? Text::sentences({text, asked}) : text);
}

/// Another program may watch what it likes: its configuration, the ensemble's. Its lock is the directory, what is
/// below, and what begins with its name, as a queue beside it.
bool isOfItsLock(const CheckedClient &client, const QString &path)
{
    return !client.spec.foreign || path.startsWith(client.spec.lock);
}

std::optional<Violation> leftWatch(const CheckedClient &client, qint64 atNs)
{
    const auto left = std::find_if(client.watching.begin(), client.watching.end(), [&](const ClientWatch &watch) {
        return watch.set.number < client.rested.number && isOfItsLock(client, watch.path);
    });
    if (left == client.watching.end())
        return std::nullopt;
    return violationOf(Rule::LeakedWatch, client, atNs, {left->path}, {left->set.number, client.rested.number},
                       Text::en("%1 is at rest (event %2), but its watch on %3 (event %4) is still set: the server "
                                "keeps it, and an event will come that no client waits for.")
                           .arg(client.spec.name, client.rested.number, left->path, left->set.number));
}

/// Two of its nodes in one queue, of one kind.
std::optional<Violation> duplicates(const CheckedClient &client, qint64 atNs)
{
    for (auto first = client.nodes.begin(); first != client.nodes.end(); ++first) {
        const auto a = locks::parseName(baseName((*first)->path));
        if (!(*first)->isAlive() || !(*first)->isContender || !a)
            continue;
        const auto second = std::find_if(std::next(first), client.nodes.end(), [&](const NodePtr &node) {
            const auto b = locks::parseName(baseName(node->path));
            return node->isAlive() && node->isContender && node->directory == (*first)->directory && b
                   && b->mode == a->mode && node->owner == (*first)->owner;
        });
        if (second == client.nodes.end())
            continue;
        return violationOf(
            Rule::DuplicateNode, client, atNs, {(*first)->path, (*second)->path}, {(*first)->bornAt, (*second)->bornAt},
            Text::en("%1 has two nodes in one queue, %2 (event %3) and %4 (event %5): it knows of one only, and no "
                     "client will delete the other.")
                .arg(client.spec.name, (*first)->path, (*first)->bornAt, (*second)->path, (*second)->bornAt));
    }
    return std::nullopt;
}

/// It waits, and would have looked for other nodes of its own by now.
bool standsStill(const CheckedClient &client, qint64 nowNs, bool settled)
{
    const bool waits = client.spec.foreign || client.step == locks::Step::Wait;
    if (client.connection != ConnectionState::Connected || !client.calls.empty() || !waits)
        return false;
    return settled
           || (!client.watching.isEmpty() && std::ranges::all_of(client.watching, [nowNs](const ClientWatch &watch) {
                  return nowNs - watch.set.atNs >= graceNs;
              }));
}

/// A key without a time limit, whose client is gone: nothing will ever take it away.
std::optional<Violation> abandonedKey(const CheckedClient &client, qint64 atNs)
{
    const bool isGone = client.isOut() || isOver(client.connection);
    const auto left = std::ranges::find_if(client.nodes, [&](const NodePtr &node) {
        const bool isOfEarlier = node->owner != client.session;
        const bool isLeft = node->goneAt == 0 ? isGone || isOfEarlier : node->leftBehind;
        return node->isKey && node->isContender && isLeft && !node->hasLimit;
    });
    if (left == client.nodes.end())
        return std::nullopt;
    return violationOf(Rule::PersistentNode, client, atNs, {(*left)->path}, {(*left)->bornAt},
                       Text::en("%1 is gone, and its key %2 (event %3) has no time limit: the lock is taken for ever.")
                           .arg(client.spec.name, (*left)->path, (*left)->bornAt));
}

} // namespace

void LeftoversCheck::add(const Event &event, const EventEffect &effect, CheckReport &findings)
{
    if (!effect.client)
        return;
    const CheckedClient &client = *effect.client;
    if (effect.born && effect.born->owner.isNull() && !effect.born->czxid.isNull()
        && !m_reportedPersistent.contains(client.spec.id)) {
        m_reportedPersistent.insert(client.spec.id);
        findings.add(violationOf(
            Rule::PersistentNode, client, event.atNs, {effect.born->path}, {event.number},
            Text::en("%1 queued with %2 (event %3), which is not ephemeral: if the client dies, its place stays taken "
                     "for ever.")
                .arg(client.spec.name, effect.born->path, event.number)));
    }
    if (!effect.turn.stateReported)
        return;
    const bool wasAtRest = effect.turn.before == LockState::Released || effect.turn.before == LockState::Free;
    if (client.state == LockState::Fetching && wasAtRest && restsOnALivingSession(client)) {
        // Another program may delete in the background and ask again meanwhile: what it never deletes is reported at
        // the end, or as a second node once it holds.
        for (const NodePtr &node : client.nodes) {
            if (!client.spec.foreign && isLeft(client, *node) && m_reportedNodes.insert(node).second)
                findings.add(leftNode(client, *node, event.atNs));
        }
        if (auto left = leftWatch(client, event.atNs))
            findings.add(std::move(*left));
    }
    if (client.state == LockState::Retained && !m_reportedDuplicates.contains(client.spec.id)) {
        if (auto found = duplicates(client, event.atNs)) {
            m_reportedDuplicates.insert(client.spec.id);
            findings.add(std::move(*found));
        }
    }
}

void LeftoversCheck::finish(const RunHistory &history, CheckReport &findings, bool settled) const
{
    for (const auto &[id, client] : history.clients()) {
        // What it asked for before it went may still be carried out.
        const bool goneForLong = settled || history.atNs() - client.stateSinceNs >= graceNs;
        if (auto abandoned = goneForLong ? abandonedKey(client, history.atNs()) : std::nullopt)
            findings.add(std::move(*abandoned));
        const bool quiet = settled || history.atNs() - client.rested.atNs >= graceNs;
        if (client.atRest() && restsOnALivingSession(client) && client.calls.empty() && !client.closedOnTheWay) {
            for (const NodePtr &node : client.nodes) {
                if (isLeft(client, *node) && !m_reportedNodes.contains(node) && (quiet || wasAsked(client, *node)))
                    findings.add(leftNode(client, *node, history.atNs()));
            }
            const auto left = leftWatch(client, history.atNs());
            if (left && quiet)
                findings.add(*left);
        } else if (client.state == LockState::Fetching && !client.isOut() && !m_reportedDuplicates.contains(id)
                   && standsStill(client, history.atNs(), settled)) {
            if (const auto found = duplicates(client, history.atNs()))
                findings.add(*found);
        }
    }
}

} // namespace lockscope::journal::check
