// SPDX-License-Identifier: Apache-2.0
// What every command works with: the engine, and the World that its events are folded into, on the main thread.
// Never prints; that is the command's matter.
#pragma once

#include "core/base/task.h"
#include "core/engine/engine.h"
#include "core/journal/world.h"

#include <QCoroFuture>
#include <QObject>

#include <functional>

namespace lockscope::cli {

class Context : public QObject
{
    Q_OBJECT
public:
    Context();

    Engine engine;
    journal::World world;

Q_SIGNALS:
    /// After the world has taken the batch in.
    void changed(const lockscope::journal::EventBatch &batch, const lockscope::journal::Changes &changes);
    /// SIGINT or SIGTERM: end cleanly.
    void interrupted();
};

} // namespace lockscope::cli
