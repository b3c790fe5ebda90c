// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/conductor.h"

#include "tests/chaos/waiting.h"

#include "core/base/clock.h"

#include <QDir>

#include <algorithm>
#include <cstdio>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int batchesOnAnEnsemble = 4;
constexpr int disturbedBatch = 0; ///< of these
constexpr int ensemblesInATurn = 3;
constexpr int largeEnsemble = 2; ///< of these

constexpr int triesAtOnce = clockCount; ///< of what is broken on purpose
constexpr int mostTries = 10 * triesAtOnce;

/// Beyond the limit of the run itself, for what it does before and afterwards, and for those that wait for their turn.
constexpr auto batchPatience = 300s;

QString repeatCommand(const RunRecord &record)
{
    return u"scripts/chaos --again %1 --servers %2%3"_s.arg(
        record.run, QString::number(record.servers), record.serverFaults.isEmpty() ? QString() : u" --server-faults"_s);
}

} // namespace

Batch soundBatch(int number, const ChaosOptions &options)
{
    Batch batch;
    batch.number = number;
    const int ensemble = number / batchesOnAnEnsemble;
    batch.servers = ensemble % ensemblesInATurn == largeEnsemble ? 5 : 3;
    batch.serverFaults = number % batchesOnAnEnsemble == disturbedBatch;
    const int first = number * options.batchSize;
    for (int run = first; run < std::min(first + options.batchSize, options.runs); ++run)
        batch.runs += QString::number(options.firstSeed + quint64(run));
    return batch;
}

Conductor::Conductor(ChaosOptions options)
    : m_options(std::move(options))
{
}

Conductor::~Conductor() = default;

bool Conductor::timeIsOver() const
{
    return m_options.hours > 0 && double(m_clock.elapsed()) > m_options.hours * 3'600'000;
}

Task<Result<Done>> Conductor::conduct()
{
    m_clock.start();
    if (const QString why = ClientProcess::whyNoClocks(); !why.isEmpty())
        co_return failure(ErrorCode::Other, u"clocks"_s, {}, Text::verbatim(why));
    auto ledger = RunLedger::open(m_options.ledger);
    if (!ledger)
        co_return tl::unexpected(ledger.error());
    m_ledger = std::move(*ledger);
    Result<Done> done = Done();
    if (!m_options.again.isEmpty()) {
        Batch batch{0, m_options.servers, m_options.serverFaults, m_options.again};
        done = co_await conductBatch(batch);
    } else {
        done = co_await conductSound();
        if (done && m_options.broken)
            done = co_await conductBroken();
    }
    co_await closeStage();
    co_return done;
}

Task<Result<Done>> Conductor::conductSound()
{
    for (int number = 0; number * m_options.batchSize < m_options.runs && !timeIsOver(); ++number) {
        Batch batch = soundBatch(number, m_options);
        batch.runs.removeIf([this](const QString &run) { return m_ledger->has(run); });
        if (number % batchesOnAnEnsemble == 0)
            co_await closeStage();
        if (batch.runs.isEmpty())
            continue;
        const auto done = co_await conductBatch(batch);
        if (!done)
            co_return tl::unexpected(done.error());
    }
    co_return Done();
}

/// Under the same faults, of servers too, until each has shown what is wrong with it.
Task<Result<Done>> Conductor::conductBroken()
{
    for (int tries = 0; tries < mostTries && !timeIsOver(); tries += triesAtOnce) {
        QSet<QString> caught;
        for (const RunRecord &record : m_ledger->records()) {
            if (record.isCaught())
                caught += record.recipe;
        }
        Batch batch{tries / triesAtOnce, 3, true, {}};
        for (const locks::RecipeInfo *info : brokenRecipes()) {
            for (int attempt = tries; attempt < tries + triesAtOnce; ++attempt) {
                const QString run = brokenPlan(*info, attempt).name;
                if (!caught.contains(info->name) && !m_ledger->has(run))
                    batch.runs += run;
            }
        }
        if (batch.runs.isEmpty())
            continue;
        const auto done = co_await conductBatch(batch);
        if (!done)
            co_return tl::unexpected(done.error());
    }
    co_return Done();
}

// ---- a batch ----

Task<Result<Done>> Conductor::openStage(int servers)
{
    if (m_stage && m_stage->ensemble().servers() == servers && m_stage->trouble().isEmpty())
        co_return Done();
    co_await closeStage();
    m_stage = std::make_unique<Stage>(servers, m_options.program, QDir(m_options.folder).filePath(u"failures"_s));
    connect(m_stage.get(), &Stage::ended, this, &Conductor::take);
    const auto opened = co_await m_stage->open();
    co_return opened;
}

Task<> Conductor::closeStage()
{
    if (!m_stage)
        co_return;
    const auto closed = co_await m_stage->close();
    if (!closed)
        std::fprintf(stderr, "lockscope-chaos: %s\n", qPrintable(closed.error().sentence().english()));
    m_stage.reset();
}

Task<Result<Done>> Conductor::conductBatch(Batch batch)
{
    const auto opened = co_await openStage(batch.servers);
    if (!opened)
        co_return tl::unexpected(opened.error());
    m_batchClock.start();
    const auto ran = co_await runAll(batch);
    Stage::Compared compared;
    if (ran)
        compared = co_await m_stage->compare(batch.runs);
    else
        compared.differences[{}] += u"not compared: "_s + ran.error().sentence().english();
    const auto written = writeDown(batch, compared);
    if (!written)
        co_return tl::unexpected(written.error());
    m_disturber.reset();
    const auto tidied = co_await m_stage->tidy();
    if (!ran || !tidied) { // the next batch has another stage
        std::fprintf(stderr, "lockscope-chaos: %s\n", qPrintable((ran ? tidied : ran).error().sentence().english()));
        co_await closeStage();
    }
    co_return Done();
}

/// Until each run has ended, and the ensemble is whole.
Task<Result<Done>> Conductor::runAll(Batch batch)
{
    m_waiting = batch.runs;
    m_running = {};
    m_beganNs.clear();
    m_ended.clear();
    Result<Done> disturbed = Done();
    bool isDisturbing = false;
    if (batch.serverFaults) {
        m_disturber = std::make_unique<Disturber>(m_stage->ensemble(), m_options.firstSeed + quint64(batch.number));
        isDisturbing = true;
        m_disturber->disturb().then([&disturbed, &isDisturbing](const Result<Done> &done) {
            disturbed = done;
            isDisturbing = false;
        });
    }
    feed();
    const auto limit = batchPatience + planOf(batch.runs.first())->limit;
    auto running = until(
        [this, &batch, &disturbed] {
            return m_ended.size() == batch.runs.size() || !m_stage->trouble().isEmpty() || !disturbed;
        },
        limit);
    co_await running;
    if (m_disturber)
        m_disturber->stop();
    while (isDisturbing)
        co_await delay(10ms);
    co_return disturbed;
}

void Conductor::feed()
{
    const int mostOfAClock = std::max(1, m_options.atOnce / clockCount);
    for (qsizetype i = 0; i < m_waiting.size();) {
        const RunPlan plan = *planOf(m_waiting[i]);
        int &running = m_running[static_cast<size_t>(plan.clock)];
        if (running >= mostOfAClock) {
            ++i;
            continue;
        }
        ++running;
        m_waiting.removeAt(i);
        m_beganNs[plan.name] = nowNs();
        m_stage->run(plan);
    }
}

void Conductor::take(const RunRecord &record)
{
    RunRecord taken = record;
    const qint64 endedNs = nowNs();
    const qint64 beganNs = m_beganNs.value(record.run);
    taken.servers = m_stage->ensemble().servers();
    taken.durationMs = (endedNs - beganNs) / nsPerMs; // not by the clock of its clients
    if (m_disturber)
        taken.serverFaults = m_disturber->between(beganNs, endedNs);
    m_ended[record.run] = taken;
    --m_running[static_cast<size_t>(planOf(record.run)->clock)];
    feed();
}

// ---- what came of it ----

Result<Done> Conductor::writeDown(const Batch &batch, const Stage::Compared &compared)
{
    QList<RunRecord> records;
    for (const QString &run : batch.runs) {
        RunRecord record = m_ended.value(run);
        if (record.run.isEmpty()) {
            const RunPlan plan = *planOf(run);
            record.run = run;
            record.recipe = plan.recipe().name;
            record.dialect = locks::dialectName(plan.request.dialect);
            record.clock = clockName(plan.clock);
            record.servers = batch.servers;
            record.hung = m_stage->trouble().isEmpty();
            record.reason = record.hung ? u"nothing was heard of it"_s : m_stage->trouble();
        }
        record.compared = compared.contenders.value(run);
        record.differences = compared.differences.value(run) + compared.differences.value({});
        if (const auto written = m_ledger->add(record); !written)
            return written;
        records += record;
    }
    if (!compared.differences.isEmpty()) {
        const QDir failures(QDir(m_options.folder).filePath(u"failures"_s));
        failures.mkpath(u"."_s);
        const QString kept = failures.filePath(u"observed-%1.lockscope"_s.arg(batch.runs.first()));
        QFile::remove(kept);
        QFile::copy(m_stage->shown().recording(), kept);
    }
    tell(batch, records);
    return Done();
}

void Conductor::tell(const Batch &batch, const QList<RunRecord> &records)
{
    qint64 grants = 0;
    int faults = 0;
    int contenders = 0;
    int without = 0;
    for (const RunRecord &record : records) {
        grants += record.grants;
        contenders += record.compared;
        without += record.hasVerdict ? 0 : 1;
        for (const int count : record.faults)
            faults += count;
        if (record.isClean()
            || (!planOf(record.run)->recipe().isSound() && record.differences.isEmpty() && !record.hung))
            continue;
        std::fprintf(stderr, "run %s (%s, %s, clock %s) FAILED: %s\n", qPrintable(record.run),
                     qPrintable(record.recipe), qPrintable(record.dialect), qPrintable(record.clock),
                     qPrintable((record.violations + record.findings + record.differences
                                 + (record.reason.isEmpty() ? QStringList() : QStringList{record.reason}))
                                    .join(u"\n    "_s)));
        std::fprintf(stderr, "    again: %s\n", qPrintable(repeatCommand(record)));
    }
    QStringList disturbances;
    if (m_disturber) {
        const auto all = m_disturber->between(0, nowNs());
        for (auto each = all.begin(); each != all.end(); ++each)
            disturbances += u"%1 × %2"_s.arg(each.value()).arg(each.key());
    }
    std::fprintf(
        stderr,
        "batch %d: %lld runs on %d servers in %.1f s, %lld grants, %d faults of clients%s, %d contenders compared, "
        "%d without verdict\n",
        batch.number, static_cast<long long>(records.size()), batch.servers, double(m_batchClock.elapsed()) / 1000,
        static_cast<long long>(grants), faults,
        qPrintable(disturbances.isEmpty() ? QString() : u", "_s + disturbances.join(u", "_s)), contenders, without);
}

} // namespace lockscope::chaos
