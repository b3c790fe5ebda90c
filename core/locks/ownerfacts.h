// SPDX-License-Identifier: Apache-2.0
// What the data of a contender's node say of its owner, where their form is known: which host, pod, query or job it is,
// and a link to where more of it is shown. Pure; the bytes stay as they are, and what is of no known form says nothing.
#pragma once

#include "core/base/text.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QUrl>

namespace lockscope::locks {

struct OwnerFact
{
    QString key; ///< "host", "port", "pid", "pod", "application", "query", …; of JSON its own keys
    QString value;

    bool operator==(const OwnerFact &) const = default;
};
using OwnerFacts = QList<OwnerFact>;

/// Of an address, a JSON object's plain members, `PID@HOST`, Hive's locks, and names of Kubernetes' pods and YARN's
/// applications. Each key once, at most 20.
OwnerFacts ownerFacts(const QByteArray &data);

/// What is wrong with a template as a sentence; empty if nothing is, or if it is empty.
Text linkProblem(const QString &linkTemplate);
/// "https://logs.example.org/?host={host}" with what the facts say in each place; {lock} and {node} are there as well.
/// Empty where one of them is not known, or the template is none.
QUrl linkOf(const QString &linkTemplate, const OwnerFacts &facts, const QString &lock, const QString &node);

} // namespace lockscope::locks
