// SPDX-License-Identifier: Apache-2.0
#include "app/cli/evidence.h"

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

void addFindingOptions(CommandLine &line, bool quick)
{
    const locks::Thresholds standard;
    line.value(u"stale-after"_s, u"DURATION"_s,
               u"Tell of a holder that has held so long while others wait; 0: never."_s,
               u"%1m"_s.arg(standard.staleHolderMs / 60'000));
    line.value(u"long-wait"_s, u"DURATION"_s, u"Tell of waits as long; 0: never."_s,
               u"%1m"_s.arg(standard.longWaitMs / 60'000));
    if (quick)
        line.flag(u"quick"_s, u"Ask the servers once only: what needs proof over time is not told."_s);
}

Result<locks::Thresholds> thresholdsFrom(const CommandLine &line)
{
    locks::Thresholds thresholds = line.thresholds();
    const auto stale = parseDuration(line.text(u"stale-after"_s));
    if (!stale)
        return tl::unexpected(stale.error());
    const auto wait = parseDuration(line.text(u"long-wait"_s));
    if (!wait)
        return tl::unexpected(wait.error());
    const bool standard = !line.profile(); // an option's standard value is nothing that was asked for
    if (standard || line.isSet(u"stale-after"_s))
        thresholds.staleHolderMs = stale->count();
    if (standard || line.isSet(u"long-wait"_s))
        thresholds.longWaitMs = wait->count();
    return thresholds;
}

Task<> gatherEvidence(Context &context, bool quick)
{
    auto first = context.engine.probeServers();
    co_await first; // where none tells anything, that is in what is printed
    const qint64 settleMs = context.world.thresholds().settleMs;
    QElapsedTimer clock;
    clock.start();
    while (!quick && context.world.isUnsettled() && clock.elapsed() < 3 * settleMs) {
        const ReplyPromise<Done> rest;
        QTimer::singleShot(std::max<qint64>(settleMs / 2, 100), &context, [rest] { rest.complete(Done()); });
        Reply<Done> resting(rest);
        co_await resting;
        auto again = context.engine.probeServers();
        co_await again;
    }
}

} // namespace lockscope::cli
