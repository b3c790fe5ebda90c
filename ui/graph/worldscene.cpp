// SPDX-License-Identifier: Apache-2.0
#include "ui/graph/worldscene.h"

#include "ui/models/sessiontext.h"

namespace lockscope::ui {

WaitScene sceneOf(const journal::World &world)
{
    std::vector<const locks::LockQueue *> queues;
    for (const QString &path : world.lockPaths())
        queues.push_back(&world.queue(path));
    return makeScene(queues, world.knowledge(), locks::waitCycles(world.waitGraph()),
                     [&world](SessionId session) { return sessionLabel(world, session); });
}

} // namespace lockscope::ui
