// SPDX-License-Identifier: Apache-2.0
// What watching costs the watched: the hand-over rate of 50 foreign clients on one lock without an observer, with
// Lockscope, with Lockscope that asks the server every two seconds as the window does, and with Curator's TreeCache. In
// turns, on one server.
#include "core/history/world.h"
#include "tests/bench/bench.h"
#include "tests/bench/curatorpeer.h"
#include "tests/bench/resolve.h"

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int clients = 50;
constexpr int kazooRounds = 30;
constexpr int curatorRounds = 80;
constexpr double bound = 0.97;
constexpr int askEveryMs = 2'000;

struct Observer
{
    QString name;
    std::function<Result<Done>(const QString &lock)> attach;
    std::function<Result<Done>()> detach;
    std::optional<double> bound;
};

struct Clients
{
    QString name;
    std::function<Result<QJsonObject>(const QString &lock)> run;
};

/// Watches as the program does, its World and the queue of the lock on this thread.
class Lockscope
{
public:
    Result<Done> open(const Options &options)
    {
        QObject::connect(&m_engine, &Engine::batchReady, &m_context, [this](const journal::EventBatch &batch) {
            m_world.apply(batch);
            if (!m_lock.isEmpty())
                m_world.queue(m_lock);
        });
        return openEngine(m_engine, options);
    }
    Result<Done> attach(const QString &lock, int askMs = 0)
    {
        m_lock = lock;
        m_engine.setProbeInterval(askMs);
        return observe(lock);
    }
    Result<Done> detach()
    {
        m_lock.clear();
        m_engine.setProbeInterval(0);
        return observe(u"/zookeeper/quota"_s);
    }

private:
    Result<Done> observe(const QString &root)
    {
        const auto observing = m_engine.observe(root);
        waitUntil([&] { return observing.isFinished(); });
        return observing.result();
    }

    QObject m_context;
    Engine m_engine;
    journal::World m_world;
    QString m_lock;
};

std::vector<Clients> foreignClients(const Options &options, CuratorPeer &curator, Report &report)
{
    std::vector<Clients> all;
    if (const QString why = kazooMissing(); why.isEmpty())
        all.push_back({u"kazoo"_s, [&options](const QString &lock) {
                           return runKazoo(options.connectString, lock, clients, kazooRounds);
                       }});
    else
        report.isMissing(u"kazoo"_s, why);
    if (const QString why = jvmMissing(); why.isEmpty())
        all.push_back(
            {u"Curator"_s, [&curator](const QString &lock) { return curator.run(lock, clients, curatorRounds); }});
    else
        report.isMissing(u"Curator"_s, why);
    return all;
}

std::vector<Observer> observers(Lockscope &ours, PeerProcess &treeCache)
{
    std::vector<Observer> all{{u"none"_s, [](const QString &) { return Done(); }, [] { return Done(); }, std::nullopt},
                              {u"Lockscope"_s, [&ours](const QString &lock) { return ours.attach(lock); },
                               [&ours] { return ours.detach(); }, bound},
                              {u"Lockscope, asking"_s,
                               [&ours](const QString &lock) { return ours.attach(lock, askEveryMs); },
                               [&ours] { return ours.detach(); }, bound}};
    if (jvmMissing().isEmpty()) {
        const auto ask = [&treeCache](const QByteArray &line) -> Result<Done> {
            const auto answer = treeCache.askJson(line);
            return answer ? Result<Done>(Done()) : tl::unexpected(answer.error());
        };
        all.push_back({u"TreeCache"_s, [ask](const QString &lock) { return ask("watch " + lock.toUtf8()); },
                       [ask] { return ask("stop"); }, std::nullopt});
    }
    return all;
}

Result<double> rateWith(const Observer &observer, const Clients &foreign, const QString &lock)
{
    if (const auto attached = observer.attach(lock); !attached)
        return tl::unexpected(attached.error());
    const auto run = foreign.run(lock);
    const auto detached = observer.detach();
    if (!run)
        return tl::unexpected(run.error());
    if (!detached)
        return tl::unexpected(detached.error());
    return (*run)[u"count"].toDouble() * 1000 / (*run)[u"duration_ms"].toDouble();
}

} // namespace

Result<Report> observerEffect(const Options &options)
{
    const QString base = ownPath();
    Report report;
    CuratorPeer curator;
    PeerProcess treeCache;
    PeerProcess places; // makes the directories of the locks, which the observers watch before the clients come
    const std::vector<Clients> foreign = foreignClients(options, curator, report);
    if (jvmMissing().isEmpty()) {
        if (const auto warm = curator.start(options.connectString, base + u"-warm"_s, clients); !warm)
            return tl::unexpected(warm.error());
        startJvm(treeCache, u"CuratorTreeCache"_s, options.connectString);
    }
    Lockscope ours;
    if (const auto open = ours.open(options); !open)
        return tl::unexpected(open.error());
    const std::vector<Observer> all = observers(ours, treeCache);
    startSelf(places, {u"__make"_s, options.connectString});

    const int repetitions = options.repetitionsOr(7);
    report.lines +=
        u"%1 clients, hold 0, hand-overs a second, medians of %2 runs each, in turns"_s.arg(clients).arg(repetitions);
    for (const Clients &some : foreign) {
        std::vector<std::vector<double>> rates(all.size());
        std::vector<Turn> turns;
        for (size_t at = 0; at < all.size(); ++at)
            turns.emplace_back([&, at](int turn) -> Result<Done> {
                const QString lock = u"%1-%2-%3-%4"_s.arg(base, some.name.toLower()).arg(turn).arg(at);
                if (const auto made = places.ask(lock.toUtf8()); !made)
                    return tl::unexpected(made.error());
                return into(rates[at], rateWith(all[at], some, lock));
            });
        if (const auto ran = inTurns(turns, repetitions); !ran)
            return tl::unexpected(ran.error());
        for (size_t at = 0; at < all.size(); ++at) {
            const QString name = u"%1, with %2"_s.arg(some.name, all[at].name);
            report.tell(
                u"sides"_s, name,
                {{u"handovers_per_s"_s, rounded(median(rates[at]), 1)}, {u"runs"_s, readingsJson(rates[at], 1)}});
            if (at > 0)
                report.compare(name, median(rates[at]), median(rates[0]), u"per s"_s, all[at].bound, Better::More);
        }
    }
    return report;
}

} // namespace lockscope::bench
