// SPDX-License-Identifier: Apache-2.0
// A private ZooKeeper ensemble on loopback to which everything that breaks can be done: its servers die, stand still,
// do not hear one another, have no room on their disks.
// Never touches a server that it did not start, and never decides what is done when.
#pragma once

#include "core/base/task.h"
#include "core/servers/sandbox.h"

#include <QObject>

#include <memory>
#include <optional>

namespace lockscope::chaos {

/// Servers are meant by their index in info(). To be stopped before it is destroyed. Its tasks are awaited before it is
/// destroyed, but for start() and stop() one at a time for each server.
class ChaosEnsemble : public QObject
{
    Q_OBJECT
public:
    /// 3 or 5, or 1, of which nothing can be cut off.
    explicit ChaosEnsemble(int servers, QObject *parent = nullptr);
    ~ChaosEnsemble() override;

    /// Until all servers serve, or why they do not. Once.
    Task<Result<Done>> start();
    Task<Result<Done>> stop();
    QString connectString() const;
    int servers() const;
    /// As it is now: a server that was started again has another pid.
    servers::SandboxInfo info() const;

    /// A restart is on the data that it had, also after it ended by itself, and is answered when the process is
    /// started, not when it serves.
    Task<Result<Done>> command(int server, ServerCommand command);

    /// \a side and the others do not hear one another: their connections stay open, and no byte passes. Clients reach
    /// all servers. An earlier partition ends.
    void isolate(const QList<int> &side);
    /// The partition ends; what was kept back arrives.
    void heal();

    /// Whatever that server writes into its data fails with ENOSPC, or does so no more.
    void fillDisk(int server);
    void freeDisk(int server);

    /// Who says that it leads: of two, as a deposed leader may not know it yet, the one with the later epoch.
    Task<std::optional<int>> leader();

    /// Undoes everything, until all servers serve and one of them leads. OperationTimeout if that does not come.
    Task<Result<Done>> mendAll();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope::chaos
