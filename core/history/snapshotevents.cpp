// SPDX-License-Identifier: Apache-2.0
#include "core/history/snapshotevents.h"

#include "core/base/path.h"

#include <algorithm>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

class Teller
{
public:
    explicit Teller(const World &world)
        : m_world(world)
    {
    }

    EventBatch tell()
    {
        const qint64 first = firstInstant();
        say(first, m_world.connection());
        say(m_world.staleSinceNs() != 0 ? m_world.staleSinceNs() : first, m_world.observation());
        for (const auto &[path, directory] : m_world.directories()) {
            if (!directory.isNodeLock)
                tell(directory);
        }
        for (const auto &[id, client] : m_world.clients())
            tell(id, client);
        if (!m_world.knowledge().isEmpty())
            say(m_world.atNs(), ServersProbed{m_world.servers(), m_world.knowledge()});
        // The picture is of this instant, even if nothing that it shows has happened then.
        say(m_world.atNs(), Notice{locks::Finding::Severity::Note, u"From here on the events are told one by one."_s});
        // What belongs together stays in its order; between them, the order of time.
        std::stable_sort(m_events.begin(), m_events.end(),
                         [](const Event &one, const Event &other) { return one.atNs < other.atNs; });
        quint64 number = 0;
        for (Event &event : m_events)
            event.number = ++number;
        return m_events;
    }

private:
    qint64 firstInstant() const
    {
        qint64 first = m_world.atNs();
        for (const auto &[path, directory] : m_world.directories()) {
            if (directory.listedAtNs != 0)
                first = std::min(first, directory.listedAtNs);
        }
        for (const auto &[id, client] : m_world.clients())
            first = std::min(first, client.stateSinceNs);
        return first;
    }

    void say(qint64 atNs, Payload what) { m_events += {0, std::min(atNs, m_world.atNs()), std::move(what)}; }

    void tell(const Directory &directory)
    {
        const qint64 atNs = directory.listedAtNs != 0 ? directory.listedAtNs : m_world.atNs();
        if (directory.stat) {
            DirectoryListed listed;
            listed.path = directory.path;
            listed.stat = *directory.stat;
            listed.added = directory.children.keys();
            listed.added.sort();
            listed.unseenCreates = directory.unseenCreates;
            listed.watched = directory.watched;
            say(atNs, listed);
            for (const QString &name : std::as_const(listed.added)) {
                const locks::ChildNode &child = *directory.children.constFind(name);
                if (child.stat)
                    say(atNs, NodeResolved{joinPath(directory.path, name), *child.stat, child.access, child.data,
                                           child.truncated});
            }
        }
        if (directory.error)
            say(m_world.atNs(), DirectoryUnreadable{directory.path, *directory.error});
    }

    void tell(ClientId id, const Client &client)
    {
        const qint64 atNs = client.stateSinceNs;
        say(atNs, client.spec);
        say(atNs, ClientConnection{id, client.connection, client.session});
        const auto fault = [&](bool is, Fault what, qint64 durationMs = 0) {
            if (is)
                say(atNs, ClientFault{id, what, durationMs, false});
        };
        fault(client.crashed, Fault::Crash);
        fault(client.paused, Fault::Pause);
        fault(client.cutOff, Fault::Partition);
        fault(client.delayMs > 0, Fault::Delay, client.delayMs);
        if (client.step)
            say(atNs, ClientStep{id, *client.step, client.stepPath});
        say(atNs, ClientLockState{id, client.state, client.node, client.token, client.round, client.error,
                                  client.entries, client.mode});
    }

    const World &m_world;
    EventBatch m_events;
};

} // namespace

EventBatch snapshotEvents(const World &world)
{
    return world.eventNumber() == 0 ? EventBatch() : Teller(world).tell();
}

} // namespace lockscope::journal
