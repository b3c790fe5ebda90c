// SPDX-License-Identifier: Apache-2.0
#include "core/observe/release.h"

#include "core/base/clock.h"
#include "core/base/path.h"

#include <QPointer>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

/// Beyond this many children their Stats are not read for a plan: order is then by number, and said to be pending.
constexpr qsizetype readAllUpTo = 5'000;

locks::ChildNode toChild(const QString &name, const Result<NodeContent> &content)
{
    locks::ChildNode child;
    child.name = name;
    if (content) {
        child.stat = content->stat;
        child.access = locks::ChildNode::Data::Read;
        child.data = content->data;
    }
    return child;
}

/// A node whose data may not be read still shows its Stat.
Task<Result<locks::ChildNode>> readChild(QPointer<zk::Session> session, QString path)
{
    auto asking = session->get(path);
    const auto content = co_await asking;
    if (content)
        co_return toChild(baseName(path), content);
    if (content.error().code != ErrorCode::NoAuth || !session)
        co_return tl::unexpected(content.error());
    auto asked = session->exists(path);
    const auto stat = co_await asked;
    if (!stat)
        co_return tl::unexpected(stat.error());
    locks::ChildNode child;
    child.name = baseName(path);
    child.stat = *stat;
    child.access = locks::ChildNode::Data::NoPermission;
    co_return child;
}

bool isSameNode(const NodeStat &a, const NodeStat &b)
{
    return a.czxid == b.czxid && a.ephemeralOwner == b.ephemeralOwner;
}

} // namespace

bool ReleasePlan::holds() const
{
    return index >= 0 && queue.contenders[static_cast<size_t>(index)].state == locks::ContenderState::Holding;
}

qint64 ReleasePlan::ageMs(qint64 nowNs) const
{
    return std::max<qint64>(0, nowNs / 1'000'000 - stat.ctimeMs);
}

QString ReleasePlan::warning() const
{
    if (!holds() || !stat.isEphemeral())
        return {};
    return u"Deleting the node does not stop its owner. Its session %1 is still open, so it may be alive and go on "
           "believing that it holds the lock: from then on two processes may work at once, unless what they write to "
           "checks the fencing token (%2)."_s.arg(stat.ephemeralOwner.toHex(), stat.czxid.toHex());
}

int ReleasePlan::stillWaiting() const
{
    const int waitingOthers = queue.waiting - (index >= 0 && !holds() ? 1 : 0);
    return std::max(0, waitingOthers - static_cast<int>(next.size()));
}

Task<Result<ReleasePlan>> planRelease(zk::Session &given, QString path)
{
    const QPointer<zk::Session> session(&given);
    auto readingNode = readChild(session, path);
    auto node = co_await readingNode;
    if (!node)
        co_return tl::unexpected(node.error());
    if (!session)
        co_return failure(ErrorCode::Closed, u"get"_s, path);

    const QString lock = parentPath(path);
    auto listing = session->children(lock);
    const auto listed = co_await listing;
    if (!listed)
        co_return tl::unexpected(listed.error());

    std::vector<locks::ChildNode> children;
    const bool readAll = listed->names.size() <= readAllUpTo;
    std::vector<std::pair<QString, Reply<NodeContent>>> reading;
    for (const QString &name : listed->names) {
        if (name == node->name)
            children.push_back(*node);
        else if (readAll && session)
            reading.emplace_back(name, session->get(joinPath(lock, name)));
        else
            children.push_back(toChild(name, failure(ErrorCode::NotConnected)));
    }
    for (auto &[name, reply] : reading) {
        const auto content = co_await reply;
        if (content || content.error().code != ErrorCode::NoNode)
            children.push_back(toChild(name, content));
    }

    ReleasePlan plan;
    plan.path = path;
    plan.node = *node;
    plan.stat = *node->stat;
    plan.queue = locks::readQueue(lock, listed->stat, std::move(children));
    plan.index = plan.queue.indexOf(node->name);
    plan.readAtNs = nowNs();
    if (plan.index < 0)
        co_return failure(ErrorCode::NoNode, u"get"_s, path);
    if (plan.queue.contenders[static_cast<size_t>(plan.index)].state == locks::ContenderState::Foreign)
        co_return failure(
            ErrorCode::InvalidInput, u"release"_s, path,
            u"%1 is no contender of a lock: its name has no sequence number, and Lockscope deletes nothing "
            "else."_s.arg(path));
    plan.next = plan.queue.nextAfterRemoval(plan.index);
    co_return plan;
}

Task<ReleaseOutcome> carryOut(zk::Session &given, ReleasePlan plan)
{
    const QPointer<zk::Session> session(&given);
    auto looking = session->exists(plan.path);
    const auto stat = co_await looking;
    if (!stat)
        co_return ReleaseOutcome{stat.error(), std::nullopt};
    if (!session)
        co_return ReleaseOutcome{Error{ErrorCode::Closed, u"delete"_s, plan.path, {}}, std::nullopt};
    if (!isSameNode(*stat, plan.stat)) {
        auto replanning = planRelease(*session, plan.path);
        auto fresh = co_await replanning;
        ReleaseOutcome outcome{Error{ErrorCode::IdentityChanged, u"delete"_s, plan.path, {}}, std::nullopt};
        if (fresh)
            outcome.fresh = std::move(*fresh);
        co_return outcome;
    }
    auto deleting = session->remove(plan.path, stat->version);
    const auto deleted = co_await deleting;
    if (deleted)
        co_return ReleaseOutcome{};
    co_return ReleaseOutcome{deleted.error(), std::nullopt};
}

} // namespace lockscope::observe
