// SPDX-License-Identifier: Apache-2.0
#include "app/cli/hidden.h"

#include <QJsonArray>

#include <algorithm>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

/// Sessions that a sentence names; JSON has them all.
constexpr qsizetype mostSessions = 5;

QString countText(qsizetype count, const QString &one, const QString &several)
{
    return count == 1 ? one : several.arg(count);
}

} // namespace

HiddenNodes::HiddenNodes(const locks::Knowledge &knowledge, SessionId own)
    : m_knowledge(knowledge)
{
    for (auto owned = knowledge.ephemerals.cbegin(); owned != knowledge.ephemerals.cend(); ++owned) {
        for (const QString &path : *owned)
            m_ephemerals.emplace_back(path, owned.key());
    }
    for (auto watched = knowledge.watchers.cbegin(); watched != knowledge.watchers.cend(); ++watched) {
        for (const SessionId session : *watched) {
            if (session != own)
                m_watched.emplace_back(watched.key(), session);
        }
    }
    std::ranges::sort(m_ephemerals);
    std::ranges::sort(m_watched);
}

HiddenNodes::Below HiddenNodes::below(const QString &directory) const
{
    const QString beginning = directory == "/"_L1 ? directory : directory + u'/';
    const auto collect = [&beginning](const Nodes &nodes, QList<SessionId> &sessions, auto &paths) {
        qsizetype count = 0;
        for (auto node = std::ranges::lower_bound(nodes, beginning, {}, &Nodes::value_type::first);
             node != nodes.end() && node->first.startsWith(beginning); ++node, ++count) {
            if (!paths.contains(node->second))
                sessions += node->second;
            paths[node->second] += node->first;
        }
        return count;
    };
    Below found;
    found.ephemerals = collect(m_ephemerals, found.owners, found.nodes);
    collect(m_watched, found.watchers, found.watched);
    return found;
}

QString HiddenNodes::named(const QList<SessionId> &sessions) const
{
    QStringList names;
    for (const SessionId session : sessions.first(std::min(mostSessions, sessions.size()))) {
        const QString address = client(session);
        names += address.isEmpty() ? session.toHex() : u"%1 (%2)"_s.arg(session.toHex(), address);
    }
    if (sessions.size() > mostSessions)
        names += u"and %1 more"_s.arg(sessions.size() - mostSessions);
    return names.join(u", "_s);
}

QString HiddenNodes::sentence(const QString &directory) const
{
    const auto itself = std::ranges::lower_bound(m_ephemerals, directory, {}, &Nodes::value_type::first);
    if (itself != m_ephemerals.end() && itself->first == directory) // below which there can be none
        return u"The servers report that %1 is an ephemeral node, of %2."_s.arg(directory, named({itself->second}));
    const Below found = below(directory);
    if (found.ephemerals == 0 && found.watchers.isEmpty())
        return m_knowledge.allEphemerals ? u"The servers report no ephemeral node below %1."_s.arg(directory)
                                         : QString();
    QStringList sentences;
    if (!found.owners.isEmpty())
        sentences += u"The servers report %1 below %2, of %3: %4."_s.arg(
            countText(found.ephemerals, u"1 ephemeral node"_s, u"%1 ephemeral nodes"_s), directory,
            countText(found.owners.size(), u"1 session"_s, u"%1 sessions"_s), named(found.owners));
    if (!found.watchers.isEmpty())
        sentences += u"Nodes below %1 are watched by %2: %3."_s.arg(
            directory, countText(found.watchers.size(), u"1 session"_s, u"%1 sessions"_s), named(found.watchers));
    return sentences.join(u' ');
}

QJsonObject HiddenNodes::json(const QString &directory) const
{
    const Below found = below(directory);
    if (found.ephemerals == 0 && found.watchers.isEmpty() && !m_knowledge.allEphemerals)
        return {};
    QList<SessionId> all = found.owners;
    for (const SessionId session : found.watchers) {
        if (!found.nodes.contains(session))
            all += session;
    }
    QJsonArray sessions;
    for (const SessionId session : std::as_const(all)) {
        const QString address = client(session);
        sessions += QJsonObject{{u"session"_s, session.toHex()},
                                {u"client"_s, address.isEmpty() ? QJsonValue() : QJsonValue(address)},
                                {u"nodes"_s, QJsonArray::fromStringList(found.nodes.value(session))},
                                {u"watches"_s, QJsonArray::fromStringList(found.watched.value(session))}};
    }
    return {{u"ephemerals"_s, found.ephemerals},
            {u"all_ephemerals"_s, m_knowledge.allEphemerals},
            {u"sessions"_s, sessions}};
}

} // namespace lockscope::cli
