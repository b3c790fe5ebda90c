// SPDX-License-Identifier: Apache-2.0
// What `run` and `try` keep of a run for the window: the events, and the locks' directories as an observer sees them.
#pragma once

#include "app/cli/context.h"

#include "core/history/recordingwriter.h"

#include <memory>

namespace lockscope::cli {

/// The recording of a run: what its clients do, from before the connection on, and the locks' directories as an
/// observer sees them, so that the queue can be looked at again. Never reads beside that directory.
class RunRecording : public QObject
{
public:
    /// Keeps what happens from now on. No file is replaced before there is a run.
    explicit RunRecording(Context &context);

    /// Writes what was kept and all that comes, and begins to observe \a directory, without waiting for that, as the
    /// locks may not be there yet.
    Result<Done> begin(const QString &file, const QString &title, quint32 seed, const QString &directory);
    /// Waits until the observer has seen the clients' nodes go, a moment at most, and ends the file.
    Task<Result<Done>> end();

private:
    bool showsNodesOfClosedClients() const;
    Reply<Done> nodesGone();

    Context &m_context;
    journal::EventBatch m_kept;
    std::unique_ptr<journal::RecordingWriter> m_writer;
};

} // namespace lockscope::cli
