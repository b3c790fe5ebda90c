// SPDX-License-Identifier: Apache-2.0
#include "core/checks/checkparts.h"

#include <algorithm>

namespace lockscope::journal::check {

using namespace Qt::StringLiterals;

namespace {

constexpr size_t overlapsKept = 100'000;

/// Who, where, and the events at which each was served.
Violation describedBy(const std::vector<GrantPtr> &grants)
{
    Violation violation;
    violation.lock = grants.back()->lock;
    violation.atNs = grants.back()->fromNs;
    for (const GrantPtr &grant : grants) {
        violation.clients += grant->name;
        violation.nodes += grant->node ? grant->node->path : grant->nodePath;
        violation.events += grant->from;
    }
    return violation;
}

/// True if the server proves that every one of them still had its node when the last one was served.
bool provedByTheServer(const std::vector<GrantPtr> &grants)
{
    const GrantPtr &last = grants.back();
    return std::all_of(grants.begin(), grants.end(), [&](const GrantPtr &grant) {
        // One path holds one node at a time.
        const bool sameNode = grant != last && (grant->node == last->node || grant->nodePath == last->nodePath);
        return grant->survived(last->from) && !sameNode;
    });
}

QString wayOfHolding(const Grant &grant)
{
    return grant.mode == locks::Mode::Shared ? u"to read"_s : u"exclusively"_s;
}

Violation onServerTime(const std::vector<GrantPtr> &grants)
{
    Violation violation = describedBy(grants);
    QStringList proofs;
    for (const GrantPtr &grant : grants) {
        violation.events += grant->node->existedUntil;
        proofs += QString::number(grant->node->existedUntil);
    }
    const Grant &first = *grants.front();
    const Grant &last = *grants.back();
    if (last.isPermit && first.isPermit) {
        violation.rule = Rule::Permits;
        violation.text = u"%1 held %2 at once, which has %3 leases: %4 was served at event %5 while the leases of the "
                         "others were still on the server (deleted after events %6)."_s
                             .arg(violation.clients.join(u", "_s), last.lock)
                             .arg(grants.size() - 1)
                             .arg(last.name)
                             .arg(last.from)
                             .arg(proofs.join(u", "_s));
        return violation;
    }
    violation.rule = Rule::MutualExclusion;
    violation.text =
        u"%1 held %2 %3 (event %4) and %5 was served %6 as well (event %7): both nodes were on the server "
        "then, each was deleted later (asked for at events %8)."_s.arg(first.name, last.lock, wayOfHolding(first))
            .arg(first.from)
            .arg(last.name, wayOfHolding(last))
            .arg(last.from)
            .arg(proofs.join(u" and "_s));
    return violation;
}

Violation onBelief(const std::vector<GrantPtr> &grants)
{
    Violation violation = describedBy(grants);
    violation.rule = Rule::BeliefOverlap;
    const Grant &first = *grants.front();
    const Grant &last = *grants.back();
    const QString ended = first.until == 0 ? u"and still does"_s : u"until event %1"_s.arg(first.until);
    if (last.isPermit && first.isPermit) {
        violation.text =
            u"%1 believed to hold %2 at once, which has %3 leases: %4 was served at event %5. Not all of "
            "their nodes are proved to have been there: only a fencing token protects what they write to."_s
                .arg(violation.clients.join(u", "_s), last.lock)
                .arg(grants.size() - 1)
                .arg(last.name)
                .arg(last.from);
        return violation;
    }
    violation.text =
        u"%1 believed to hold %2 from event %3 on, %4, and %5 was served at event %6. That both nodes were "
        "on the server then is not proved: only a fencing token protects what they write to."_s
            .arg(first.name, last.lock)
            .arg(first.from)
            .arg(ended, last.name)
            .arg(last.from);
    if (first.until != 0)
        violation.events += first.until;
    return violation;
}

} // namespace

void ExclusionCheck::add(const RunHistory &history, const Happened &happened)
{
    for (const GrantPtr &grant : happened.ended)
        std::erase(m_locks[grant->lock].holders, grant);
    for (const GrantPtr &grant : happened.began) {
        Lock &lock = m_locks[grant->lock];
        const auto client = history.clients().find(grant->client);
        if (grant->isPermit && client != history.clients().end())
            lock.leases = std::max(lock.leases, client->second.spec.leases);
        joins(grant);
        lock.holders.push_back(grant);
    }
}

void ExclusionCheck::joins(const GrantPtr &grant)
{
    if (m_overlaps.size() >= overlapsKept)
        return;
    const Lock &lock = m_locks[grant->lock];
    Overlap permits;
    for (const GrantPtr &holder : lock.holders) {
        if (holder->client == grant->client)
            continue;
        if (exclude(*holder, *grant))
            m_overlaps.push_back({holder, grant});
        else if (holder->isPermit && grant->isPermit)
            permits.push_back(holder);
    }
    if (!grant->isPermit || std::ssize(permits) < lock.leases)
        return;
    // Those whose nodes lived longest prove most, and as many as there are leases are enough.
    std::sort(permits.begin(), permits.end(), [](const GrantPtr &a, const GrantPtr &b) { return a->from > b->from; });
    permits.push_back(grant);
    m_overlaps.push_back(permits);
}

void ExclusionCheck::finish(Findings &findings) const
{
    for (const Overlap &overlap : m_overlaps) {
        const size_t wanted = overlap.back()->isPermit && overlap.front()->isPermit
                                  ? static_cast<size_t>(m_locks[overlap.back()->lock].leases) + 1
                                  : 2;
        Overlap witness = overlap;
        if (wanted < witness.size()) {
            std::stable_sort(witness.begin(), std::prev(witness.end()), [&](const GrantPtr &a, const GrantPtr &b) {
                return a->survived(overlap.back()->from) > b->survived(overlap.back()->from);
            });
            witness.erase(witness.begin() + static_cast<std::ptrdiff_t>(wanted) - 1, std::prev(witness.end()));
        } else if (wanted > witness.size()) {
            continue; // somebody came later who knows of more leases
        }
        findings.add(provedByTheServer(witness) ? onServerTime(witness) : onBelief(witness));
    }
}

} // namespace lockscope::journal::check
