// SPDX-License-Identifier: Apache-2.0
// A process beside the benchmark that is told lines and answers with lines; ends when this does.
// Never blocks this thread's event loop while it waits: an engine in this process goes on.
#pragma once

#include "core/base/error.h"

#include <QJsonObject>
#include <QProcess>

namespace lockscope::bench {

class PeerProcess
{
public:
    PeerProcess() = default;
    /// Ends its standard input, upon which it takes back what it made.
    ~PeerProcess();
    PeerProcess(const PeerProcess &) = delete;
    PeerProcess &operator=(const PeerProcess &) = delete;

    void start(const QString &program, const QStringList &arguments);
    void tell(const QByteArray &line);
    Result<QByteArray> readLine(int timeoutMs = 300'000);
    Result<QByteArray> ask(const QByteArray &line, int timeoutMs = 300'000);
    /// ask() of one that answers in JSON; its "error" becomes one.
    Result<QJsonObject> askJson(const QByteArray &line, int timeoutMs = 300'000);
    void end();

private:
    QProcess m_process;
};

/// This program again, in one of its hidden roles ("__hold", …).
void startSelf(PeerProcess &process, const QStringList &arguments);

/// A JVM with Curator, kept over all runs so that its code is compiled when it is measured.
/// Why there can be none; empty if there can.
QString jvmMissing();
void startJvm(PeerProcess &process, const QString &mainClass, const QString &connectString);

} // namespace lockscope::bench
