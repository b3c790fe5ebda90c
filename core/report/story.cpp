// SPDX-License-Identifier: Apache-2.0
#include "core/report/story.h"

#include "core/base/visible.h"

#include <QHash>
#include <QJsonArray>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace lockscope::report {

using namespace Qt::StringLiterals;
using namespace journal;
using locks::Contender;
using locks::ContenderState;
using locks::LockQueue;

namespace {

/// As people may read it, wherever it comes from.
QString shownText(const QString &text)
{
    return visible(withoutSecrets(text));
}

StoryState stateOf(ContenderState state)
{
    switch (state) {
    case ContenderState::Holding: return StoryState::Holding;
    case ContenderState::Waiting: return StoryState::Waiting;
    case ContenderState::Member: return StoryState::Member;
    case ContenderState::Pending:
    case ContenderState::Foreign: break;
    }
    return StoryState::NotKnown;
}

struct Entry
{
    int node = 0;
    StoryState state = StoryState::Waiting;

    bool operator==(const Entry &) const = default;
};

struct Line
{
    std::vector<Entry> entries;
    qint64 further = 0;

    bool operator==(const Line &) const = default;
};

/// What is left of an array when nothing at its end is empty.
QJsonArray trimmed(QJsonArray array)
{
    while (!array.isEmpty() && array.last().isArray() && array.last().toArray().isEmpty())
        array.removeLast();
    return array;
}

class StoryBuilder
{
public:
    StoryBuilder(World world, const StoryRequest &request)
        : m_world(std::move(world))
        , m_request(request)
        , m_beginNs(m_world.atNs())
    {
    }

    QJsonObject build(const Journal &journal)
    {
        if (m_beginNs == 0 && !journal.isEmpty())
            m_beginNs = journal.atNs(journal.firstNumber());
        const QList<QString> locks = m_world.lockPaths();
        m_changed.directories = {locks.cbegin(), locks.cend()};
        for (const auto &[id, client] : m_world.clients())
            m_changed.clients.insert(id);
        addStep(m_beginNs, {});
        for (quint64 number = m_world.eventNumber() + 1; number <= m_request.last; ++number) {
            if (m_request.goesOn && !m_request.goesOn(number))
                return {};
            addEvent(journal.event(number));
        }
        return {{u"begin"_s, m_beginNs / 1'000'000},
                {u"actors"_s, allActors()},
                {u"locks"_s, allLocks()},
                {u"nodes"_s, allNodes()},
                {u"steps"_s, m_steps}};
    }

private:
    struct Actor
    {
        QString name;
        bool isOwn = false;
    };
    struct Node
    {
        QString name;
        int actor = -1;
        bool reads = false;
    };
    struct Life
    {
        int node = -1;
        Zxid birth; ///< null: not read yet
    };
    struct Lock
    {
        QString path;
        bool shares = false;
    };

    void addEvent(const Event &event)
    {
        const ClientId id = clientOf(event.what);
        const Client *before = m_world.client(id); // one that is removed has a name until then
        QString name = before ? before->spec.name : QString();
        m_changed = {};
        m_world.apply(event, m_changed);
        if (const Client *after = m_world.client(id))
            name = after->spec.name;
        addStep(event.atNs, describe(event.what, name));
    }

    void addStep(qint64 atNs, const Text &sentence)
    {
        m_steps.append(trimmed({(atNs - m_beginNs) / 1'000, shownText(sentence.shown()), lines(), beliefs()}));
    }

    // ---- who stands where ----

    QJsonArray lines()
    {
        QSet<QString> paths;
        for (const QString &directory : std::as_const(m_changed.directories)) {
            paths.insert(m_world.lockOf(directory));
            paths.insert(directory); // it may have been taken for a lock of its own
        }
        for (const ClientId id : std::as_const(m_changed.clients)) {
            const Client *client = m_world.client(id);
            const QStringList locks = client ? locksOf(client->spec) : QStringList();
            paths.unite({locks.cbegin(), locks.cend()});
        }
        QStringList sorted(paths.cbegin(), paths.cend());
        sorted.sort();
        QJsonArray changes;
        for (const QString &path : std::as_const(sorted)) {
            const bool isLock = m_world.isLock(path);
            if (isLock || m_lines.contains(path))
                addChange(path, isLock ? lineOf(m_world.queue(path)) : Line(), changes);
        }
        return changes;
    }

    void addChange(const QString &path, const Line &line, QJsonArray &changes)
    {
        Line &known = m_lines[path];
        if (line == known)
            return;
        const std::vector<Entry> &before = known.entries;
        const std::vector<Entry> &now = line.entries;
        const auto [kept, come] = std::ranges::mismatch(before, now);
        const auto back = std::mismatch(before.rbegin(), std::make_reverse_iterator(kept), now.rbegin(),
                                        std::make_reverse_iterator(come));
        QJsonArray entries;
        for (auto entry = come; entry != back.second.base(); ++entry) {
            entries.append(entry->node);
            entries.append(static_cast<int>(entry->state));
        }
        changes.append(QJsonArray{lockOf(path), static_cast<int>(kept - before.begin()),
                                  static_cast<int>(back.first.base() - kept), entries, line.further});
        known = line;
    }

    Line lineOf(const LockQueue &queue)
    {
        Line line;
        for (size_t i = 0; i < queue.contenders.size() && line.entries.size() < mostInLine; ++i) {
            const Contender &contender = queue.contenders[i];
            if (contender.state != ContenderState::Foreign)
                line.entries.push_back({nodeOf(queue, contender), stateOf(contender.state)});
        }
        const locks::ContenderSummary all = queue.contenders.summary();
        line.further = static_cast<qint64>(all.count - all.foreign) - std::ssize(line.entries);
        for (const locks::ZombieHolder &zombie : queue.zombies) {
            const Client *client = m_world.client(zombie.client);
            const QString key = u"%1@%2"_s.arg(zombie.node, QString::number(zombie.client.value));
            const Node node{zombie.node, client ? actorOf(*client) : -1, zombie.mode == locks::Mode::Shared};
            line.entries.push_back({nodeOf(key, Zxid(), node), StoryState::Believes});
        }
        Lock &lock = m_locks[static_cast<size_t>(lockOf(queue.path))];
        lock.shares = lock.shares || queue.kind == locks::LockKind::Semaphore; // also when its parts are gone
        return line;
    }

    int nodeOf(const LockQueue &queue, const Contender &contender)
    {
        const Client *client = m_world.clientBehind(contender);
        const bool isNode = contender.hasNode();
        const QString key = isNode ? u"%1@%2"_s.arg(queue.path, queue.pathOf(contender))
                                   : u"%1@%2@%3"_s.arg(queue.path, QString::number(contender.nodeless.value),
                                                       QString::number(contender.connection));
        const bool isOfOneKnown = !isNode || contender.node.stat;
        const int actor = client ? actorOf(*client) : isOfOneKnown ? actorOf(contender, key) : -1;
        const bool reads = contender.parsed && contender.parsed->mode == locks::Mode::Shared;
        return nodeOf(key, contender.node.stat ? contender.node.stat->czxid : Zxid(),
                      {contender.node.name, actor, reads});
    }

    /// The number of what is at \a key; another one for another life.
    int nodeOf(const QString &key, Zxid birth, const Node &node)
    {
        Life &life = m_lives[key];
        const bool isOther = !birth.isNull() && !life.birth.isNull() && birth != life.birth;
        if (life.node < 0 || isOther) {
            life.node = static_cast<int>(m_nodes.size());
            m_nodes.push_back(node);
        }
        if (!birth.isNull())
            life.birth = birth;
        Node &known = m_nodes[static_cast<size_t>(life.node)];
        if (known.actor < 0)
            known.actor = node.actor; // whose it is may be read later than that it is there
        return life.node;
    }

    int lockOf(const QString &path)
    {
        const auto found = m_lockNumbers.constFind(path);
        if (found != m_lockNumbers.cend())
            return *found;
        m_locks.push_back({path});
        return *m_lockNumbers.insert(path, static_cast<int>(m_locks.size()) - 1);
    }

    // ---- who is who ----

    int actorOf(const Client &client)
    {
        return actorOf(u"client@%1"_s.arg(client.spec.id.value), {client.spec.name, !client.spec.foreign});
    }

    int actorOf(const Contender &contender, const QString &key)
    {
        const SessionId session = contender.node.owner();
        return actorOf(session.isNull() ? key : session.toHex(), {m_request.label(m_world, contender), false});
    }

    int actorOf(const QString &key, const Actor &actor)
    {
        const auto found = m_actorNumbers.constFind(key);
        if (found != m_actorNumbers.cend()) {
            m_actors[static_cast<size_t>(*found)].name = actor.name; // servers may report its address later
            return *found;
        }
        m_actors.push_back(actor);
        return *m_actorNumbers.insert(key, static_cast<int>(m_actors.size()) - 1);
    }

    // ---- what they believe ----

    QJsonArray beliefs()
    {
        QList<ClientId> ids(m_changed.clients.cbegin(), m_changed.clients.cend());
        std::ranges::sort(ids);
        QJsonArray changes;
        for (const ClientId id : std::as_const(ids)) {
            const Client *client = m_world.client(id);
            if (!client || client->spec.foreign)
                continue;
            const std::pair now(client->believes(), client->paused || client->cutOff);
            const auto before = m_beliefs.constFind(id);
            if (before != m_beliefs.cend() && *before == now)
                continue;
            m_beliefs.insert(id, now);
            changes.append(QJsonArray{actorOf(*client), static_cast<int>(now.first), now.second ? 1 : 0});
        }
        return changes;
    }

    // ---- as JSON ----

    QJsonArray allActors() const
    {
        QJsonArray all;
        for (const Actor &actor : m_actors)
            all.append(QJsonObject{{u"name"_s, shownText(actor.name)}, {u"own"_s, actor.isOwn}});
        return all;
    }

    QJsonArray allLocks() const
    {
        QJsonArray all;
        for (const Lock &lock : m_locks)
            all.append(QJsonObject{{u"path"_s, shownText(lock.path)}, {u"shares"_s, lock.shares}});
        return all;
    }

    QJsonArray allNodes() const
    {
        QJsonArray all;
        for (const Node &node : m_nodes)
            all.append(QJsonArray{shownText(node.name), node.actor, node.reads ? 1 : 0});
        return all;
    }

    World m_world;
    const StoryRequest &m_request;
    qint64 m_beginNs;
    Changes m_changed; ///< by the newest step
    QHash<QString, Line> m_lines;
    QHash<ClientId, std::pair<locks::LockState, bool>> m_beliefs;
    QHash<QString, int> m_actorNumbers;
    QHash<QString, int> m_lockNumbers;
    QHash<QString, Life> m_lives;
    std::vector<Actor> m_actors;
    std::vector<Lock> m_locks;
    std::vector<Node> m_nodes;
    QJsonArray m_steps;
};

} // namespace

QJsonObject story(World world, const Journal &journal, const StoryRequest &request)
{
    return StoryBuilder(std::move(world), request).build(journal);
}

} // namespace lockscope::report
