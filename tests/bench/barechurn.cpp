// SPDX-License-Identifier: Apache-2.0
// Bare clients for the benchmarks of the observer: one that changes a lock at a given rate, one that makes its
// directory.
#include "tests/bench/bareclient.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>

namespace lockscope::bench {

namespace {

constexpr int changesPerSecond = 100;
constexpr int secondsLimit = 600;

struct Churn
{
    struct Made
    {
        std::string name;
        long long returnedNs = 0;
    };
    std::deque<std::string> queue; ///< bare names, by number
    std::vector<Made> made;
    int pending = 0;
    int failed = 0;
    bool listed = false;
};

Churn &churnOf(const void *context)
{
    return *static_cast<Churn *>(const_cast<void *>(context));
}

void onNames(int rc, const String_vector *names, const void *context)
{
    Churn &churn = churnOf(context);
    churn.queue.clear();
    for (int i = 0; rc == ZOK && i < names->count; ++i)
        churn.queue.emplace_back(names->data[i]);
    std::sort(churn.queue.begin(), churn.queue.end());
    churn.listed = true;
}

void onCreated(int rc, const char *path, const void *context)
{
    Churn &churn = churnOf(context);
    --churn.pending;
    if (rc != ZOK) {
        ++churn.failed;
        return;
    }
    const char *slash = std::strrchr(path, '/');
    churn.made.push_back({slash + 1, steadyNs()});
    churn.queue.emplace_back(slash + 1);
}

void onDeleted(int rc, const void *context)
{
    Churn &churn = churnOf(context);
    --churn.pending;
    churn.failed += rc == ZOK ? 0 : 1;
}

void changeOnce(zhandle_t *zh, const std::string &lock, Churn &churn, bool create)
{
    ++churn.pending;
    if (create) {
        zoo_acreate(zh, (lock + "/lock-").c_str(), "churn", 5, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL_SEQUENTIAL,
                    onCreated, &churn);
        return;
    }
    zoo_adelete(zh, (lock + '/' + churn.queue.front()).c_str(), -1, onDeleted, &churn);
    churn.queue.pop_front();
}

void churnFor(BareLoop &loop, const std::string &lock, int seconds, Churn &churn)
{
    zhandle_t *zh = loop.handles().front();
    churn.made.clear();
    churn.listed = false;
    zoo_aget_children(zh, lock.c_str(), 0, onNames, &churn);
    loop.run([&] { return churn.listed; });
    const long long started = steadyNs();
    const int changes = seconds * changesPerSecond;
    for (int i = 0; i < changes; ++i) {
        const long long dueNs = started + i * (1'000'000'000LL / changesPerSecond);
        loop.run([&] { return steadyNs() >= dueNs; }, dueNs);
        changeOnce(zh, lock, churn, i % 2 == 0);
    }
    loop.run([&] { return churn.pending == 0; });
    for (const Churn::Made &made : churn.made)
        std::printf("%s %lld\n", made.name.c_str(), made.returnedNs);
    say(churn.failed == 0 ? "end" : "failed");
}

} // namespace

int churnLock(const std::string &hosts, const std::string &lock)
{
    BareLoop loop;
    loop.open(hosts);
    if (!loop.connectAll())
        return 3;
    say("ready");
    Churn churn;
    for (;;) {
        loop.runUntilAsked();
        std::array<char, 32> line{};
        if (std::fgets(line.data(), line.size(), stdin) == nullptr)
            return 0;
        churnFor(loop, lock, std::clamp(std::atoi(line.data()), 1, secondsLimit), churn);
    }
}

int makePaths(const std::string &hosts)
{
    BareLoop loop;
    zhandle_t *zh = loop.open(hosts);
    if (!loop.connectAll())
        return 3;
    for (;;) {
        loop.runUntilAsked();
        std::array<char, 256> line{};
        if (std::fgets(line.data(), line.size(), stdin) == nullptr)
            return 0;
        makePath(loop, zh, std::string(line.data(), std::strcspn(line.data(), "\n")));
        say("made");
    }
}

} // namespace lockscope::bench
