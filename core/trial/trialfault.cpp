// SPDX-License-Identifier: Apache-2.0
#include "core/trial/trialfault.h"

#include "core/base/duration.h"
#include "core/lab/faultdriver.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockscope::trial {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Fault;

namespace {

constexpr auto holdName = "hold"_L1;
/// Of these the client hears by itself, or nothing at all: what is missing ends a fault, or is no relay's to do.
constexpr std::array clientFaults{Fault::Crash,       Fault::Pause,     Fault::Partition,       Fault::Delay,
                                  Fault::LoseRequest, Fault::LoseReply, Fault::LoseCreateReply, Fault::Expire};
constexpr std::array serverFaults{ServerCommand::Kill, ServerCommand::Restart, ServerCommand::Pause};

std::optional<Deed> deedNamed(const QString &name)
{
    const auto ofClient = std::ranges::find(clientFaults, name, journal::faultName);
    if (ofClient != clientFaults.end())
        return lab::FaultRequest{*ofClient, lab::usualDuration(*ofClient)};
    const auto ofServer = std::ranges::find(serverFaults, name, serverCommandName);
    if (ofServer != serverFaults.end())
        return ServerFault{*ofServer, *ofServer == ServerCommand::Restart ? 0ms : 1s};
    return name == holdName ? std::optional<Deed>(Hold()) : std::nullopt;
}

QStringList deedNames()
{
    QStringList names;
    for (const Fault fault : clientFaults)
        names += journal::faultName(fault);
    for (const ServerCommand command : serverFaults)
        names += serverCommandName(command);
    return names << holdName;
}

std::chrono::milliseconds &durationOf(Deed &deed)
{
    return std::visit([](auto &one) -> std::chrono::milliseconds & { return one.duration; }, deed);
}

tl::unexpected<Error> refused(const QString &fault, const Text &why)
{
    return invalidInput(Text::en("Fault “%1”: %2").arg(fault, why));
}

} // namespace

QString deedName(const Deed &deed)
{
    if (const auto *ofClient = std::get_if<lab::FaultRequest>(&deed))
        return journal::faultName(ofClient->fault);
    if (const auto *ofServer = std::get_if<ServerFault>(&deed))
        return serverCommandName(ofServer->command);
    return holdName;
}

std::optional<Moment> Moment::read(const QString &text)
{
    static const QRegularExpression form(
        u"^(?:(client-[0-9]{1,4})/)?(?:(create|delete|exists|get|set|get_children|multi|"
        u"sync)(-reply)?|(event))(?:#([1-9][0-9]{0,5}))?$"_s);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const QString event = match.captured(4);
    return Moment{match.captured(1), event.isEmpty() ? match.captured(2) : event,
                  match.captured(5).isEmpty() ? 1 : match.captured(5).toInt(),
                  !event.isEmpty() || !match.captured(3).isEmpty()};
}

QString Moment::toString() const
{
    const bool isReply = atReply && operation != "event"_L1;
    return (client.isEmpty() ? QString() : client + u'/') + operation + (isReply ? u"-reply"_s : QString())
           + (nth > 1 ? u"#%1"_s.arg(nth) : QString());
}

Result<TrialFault> TrialFault::read(const QString &text)
{
    const qsizetype at = text.indexOf(u'@');
    const auto deed = deedNamed(text.left(std::max<qsizetype>(at, 0)));
    if (at < 0 || !deed)
        return refused(text, Text::en("it is NAME@RATE or NAME@MOMENT, as lose-reply@0.01 or crash@create-reply; the "
                                      "names are %1.")
                                 .arg(Text::enumerated(deedNames())));
    TrialFault fault{*deed};
    const qsizetype colon = text.indexOf(u':', at);
    const QString when = text.mid(at + 1, colon < 0 ? -1 : colon - at - 1);
    bool isNumber = false;
    const double rate = when.toDouble(&isNumber);
    if (isNumber && (!std::isfinite(rate) || rate < 0 || rate > 1))
        return refused(text, Text::en("the rate is the probability at each request, from 0 to 1."));
    if (isNumber) {
        fault.when = rate;
    } else if (const auto moment = Moment::read(when)) {
        fault.when = *moment;
    } else {
        return refused(text,
                       Text::en("“%1” is neither a rate nor a moment; moments are an operation, as create, "
                                "get_children or delete, its answer, as create-reply, a watch's event, as event, the "
                                "third of a client, as delete#3, and those of one client, as client-1/create.")
                           .arg(when));
    }
    if (colon >= 0) {
        const auto duration = durationFromText(QStringView(text).mid(colon + 1));
        if (!duration || *duration <= 0ms)
            return refused(text, Text::en("“%1” is no time; a time is 500ms, 20s or 5m.").arg(text.mid(colon + 1)));
        durationOf(fault.deed) = *duration;
    }
    return fault;
}

QString TrialFault::toString() const
{
    const auto *moment = std::get_if<Moment>(&when);
    Deed timed = deed;
    const auto duration = durationOf(timed);
    auto usual = deedNamed(deedName(deed));
    const bool isUsual = usual && durationOf(*usual) == duration;
    return deedName(deed) + u'@' + (moment ? moment->toString() : QString::number(std::get<double>(when)))
           + (isUsual ? QString() : u':' + durationWord(duration));
}

Result<QList<TrialFault>> readFaults(const QStringList &texts)
{
    QList<TrialFault> faults;
    for (const QString &text : texts) {
        const auto fault = TrialFault::read(text);
        if (!fault)
            return tl::unexpected(fault.error());
        faults += *fault;
    }
    return faults;
}

QStringList toStrings(const QList<TrialFault> &faults)
{
    QStringList texts;
    for (const TrialFault &fault : faults)
        texts += fault.toString();
    return texts;
}

} // namespace lockscope::trial
