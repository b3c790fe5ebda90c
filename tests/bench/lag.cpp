// SPDX-License-Identifier: Apache-2.0
// How old the picture is: from the moment a foreign client's create returns to the node, with its data, in the World
// on the main thread; and to Curator's TreeCache saying NODE_ADDED. In turns, while the lock changes 100 times a
// second.
#include "core/base/path.h"
#include "core/history/world.h"
#include "tests/bench/bareclient.h"
#include "tests/bench/bench.h"
#include "tests/bench/resolve.h"

#include <QEventLoop>
#include <QHash>
#include <QTimer>

#include <chrono>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int secondsPerTurn = 8;
constexpr double bound = 1.0;
constexpr auto arrivalLimit = 30s;

using Instants = QHash<QString, qint64>; ///< steadyNs() by bare name

/// Changes the lock for one turn, and says when each create had returned.
Result<Instants> churn(PeerProcess &process)
{
    Instants created;
    process.tell(QByteArray::number(secondsPerTurn));
    for (;;) {
        const auto line = process.readLine();
        if (!line)
            return tl::unexpected(line.error());
        if (*line == "end")
            return created;
        const auto words = line->split(' ');
        if (words.size() != 2)
            return noFigures(u"A change failed."_s);
        created.insert(QString::fromUtf8(words[0]), words[1].toLongLong());
    }
}

struct Side
{
    QString name;
    std::vector<double> lagMs;

    Result<Done> add(const Instants &created, const Instants &seen)
    {
        for (auto it = created.cbegin(); it != created.cend(); ++it) {
            const qint64 at = seen.value(it.key());
            if (at == 0)
                return noFigures(u"%1 never saw %2."_s.arg(name, it.key()));
            lagMs.push_back(static_cast<double>(std::max<qint64>(0, at - it.value())) / 1e6);
        }
        return Done();
    }
    QJsonObject figures() const
    {
        return {{u"count"_s, static_cast<int>(lagMs.size())},
                {u"p50_ms"_s, rounded(percentile(lagMs, 0.5))},
                {u"p99_ms"_s, rounded(percentile(lagMs, 0.99))},
                {u"max_ms"_s, rounded(percentile(lagMs, 1))}};
    }
};

/// When each node was in the World of this thread, by name alone and with its data; the queue is read as the window
/// reads it.
class Watching
{
public:
    Watching(Engine &engine, const QString &lock)
        : m_lock(lock)
    {
        QObject::connect(&engine, &Engine::batchReady, &m_context, [this](const journal::EventBatch &batch) {
            m_world.apply(batch);
            m_world.queue(m_lock);
            note(batch);
            if (m_onBatch)
                m_onBatch();
        });
    }
    /// Until it holds after some batch.
    bool waitFor(const std::function<bool()> &condition)
    {
        QEventLoop loop;
        m_onBatch = [&] {
            if (condition())
                loop.quit();
        };
        QTimer::singleShot(arrivalLimit, &loop, &QEventLoop::quit);
        if (!condition())
            loop.exec();
        m_onBatch = {};
        return condition();
    }
    bool hasAll(const Instants &created) const
    {
        return std::all_of(created.keyBegin(), created.keyEnd(),
                           [this](const QString &name) { return m_resolved.contains(name); });
    }
    bool isLive() const
    {
        const journal::ObservationChanged &now = m_world.observation();
        return now.freshness == journal::Freshness::Live && now.root == m_lock;
    }
    const Instants &named() const { return m_named; }
    const Instants &resolved() const { return m_resolved; }

private:
    void note(const journal::EventBatch &batch)
    {
        const qint64 now = steadyNs();
        for (const journal::Event &event : batch) {
            if (const auto *listed = std::get_if<journal::DirectoryListed>(&event.what)) {
                for (const QString &name : listed->added)
                    m_named.insert(name, now);
            } else if (const auto *node = std::get_if<journal::NodeResolved>(&event.what)) {
                m_resolved.insert(baseName(node->path), now);
            }
        }
    }

    QObject m_context;
    QString m_lock;
    journal::World m_world;
    Instants m_named;
    Instants m_resolved;
    std::function<void()> m_onBatch;
};

Result<Done> ourTurn(Engine &engine, const QString &lock, PeerProcess &churning, Side &resolved, Side &named)
{
    Watching watching(engine, lock);
    const auto observing = engine.observe(lock);
    if (!watching.waitFor([&] { return observing.isFinished() && watching.isLive(); }))
        return noFigures(u"The lock was not read in time."_s);
    const auto created = churn(churning);
    if (!created)
        return tl::unexpected(created.error());
    watching.waitFor([&] { return watching.hasAll(*created); });
    if (const auto added = resolved.add(*created, watching.resolved()); !added)
        return added;
    if (const auto added = named.add(*created, watching.named()); !added)
        return added;
    const auto ending = engine.observe(u"/zookeeper/quota"_s); // nothing is watched in the other's turn
    waitUntil([&] { return ending.isFinished(); });
    return Done();
}

Result<Done> theirTurn(PeerProcess &jvm, const QString &lock, PeerProcess &churning, Side &side)
{
    if (const auto watching = jvm.askJson("watch " + lock.toUtf8()); !watching)
        return tl::unexpected(watching.error());
    const auto created = churn(churning);
    if (!created)
        return tl::unexpected(created.error());
    QEventLoop settling; // its events are still on their way to its listener
    QTimer::singleShot(1s, &settling, &QEventLoop::quit);
    settling.exec();
    const auto stopped = jvm.askJson("stop");
    if (!stopped)
        return tl::unexpected(stopped.error());
    Instants seen;
    const QJsonObject added = (*stopped)[u"added"].toObject();
    for (auto it = added.begin(); it != added.end(); ++it)
        seen.insert(it.key(), it.value().toInteger());
    return side.add(*created, seen);
}

} // namespace

Result<Report> lag(const Options &options)
{
    const QString lock = ownPath();
    PeerProcess contenders;
    if (const auto made = holdContenders(contenders, options, lock); !made)
        return tl::unexpected(made.error());
    PeerProcess churning;
    startSelf(churning, {u"__churn"_s, options.connectString, lock});
    if (const auto ready = churning.readLine(); !ready)
        return tl::unexpected(ready.error());
    const QString noTreeCache = jvmMissing();
    PeerProcess jvm;
    Side theirs{u"Curator's TreeCache"_s, {}};
    if (noTreeCache.isEmpty()) {
        startJvm(jvm, u"CuratorTreeCache"_s, options.connectString);
        Side warmUp{u"warm-up"_s, {}};
        for (int i = 0; i < 2; ++i) {
            if (const auto warm = theirTurn(jvm, lock, churning, warmUp); !warm)
                return tl::unexpected(warm.error());
        }
    }
    Engine engine;
    if (const auto open = openEngine(engine, options); !open)
        return tl::unexpected(open.error());

    Side resolved{u"lockscope"_s, {}};
    Side named{u"lockscope, name alone"_s, {}};
    const int repetitions = options.repetitionsOr(6);
    std::vector<Turn> sides{[&](int) { return ourTurn(engine, lock, churning, resolved, named); }};
    if (noTreeCache.isEmpty())
        sides.emplace_back([&](int) { return theirTurn(jvm, lock, churning, theirs); });
    if (const auto ran = inTurns(sides, repetitions); !ran)
        return tl::unexpected(ran.error());

    Report report;
    report.lines += u"%1 contenders, 100 changes a second, %2 turns of %3 s each"_s.arg(options.contenders)
                        .arg(repetitions)
                        .arg(secondsPerTurn);
    for (const Side *side : {&resolved, &named})
        report.tell(u"sides"_s, side->name, side->figures());
    if (theirs.lagMs.empty()) {
        report.isMissing(theirs.name, noTreeCache);
        return report;
    }
    report.tell(u"sides"_s, theirs.name, theirs.figures());
    report.compare(u"p99 beside TreeCache"_s, percentile(resolved.lagMs, 0.99), percentile(theirs.lagMs, 0.99), u"ms"_s,
                   bound);
    return report;
}

} // namespace lockscope::bench
