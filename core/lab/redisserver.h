// SPDX-License-Identifier: Apache-2.0
// A private Redis on loopback: redis-server in a temporary directory on a free port, which is gone with this thread and
// with all that it wrote, even if the program is killed. Never touches a server that it did not start.
#pragma once

#include "core/base/reply.h"
#include "core/base/task.h"
#include "core/lab/sandboxdirectory.h"
#include "core/redis/address.h"

#include <QObject>
#include <QProcess>
#include <QStringList>

#include <chrono>
#include <memory>

namespace lockscope::lab {

struct RedisServerSpec
{
    QStringList path; ///< $PATH: where redis-server is looked for
    QString password; ///< empty: it asks for none
    std::chrono::milliseconds startTimeout{30'000};

    static RedisServerSpec fromEnvironment();
};

class RedisServer : public QObject
{
    Q_OBJECT
public:
    explicit RedisServer(RedisServerSpec spec = RedisServerSpec::fromEnvironment(), QObject *parent = nullptr);
    /// Kills it if it still runs.
    ~RedisServer() override;

    /// Ends when it serves, or with why it does not. Call it once; not to be destroyed before it ends.
    Task<Result<redis::Address>> start();
    /// Kills it: nothing of it is kept. Answers when it has ended; ended() is not sent for that.
    Reply<Done> stop();

    qint64 pid() const { return m_process.processId(); }
    /// Empty before start().
    QString directory() const { return m_directory ? m_directory->path() : QString(); }

Q_SIGNALS:
    /// It ended without stop() after it had served.
    void ended(const lockscope::Error &error);

private:
    Result<quint16> launch();
    Error endError() const;

    RedisServerSpec m_spec;
    std::unique_ptr<SandboxDirectory> m_directory; // before the process, so that it goes after it
    QProcess m_process;
    bool m_serves = false;
};

} // namespace lockscope::lab
