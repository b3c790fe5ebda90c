// SPDX-License-Identifier: Apache-2.0
// A lock with very many contenders: until every owner is known, beside bare pipelined reads on the C client, and until
// the first rows are painted. In turns, on one server. The bare side runs in a process of its own, because the library
// keeps process-wide state and the engine has it in this one.
#include "tests/bench/resolve.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/history/world.h"
#include "tests/bench/bench.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>

#include <chrono>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr double resolvedBound = 1.15;
constexpr double treeCacheBound = 0.5;
/// Of the bare time, which grows with the lock while the first rows need not.
constexpr double firstRowsBound = 0.3;
constexpr double firstRowsBoundOfMany = 0.1;
constexpr int many = 100'000;
/// Of more, a TreeCache takes minutes, and its bound is not about them.
constexpr int mostCached = 20'000;
/// TreeCache's code is compiled by then: later readings are no faster.
constexpr int treeCacheWarmUps = 6;
constexpr auto patience = 5min;

Result<double> readBare(const Options &options, const QString &lock)
{
    const auto run = runProgram(QCoreApplication::applicationFilePath(), {u"__read"_s, options.connectString, lock});
    if (!run)
        return tl::unexpected(run.error());
    if (run->exitCode != 0)
        return noFigures(u"The bare reader failed: %1"_s.arg(QString::fromUtf8(run->errors)));
    return run->output.trimmed().toDouble();
}

/// Curator's TreeCache over the same lock, in a JVM that is warm.
class TreeCache
{
public:
    Result<Done> start(const Options &options, const QString &lock)
    {
        m_lock = lock.toUtf8();
        startJvm(m_jvm, u"CuratorTreeCache"_s, options.connectString);
        for (int i = 0; i < treeCacheWarmUps; ++i) {
            if (const auto warm = read(options.contenders); !warm)
                return tl::unexpected(warm.error());
        }
        return Done();
    }
    Result<double> read(int contenders)
    {
        const auto answer = m_jvm.askJson("resolve " + m_lock);
        if (!answer)
            return tl::unexpected(answer.error());
        if ((*answer)[u"nodes"].toInt() < contenders)
            return noFigures(u"TreeCache cached %1 nodes only."_s.arg((*answer)[u"nodes"].toInt()));
        return (*answer)[u"initialized_ms"].toDouble();
    }

private:
    PeerProcess m_jvm;
    QByteArray m_lock;
};

} // namespace

Result<Done> openEngine(Engine &engine, const Options &options)
{
    ConnectSpec spec;
    spec.connectString = options.connectString;
    spec.sessionTimeoutMs = 30'000;
    if (!options.adminUrl.isEmpty())
        spec.adminUrls = {options.adminUrl};
    auto opening = engine.open(spec);
    waitUntil([&] { return opening.isFinished(); });
    const auto session = opening.result();
    return session ? Result<Done>(Done()) : tl::unexpected(session.error());
}

Result<Done> holdContenders(PeerProcess &process, const Options &options, const QString &lock)
{
    startSelf(process, {u"__hold"_s, options.connectString, lock, QString::number(options.contenders)});
    const auto ready = process.readLine();
    return ready && *ready == "ready" ? Result<Done>(Done()) : noFigures(u"The contenders could not be made."_s);
}

void Progress::add(const journal::EventBatch &batch)
{
    for (const journal::Event &event : batch) {
        const auto *node = std::get_if<journal::NodeResolved>(&event.what);
        resolved += node != nullptr && parentPath(node->path) == lock ? 1 : 0;
    }
    if (isDone() && times.resolvedMs == 0)
        times.resolvedMs = sinceMs();
}

double Progress::sinceMs() const
{
    return static_cast<double>(nowNs() - startedNs) / 1e6;
}

Result<ReadingTimes> readInto(Engine &engine, Progress &progress,
                              const std::function<void(const journal::EventBatch &)> &fold,
                              const std::function<bool()> &isDone)
{
    QEventLoop loop;
    QObject::connect(&engine, &Engine::batchReady, &loop, [&](const journal::EventBatch &batch) {
        fold(batch);
        progress.add(batch);
        if (isDone())
            loop.quit();
    });
    QTimer::singleShot(patience, &loop, &QEventLoop::quit);
    progress.startedNs = nowNs();
    const auto observing = engine.observe(progress.lock);
    loop.exec();
    if (!progress.isDone())
        return noFigures(u"Only %1 owners were resolved."_s.arg(progress.resolved));
    return progress.times;
}

Result<ReadingTimes> readIntoWorld(Engine &engine, const QString &lock, int count)
{
    journal::World world;
    Progress progress{lock, count};
    return readInto(
        engine, progress, [&](const journal::EventBatch &batch) { world.apply(batch); },
        [&] { return progress.isDone(); });
}

Result<Report> resolve(const Options &options)
{
    const QString lock = ownPath();
    PeerProcess contenders;
    if (const auto made = holdContenders(contenders, options, lock); !made)
        return tl::unexpected(made.error());
    TreeCache treeCache;
    const QString noTreeCache = options.contenders > mostCached ? u"not asked for so many contenders"_s : jvmMissing();
    if (noTreeCache.isEmpty()) {
        if (const auto warm = treeCache.start(options, lock); !warm)
            return tl::unexpected(warm.error());
    }
    Engine engine;
    if (const auto open = openEngine(engine, options); !open)
        return tl::unexpected(open.error());

    std::vector<double> bare;
    std::vector<double> cached;
    std::vector<double> resolved;
    std::vector<double> firstRows;
    std::vector<Turn> sides{
        [&](int) { return into(bare, readBare(options, lock)); },
        [&](int) {
            return into(resolved, readIntoWorld(engine, lock, options.contenders).map(&ReadingTimes::resolvedMs));
        },
    };
    if (noTreeCache.isEmpty())
        sides.emplace_back([&](int) { return into(cached, treeCache.read(options.contenders)); });
#ifdef LOCKSCOPE_BENCH_GUI
    sides.emplace_back([&](int) {
        return into(firstRows, readIntoPanel(engine, lock, options.contenders).map([](const ReadingTimes &times) {
            return times.firstRowsMs.value_or(times.resolvedMs);
        }));
    });
#endif
    const int repetitions = options.repetitionsOr(15);
    if (const auto ran = inTurns(sides, repetitions); !ran)
        return tl::unexpected(ran.error());

    Report report;
    report.lines += u"%1 contenders, medians of %2 readings each, in turns"_s.arg(options.contenders).arg(repetitions);
    report.compare(u"every owner resolved beside bare pipelined reads"_s, median(resolved), median(bare), u"ms"_s,
                   resolvedBound);
    if (cached.empty())
        report.isMissing(u"Curator's TreeCache"_s, noTreeCache);
    else
        report.compare(u"every owner resolved beside Curator's TreeCache"_s, median(resolved), median(cached), u"ms"_s,
                       treeCacheBound);
    if (firstRows.empty())
        report.isMissing(u"first rows painted"_s, u"this program was built without the GUI"_s);
    else
        report.compare(u"first rows painted beside bare pipelined reads"_s, median(firstRows), median(bare), u"ms"_s,
                       options.contenders < many ? firstRowsBound : firstRowsBoundOfMany);
    report.json[u"runs_ms"_s] = QJsonObject{{u"bare"_s, readingsJson(bare, 1)},
                                            {u"tree_cache"_s, readingsJson(cached, 1)},
                                            {u"resolved"_s, readingsJson(resolved, 1)},
                                            {u"first_rows"_s, readingsJson(firstRows, 1)}};
    return report;
}

} // namespace lockscope::bench
