// SPDX-License-Identifier: Apache-2.0
// The ledger as the tables of docs/reliability.md. Never writes anything of that page but what stands between the two
// marks that are for it.
#pragma once

#include "tests/chaos/runledger.h"

namespace lockscope::chaos {

/// By recipe, by fault, and what is broken on purpose, in Markdown.
QString reliabilityTables(const QList<RunRecord> &records);
/// A page that is not there is made, with a heading.
Result<Done> writeReliability(const QString &page, const QList<RunRecord> &records);

} // namespace lockscope::chaos
