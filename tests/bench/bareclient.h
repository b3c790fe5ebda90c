// SPDX-License-Identifier: Apache-2.0
// The C client by itself, on one thread and poll(), as the measure of what the library and the server allow.
// Never part of the product, and never in one process with an engine: the library keeps process-wide state.
#pragma once

#include <zookeeper/zookeeper.h>

#include <functional>
#include <string>
#include <vector>

namespace lockscope::bench {

class BareLoop
{
public:
    BareLoop() = default;
    ~BareLoop();
    BareLoop(const BareLoop &) = delete;
    BareLoop &operator=(const BareLoop &) = delete;

    /// Begins to connect; null if the connect string is no good.
    zhandle_t *open(const std::string &hosts, int timeoutMs = 30'000);
    /// All handles are connected; false if that did not happen within ten seconds.
    bool connectAll();
    /// Pumps all handles until it holds. Asked again at \a dueNs (steadyNs()) at the latest, 0: when the library has
    /// something to do.
    void run(const std::function<bool()> &until, long long dueNs = 0) { pump(until, -1, dueNs); }
    /// Pumps all handles until there is something on the standard input, or it ends.
    void runUntilAsked();
    const std::vector<zhandle_t *> handles() const;
    /// Closes all sessions cleanly.
    void closeAll();

private:
    struct Pumped
    {
        zhandle_t *zh = nullptr;
        int fd = -1;
        int interest = 0;
        long long dueNs = 0; ///< when the library wants to be called without anything to read
        bool touched = true;
    };
    void arm(Pumped &pumped);
    void pump(const std::function<bool()> &until, int alsoUntilReadable, long long dueNs);

    std::vector<Pumped> m_pumped;
};

long long steadyNs();
/// Makes the node and its ancestors, persistent; those that are there already are fine.
void makePath(BareLoop &loop, zhandle_t *zh, const std::string &path);
void removeNode(BareLoop &loop, zhandle_t *zh, const std::string &path);
/// A line on the standard output, at once.
void say(const char *line);

// ---- what is measured with it ----

struct BareHandoff
{
    std::vector<double> handoffsUs;
    double durationMs = 0;
    int acquired = 0;
};
/// Clients × rounds of the predecessor-watch lock, hold time 0, a session each.
BareHandoff bareHandoff(const std::string &hosts, const std::string &lock, int clients, int rounds);

/// lockscope-bench __hold CONNECT LOCK N: makes N ephemeral sequential contenders, says "ready", keeps them until its
/// standard input ends, and takes everything away again.
int holdContenders(const std::string &hosts, const std::string &lock, int count);
/// lockscope-bench __read CONNECT LOCK: one list and a pipelined read per child, twice; says the second's milliseconds.
int readContenders(const std::string &hosts, const std::string &lock);
/// lockscope-bench __churn CONNECT LOCK: says "ready"; for each line of a number of seconds it changes the lock 100
/// times a second, in turns a create at its end and a delete at its head, and then says "NAME NANOSECONDS" for each
/// create, when it had returned (steadyNs()), and "end".
int churnLock(const std::string &hosts, const std::string &lock);
/// lockscope-bench __make CONNECT: makes the persistent node of each line, and says "made".
int makePaths(const std::string &hosts);
/// lockscope-bench __grow CONNECT ROOT NODES LOCKS: makes the tree of BigTreeShape, says "ready", and takes it away
/// again when its standard input ends.
int growTree(const std::string &hosts, const std::string &root, int nodes, int locks);
/// lockscope-bench __readtree CONNECT ROOT: reads all of it pipelined; says its milliseconds and how many nodes it
/// read.
int readTree(const std::string &hosts, const std::string &root);
} // namespace lockscope::bench
