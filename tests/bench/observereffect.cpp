// SPDX-License-Identifier: Apache-2.0
// What watching costs the watched: the hand-over rate of 50 foreign clients on one lock without an observer, with
// Lockscope, with Lockscope that asks the server every two seconds as the window does, with Curator's TreeCache, and
// with a bare client that lists at every event. In turns, on one server.
#include "core/history/world.h"
#include "tests/bench/bench.h"
#include "tests/bench/curatorpeer.h"
#include "tests/bench/resolve.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <functional>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int clients = 50;
constexpr int kazooRounds = 30;
constexpr int curatorRounds = 80;
constexpr int standardRepetitions = 7;
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
                m_handovers += m_world.queue(m_lock).holders.empty() ? 0 : 1;
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
    qint64 m_handovers = 0;
};

struct Rates
{
    std::vector<double> perSecond;
};

std::vector<Clients> foreignClients(const Options &options, CuratorPeer &curator, QJsonObject &missing)
{
    std::vector<Clients> all;
    if (const QString why = kazooMissing(); why.isEmpty())
        all.push_back({u"kazoo"_s, [&options](const QString &lock) {
                           return runKazoo(options.connectString, lock, clients, kazooRounds);
                       }});
    else
        missing.insert(u"kazoo"_s, why);
    if (const QString why = CuratorPeer::missing(); why.isEmpty())
        all.push_back(
            {u"Curator"_s, [&curator](const QString &lock) { return curator.run(lock, clients, curatorRounds); }});
    else
        missing.insert(u"curator"_s, why);
    return all;
}

std::vector<Observer> observers(const Options &options, Lockscope &ours, PeerProcess &treeCache, PeerProcess &lister)
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
    all.push_back({u"a list at every event"_s,
                   [&options, &lister](const QString &lock) -> Result<Done> {
                       startSelf(lister, {u"__list"_s, options.connectString, lock});
                       const auto ready = lister.readLine();
                       return ready ? Result<Done>(Done()) : tl::unexpected(ready.error());
                   },
                   [&lister]() -> Result<Done> {
                       lister.end();
                       return Done();
                   },
                   std::nullopt});
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
    const QString base = u"/lockscope-bench-%1"_s.arg(QCoreApplication::applicationPid());
    Report report;
    QJsonObject missing;
    CuratorPeer curator;
    PeerProcess treeCache;
    PeerProcess lister;
    PeerProcess places; // makes the directories of the locks, which the observers watch before the clients come
    const std::vector<Clients> foreign = foreignClients(options, curator, missing);
    if (CuratorPeer::missing().isEmpty()) {
        if (const auto warm = curator.start(options.connectString, base + u"-warm"_s, clients); !warm)
            return tl::unexpected(warm.error());
        startJvm(treeCache, u"CuratorTreeCache"_s, options.connectString);
    }
    Lockscope ours;
    if (const auto open = ours.open(options); !open)
        return tl::unexpected(open.error());
    const std::vector<Observer> all = observers(options, ours, treeCache, lister);
    startSelf(places, {u"__make"_s, options.connectString});

    const int repetitions = options.repetitions > 0 ? options.repetitions : standardRepetitions;
    report.lines +=
        u"%1 clients, hold 0, hand-overs a second, medians of %2 runs each, in turns"_s.arg(clients).arg(repetitions);
    QJsonArray ratios;
    QJsonArray sides;
    for (const Clients &some : foreign) {
        std::vector<Rates> rates(all.size());
        std::vector<std::function<Result<Done>(int)>> turns;
        for (size_t at = 0; at < all.size(); ++at)
            turns.emplace_back([&, at](int turn) -> Result<Done> {
                const QString lock = u"%1-%2-%3-%4"_s.arg(base, some.name.toLower()).arg(turn).arg(at);
                if (const auto made = places.ask(lock.toUtf8()); !made)
                    return tl::unexpected(made.error());
                const auto rate = rateWith(all[at], some, lock);
                if (!rate)
                    return tl::unexpected(rate.error());
                rates[at].perSecond.push_back(*rate);
                return Done();
            });
        if (const auto ran = inTurns(turns, repetitions); !ran)
            return tl::unexpected(ran.error());
        for (size_t at = 0; at < all.size(); ++at) {
            QJsonArray runs;
            for (const double rate : rates[at].perSecond)
                runs += rounded(rate, 1);
            sides += QJsonObject{{u"clients"_s, some.name},
                                 {u"observer"_s, all[at].name},
                                 {u"handovers_per_s"_s, rounded(median(rates[at].perSecond), 1)},
                                 {u"runs"_s, runs}};
            if (at == 0)
                continue;
            QJsonObject ratio = ratioJson(u"%1, with %2"_s.arg(some.name, all[at].name), median(rates[at].perSecond),
                                          median(rates[0].perSecond), std::nullopt);
            if (all[at].bound) { // here more is better
                ratio[u"bound"_s] = *all[at].bound;
                ratio[u"met"_s] = ratio[u"ratio"].toDouble() >= *all[at].bound;
            }
            ratios += ratio;
            report.lines += ratioLine(ratio, u"per s"_s);
        }
    }
    for (auto it = missing.begin(); it != missing.end(); ++it)
        report.lines += u"%1: %2"_s.arg(it.key(), it.value().toString());
    report.json = {{u"clients"_s, clients},
                   {u"repetitions"_s, repetitions},
                   {u"sides"_s, sides},
                   {u"ratios"_s, ratios},
                   {u"missing"_s, missing}};
    return report;
}

} // namespace lockscope::bench
