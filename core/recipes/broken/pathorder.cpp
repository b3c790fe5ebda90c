// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/pathorder.h"

#include "core/base/path.h"

#include <algorithm>

namespace lockscope::recipes {

namespace {

/// The session's id in the form of the dialect's tokens.
QString sessionToken(locks::Dialect dialect, SessionId session)
{
    QString token = QString::number(static_cast<quint64>(session.value), 16).rightJustified(32, u'0');
    if (dialect == locks::Dialect::Kazoo)
        return token;
    for (const int dash : {8, 13, 18, 23})
        token.insert(dash, u'-');
    return token;
}

} // namespace

Task<Result<Grant>> BrokenPathOrder::enqueue(std::stop_token stop)
{
    const QString token = sessionToken(m_spec.dialect, m_steps.store().session());
    auto created = co_await m_ownNode.create(stop, token);
    co_return std::move(created);
}

Result<QString> BrokenPathOrder::blockerAmong(const NameList &names) const
{
    const QString own = baseName(m_own.node);
    if (!names.contains(own))
        return QueueMutex::blockerAmong(names);
    QString before;
    for (const Rival &rival : contendersAmong(names, m_spec.dialect)) {
        if (rival.name < own && rival.name > before) // sound: by number
            before = rival.name.toString();
    }
    return before.isEmpty() ? QString() : joinPath(m_spec.lock, before);
}

} // namespace lockscope::recipes
