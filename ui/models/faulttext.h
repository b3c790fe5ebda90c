// SPDX-License-Identifier: Apache-2.0
// Faults in the words of the window: what they are called, what they do, and which of them last for a while.
// Never stages one.
#pragma once

#include "core/journal/event.h"

#include <QList>
#include <QString>

namespace lockscope::ui {

/// "Crash", "Pause", "Cut off", …
QString faultText(journal::Fault fault);
/// What it does to the client, in one sentence.
QString faultHelp(journal::Fault fault);
/// True if it goes on for a time that can be chosen.
bool faultLasts(journal::Fault fault);
/// The same as something that happens, and short: "Lost reply".
QString randomFaultText(journal::Fault fault);
/// Those that can befall a client at random: not the ends of others.
QList<journal::Fault> randomFaults();

} // namespace lockscope::ui
