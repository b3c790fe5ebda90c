// SPDX-License-Identifier: Apache-2.0
// What may be wrong with a lock: the findings, how bad each is, what to do about it, and from when on it is reported.
// Never from what a healthy queue shows as well: a false alarm costs more trust than a miss.
#pragma once

#include "core/base/ids.h"
#include "core/base/text.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace lockscope::locks {

struct Contender;
struct LockQueue;

struct Finding
{
    enum class Severity { Note, Warning, Error };

    QString id; ///< as in docs/findings.md: "foreign-child", "persistent-contender", …
    Severity severity = Severity::Note;
    QList<QString> nodes; ///< full paths
    QList<SessionId> sessions;
    Text text;        ///< what happens: a sentence or two for people
    Text advice = {}; ///< what to do about it

    bool operator==(const Finding &) const = default;
};

/// "note", "warning", "error": as in JSON.
QString severityName(Finding::Severity severity);
/// The same for people.
Text severityText(Finding::Severity severity);

/// From when on something is worth reporting: defaults that fit most, adjustable by people.
struct Thresholds
{
    qint64 staleHolderMs = 10 * 60'000; ///< one holder for as long while others wait
    qint64 longWaitMs = 5 * 60'000;     ///< one wait; 0 of either: never reported
    int herdSize = 5;                   ///< so many woken by one release that need not be
    /// Between the first and the last of the readings that must show the same before it is reported.
    qint64 settleMs = 2'000;
    /// Sequence numbers left before the counter sticks at 2147483647.
    qint64 sequenceMargin = 10'000'000;

    bool operator==(const Thresholds &) const = default;
};

/// At most this many nodes are named in one finding; its text has the whole number.
inline constexpr int findingNodesLimit = 100;

/// What to do about a finding with this id; empty for an id that there is not.
Text adviceFor(QStringView id);

/// All ids that findings may have, as in docs/findings.md.
QStringList findingIds();

/// A finding without nodes, with the advice of its id.
Finding makeFinding(const QString &id, Finding::Severity severity, const Text &text);

/// Adds a node and its session where there is room and they are not there yet.
void addNode(Finding &finding, const QString &path, SessionId session);

/// True if names like these are also what work queues and groups of members have.
bool namesProveNothing(const LockQueue &queue);
/// The same of a queue that has not got its contenders yet; \a first: of them, served first.
bool namesProveNothing(const LockQueue &queue, const Contender &first);
/// So many nodes of one session in one directory are no line in which it waits for itself.
inline constexpr int manyOfOneSession = 50;

/// What is wrong with a queue as far as names and Stats alone show it; \a queue is complete but for its findings.
QList<Finding> findingsOf(const LockQueue &queue);

} // namespace lockscope::locks
