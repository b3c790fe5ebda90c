// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/readwritecurator.h"

#include "core/base/path.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;
using locks::Mode;
using locks::NameKind;

Task<Result<Grant>> ReadWriteCurator::downgrade(std::stop_token stop)
{
    if (!m_held)
        co_return failure(ErrorCode::NotHeld, u"downgrade"_s, m_spec.lock);
    if (reads())
        co_return failure(ErrorCode::InvalidInput, u"downgrade"_s, m_spec.lock,
                          Text::en("It holds the lock as a reader already."));
    const Grant writer = *m_held;
    const auto reader = co_await createReader(stop);
    if (!reader)
        co_return tl::unexpected(reader.error());
    Error why = cancelled().value();
    if (!stop.stop_requested()) {
        const auto removed = co_await remove(writer, Step::Release);
        if (removed && *removed) {
            m_held = *reader;
            co_return Grant{reader->node, writer.token};
        }
        if (removed) { // with its node the lock was gone, and another may hold it already
            m_held.reset();
            why = {ErrorCode::NotHeld, u"downgrade"_s, writer.node, Text::en("its node had been deleted before")};
        } else {
            why = removed.error();
        }
    }
    if (!why.sessionIsOver()) {
        const auto removed = co_await remove(*reader, Step::Withdraw);
        if (!removed)
            co_return tl::unexpected(removed.error());
    }
    co_return tl::unexpected(why);
}

Task<Result<Grant>> ReadWriteCurator::createReader(std::stop_token stop)
{
    const auto number = locks::parseName(baseName(m_held->node));
    const auto prefix = locks::namePrefix(m_spec.dialect, NameKind::ReadWrite, Mode::Shared, token());
    if (!number || !prefix)
        co_return failure(ErrorCode::Unsupported, u"downgrade"_s, m_held->node);
    const QString path = joinPath(m_spec.lock, *prefix + locks::sequenceText(number->sequence));
    const auto created = co_await createNamed(path, stop, Step::Downgrade);
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
    if (!reads())
        co_return failure(ErrorCode::InvalidInput, u"upgrade"_s, m_spec.lock,
                          Text::en("It holds the lock as a writer already."));
    co_return failure(
        ErrorCode::Unsupported, u"upgrade"_s, m_spec.lock,
        Text::en("a reader that became a writer would wait for itself: release first, then acquire as a writer"));
}

bool ReadWriteCurator::reads() const
{
    const auto held = locks::parseName(baseName(m_held->node));
    return held && held->mode == Mode::Shared;
}

} // namespace lockscope::recipes
