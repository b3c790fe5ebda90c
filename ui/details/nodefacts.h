// SPDX-License-Identifier: Apache-2.0
// What the Details panel says of a node's Stat and of its ACL, as keys and values. Pure; never reads the clock.
#pragma once

#include "core/engine/engine.h"
#include "ui/details/shownnode.h"
#include "ui/theme/factsgrid.h"

namespace lockscope::ui {

/// \a asOfNs: the instant for ages. \a asked: its answer is on the way.
QList<Fact> nodeFacts(const ShownNode &node, const QString &lock, qint64 asOfNs, bool asked);
QList<Fact> aclFacts(const std::optional<NodeDetails> &details, bool asked);

} // namespace lockscope::ui
