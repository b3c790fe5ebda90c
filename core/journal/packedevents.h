// SPDX-License-Identifier: Apache-2.0
// A run of events as some dozen bytes each: every text once, small numbers short, and then compressed. In memory only:
// the form changes with the program, files hold JSON. Never loses a field: what is unpacked equals what was packed.
#pragma once

#include "core/journal/event.h"

#include <QByteArray>
#include <QList>

namespace lockscope::journal {

struct PackedEvents
{
    quint64 first = 0;   ///< number of the first event; the others follow without gaps
    QList<qint64> atNs;  ///< of each event
    QByteArray payloads; ///< of all of them, one after the other, compressed

    qsizetype size() const { return atNs.size(); }
    /// What it takes in memory, about.
    qsizetype bytes() const { return payloads.size() + atNs.size() * qsizetype(sizeof(qint64)) + 64; }
};

/// \a events are numbered without gaps. Any thread.
PackedEvents pack(const EventBatch &events);
/// All of them: a text that occurs again is shared among the events. Any thread.
EventBatch unpack(const PackedEvents &packed);

} // namespace lockscope::journal
