// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/clientside.h"

#include <QCoreApplication>
#include <QDir>

#include <array>
#include <csignal>
#include <cstdio>
#include <execinfo.h>
#include <unistd.h>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;

namespace {

constexpr int sessionTimeoutMs = 10'000;
constexpr int connectTimeoutMs = 60'000;
constexpr unsigned stuckAfterS = 60;
constexpr auto signOfLife = std::chrono::seconds(5);

/// An event loop that does not turn says where it is, before a loop without an end takes all memory.
void tellWhereItIs(int)
{
    std::array<void *, 64> frames{};
    const int count = backtrace(frames.data(), int(frames.size()));
    backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
    _exit(3);
}

zk::ConnectionSpec specOf(const QString &connectString)
{
    zk::ConnectionSpec spec;
    spec.target = zk::parseConnectString(connectString).value_or(zk::ConnectString());
    spec.sessionTimeoutMs = sessionTimeoutMs;
    spec.connectTimeoutMs = connectTimeoutMs;
    return spec;
}

} // namespace

ClientSide::ClientSide(const QString &connectString, const QString &failures)
    : m_failures(failures)
    , m_connection(specOf(connectString))
    , m_conversation([this](const QJsonObject &asked) { take(asked); })
{
    connect(&m_alive, &QTimer::timeout, this, [] { alarm(stuckAfterS); });
}

int ClientSide::serve()
{
    std::signal(SIGALRM, tellWhereItIs);
    alarm(stuckAfterS);
    m_alive.start(signOfLife);
    connectAndTell();
    return QCoreApplication::exec();
}

Task<> ClientSide::connectAndTell()
{
    const auto opened = co_await m_connection.open();
    if (opened) {
        Conversation::tell({{u"ready"_s, true}});
    } else {
        std::fprintf(stderr, "lockscope-chaos clients: %s\n", qPrintable(opened.error().sentence().english()));
        QCoreApplication::exit(1);
    }
}

void ClientSide::take(const QJsonObject &asked)
{
    if (const auto plan = planOf(asked[u"run"_s].toString()))
        run(*plan);
    else if (asked[u"leave"_s].toBool())
        leave();
}

Task<> ClientSide::run(RunPlan plan)
{
    const auto run = std::make_shared<ChaosRun>(m_connection, plan);
    const RunRecord record = co_await run->run();
    if (plan.recipe().isSound() && !record.isClean()) {
        QDir().mkpath(m_failures);
        if (const auto kept = run->keep(QDir(m_failures).filePath(plan.name + u".lockscope"_s)); !kept)
            std::fprintf(stderr, "lockscope-chaos clients: %s\n", qPrintable(kept.error().sentence().english()));
    }
    if (plan.standing)
        m_standing.push_back(run);
    Conversation::tell({{u"ended"_s, toJson(record)}});
}

Task<> ClientSide::leave()
{
    const auto standing = std::exchange(m_standing, {});
    for (const auto &run : standing)
        co_await run->leave();
    Conversation::tell({{u"left"_s, true}});
}

} // namespace lockscope::chaos
