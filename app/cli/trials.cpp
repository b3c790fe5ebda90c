// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trials.h"

#include "app/cli/commands.h"
#include "core/trial/exploring.h"
#include "core/trial/shrinking.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace lockscope::cli {

using namespace Qt::StringLiterals;
using trial::TrialEnd;

bool Tried::isWrong() const
{
    const auto why = verdict->end().why;
    return !verdict->isPassed() && why != TrialEnd::Why::Stopped
           && (why != TrialEnd::Why::TimeOver || !verdict->wrongness().isEmpty());
}

Task<Result<Tried>> tryOnce(Context *context, trial::TrialSpec spec, RunRecording *recording)
{
    Tried tried{spec, std::make_unique<trial::TrialVerdict>(spec)};
    const auto adding =
        QObject::connect(context, &Context::changed, context,
                         [verdict = tried.verdict.get()](const journal::EventBatch &batch) { verdict->add(batch); });
    auto running = context->engine.runTrial(spec);
    const auto end = co_await running;
    QObject::disconnect(adding); // what comes while it is ended is our doing
    if (recording) {
        auto closing = recording->end();
        if (const auto closed = co_await closing; !closed)
            tried.notRecorded = closed.error();
    }
    auto ending = context->engine.endTrial();
    co_await ending;
    if (!end)
        co_return tl::unexpected(end.error());
    tried.verdict->judge(*end);
    co_return std::move(tried);
}

/// Each has a lock of its own: sessions of the run before may still have nodes.
Task<Result<Tried>> shrink(Context *context, Tried failed)
{
    const QString wrongness = failed.verdict->wrongness();
    const QString lock = failed.spec.lock;
    trial::Shrinking shrinking(failed.spec);
    while (auto candidate = shrinking.next()) {
        const auto counted = [](qsizetype number, const QString &what) {
            return u"%1 %2%3"_s.arg(number).arg(what, number == 1 ? u""_s : u"s"_s);
        };
        sayError(u"%1 again with %2, %3, %4?"_s.arg(wrongness, counted(candidate->clients, u"client"_s),
                                                    counted(candidate->rounds, u"round"_s),
                                                    counted(candidate->faults.size(), u"fault"_s)));
        candidate->lock = lock + u"-%1"_s.arg(shrinking.runs() + 2);
        auto trying = tryOnce(context, *candidate, nullptr);
        auto tried = co_await trying;
        if (!tried)
            co_return std::move(tried);
        if (tried->verdict->end().why == TrialEnd::Why::Stopped)
            break;
        const bool failedAlike = tried->verdict->wrongness() == wrongness;
        shrinking.tried(failedAlike);
        if (failedAlike)
            failed = std::move(*tried);
    }
    failed.shrunkIn = shrinking.runs();
    co_return std::move(failed);
}

Task<Result<Explored>> explore(Context *context, trial::TrialSpec spec, int delays)
{
    constexpr int repetitions = 3;
    const QDeadlineTimer end(spec.limit);
    trial::Exploring exploring(spec, delays);
    Explored explored;
    int number = 0;
    const auto ready = [&](trial::TrialSpec run) {
        run.lock = spec.lock + u"-%1"_s.arg(++number);
        run.limit = std::chrono::milliseconds(std::max<qint64>(1, end.remainingTime()));
        return run;
    };
    while (auto candidate = exploring.next()) {
        auto trying = tryOnce(context, ready(std::move(*candidate)), nullptr);
        auto tried = co_await trying;
        if (!tried)
            co_return tl::unexpected(tried.error());
        const bool isStopped = tried->verdict->end().why == TrialEnd::Why::Stopped;
        const bool isCut = isStopped || (!tried->isWrong() && end.hasExpired());
        if (!isCut)
            exploring.tried(tried->verdict->end().moments);
        // A run that the time cut says nothing, where another one does; that it was stopped is to be said.
        if (isStopped || !isCut || !explored.last.verdict)
            explored.last = std::move(*tried);
        explored.isWhole = !isCut;
        if (isCut || explored.last.isWrong())
            break;
    }
    explored.runs = exploring.runs();
    while (explored.last.isWrong() && explored.again < repetitions && !end.hasExpired()) {
        auto trying = tryOnce(context, ready(explored.last.spec), nullptr);
        const auto tried = co_await trying;
        if (!tried)
            co_return tl::unexpected(tried.error());
        if (tried->verdict->end().why == TrialEnd::Why::Stopped)
            break;
        ++explored.again;
        explored.wrongAgain += tried->isWrong() && tried->verdict->wrongness() == explored.last.verdict->wrongness();
    }
    explored.last.spec.lock = spec.lock;
    explored.last.spec.limit = spec.limit;
    explored.found = explored.last.spec;
    co_return std::move(explored);
}

} // namespace lockscope::cli
