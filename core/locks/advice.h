// SPDX-License-Identifier: Apache-2.0
// What each finding is: its id, how bad it is, and what to do about it. Plain data; used by the makers of findings.
// Never what happens in one lock: that sentence is written where it is found.
#pragma once

#include "core/locks/queue.h"

namespace lockscope::locks {

/// What to do about a finding with this id; empty for an id that there is not.
QString adviceFor(QStringView id);

/// All ids that findings may have, as in docs/cli.md.
QStringList findingIds();

/// A finding without nodes, with the advice of its id.
Finding makeFinding(const QString &id, Finding::Severity severity, const QString &text);

/// Adds a node and its session where there is room and they are not there yet.
void addNode(Finding &finding, const QString &path, SessionId session);

} // namespace lockscope::locks
