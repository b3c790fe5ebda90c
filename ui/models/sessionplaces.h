// SPDX-License-Identifier: Apache-2.0
// Everything that one session holds and waits for, over all locks that are known.
// Pure; knows only locks under the observed root, and says of other ephemerals what the servers told.
#pragma once

#include "core/history/world.h"

#include <QList>
#include <QString>

namespace lockscope::ui {

struct SessionPlace
{
    QString lock;
    QString node; ///< full path
    bool holds = false;
    int place = 0; ///< from 1, in order of service

    bool operator==(const SessionPlace &) const = default;
};

/// By lock. In the time of the locks and their blocks, not of all contenders.
QList<SessionPlace> placesOf(const journal::World &world, SessionId session);
/// Ephemeral nodes of the session that are no contender of any lock here, as the servers told.
QStringList otherEphemerals(const journal::World &world, SessionId session, const QList<SessionPlace> &places);

} // namespace lockscope::ui
