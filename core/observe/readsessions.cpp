// SPDX-License-Identifier: Apache-2.0
#include "core/observe/readsessions.h"

#include <chrono>
#include <tuple>
#include <utility>

namespace lockscope::observe {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// Fewer are answered sooner than a session is opened.
constexpr int many = 1'000;
/// Fewer are not shared though the further sessions are open: the main one needs no sync, and answers in the order of
/// the queue, so that nobody in it is known before who stands in front.
constexpr int few = 100;
constexpr auto idleLimit = 10s;

Task<> closeAll(std::vector<std::unique_ptr<zk::Session>> sessions)
{
    std::vector<Task<>> closing;
    for (const auto &session : sessions)
        closing.push_back(session->close());
    for (auto &task : closing)
        co_await task;
}

} // namespace

ReadSessions::ReadSessions(zk::Connection &main, int count, QObject *parent)
    : QObject(parent)
    , m_main(main)
    , m_count(count)
{
    m_idle.setSingleShot(true);
    m_idle.setInterval(idleLimit);
    connect(&m_idle, &QTimer::timeout, this, &ReadSessions::closeIfIdle);
}

ReadSessions::~ReadSessions() = default;

zk::Session *ReadSessions::next(int pending)
{
    zk::Session *main = m_main.session();
    if (pending < few || (pending < many && m_further.empty()))
        return main;
    if (pending >= many) {
        m_used = true;
        open();
    }
    m_turn = (m_turn + 1) % (m_further.size() + 1);
    if (m_turn == 0)
        return main;
    Further &further = m_further[m_turn - 1];
    if (further.session->state() != ConnectionState::Connected)
        return main;
    // Its server may be behind the main one's. Requests of a session are answered in their order: those that follow
    // this one see at least what its server's leader had when it came.
    if (std::exchange(further.caughtUpWith, m_seen) != m_seen)
        std::ignore = further.session->sync(u"/"_s);
    return further.session.get();
}

void ReadSessions::open()
{
    if (m_closed || m_main.state() != ConnectionState::Connected)
        return;
    if (!m_idle.isActive())
        m_idle.start();
    while (static_cast<int>(m_further.size()) < m_count) {
        m_further.push_back({std::make_unique<zk::Session>(m_main.sessionSpec()), 0});
        m_further.back().session->open();
    }
}

void ReadSessions::closeIfIdle()
{
    if (std::exchange(m_used, false)) {
        m_idle.start();
        return;
    }
    closeAll(takeAll());
}

std::vector<std::unique_ptr<zk::Session>> ReadSessions::takeAll()
{
    std::vector<std::unique_ptr<zk::Session>> sessions;
    for (Further &further : std::exchange(m_further, {}))
        sessions.push_back(std::move(further.session));
    return sessions;
}

Task<> ReadSessions::close()
{
    m_closed = true;
    m_used = false;
    m_idle.stop();
    return closeAll(takeAll());
}

} // namespace lockscope::observe
