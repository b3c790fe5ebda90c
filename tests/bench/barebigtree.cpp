// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bareclient.h"
#include "tests/bench/bigtreeshape.h"

#include <deque>

namespace lockscope::bench {

namespace {

constexpr int sessions = 4;
constexpr int creates = 500;  ///< in a transaction
constexpr int inFlight = 900; ///< reads: at 1,000 of all its clients together a server stops reading from them

struct Made
{
    std::string path;
    std::string data;
    bool isEphemeral = false;
};

/// Parents before their children.
std::vector<Made> allNodes(const BigTreeShape &shape)
{
    std::vector<Made> nodes{{shape.root, {}}};
    for (int team = 0; team < shape.teams(); ++team)
        nodes.push_back({shape.team(team), {}});
    for (int lock = 0; lock < shape.locks; ++lock) {
        nodes.push_back({shape.lock(lock), {}});
        for (int place = 0; place < BigTreeShape::contenders; ++place)
            nodes.push_back({shape.lock(lock) + '/' + BigTreeShape::contenderName(place),
                             BigTreeShape::contenderData(lock, place), true});
    }
    for (int directory = 0; directory < shape.settingsDirectories(); ++directory)
        nodes.push_back({shape.settingsDirectory(directory), {}});
    for (int setting = 0; setting < shape.settings(); ++setting)
        nodes.push_back(
            {shape.settingsDirectory(setting / BigTreeShape::perDirectory) + '/' + BigTreeShape::settingName(setting),
             BigTreeShape::settingData(setting)});
    return nodes;
}

/// A transaction for each so many nodes; false if one failed.
template<typename Fill>
bool inTransactions(BareLoop &loop, zhandle_t *zh, size_t count, Fill fill)
{
    std::vector<zoo_op_t> operations(creates);
    std::vector<zoo_op_result_t> results(creates);
    for (size_t done = 0; done < count;) {
        const size_t now = std::min<size_t>(creates, count - done);
        for (size_t i = 0; i < now; ++i)
            fill(&operations[i], done + i);
        int answer = 1;
        zoo_amulti(
            zh, static_cast<int>(now), operations.data(), results.data(),
            [](int rc, const void *to) { *static_cast<int *>(const_cast<void *>(to)) = rc; }, &answer);
        loop.run([&] { return answer <= 0; });
        if (answer != ZOK)
            return false;
        done += now;
    }
    return true;
}

/// What a reader must ask: each node for its Stat and data, and each that has children for them.
struct WholeReading
{
    std::vector<zhandle_t *> handles;
    std::deque<std::string> lists;
    std::deque<std::string> nodes;
    int sent = 0;
    int failed = 0;
    long long read = 0;
    size_t turn = 0;

    zhandle_t *next() { return handles[turn++ % handles.size()]; }
};

struct Question
{
    WholeReading *reading;
    std::string path;
};

void onWholeRead(int rc, const char *, int, const Stat *stat, const void *context)
{
    const auto *question = static_cast<const Question *>(context);
    WholeReading &reading = *question->reading;
    --reading.sent;
    ++reading.read;
    if (rc != ZOK)
        ++reading.failed;
    else if (stat->numChildren > 0)
        reading.lists.push_back(question->path);
    delete question;
}

void onWholeList(int rc, const String_vector *names, const Stat *, const void *context)
{
    const auto *question = static_cast<const Question *>(context);
    WholeReading &reading = *question->reading;
    --reading.sent;
    if (rc != ZOK)
        ++reading.failed;
    for (int i = 0; rc == ZOK && i < names->count; ++i)
        reading.nodes.push_back(question->path + '/' + names->data[i]);
    delete question;
}

void send(WholeReading &reading)
{
    while (reading.sent < inFlight && !(reading.lists.empty() && reading.nodes.empty())) {
        const bool isList = !reading.lists.empty();
        auto &paths = isList ? reading.lists : reading.nodes;
        auto *question = new Question{&reading, std::move(paths.front())};
        paths.pop_front();
        ++reading.sent;
        if (isList)
            zoo_aget_children2(reading.next(), question->path.c_str(), 0, onWholeList, question);
        else
            zoo_aget(reading.next(), question->path.c_str(), 0, onWholeRead, question);
    }
}

} // namespace

int growTree(const std::string &hosts, const std::string &root, int nodes, int locks)
{
    BareLoop loop;
    zhandle_t *zh = loop.open(hosts);
    if (!loop.connectAll())
        return 3;
    const std::vector<Made> all = allNodes({root, nodes, locks});
    char unread[8];
    const bool grown = inTransactions(loop, zh, all.size(), [&](zoo_op_t *operation, size_t i) {
        const Made &node = all[i];
        zoo_create_op_init(operation, node.path.c_str(), node.data.data(), static_cast<int>(node.data.size()),
                           &ZOO_OPEN_ACL_UNSAFE, node.isEphemeral ? ZOO_EPHEMERAL : ZOO_PERSISTENT, unread,
                           sizeof unread);
    });
    say(grown ? "ready" : "failed");
    loop.runUntilAsked();
    return inTransactions(loop, zh, all.size(),
                          [&](zoo_op_t *operation, size_t i) {
                              zoo_delete_op_init(operation, all[all.size() - 1 - i].path.c_str(), -1);
                          })
               ? 0
               : 1;
}

int readTree(const std::string &hosts, const std::string &root)
{
    BareLoop loop;
    WholeReading reading;
    for (int i = 0; i < sessions; ++i)
        reading.handles.push_back(loop.open(hosts));
    if (!loop.connectAll())
        return 3;
    const long long startedNs = steadyNs();
    reading.nodes.push_back(root);
    loop.run([&] {
        if (reading.sent <= inFlight / 2)
            send(reading);
        return reading.sent == 0;
    });
    std::printf("%.3f %lld\n", static_cast<double>(steadyNs() - startedNs) / 1e6, reading.read);
    return reading.failed == 0 ? 0 : 1;
}

} // namespace lockscope::bench
