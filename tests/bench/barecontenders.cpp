// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bareclient.h"

#include <cstdio>

namespace lockscope::bench {

namespace {

constexpr int holders = 4;
/// Creates sent and not answered: enough to keep the server busy.
constexpr int inFlight = 1000;

struct Making
{
    int asked = 0;
    int made = 0;
    int failed = 0;
};

struct Reading
{
    zhandle_t *zh = nullptr;
    std::string lock;
    int left = -1; ///< -1: not listed yet
    int failed = 0;
};

void make(zhandle_t *zh, const std::string &lock, Making &making)
{
    const std::string data = "client-" + std::to_string(making.asked);
    ++making.asked;
    zoo_acreate(
        zh, (lock + "/lock-").c_str(), data.data(), static_cast<int>(data.size()), &ZOO_OPEN_ACL_UNSAFE,
        ZOO_EPHEMERAL_SEQUENTIAL,
        [](int rc, const char *, const void *context) {
            auto *of = static_cast<Making *>(const_cast<void *>(context));
            ++(rc == ZOK ? of->made : of->failed);
        },
        &making);
}

void onRead(int rc, const char *, int, const Stat *, const void *context)
{
    auto *reading = static_cast<Reading *>(const_cast<void *>(context));
    reading->failed += rc == ZOK ? 0 : 1;
    --reading->left;
}

void onListed(int rc, const String_vector *names, const Stat *, const void *context)
{
    auto *reading = static_cast<Reading *>(const_cast<void *>(context));
    reading->left = rc == ZOK ? names->count : 0;
    for (int i = 0; i < reading->left; ++i)
        zoo_aget(reading->zh, (reading->lock + '/' + names->data[i]).c_str(), 0, onRead, reading);
}

/// Milliseconds from asking for the list to the last node's answer.
double readOnce(BareLoop &loop, Reading &reading)
{
    reading.left = -1;
    const long long started = steadyNs();
    zoo_aget_children2(reading.zh, reading.lock.c_str(), 0, onListed, &reading);
    loop.run([&] { return reading.left == 0; });
    return static_cast<double>(steadyNs() - started) / 1e6;
}

} // namespace

int holdContenders(const std::string &hosts, const std::string &lock, int count)
{
    BareLoop loop;
    for (int i = 0; i < holders; ++i)
        loop.open(hosts);
    if (!loop.connectAll())
        return 3;
    const auto handles = loop.handles();
    makePath(loop, handles.front(), lock);
    Making making;
    while (making.made + making.failed < count) {
        while (making.asked < count && making.asked - making.made - making.failed < inFlight)
            make(handles[static_cast<size_t>(making.asked % holders)], lock, making);
        const int before = making.made + making.failed;
        loop.run([&] { return making.made + making.failed > before; });
    }
    say(making.failed == 0 ? "ready" : "failed");
    loop.runUntilAsked();
    loop.closeAll();

    zhandle_t *last = loop.open(hosts);
    if (!loop.connectAll())
        return 3;
    removeNode(loop, last, lock);
    return 0;
}

int readContenders(const std::string &hosts, const std::string &lock)
{
    BareLoop loop;
    Reading reading{loop.open(hosts), lock};
    if (!loop.connectAll())
        return 3;
    readOnce(loop, reading); // memory warm, as that of an engine that has read before
    std::printf("%.3f\n", readOnce(loop, reading));
    return reading.failed == 0 ? 0 : 1;
}

} // namespace lockscope::bench
