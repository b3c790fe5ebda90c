// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bareclient.h"

#include <cstdlib>
#include <string_view>

namespace lockscope::bench {

namespace {

struct Contest
{
    std::string lock;
    int rounds = 0;
    int running = 0;
    long long releasedAtNs = 0;
    BareHandoff result;
};

/// One client: create, list, watch the node just before, and again; on its turn it releases at once.
struct Contender
{
    zhandle_t *zh = nullptr;
    Contest *contest = nullptr;
    std::string node; ///< bare name
    int round = 0;

    void acquire();
    void list();
    void onListed(const String_vector &names);
    void release();
};

Contender *of(const void *context)
{
    return static_cast<Contender *>(const_cast<void *>(context));
}

/// Ten digits end every sequential name.
std::string_view sequence(std::string_view name)
{
    return name.size() < 10 ? name : name.substr(name.size() - 10);
}

void Contender::acquire()
{
    zoo_acreate(
        zh, (contest->lock + "/lock-").c_str(), "bare", 4, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL_SEQUENTIAL,
        [](int rc, const char *path, const void *context) {
            if (rc != ZOK)
                std::abort();
            const std::string_view whole(path);
            of(context)->node = whole.substr(whole.rfind('/') + 1);
            of(context)->list();
        },
        this);
}

void Contender::list()
{
    zoo_aget_children2(
        zh, contest->lock.c_str(), 0,
        [](int rc, const String_vector *names, const Stat *, const void *context) {
            if (rc != ZOK)
                std::abort();
            of(context)->onListed(*names);
        },
        this);
}

void Contender::onListed(const String_vector &names)
{
    std::string_view before;
    for (int i = 0; i < names.count; ++i) {
        const std::string_view name(names.data[i]);
        if (sequence(name) < sequence(node) && (before.empty() || sequence(name) > sequence(before)))
            before = name;
    }
    if (before.empty()) {
        release();
        return;
    }
    zoo_awexists(
        zh, (contest->lock + '/' + std::string(before)).c_str(),
        [](zhandle_t *, int type, int, const char *, void *context) {
            if (type == ZOO_DELETED_EVENT)
                of(context)->list();
        },
        this,
        [](int rc, const Stat *, const void *context) {
            if (rc == ZNONODE) // it went in between
                of(context)->list();
        },
        this);
}

void Contender::release()
{
    const long long now = steadyNs();
    ++contest->result.acquired;
    if (contest->releasedAtNs != 0)
        contest->result.handoffsUs.push_back(static_cast<double>(now - contest->releasedAtNs) / 1000);
    contest->releasedAtNs = steadyNs();
    zoo_adelete(
        zh, (contest->lock + '/' + node).c_str(), -1,
        [](int, const void *context) {
            Contender *me = of(context);
            if (++me->round < me->contest->rounds)
                me->acquire();
            else
                --me->contest->running;
        },
        this);
}

} // namespace

BareHandoff bareHandoff(const std::string &hosts, const std::string &lock, int clients, int rounds)
{
    BareLoop loop;
    Contest contest{lock, rounds, clients, 0, {}};
    std::vector<Contender> contenders(static_cast<size_t>(clients));
    for (Contender &contender : contenders) {
        contender.zh = loop.open(hosts);
        contender.contest = &contest;
    }
    if (!loop.connectAll())
        return {};
    makePath(loop, contenders.front().zh, lock);
    const long long started = steadyNs();
    for (Contender &contender : contenders)
        contender.acquire();
    loop.run([&] { return contest.running == 0; });
    contest.result.durationMs = static_cast<double>(steadyNs() - started) / 1e6;
    removeNode(loop, contenders.front().zh, lock);
    return contest.result;
}

} // namespace lockscope::bench
