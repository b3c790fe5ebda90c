// SPDX-License-Identifier: Apache-2.0
#include "core/trial/trialspec.h"

#include "core/base/duration.h"
#include "core/base/path.h"

#include <algorithm>

namespace lockscope::trial {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

QString clientName(int index)
{
    return u"client-%1"_s.arg(index);
}

std::optional<std::chrono::milliseconds> limitFromText(const QString &text)
{
    constexpr auto longest = std::chrono::milliseconds(24h * 20);
    const auto time = durationFromText(text);
    return time && *time > 0ms && *time <= longest ? time : std::nullopt;
}

std::optional<Error> validate(const TrialSpec &spec)
{
    const auto refused = [](const Text &sentence) { return invalidInput(sentence).value(); };
    if (spec.command.isEmpty())
        return refused(Text::en("Name a command: each of its processes is a client."));
    if (const auto problem = pathProblem(spec.lock); problem || spec.lock == u'/')
        return refused(Text::en("“%1” is no path of a lock.").arg(spec.lock));
    if (const TrialFault *fault = spec.faultOfNobody())
        return refused(Text::en("Fault “%1”: the clients are %2 to %3.")
                           .arg(fault->toString(), clientName(0), clientName(spec.clients - 1)));
    return std::nullopt;
}

bool TrialSpec::hasFaults() const
{
    const auto strikes = [](const TrialFault &fault) { return !std::holds_alternative<Hold>(fault.deed); };
    const auto isFault = [](const Turn &turn) { return turn.fault.has_value(); };
    return std::ranges::any_of(faults, strikes) || std::ranges::any_of(order, isFault);
}

bool TrialSpec::needsOwnServers() const
{
    return std::ranges::any_of(faults, &TrialFault::isServerFault);
}

QList<double> TrialSpec::rates() const
{
    QList<double> rates;
    for (const TrialFault &fault : faults) {
        const auto *rate = std::get_if<double>(&fault.when);
        rates += rate ? *rate : 0;
    }
    return rates;
}

const TrialFault *TrialSpec::faultOfNobody() const
{
    const auto found = std::ranges::find_if(faults, [this](const TrialFault &fault) {
        const auto *moment = std::get_if<Moment>(&fault.when);
        return moment && !moment->client.isEmpty() && moment->client.section(u'-', -1).toInt() >= clients;
    });
    return found == faults.end() ? nullptr : &*found;
}

bool TrialEnd::hasProblems() const
{
    return std::ranges::any_of(processes, [](const Process &process) { return !process.problem.isEmpty(); });
}

QString whyName(TrialEnd::Why why)
{
    switch (why) {
    case TrialEnd::Why::Done: return u"done"_s;
    case TrialEnd::Why::Stalled: return u"stalled"_s;
    case TrialEnd::Why::TimeOver: return u"time-over"_s;
    case TrialEnd::Why::Stopped: return u"stopped"_s;
    }
    return {};
}

} // namespace lockscope::trial
