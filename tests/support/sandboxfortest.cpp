// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandboxfortest.h"

#include "tests/support/files.h"

#include <QEventLoop>
#include <QHostAddress>
#include <QNetworkProxy>
#include <QTcpSocket>

namespace lockscope::test {

using namespace Qt::StringLiterals;

namespace {

constexpr int answerLimitMs = 5000;

} // namespace

SandboxForTest::SandboxForTest(servers::SandboxSpec spec, servers::JavaPlaces places)
    : m_sandbox(std::make_unique<servers::Sandbox>(std::move(spec), std::move(places)))
{
    QObject::connect(m_sandbox.get(), &servers::Sandbox::progress, m_sandbox.get(),
                     [this](const Text &sentence) { m_progress += sentence.english(); });
    QObject::connect(m_sandbox.get(), &servers::Sandbox::ready, m_sandbox.get(),
                     [this](const servers::SandboxInfo &info) {
                         m_info = info;
                         ++m_readyCount;
                     });
    QObject::connect(m_sandbox.get(), &servers::Sandbox::failed, m_sandbox.get(),
                     [this](const Error &error) { m_error = error; });
}

bool SandboxForTest::start()
{
    QEventLoop loop; // the sandbox gives up by itself
    QObject::connect(m_sandbox.get(), &servers::Sandbox::ready, &loop, &QEventLoop::quit);
    QObject::connect(m_sandbox.get(), &servers::Sandbox::failed, &loop, &QEventLoop::quit);
    m_sandbox->start();
    loop.exec();
    return !m_error;
}

quint16 SandboxForTest::port(int server) const
{
    return m_info.servers.value(server).clientAddress.section(u':', 1).toUShort();
}

const char *SandboxForTest::why() const
{
    m_why = errorSentence().toUtf8();
    return m_why.constData();
}

QByteArray askPort(quint16 port, const QByteArray &question)
{
    QTcpSocket socket;
    socket.setProxy(QNetworkProxy::NoProxy);
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    if (!socket.waitForConnected(answerLimitMs))
        return {};
    socket.write(question);
    socket.waitForDisconnected(answerLimitMs);
    return socket.readAll();
}

bool answersWithout(quint16 port, const QByteArray &question, const QByteArray &part)
{
    const QByteArray answer = askPort(port, question);
    // Also what a server says that does not serve, or may not answer to this word.
    const bool isRefusal =
        answer.contains("is not currently serving requests") || answer.contains("is not executed because");
    return !answer.isEmpty() && !isRefusal && !answer.contains(part);
}

bool isListening(quint16 port)
{
    QTcpSocket socket;
    socket.setProxy(QNetworkProxy::NoProxy);
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    return socket.waitForConnected(answerLimitMs);
}

QByteArray processState(qint64 pid)
{
    const QByteArray line = contentOf(u"/proc/%1/stat"_s.arg(pid));
    return line.mid(line.lastIndexOf(')') + 2, 1);
}

bool isAlive(qint64 pid)
{
    const QByteArray state = processState(pid);
    return !state.isEmpty() && state != "Z";
}

} // namespace lockscope::test
