// SPDX-License-Identifier: Apache-2.0
#include "ui/graph/waitscene.h"

#include "core/base/path.h"
#include "ui/models/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::Contender;
using locks::ContenderState;
using locks::LockQueue;

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct WaitSceneText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::WaitSceneText)
};

struct Involvement
{
    int holds = 0;
    int waits = 0;
    int locks = 0;
    int lastLock = -1; ///< so that two nodes in one lock count once
};

bool takesPart(const Contender &contender)
{
    return contender.node.stat
           && (contender.state == ContenderState::Holding || contender.state == ContenderState::Waiting);
}

class Builder
{
public:
    Builder(const std::vector<const LockQueue *> &queues, const std::vector<findings::WaitCycle> &circles,
            const SceneFacts &facts)
        : m_queues(queues)
        , m_facts(facts)
        , m_cycles(circles)
    {
        for (const findings::WaitCycle &circle : circles) {
            for (const findings::WaitCycleStep &step : circle.steps) {
                m_inCycle.insert(step.session);
                m_cycleLocks.insert(step.lock);
            }
        }
    }

    WaitScene build()
    {
        countInvolvements();
        chooseLocks();
        for (size_t lock = 0; lock < m_scene.locks.size(); ++lock)
            chooseContenders(int(lock));
        sortSessions();
        placeCycles();
        return std::move(m_scene);
    }

private:
    bool isOfSeveral(SessionId session) const
    {
        const auto found = m_involved.constFind(session);
        return found != m_involved.cend() && found->locks > 1;
    }

    void countInvolvements()
    {
        for (size_t i = 0; i < m_queues.size(); ++i) {
            for (const Contender &contender : m_queues[i]->contenders) {
                const SessionId owner = contender.node.owner();
                if (!takesPart(contender) || owner.isNull())
                    continue;
                Involvement &of = m_involved[owner];
                (contender.state == ContenderState::Holding ? of.holds : of.waits) += 1;
                if (of.lastLock != int(i)) {
                    of.lastLock = int(i);
                    ++of.locks;
                }
            }
        }
    }

    bool hasSeveral(const LockQueue &queue) const
    {
        return std::any_of(queue.contenders.begin(), queue.contenders.end(), [this](const Contender &contender) {
            return takesPart(contender) && isOfSeveral(contender.node.owner());
        });
    }

    void chooseLocks()
    {
        struct Candidate
        {
            int rank;
            const LockQueue *queue;
        };
        std::vector<Candidate> candidates;
        for (const LockQueue *queue : m_queues) {
            const int rank = m_cycleLocks.contains(queue->path) ? 0 : hasSeveral(*queue) ? 1 : 2;
            if (rank < 2 || queue->waiting > 0)
                candidates.push_back({rank, queue});
        }
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const Candidate &a, const Candidate &b) { return a.rank < b.rank; });
        size_t most = size_t(mostSceneLocks);
        while (most < candidates.size() && candidates[most].rank == 0)
            ++most;
        for (size_t i = most; i < candidates.size(); ++i)
            m_scene.hiddenLocks += candidates[i].queue->waiting > 0 ? 1 : 0;
        candidates.resize(std::min(candidates.size(), most));
        std::sort(candidates.begin(), candidates.end(),
                  [](const Candidate &a, const Candidate &b) { return a.queue->path < b.queue->path; });
        for (const Candidate &candidate : candidates) {
            const LockQueue &queue = *candidate.queue;
            const bool isWritten = !queue.holders.empty() && letterOf(queue, queue.contenders.front()) == u"W"_s;
            m_scene.locks.push_back({queue.path, lockLetter(queue.kind, isWritten), int(queue.holders.size()),
                                     queue.isHolderUnknown(), queue.waitingCount(), queue.pendingCount(), 0, 0,
                                     m_cycleLocks.contains(queue.path)});
            m_chosen.push_back(&queue);
        }
    }

    void chooseContenders(int lock)
    {
        const LockQueue &queue = *m_chosen[size_t(lock)];
        int holders = 0;
        int waiters = 0;
        int waitersSeen = 0;
        const int lastHolder = queue.holders.empty() ? -1 : *std::ranges::max_element(queue.holders);
        // Two passes: sessions of several locks first, so that the limits cut off the others.
        std::vector<bool> chosen(queue.contenders.size(), false);
        for (const bool several : {true, false}) {
            waitersSeen = 0;
            for (size_t i = 0; i < queue.contenders.size(); ++i) {
                const Contender &contender = queue.contenders[i];
                if (!takesPart(contender))
                    continue;
                const bool holds = contender.state == ContenderState::Holding;
                waitersSeen += holds ? 0 : 1;
                const SessionId owner = contender.node.owner();
                const bool must = m_inCycle.contains(owner);
                if (chosen[i] || several != (must || isOfSeveral(owner)))
                    continue;
                const bool isBeyond = !several && !holds && waitersSeen > firstSceneWaiters;
                if (isBeyond && int(i) > lastHolder) // there may be thousands behind
                    break;
                if (isBeyond)
                    continue;
                int &count = holds ? holders : waiters;
                if (!must && count >= (holds ? mostSceneHolders : mostSceneWaiters))
                    continue;
                ++count;
                chosen[i] = true;
            }
        }
        for (size_t i = 0; i < chosen.size(); ++i) {
            if (chosen[i])
                addEdge(lock, queue, int(i));
        }
        m_scene.locks[size_t(lock)].hiddenHolders = int(queue.holders.size()) - holders;
        m_scene.locks[size_t(lock)].hiddenWaiters = queue.waiting - waiters;
    }

    void addEdge(int lock, const LockQueue &queue, int index)
    {
        const Contender &contender = queue.contenders[size_t(index)];
        SceneEdge edge;
        edge.lock = lock;
        edge.node = queue.pathOf(contender);
        edge.session = sessionAt(contender, edge.node);
        edge.holds = contender.state == ContenderState::Holding;
        edge.place = index + 1;
        edge.letter = letterOf(queue, contender);
        SceneSession &session = m_scene.sessions[size_t(edge.session)];
        if (QString &letter = edge.holds ? session.heldLetter : session.waitLetter; letter.isEmpty())
            letter = edge.letter;
        for (const int target : queue.waitsFor(index))
            edge.reported |= m_facts.isWatching(contender, queue.pathOf(queue.contenders[size_t(target)]));
        m_scene.edges.push_back(edge);
    }

    QString nameOf(const findings::WaitCycleStep &step) const
    {
        const QString key = step.session.toHex();
        const int session = m_sessionIndex.value(key, -1);
        return session < 0 ? key : m_scene.sessions[size_t(session)].label;
    }

    int sessionAt(const Contender &contender, const QString &node)
    {
        const SessionId owner = contender.node.owner();
        const bool holds = contender.state == ContenderState::Holding;
        const QString key = owner.isNull() ? node : owner.toHex();
        const auto known = m_sessionIndex.constFind(key);
        if (known != m_sessionIndex.cend())
            return *known;
        const Involvement of = m_involved.value(owner);
        const QString name = m_facts.label(contender);
        const QString label = name.isEmpty() ? owner.toHex() : name;
        SceneSession session{key,      owner,    owner.isNull() ? WaitSceneText::tr("persistent node") : label,
                             of.holds, of.waits, m_inCycle.contains(owner)};
        session.standing = m_facts.standing(contender);
        if (owner.isNull())
            (holds ? session.holds : session.waits) = 1;
        m_scene.sessions.push_back(session);
        m_sessionIndex.insert(key, int(m_scene.sessions.size()) - 1);
        return int(m_scene.sessions.size()) - 1;
    }

    /// By key, so that the same sessions have the same places however the queues moved.
    void sortSessions()
    {
        std::vector<SceneSession> sorted = m_scene.sessions;
        std::sort(sorted.begin(), sorted.end(),
                  [](const SceneSession &a, const SceneSession &b) { return a.key < b.key; });
        m_sessionIndex.clear();
        for (size_t i = 0; i < sorted.size(); ++i)
            m_sessionIndex.insert(sorted[i].key, int(i));
        for (SceneEdge &edge : m_scene.edges)
            edge.session = m_sessionIndex.value(m_scene.sessions[size_t(edge.session)].key);
        m_scene.sessions = std::move(sorted);
    }

    void placeCycles()
    {
        for (const findings::WaitCycle &circle : m_cycles) {
            SceneCycle drawn;
            drawn.members = circle.sessions;
            QStringList parts;
            for (size_t i = 0; i < circle.steps.size(); ++i) {
                const findings::WaitCycleStep &step = circle.steps[i];
                const findings::WaitCycleStep &next = circle.steps[(i + 1) % circle.steps.size()];
                drawn.sessions.push_back(m_sessionIndex.value(step.session.toHex(), -1));
                drawn.locks.push_back(m_scene.indexOfLock(step.lock));
                drawn.nodes += step.waiter;
                parts += WaitSceneText::tr("%1 waits in %2 for %3").arg(nameOf(step), step.lock, nameOf(next));
                for (SceneEdge &edge : m_scene.edges) {
                    if (edge.node == step.waiter)
                        edge.order = int(i) + 1;
                    edge.inCycle |= edge.node == step.waiter || edge.node == step.blocker;
                }
            }
            drawn.text = WaitSceneText::tr("%1.").arg(parts.join(u", "_s));
            m_scene.cycles.push_back(drawn);
        }
    }

    const std::vector<const LockQueue *> &m_queues;
    const SceneFacts &m_facts;
    const std::vector<findings::WaitCycle> &m_cycles;
    WaitScene m_scene;
    QHash<SessionId, Involvement> m_involved;
    QSet<SessionId> m_inCycle;
    QSet<QString> m_cycleLocks;
    std::vector<const LockQueue *> m_chosen;
    QHash<QString, int> m_sessionIndex;
};

template<typename Items, typename Key>
int placeOf(const Items &items, const QString &key, Key keyOf)
{
    const auto at = std::lower_bound(items.begin(), items.end(), key,
                                     [&](const auto &item, const QString &k) { return keyOf(item) < k; });
    return at != items.end() && keyOf(*at) == key ? int(at - items.begin()) : -1;
}

} // namespace

int WaitScene::indexOfSession(const QString &key) const
{
    return placeOf(sessions, key, [](const SceneSession &session) { return session.key; });
}

int WaitScene::indexOfLock(const QString &path) const
{
    return placeOf(locks, path, [](const SceneLock &lock) { return lock.path; });
}

QString countsOf(const SceneLock &lock)
{
    const QString counts = lock.isHolderUnknown
                               ? WaitSceneText::tr("holder not known · %1 waiting").arg(lock.waiting)
                               : WaitSceneText::tr("%1 held · %2 waiting").arg(lock.holders).arg(lock.waiting);
    return lock.pending == 0 ? counts : counts + u" · "_s + WaitSceneText::tr("%n pending", nullptr, lock.pending);
}

WaitScene makeScene(const std::vector<const LockQueue *> &queues, const std::vector<findings::WaitCycle> &circles,
                    const SceneFacts &facts)
{
    return Builder(queues, circles, facts).build();
}

WaitScene sceneOf(const journal::World &world)
{
    std::vector<const locks::LockQueue *> queues;
    for (const QString &path : world.lockPaths())
        queues.push_back(&world.queue(path));
    // A simulated client reports its watches itself, as in the queue: what a server reported of them is older.
    const auto isWatching = [&world](const Contender &waiter, const QString &node) {
        const journal::Client *client = world.clientOfSession(waiter.node.owner());
        if (!client || client->isGone())
            return world.knowledge().watchers.value(node).contains(waiter.node.owner());
        return std::ranges::any_of(client->watching, [&node](const journal::ClientWatch &watch) {
            return watch.path == node || (watch.ofChildren && isAtOrBelow(node, watch.path));
        });
    };
    const auto label = [&world](const Contender &contender) { return contenderName(world, contender); };
    const auto standing = [&world](const Contender &contender) {
        const journal::Client *client = world.clientOfSession(contender.node.owner());
        return client ? flagsOf(*client).join(u", "_s) : QString();
    };
    return makeScene(queues, findings::waitCycles(world.waitGraph()), {label, isWatching, standing});
}

} // namespace lockscope::ui
