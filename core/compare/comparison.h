// SPDX-License-Identifier: Apache-2.0
// What a comparison of locks on several kinds of servers found: values, and their JSON. States what was measured, never
// who wins. Made by core/compare/comparer.h.
#pragma once

#include "core/base/text.h"
#include "core/locks/recipeid.h"

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <array>
#include <chrono>
#include <optional>

namespace lockscope::compare {

/// One run under contention.
struct Run
{
    int clients = 0;
    qint64 acquired = 0;
    bool isWhole = true; ///< all that was asked for was acquired within the time
    double acquiresPerS = 0;
    std::optional<qint64> handoffP50Us; ///< nothing where no client waited for another
    std::optional<qint64> handoffP99Us;
    double requests = 0; ///< of the clients, for each acquire and release
    double events = 0;   ///< watch events and messages to them, for each acquire and release
    double wakeUps = 0;  ///< waiters that a release woke by its own end
    // By the server's own count, for each acquire and release; nothing where it does not report it.
    std::optional<double> counted;
    std::optional<double> cpuUs;
    std::optional<qint64> connections; ///< of all clients at its end
    Text why;                          ///< nothing was acquired: the first error
};

enum class FaultKind { HolderCrashes, HolderPauses, LostReplies, ServerDies };
inline constexpr std::array allFaultKinds{FaultKind::HolderCrashes, FaultKind::HolderPauses, FaultKind::LostReplies,
                                          FaultKind::ServerDies};

/// What one fault brought about, as its recording proves it.
struct FaultOutcome
{
    FaultKind fault = FaultKind::HolderCrashes;
    bool isShown = false;   ///< the fault is in the recording; else nothing below means anything
    Text why;               ///< it is not shown: the first error, if there was one
    bool isProvable = true; ///< the server proves what it did
    qint64 violations = 0;  ///< by what the server proves
    qint64 beliefOverlaps = 0;
    bool isDeadlocked = false;         ///< a waiter gave up when there had been no holder for long
    std::optional<qint64> recoveredMs; ///< until another one held; 0: there was no other waiter
    QString recording;                 ///< the file's name; empty: there is none
};

/// One recipe on one kind of server.
struct Subject
{
    locks::RecipeId recipe = locks::RecipeId::Mutex;
    locks::Backend backend = locks::Backend::ZooKeeper;
    QString version;       ///< of the server
    bool isPrivate = true; ///< its server was started for the comparison
    Text durability;       ///< what a commit waits for
    int steps = 0;         ///< of the pseudo-code: lines on which a client asks a server
    int lines = 0;         ///< of all of it
    QList<Run> runs;       ///< in the order in which they were made
    QList<FaultOutcome> faults;
};

struct Conditions
{
    QString program; ///< its version
    QString date;    ///< UTC
    QString machine;
    int processors = 0;
    double load = 0; ///< of the machine over the minute before it began: what else it had to do
    int rounds = 0;  ///< of each client
    int turns = 0;   ///< times that each was measured, one kind of server after the other
    QList<int> clients;
};

struct Comparison
{
    Conditions conditions;
    QList<Subject> subjects;
    int parts = 0;     ///< to be measured or staged, in all
    int partsDone = 0; ///< fewer than those where it was cut off

    bool isWhole() const { return partsDone == parts; }
};

/// The middle one of the runs with so many clients, by acquires a second; null if there is none.
const Run *typicalRun(const Subject &subject, int clients);
/// The numbers of clients that it ran with, each once, the smallest first.
QList<int> countsOf(const Subject &subject);
/// Why not all of it could be measured: the first error of a run in which nothing was acquired, or of a fault that was
/// to be staged and is not in its recording. Empty: all of it was.
Text notMeasured(const Subject &subject);
/// Of the first subject that could not be measured, with its name; empty: all could.
Text notMeasured(const Comparison &comparison);
/// "ZooKeeper, mutex"
QString subjectName(const Subject &subject);
/// Between two attempts of a recipe that asks again and again, about; nothing where it does not.
std::optional<std::chrono::milliseconds> pollingInterval(locks::RecipeId recipe);
/// What \a backend counts of its own work, in the plural: "commands". Empty: nothing, there is no server.
Text countedText(locks::Backend backend);
/// What proves how its locks were held, and what the violations are judged by.
Text proofText(const Subject &subject);
/// "holder-crashes", "lost-replies", …: as in the JSON, and in names of recordings.
QString faultName(FaultKind fault);
Text faultText(FaultKind fault);

/// As docs/formats.md has it.
QJsonObject toJson(const Comparison &comparison);

} // namespace lockscope::compare
