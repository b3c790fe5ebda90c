// SPDX-License-Identifier: Apache-2.0
// What people hand on after an incident: one HTML file with the locks as they stood at an instant, who held them, what
// is wrong with them, what was done to them, what servers reported, and what happened to them around it. In the
// language of the window.
// A pure function of values: nothing in it that was not in the journal, and no secret; it refers to nothing outside.
#pragma once

#include "core/history/world.h"
#include "core/journal/journal.h"
#include "core/ledger/ledger.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QStringList>

#include <functional>
#include <optional>

namespace lockscope::report {

struct ReportPicture
{
    QString title;
    QByteArray light; ///< SVG
    QByteArray dark;  ///< SVG; may be empty
};

struct IncidentRequest
{
    QStringList locks;                   ///< paths, in the order of the report
    qint64 atNs = 0;                     ///< the instant; what the World shows
    std::optional<qint64> beforeNs = {}; ///< nothing: since the holders came
    qint64 afterNs = 5'000'000'000;
    QString source;       ///< "zk1:2181", "orders.lockscope"
    QString recorded;     ///< a sentence on how it came to be known
    QString note;         ///< of the person who makes the report
    bool withData = true; ///< what owners wrote into their nodes is in it
    qint64 madeAtNs = 0;
    QList<ReportPicture> pictures;
    QHash<QString, journal::HeldSince> held; ///< since when nodes hold, by path; what is not in it is not known
};

/// From when on events are listed. Without `beforeNs` it is shortly before the first of the holders came, half a minute
/// before the instant where no holder is known.
qint64 beginOf(const IncidentRequest &request);

inline constexpr int mostReportContenders = 500; ///< of a lock; the rest is counted
inline constexpr int mostReportHolders = 5;      ///< of a lock with a card each: a semaphore may have many
inline constexpr int mostReportEvents = 1'000;   ///< nearest to the instant; the rest is counted

/// Called before each row with how many there are and will be (0: not known yet); false cancels the report.
using ReportProgress = std::function<bool(qsizetype done, qsizetype all)>;

/// \a world is the state at the instant, \a journal has what happened before and after it. UTF-8; empty if it was
/// cancelled.
QByteArray incidentReport(const journal::World &world, const journal::Journal &journal, const IncidentRequest &request,
                          const ReportProgress &progress = {});

} // namespace lockscope::report
