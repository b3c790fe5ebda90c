// SPDX-License-Identifier: Apache-2.0
// What a run of simulated clients came to, in figures: a value to print, to compare, and to write as the run JSON of
// docs/formats.md. Counted by core/lab/runreport.h.
#pragma once

#include "core/checks/check.h"
#include "core/locks/recipeid.h"

#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QString>

#include <optional>

namespace lockscope::lab {

struct RunResult
{
    /// Acquisitions that ended with one kind of error.
    struct Failures
    {
        ErrorCode code = ErrorCode::Other;
        int count = 0;
        QString client; ///< of the first
        Text text;      ///< the first as a sentence
    };

    QString recipe;  ///< "mixed" where clients take different ones, "none" where they take no lock
    QString dialect; ///< "mixed" as well
    locks::Backend backend = locks::Backend::ZooKeeper;
    int clients = 0;
    int rounds = 0;
    qint64 acquired = 0;
    qint64 timedOut = 0;
    qint64 failed = 0;
    qint64 crashed = 0;
    journal::CheckReport check;
    qint64 handoffs = 0;                ///< to clients that waited when the lock was given back
    std::optional<qint64> handoffP50Us; ///< nothing: there was none
    std::optional<qint64> handoffP99Us;
    std::optional<double> acquiredPerS; ///< nothing: no time passed
    QMap<QString, qint64> requests;     ///< by operation
    qint64 watchEvents = 0;
    std::optional<double> wakeUpsPerRelease; ///< nothing: no lock was given back
    QStringList orphans;                     ///< full paths, sorted
    bool areOrphansKnown = true;             ///< else they were not looked for at the end
    QList<Failures> failures;
    qint64 durationMs = 0;
};

/// Of the rules that a run JSON calls violations: the ones that were kept, and how many there were.
QList<journal::Violation> violationsOf(const RunResult &result);
qint64 violationCount(const RunResult &result);

QJsonObject toJson(const RunResult &result);

} // namespace lockscope::lab
