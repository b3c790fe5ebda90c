// SPDX-License-Identifier: Apache-2.0
// Nodes below a directory that may not be listed, as servers report them: `dump` and `wchp` need no permission. Only
// what they reported; never who holds, which the names alone do not show.
#pragma once

#include "core/locks/knowledge.h"

#include <QJsonObject>
#include <QString>

#include <utility>
#include <vector>

namespace lockscope::cli {

class HiddenNodes
{
public:
    /// \a own: Lockscope's session, whose watches mean nothing.
    HiddenNodes(const locks::Knowledge &knowledge, SessionId own);

    /// A sentence for people; empty where the servers report nothing of it.
    QString sentence(const QString &directory) const;
    /// {"ephemerals", "all_ephemerals", "sessions": [{"session", "client", "nodes", "watches"}]}; empty likewise.
    QJsonObject json(const QString &directory) const;

private:
    using Nodes = std::vector<std::pair<QString, SessionId>>; ///< sorted

    struct Below
    {
        qsizetype ephemerals = 0;
        QList<SessionId> owners; ///< in the order of their first nodes
        QHash<SessionId, QStringList> nodes;
        QList<SessionId> watchers;
        QHash<SessionId, QStringList> watched;
    };
    Below below(const QString &directory) const;
    QString client(SessionId session) const { return m_knowledge.sessions.value(session).client; }
    QString named(const QList<SessionId> &sessions) const;

    const locks::Knowledge &m_knowledge;
    Nodes m_ephemerals;
    Nodes m_watched;
};

} // namespace lockscope::cli
