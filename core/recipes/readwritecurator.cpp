// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/readwritecurator.h"

#include "core/base/path.h"

#include <algorithm>

namespace lockscope::recipes {

using namespace Qt::StringLiterals;
using locks::Mode;

ReadWriteCurator::ReadWriteCurator(RecipeSpec spec, Store &store, StepObserver *observer)
    : SequentialLock(std::move(spec), locks::NameKind::ReadWrite, store, observer)
{
}

int ReadWriteCurator::waitsFor(const Contenders &contenders, int me) const
{
    const auto own = contenders.begin() + me;
    if (own->mode == Mode::Exclusive)
        return me - 1;
    const auto oldestWriter =
        std::find_if(contenders.begin(), own, [](const Rival &rival) { return rival.mode == Mode::Exclusive; });
    return oldestWriter == own ? -1 : static_cast<int>(oldestWriter - contenders.begin());
}

Task<Result<Grant>> ReadWriteCurator::acquire(std::stop_token stop)
{
    auto granted = co_await SequentialLock::acquire(stop);
    if (granted)
        m_reads = m_spec.mode == Mode::Shared;
    co_return std::move(granted);
}

Task<Result<Grant>> ReadWriteCurator::downgrade(std::stop_token stop)
{
    if (!m_held)
        co_return failure(ErrorCode::NotHeld, u"downgrade"_s, m_spec.lock);
    if (m_reads)
        co_return failure(ErrorCode::InvalidInput, u"downgrade"_s, m_spec.lock,
                          u"It holds the lock as a reader already."_s);
    const Grant writer = *m_held;
    const auto created = co_await createReader(stop);
    if (!created)
        co_return tl::unexpected(created.error());
    const Grant reader = *created;
    Error why = cancelled().value();
    if (!stop.stop_requested()) {
        const auto removed = co_await m_ownNode.remove(writer, Step::Release);
        if (removed && *removed) {
            m_held = reader;
            m_reads = true;
            co_return Grant{reader.node, writer.token};
        }
        if (removed) { // with its node the lock was gone, and another may hold it already
            m_held.reset();
            why = {ErrorCode::NotHeld, u"downgrade"_s, writer.node, u"somebody else deleted its node before"_s};
        } else {
            why = removed.error();
        }
    }
    if (!why.sessionIsOver()) {
        const auto removed = co_await m_ownNode.remove(reader, Step::Withdraw);
        if (!removed)
            co_return tl::unexpected(removed.error());
    }
    co_return tl::unexpected(why);
}

Task<Result<Grant>> ReadWriteCurator::createReader(std::stop_token stop)
{
    const auto number = locks::parseName(baseName(m_held->node));
    const auto prefix =
        locks::namePrefix(m_spec.dialect, locks::NameKind::ReadWrite, Mode::Shared, locks::newToken(m_spec.dialect));
    if (!number || !prefix)
        co_return failure(ErrorCode::Unsupported, u"downgrade"_s, m_held->node);
    const QString path = joinPath(m_spec.lock, *prefix + locks::sequenceText(number->sequence));
    const auto created = co_await m_ownNode.createNamed(path, stop, Step::Downgrade);
    if (!created)
        co_return tl::unexpected(created.error());
    if (!*created)
        co_return failure(ErrorCode::NodeExists, u"downgrade"_s, path);
    co_return Grant(**created);
}

Task<Result<Grant>> ReadWriteCurator::upgrade(std::stop_token)
{
    if (!m_held)
        co_return failure(ErrorCode::NotHeld, u"upgrade"_s, m_spec.lock);
    if (!m_reads)
        co_return failure(ErrorCode::InvalidInput, u"upgrade"_s, m_spec.lock,
                          u"It holds the lock as a writer already."_s);
    co_return failure(
        ErrorCode::Unsupported, u"upgrade"_s, m_spec.lock,
        u"a reader that became a writer would wait for itself: release first, then acquire as a writer"_s);
}

} // namespace lockscope::recipes
