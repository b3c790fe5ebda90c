// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/ownnode.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"

#include <QUuid>

#include <algorithm>
#include <array>

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

// ---- made once ----

namespace {

/// A search runs the same few clients again and again, and to draw takes longer than a step: the newest are kept.
QString drawnToken(quint32 seed, quint32 number, QUuid::StringFormat format)
{
    struct Drawn
    {
        quint32 seed = 0;
        quint32 number = 0;
        QUuid::StringFormat format = QUuid::WithoutBraces;
        QString token = {};
    };
    constexpr size_t each = 8;
    thread_local std::array<Drawn, each * each> newest;
    Drawn &place = newest[seed % each * each + number % each];
    if (place.seed != seed || place.number != number || place.format != format) {
        const QUuid made = QUuid::createUuidV5(QUuid(), QByteArray::number(seed) + ' ' + QByteArray::number(number));
        place = {seed, number, format, made.toString(format)};
    }
    return place.token;
}

} // namespace

QString OwnNodeLock::token()
{
    const quint32 seed = m_steps.store().tokenSeed();
    if (seed == 0)
        return locks::newToken(m_spec.dialect);
    const auto &names = locks::rulesOf(m_spec.dialect).names;
    const auto form = names.empty() ? locks::TokenForm::None : names.front().token;
    if (form != locks::TokenForm::Uuid && form != locks::TokenForm::HexId)
        return {};
    return drawnToken(seed, static_cast<quint32>(++m_tokens),
                      form == locks::TokenForm::Uuid ? QUuid::WithoutBraces : QUuid::Id128);
}

Task<Result<Grant>> OwnNodeLock::create(std::stop_token stop)
{
    m_foundAgain = false;
    // A fresh token each time, so that a node left by an earlier attempt is never taken for this one's.
    const auto prefix = locks::namePrefix(m_spec.dialect, m_kind, m_spec.mode, token());
    if (!prefix)
        co_return failure(ErrorCode::InvalidInput, u"acquire"_s, m_spec.lock,
                          Text::en("The dialect \"%1\" has no names for this lock: choose another.")
                              .arg(locks::dialectName(m_spec.dialect)));
    const QString path = joinPath(m_spec.lock, *prefix);
    const auto passed = co_await m_steps.reach(Step::Enqueue, path);
    if (!passed)
        co_return tl::unexpected(passed.error());

    size_t lost = 0; // creates whose reply was lost: as many nodes of ours may be there
    // After a stop request, while a node of ours may be there unseen, it goes on until that is known.
    while (lost > 0 || !stop.stop_requested()) {
        const auto attempt = co_await m_steps.create(m_spec.dialect, path, m_spec.data, nodeKind());
        if (!attempt)
            co_return tl::unexpected(attempt.error());
        if (attempt->made && lost > 0)
            co_return co_await withoutTwins(*prefix, *attempt->made);
        if (attempt->made)
            co_return Grant(*attempt->made);
        if (!attempt
                 ->mayBeThere) { // the directory was not there, nor then a node of ours in it: creates keep their order
            lost = 0;
            continue;
        }
        // The reply was lost, and the node may be there all the same: a second one would block all others, and us, once
        // it is at the head of the queue. So it is looked for by the token in its name before another is made.
        const auto found = co_await findOwn(*prefix);
        if (!found)
            co_return tl::unexpected(found.error());
        // This server may lag behind the ones that carried the creates out: look again after the next.
        if (found->size() < ++lost)
            continue;
        m_foundAgain = true;
        co_return co_await keepOldest(*found);
    }
    co_return cancelled();
}

Task<Result<std::vector<Grant>>> OwnNodeLock::findOwn(QString prefix)
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
        if (isOurs(*stat))
            own.push_back({path, stat->czxid});
    }
    std::sort(own.begin(), own.end(), [](const Grant &a, const Grant &b) { return a.token < b.token; });
    co_return std::move(own);
}

Task<Result<Grant>> OwnNodeLock::withoutTwins(QString prefix, Grant created)
{
    const auto found = co_await findOwn(prefix);
    if (!found) {
        const auto removed = co_await remove(created, Step::Withdraw);
        co_return tl::unexpected(removed ? found.error() : removed.error());
    }
    if (found->empty())
        co_return std::move(created);
    co_return co_await keepOldest(*found);
}

Task<Result<Grant>> OwnNodeLock::keepOldest(std::vector<Grant> own)
{
    for (size_t i = 1; i < own.size(); ++i) {
        const auto removed = co_await remove(own[i], Step::Withdraw);
        if (!removed)
            co_return tl::unexpected(removed.error());
    }
    co_return Grant(own.front());
}

Task<Result<std::optional<Grant>>> OwnNodeLock::createNamed(QString path, std::stop_token stop, Step step)
{
    const auto passed = co_await m_steps.reach(step, path);
    if (!passed)
        co_return tl::unexpected(passed.error());
    bool mayBeOurs = false;
    while (mayBeOurs || !stop.stop_requested()) {
        const auto attempt = co_await m_steps.create(m_spec.dialect, path, m_spec.data, NodeKind::Ephemeral);
        if (attempt && attempt->made)
            co_return Grant(*attempt->made);
        if (attempt) {
            mayBeOurs = mayBeOurs || attempt->mayBeThere;
            continue;
        }
        if (attempt.error().code != ErrorCode::NodeExists)
            co_return tl::unexpected(attempt.error());
        if (!mayBeOurs)
            co_return std::nullopt;
        // The reply to an earlier create was lost: the node's owner shows whose it is.
        const auto stat = co_await m_steps.exists(path);
        if (!stat && stat.error().code != ErrorCode::NoNode)
            co_return tl::unexpected(stat.error());
        if (stat && stat->owner() == m_steps.store().session())
            co_return Grant{path, stat->czxid};
        if (stat)
            co_return std::nullopt;
        mayBeOurs = false; // it went, ours or not
    }
    co_return failure(ErrorCode::Cancelled, u"acquire"_s, path);
}

// ---- release, and giving up: deleted for certain ----

Task<Result<Done>> OwnNodeLock::release()
{
    if (!m_held)
        co_return failure(ErrorCode::NotHeld, u"release"_s, m_spec.lock);
    const Grant own = *std::exchange(m_held, {});
    const auto removed = co_await remove(own, Step::Release);
    if (!removed)
        co_return tl::unexpected(removed.error());
    if (!*removed)
        co_return failure(ErrorCode::NotHeld, u"release"_s, own.node, Text::en("its node had been deleted before"));
    co_return Done();
}

Task<Result<Grant>> OwnNodeLock::withdraw(Error why)
{
    if (why.sessionIsOver()) // and the node with it
        co_return tl::unexpected(why);
    const auto removed = co_await remove(m_own, Step::Withdraw);
    co_return tl::unexpected(removed ? why : removed.error()); // what is left behind matters more
}

Task<Result<bool>> OwnNodeLock::remove(Grant own, Step step)
{
    co_await m_steps.reach(step, own.node); // whatever it says: a node of ours is not left behind
    bool repeated = false;
    for (;;) {
        const auto removed = co_await m_steps.store().remove(own.node, -1);
        if (removed)
            co_return true;
        if (removed.error().code == ErrorCode::NoNode)
            co_return repeated; // ours was the delete whose reply was lost, as far as can be known
        const auto mayBeGone = co_await m_steps.mayHaveBeenDone(removed.error());
        if (!mayBeGone)
            co_return tl::unexpected(mayBeGone.error());
        if (!*mayBeGone)
            continue;
        repeated = true;
        // The directory may have been made again meanwhile, its numbers restarted: the same name can be another's node.
        const auto stat = co_await m_steps.exists(own.node);
        if (!stat && stat.error().code != ErrorCode::NoNode)
            co_return tl::unexpected(stat.error());
        if (!stat || stat->czxid != own.token)
            co_return true;
    }
}

Task<Result<bool>> OwnNodeLock::isStillHeld()
{
    if (!m_held)
        co_return false;
    const Grant own = *m_held;
    const auto stat = co_await m_steps.exists(own.node);
    if (stat)
        co_return stat->czxid == own.token;
    if (stat.error().code == ErrorCode::NoNode)
        co_return false;
    co_return tl::unexpected(stat.error());
}

} // namespace lockscope::recipes
