// SPDX-License-Identifier: Apache-2.0
// What a run of a scenario came to: each thing that was expected beside what was found, and where it failed if it did.
// Values only; made by core/scenario/scenariorunner.h.
#pragma once

#include "core/scenario/conclusion.h"
#include "core/scenario/duel.h"
#include "core/scenario/scenario.h"
#include "core/scenario/scenariofold.h"

#include <QJsonObject>

namespace lockscope::lab {

struct Verdict
{
    /// One expectation.
    struct Row
    {
        QString key; ///< as in the file: "violations", "locks./lockscope/demo.acquired"
        Text what;   ///< the same for people
        Text expected;
        Text found;
        bool ok = false;
    };
    /// The step that was not carried out, or not come to, and why; those after it were not begun.
    struct FailedStep
    {
        int index = 0; ///< from 0
        int line = 0;
        Text text;
        Error error;
    };

    QString title;
    bool stopped = false; ///< before its end: it is about what came before
    std::optional<FailedStep> failed;
    QList<Row> rows;
    std::optional<Error> notLookedAt; ///< why orphans could not be looked for
    QList<Stamp> stamps;              ///< the first two thousand, as they came
    RunResult result;
    QList<DuelSide> duel;                        ///< the two of them; empty: none
    std::chrono::milliseconds longestOverlap{0}; ///< ScenarioFold::longestOverlap(), before its clients were closed
    Conclusion conclusion;
    qint64 failures = 0; ///< acquires that ended with an error

    /// True if it ran to its end, and all is as it was expected.
    bool isAsExpected() const;
    QJsonObject toJson() const;
};

/// What only the end of a run shows, besides its events.
struct RunEnd
{
    QStringList orphans;
    QStringList going;                    ///< with their sessions, whose end was not waited for: no orphans
    QHash<QString, QStringList> findings; ///< by lock; empty: of all
    qint64 deadlocks = 0;
};

/// A node of a client at rest, whose session lives as far as the client knows.
struct LeftNode
{
    QString path;
    bool mayGo = false; ///< with the session, which a fault may have ended without the client's knowing
};

/// Nodes that clients at rest have left, as far as events show: no client will delete them. Not what they made with an
/// earlier session, which goes when the server ends that; nor what is of one that is paused or cut off.
QList<LeftNode> leftByLiving(const ScenarioFold &fold);

/// False while an expectation could still come true by waiting: who is expected to acquire has not yet.
bool hasComeFarEnough(const QList<Expectation> &expected, const ScenarioFold &fold);

QList<Verdict::Row> compare(const QList<Expectation> &expected, const ScenarioFold &fold, const RunResult &result,
                            const RunEnd &end);

} // namespace lockscope::lab
