// SPDX-License-Identifier: Apache-2.0
#include "ui/models/sessionplaces.h"

#include "ui/models/sessiontext.h"

#include <algorithm>

namespace lockscope::ui {

using locks::ContenderState;

QList<SessionPlace> placesOf(const journal::World &world, SessionId session)
{
    QList<SessionPlace> places;
    if (session.isNull())
        return places;
    for (const QString &path : world.lockPaths()) {
        const locks::LockQueue &queue = world.queue(path);
        for (const size_t index : queue.contenders.ownedBy(session)) {
            const locks::Contender &contender = queue.contenders[index];
            if (locks::isContender(contender))
                places.append(
                    {path, queue.pathOf(contender), contender.state == ContenderState::Holding, int(index) + 1});
        }
    }
    return places;
}

QStringList otherEphemerals(const journal::World &world, SessionId session, const QList<SessionPlace> &places)
{
    QStringList others = knowledgeOf(world).ephemerals.value(session);
    others.removeIf([&places](const QString &node) {
        return std::any_of(places.begin(), places.end(),
                           [&node](const SessionPlace &place) { return place.node == node; });
    });
    others.sort();
    return others;
}

} // namespace lockscope::ui
