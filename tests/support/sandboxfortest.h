// SPDX-License-Identifier: Apache-2.0
// A real ZooKeeper for one test program: a sandbox on free ports, awaited with the test's own event loop.
// Never shared between test programs, so that they can run at once.
#pragma once

#include "core/servers/sandbox.h"

#include <QStringList>

#include <memory>
#include <optional>

namespace lockscope::test {

/// So many servers, and all else as it is by itself.
inline servers::SandboxSpec ensembleOf(int servers)
{
    servers::SandboxSpec spec;
    spec.servers = servers;
    return spec;
}

class SandboxForTest
{
public:
    explicit SandboxForTest(servers::SandboxSpec spec = {},
                            servers::JavaPlaces places = servers::JavaPlaces::fromEnvironment());

    /// Until it is ready or has failed. In initTestCase: QVERIFY2(m_sandbox.start(), m_sandbox.why()).
    bool start();
    /// Ends it now, instead of at the end of this object.
    void stop() { m_sandbox.reset(); }

    servers::Sandbox &sandbox() { return *m_sandbox; }
    const servers::SandboxInfo &info() const { return m_info; }
    QString connectString() const { return m_info.connectString; }
    quint16 port(int server = 0) const;
    QStringList progress() const { return m_progress; }
    int readyCount() const { return m_readyCount; }
    /// Also one that came after it was ready.
    const std::optional<Error> &error() const { return m_error; }
    QString errorSentence() const { return m_error ? m_error->sentence().english() : QString(); }
    const char *why() const;

private:
    std::unique_ptr<servers::Sandbox> m_sandbox;
    servers::SandboxInfo m_info;
    QStringList m_progress;
    int m_readyCount = 0;
    std::optional<Error> m_error;
    mutable QByteArray m_why;
};

/// What a server on loopback answers to a four-letter word; empty if nothing listens there.
QByteArray askPort(quint16 port, const QByteArray &question);
/// True if a server answers this question there, and its answer has no \a part: false where nobody answers, too.
bool answersWithout(quint16 port, const QByteArray &question, const QByteArray &part);
/// True if somebody accepts connections there.
bool isListening(quint16 port);
/// "R", "S", "T" while it is stopped, …, as the kernel tells it; empty if there is no such process.
QByteArray processState(qint64 pid);
/// True if the process is there and not merely waiting for its parent to notice its end.
bool isAlive(qint64 pid);

} // namespace lockscope::test
