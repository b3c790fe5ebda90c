// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/ownnode.h"

#include "core/base/path.h"
#include "core/recipes/directory.h"

#include <algorithm>

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

OwnNode::OwnNode(RecipeSpec spec, locks::NameKind kind, Steps &steps)
    : m_spec(std::move(spec))
    , m_kind(kind)
    , m_steps(steps)
{
}

Task<Result<Grant>> OwnNode::create(std::stop_token stop, QString token)
{
    m_foundAgain = false;
    // A fresh token each time, so that a node left by an earlier attempt is never taken for this one's.
    if (token.isEmpty())
        token = locks::newToken(m_spec.dialect);
    const auto prefix = locks::namePrefix(m_spec.dialect, m_kind, m_spec.mode, token);
    if (!prefix)
        co_return failure(ErrorCode::InvalidInput, u"acquire"_s, m_spec.lock,
                          u"The dialect \"%1\" has no names for this lock: choose another."_s.arg(
                              locks::dialectName(m_spec.dialect)));
    const QString path = joinPath(m_spec.lock, *prefix);
    const auto gate = co_await m_steps.reach(Step::Enqueue, path);
    if (!gate)
        co_return tl::unexpected(gate.error());

    bool mayHaveTwin = false;
    // Told to stop while a node of ours may be there unseen, it goes on until that is known.
    while (mayHaveTwin || !stop.stop_requested()) {
        auto reply = m_steps.store().create(path, m_spec.data, NodeKind::EphemeralSequential);
        const auto created = co_await reply;
        if (created) {
            Grant own{created->path, created->stat.czxid};
            if (mayHaveTwin) {
                auto kept = co_await keepOldest(*prefix, own);
                co_return std::move(kept);
            }
            co_return std::move(own);
        }
        const Error error = created.error();
        if (error.code == ErrorCode::NoNode) {
            const auto made = co_await makeDirectory(m_steps, m_spec.dialect, m_spec.lock);
            if (!made)
                co_return tl::unexpected(made.error());
            continue;
        }
        if (!error.connectionWasLost())
            co_return tl::unexpected(error);
        auto again = m_steps.store().connected();
        const auto session = co_await again;
        if (!session)
            co_return tl::unexpected(session.error());
        if (!error.outcomeUnknown())
            continue;
        const auto found = co_await findOwn(*prefix);
        if (!found)
            co_return tl::unexpected(found.error());
        if (!found->empty()) {
            m_foundAgain = true;
            Grant own = found->front();
            co_return std::move(own);
        }
        // The server that we reached now may lag behind the one that carried it out: look again after the next create.
        mayHaveTwin = true;
    }
    co_return failure(ErrorCode::Cancelled, u"acquire"_s, m_spec.lock);
}

Task<Result<std::optional<Grant>>> OwnNode::createNamed(QString path, std::stop_token stop, Step step)
{
    const auto gate = co_await m_steps.reach(step, path);
    if (!gate)
        co_return tl::unexpected(gate.error());
    bool mayBeOurs = false;
    while (mayBeOurs || !stop.stop_requested()) {
        auto reply = m_steps.store().create(path, m_spec.data, NodeKind::Ephemeral);
        const auto created = co_await reply;
        if (created)
            co_return Grant{created->path, created->stat.czxid};
        const Error error = created.error();
        if (error.code == ErrorCode::NodeExists) {
            if (!mayBeOurs)
                co_return std::nullopt;
            const auto stat = co_await m_steps.exists(path);
            if (stat && stat->owner() == m_steps.store().session())
                co_return Grant{path, stat->czxid};
            if (stat)
                co_return std::nullopt;
            if (stat.error().code != ErrorCode::NoNode)
                co_return tl::unexpected(stat.error());
            mayBeOurs = false; // whosever it was, it went
        } else if (error.code == ErrorCode::NoNode) {
            const auto made = co_await makeDirectory(m_steps, m_spec.dialect, parentPath(path));
            if (!made)
                co_return tl::unexpected(made.error());
        } else if (!error.connectionWasLost()) {
            co_return tl::unexpected(error);
        } else {
            auto again = m_steps.store().connected();
            const auto session = co_await again;
            if (!session)
                co_return tl::unexpected(session.error());
            mayBeOurs = mayBeOurs || error.outcomeUnknown();
        }
    }
    co_return failure(ErrorCode::Cancelled, u"acquire"_s, path);
}

Task<Result<Grant>> OwnNode::keepOldest(QString prefix, Grant created)
{
    const auto found = co_await findOwn(prefix);
    if (!found) {
        const auto removed = co_await remove(created, Step::Withdraw);
        co_return tl::unexpected(removed ? found.error() : removed.error());
    }
    if (found->empty())
        co_return std::move(created);
    for (size_t i = 1; i < found->size(); ++i) {
        const auto removed = co_await remove(found->at(i), Step::Withdraw);
        if (!removed)
            co_return tl::unexpected(removed.error());
    }
    Grant oldest = found->front();
    co_return std::move(oldest);
}

Task<Result<std::vector<Grant>>> OwnNode::findOwn(QString prefix)
{
    const auto listed = co_await m_steps.children(m_spec.lock);
    std::vector<Grant> own;
    if (!listed && listed.error().code == ErrorCode::NoNode)
        co_return std::move(own);
    if (!listed)
        co_return tl::unexpected(listed.error());
    for (const QStringView name : listed->names) {
        if (!name.startsWith(prefix))
            continue;
        const QString path = joinPath(m_spec.lock, name);
        const auto stat = co_await m_steps.exists(path);
        if (!stat && stat.error().code == ErrorCode::NoNode)
            continue;
        if (!stat)
            co_return tl::unexpected(stat.error());
        // Not only for names without a token: a token's node may be that of our last session, which is dying.
        if (stat->owner() == m_steps.store().session())
            own.push_back({path, stat->czxid});
    }
    std::sort(own.begin(), own.end(), [](const Grant &a, const Grant &b) { return a.token < b.token; });
    co_return std::move(own);
}

Task<Result<bool>> OwnNode::remove(Grant own, Step step)
{
    // Whatever the gate says: a node of ours is not left behind.
    const auto gate = co_await m_steps.reach(step, own.node);
    Q_UNUSED(gate)
    bool repeated = false;
    for (;;) {
        auto reply = m_steps.store().remove(own.node, -1);
        const auto removed = co_await reply;
        if (removed)
            co_return true;
        const Error error = removed.error();
        if (error.code == ErrorCode::NoNode)
            co_return repeated; // ours was the delete whose reply was lost, as far as anybody can know
        if (!error.connectionWasLost())
            co_return tl::unexpected(error);
        auto again = m_steps.store().connected();
        const auto session = co_await again;
        if (!session)
            co_return tl::unexpected(session.error());
        if (!error.outcomeUnknown())
            continue;
        repeated = true;
        // The directory may have been made anew meanwhile, its numbers restarted: the same name can be another's node.
        const auto stat = co_await m_steps.exists(own.node);
        if (stat && stat->czxid != own.token)
            co_return true;
        if (!stat && stat.error().code != ErrorCode::NoNode)
            co_return tl::unexpected(stat.error());
        if (!stat)
            co_return true;
    }
}

} // namespace lockscope::recipes
