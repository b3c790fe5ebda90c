// SPDX-License-Identifier: Apache-2.0
#include "ui/models/faulttext.h"

#include <QCoreApplication>

namespace lockscope::ui {

using journal::Fault;

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct FaultsText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::FaultsText)
};

} // namespace

QString faultText(Fault fault)
{
    switch (fault) {
    case Fault::Crash: return FaultsText::tr("Crash");
    case Fault::Pause: return FaultsText::tr("Pause");
    case Fault::Resume: return FaultsText::tr("Resume");
    case Fault::Partition: return FaultsText::tr("Cut off");
    case Fault::Heal: return FaultsText::tr("Heal");
    case Fault::Delay: return FaultsText::tr("Delay");
    case Fault::LoseReply: return FaultsText::tr("Lose the next reply");
    case Fault::LoseCreateReply: return FaultsText::tr("Lose the next create's reply");
    case Fault::Expire: return FaultsText::tr("Expire the session");
    case Fault::Close: return FaultsText::tr("Close");
    }
    return {};
}

QString faultHelp(Fault fault)
{
    switch (fault) {
    case Fault::Crash:
        return FaultsText::tr("The process is gone without a goodbye: its node stays until the session times out.");
    case Fault::Pause:
        return FaultsText::tr(
            "It stands still, as in a garbage collection: no heartbeat, no request. Longer than the session "
            "timeout, and it comes back as a holder that holds no more.");
    case Fault::Resume: return FaultsText::tr("The end of a pause.");
    case Fault::Partition: return FaultsText::tr("Nothing passes between it and its server.");
    case Fault::Heal: return FaultsText::tr("The end of a cut or of a delay.");
    case Fault::Delay: return FaultsText::tr("Everything between it and its server is late by so much.");
    case Fault::LoseReply:
        return FaultsText::tr(
            "Its next request is carried out, but the reply is lost with the connection: it cannot know.");
    case Fault::LoseCreateReply:
        return FaultsText::tr("Its next create is carried out, but the reply is lost: does its node exist or not?");
    case Fault::Expire: return FaultsText::tr("The server ends its session: its nodes go at once.");
    case Fault::Close: return FaultsText::tr("It closes its session cleanly: its nodes go at once.");
    }
    return {};
}

bool faultLasts(Fault fault)
{
    return fault == Fault::Pause || fault == Fault::Partition || fault == Fault::Delay;
}

QString randomFaultText(Fault fault)
{
    if (fault == Fault::LoseReply)
        return FaultsText::tr("Lost reply");
    if (fault == Fault::LoseCreateReply)
        return FaultsText::tr("Lost create");
    return fault == Fault::Expire ? FaultsText::tr("Expired") : faultText(fault);
}

QList<Fault> randomFaults()
{
    return {Fault::LoseReply, Fault::LoseCreateReply, Fault::Pause,  Fault::Partition,
            Fault::Delay,     Fault::Crash,           Fault::Expire, Fault::Close};
}

} // namespace lockscope::ui
