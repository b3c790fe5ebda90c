// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bareclient.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace lockscope::bench {

namespace {

void ignoreEvent(zhandle_t *, int, int, const char *, void *) { }

} // namespace

long long steadyNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

BareLoop::~BareLoop()
{
    closeAll();
}

void BareLoop::closeAll()
{
    for (const Pumped &pumped : m_pumped)
        zookeeper_close(pumped.zh);
    m_pumped.clear();
}

const std::vector<zhandle_t *> BareLoop::handles() const
{
    std::vector<zhandle_t *> handles;
    for (const Pumped &pumped : m_pumped)
        handles.push_back(pumped.zh);
    return handles;
}

zhandle_t *BareLoop::open(const std::string &hosts, int timeoutMs)
{
    zoo_set_debug_level(ZOO_LOG_LEVEL_ERROR);
    zhandle_t *zh = zookeeper_init2(hosts.c_str(), ignoreEvent, timeoutMs, nullptr, nullptr, ZOO_NO_LOG_CLIENTENV,
                                    [](const char *) {});
    if (zh != nullptr) {
        zoo_set_servers_resolution_delay(zh, -1);
        m_pumped.push_back({zh});
    }
    return zh;
}

bool BareLoop::connectAll()
{
    const long long until = steadyNs() + 10'000'000'000;
    const auto connected = [this] {
        return std::all_of(m_pumped.begin(), m_pumped.end(),
                           [](const Pumped &p) { return zoo_state(p.zh) == ZOO_CONNECTED_STATE; });
    };
    run([&] { return connected() || steadyNs() > until; });
    return connected();
}

void BareLoop::arm(Pumped &pumped)
{
    timeval wait{};
    pumped.fd = -1;
    pumped.interest = 0;
    zookeeper_interest(pumped.zh, &pumped.fd, &pumped.interest, &wait);
    pumped.dueNs = steadyNs() + wait.tv_sec * 1'000'000'000LL + wait.tv_usec * 1'000LL + 1'000'000;
    pumped.touched = false;
}

void BareLoop::runUntilAsked()
{
    pump([] { return false; }, STDIN_FILENO, 0);
}

void BareLoop::pump(const std::function<bool()> &until, int alsoUntilReadable, long long wakeNs)
{
    for (Pumped &pumped : m_pumped)
        pumped.touched = true; // calls may have been made since the last run
    std::vector<pollfd> polled;
    while (!until()) {
        long long dueNs = steadyNs() + 1'000'000'000;
        polled.clear();
        for (Pumped &pumped : m_pumped) {
            if (pumped.touched)
                arm(pumped);
            dueNs = std::min(dueNs, pumped.dueNs);
            const int events =
                ((pumped.interest & ZOOKEEPER_READ) ? POLLIN : 0) | ((pumped.interest & ZOOKEEPER_WRITE) ? POLLOUT : 0);
            polled.push_back({pumped.fd, static_cast<short>(events), 0});
        }
        polled.push_back({alsoUntilReadable, POLLIN, 0});
        if (wakeNs != 0)
            dueNs = std::min(dueNs, wakeNs);
        const long long waitNs = std::max(0LL, dueNs - steadyNs());
        const timespec wait{waitNs / 1'000'000'000, waitNs % 1'000'000'000};
        ppoll(polled.data(), polled.size(), &wait, nullptr);
        if (polled.back().revents != 0)
            return;
        const long long now = steadyNs();
        for (size_t i = 0; i < m_pumped.size(); ++i) {
            const short revents = polled[i].revents;
            if (revents == 0 && now < m_pumped[i].dueNs)
                continue;
            m_pumped[i].touched = true;
            int rc = zookeeper_process(m_pumped[i].zh, ((revents & (POLLIN | POLLHUP | POLLERR)) ? ZOOKEEPER_READ : 0)
                                                           | ((revents & POLLOUT) ? ZOOKEEPER_WRITE : 0));
            while (rc == ZOK && revents != 0) // one packet a call
                rc = zookeeper_process(m_pumped[i].zh, ZOOKEEPER_READ);
        }
    }
}

void makePath(BareLoop &loop, zhandle_t *zh, const std::string &path)
{
    for (size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
        bool done = false;
        zoo_acreate(
            zh, path.substr(0, slash).c_str(), nullptr, -1, &ZOO_OPEN_ACL_UNSAFE, 0,
            [](int, const char *, const void *flag) { *static_cast<bool *>(const_cast<void *>(flag)) = true; }, &done);
        loop.run([&] { return done; });
        if (slash == std::string::npos)
            return;
    }
}

void removeNode(BareLoop &loop, zhandle_t *zh, const std::string &path)
{
    bool done = false;
    zoo_adelete(
        zh, path.c_str(), -1, [](int, const void *flag) { *static_cast<bool *>(const_cast<void *>(flag)) = true; },
        &done);
    loop.run([&] { return done; });
}

void say(const char *line)
{
    std::puts(line);
    std::fflush(stdout);
}

} // namespace lockscope::bench
