// SPDX-License-Identifier: Apache-2.0
// Which of the servers that answered are of the ensemble that this connection is to. A port may be anybody's: on
// another machine, behind a mapped address, after a restart. A stranger's list of sessions would make living ones dead.
#pragma once

#include "core/observe/serveranswers.h"

#include <QSet>

namespace lockscope::observe {

/// What is known without asking any of them.
struct Belonging
{
    QSet<SessionId> ours = {};        ///< sessions of this program's own
    QString connectedTo = {};         ///< "host:port" of the server that they are on; empty: none now
    QList<qint64> configuredIds = {}; ///< of the servers in the ensemble's configuration, as read over our session
    qsizetype named = 0;              ///< servers in the connect string
};

/// Proven is the server that our session is on, by its address or because it lists that session; one that lists a
/// session which a proven one lists; and one whose id is configured and that is in the same epoch. Of ClickHouse
/// Keepers only the one that our session is on: ids of theirs are of no use as a proof. The others keep their report,
/// which then says that they do not count, and nothing else of their answers.
QList<ServerAnswers> withoutStrangers(QList<ServerAnswers> servers, const Belonging &known);

} // namespace lockscope::observe
