// SPDX-License-Identifier: Apache-2.0
// What is really there, as another client reads it, and what the queue of each lock then is: told by who made the
// nodes, in which order, and by what the recipe says. Never asks the code under test.
#pragma once

#include "tests/chaos/runplan.h"

#include "core/base/ids.h"
#include "core/base/task.h"

#include <QMap>
#include <QObject>

namespace lockscope::chaos {

struct TrueNode
{
    Zxid czxid;
    SessionId owner; ///< null: it is persistent

    bool operator==(const TrueNode &) const = default;
};
/// By full path, all nodes below treeRoot.
using TrueTree = QMap<QString, TrueNode>;

/// By a program of its own.
Task<Result<TrueTree>> readTree(QString connectString, QObject *context);
Task<Result<Done>> clearTree(QString connectString, QObject *context);

/// One contender, as it has to be shown.
struct TrueContender
{
    enum class Is { Holding, Waiting, AskingForLease };

    QString node; ///< full path
    Is is = Is::Waiting;
    SessionId owner;

    bool operator==(const TrueContender &) const = default;
};

struct TrueLock
{
    QString path;
    QList<TrueContender> queue; ///< in order of service

    qsizetype count(TrueContender::Is is) const;
};

/// Of the lock at this directory: the first holds, or the readers before the first writer.
QList<TrueContender> queueAt(const QString &directory, const TrueTree &tree);
/// The locks of this run that have contenders.
QList<TrueLock> locksOf(const RunPlan &plan, const TrueTree &tree);
/// The run whose lock is at or above the path; empty for none.
QString runOf(const QString &path);

} // namespace lockscope::chaos
