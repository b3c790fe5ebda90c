// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/soakclients.h"

#include "tests/chaos/runplan.h"
#include "tests/chaos/waiting.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int soakTimeoutMs = 20'000;
constexpr int shortestHoldMs = 200;
constexpr int longestHoldMs = 3'800;
constexpr int takesOfASession = 20; ///< on average
constexpr int locksToABusyOne = 40; ///< one in so many: these have half of all takes, and so queues

} // namespace

QString soakLock(int number)
{
    return treeRoot + u"/l%1"_s.arg(number, 4, 10, QLatin1Char('0'));
}

SoakClients::SoakClients(QString hosts, int locks, int clients)
    : m_hosts(std::move(hosts))
    , m_locks(locks)
    , m_clients(clients)
    , m_conversation([this](const QJsonObject &asked) { take(asked); })
    , m_sessions(static_cast<size_t>(clients))
{
}

int SoakClients::serve()
{
    begin();
    return QCoreApplication::exec();
}

Task<> SoakClients::begin()
{
    zk::Session maker({m_hosts, soakTimeoutMs});
    maker.open();
    auto making = makeTable(&maker);
    const bool made = co_await making;
    if (!made) {
        std::fputs("lockscope-soak clients: the locks could not be made\n", stderr);
        QCoreApplication::exit(1);
        co_return;
    }
    auto closing = maker.close();
    co_await closing;
    for (int number = 0; number < m_clients; ++number)
        live(number);
}

Task<bool> SoakClients::makeTable(zk::Session *session)
{
    auto connecting = session->connected();
    const auto connected = co_await connecting;
    if (!connected)
        co_return false;
    std::vector<Reply<CreatedNode>> making;
    making.push_back(session->create(treeRoot, {}, NodeKind::Persistent));
    for (int number = 0; number < m_locks; ++number)
        making.push_back(session->create(soakLock(number), {}, NodeKind::Persistent));
    bool all = true;
    for (const auto &reply : making) {
        const auto made = co_await reply;
        all = all && (made || made.error().code == ErrorCode::NodeExists);
    }
    co_return all;
}

// ---- the clients ----

Task<> SoakClients::live(int number)
{
    auto &session = m_sessions[static_cast<size_t>(number)];
    for (bool first = true;; first = false) {
        const auto allowed = goOn();
        co_await allowed;
        begins();
        session = std::make_unique<zk::Session>(zk::SessionSpec{m_hosts, soakTimeoutMs});
        session->open();
        auto connecting = session->connected();
        const auto connected = co_await connecting;
        ends();
        ++m_sessionsMade;
        if (first && ++m_connected == m_clients)
            Conversation::tell({{u"ready"_s, true}});
        bool goesOn = connected.has_value();
        while (goesOn) {
            auto taking = takeOnce(session.get());
            goesOn = co_await taking;
        }
        const auto mayEnd = goOn();
        co_await mayEnd;
        begins();
        auto closing = session->close();
        co_await closing;
        ends();
        const auto turn = delay(0ms); // the session is not replaced from within
        co_await turn;
    }
}

Task<bool> SoakClients::takeOnce(zk::Session *session)
{
    const auto mayAsk = goOn();
    co_await mayAsk;
    const int among = m_random.bounded(2) == 0 ? m_locks : std::max(1, m_locks / locksToABusyOne);
    const QString lock = soakLock(m_random.bounded(among));
    begins();
    auto making = session->create(lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential);
    const auto made = co_await making;
    ends();
    if (!made)
        co_return false;
    ++m_takes;
    const auto holding = delay(std::chrono::milliseconds(m_random.bounded(shortestHoldMs, longestHoldMs)));
    co_await holding;
    const auto mayGiveBack = goOn();
    co_await mayGiveBack;
    begins();
    auto removing = session->remove(made->path, -1);
    const auto removed = co_await removing;
    ends();
    co_return removed &&m_random.bounded(takesOfASession) > 0;
}

// ---- held still ----

Reply<Done> SoakClients::goOn()
{
    if (!m_still)
        return Reply<Done>(Done());
    return Reply<Done>(m_waiting.emplace_back());
}

void SoakClients::ends()
{
    --m_underWay;
    sayStillIfSo();
}

void SoakClients::sayStillIfSo()
{
    if (!m_still || m_stillReported || m_underWay > 0)
        return;
    m_stillReported = true;
    Conversation::tell({{u"still"_s, true}, {u"takes"_s, m_takes}, {u"sessions"_s, m_sessionsMade}});
}

// ---- what is asked, and what is told ----

void SoakClients::take(const QJsonObject &asked)
{
    m_still = asked[u"still"_s].toBool();
    m_stillReported = false;
    sayStillIfSo();
    if (m_still)
        return;
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto &promise : waiting)
        promise.complete(Done());
}

} // namespace lockscope::chaos
