// SPDX-License-Identifier: Apache-2.0
// The faults as menu entries, those that last with a choice of how long. The same in the tool bar and on a row.
// Never stages one: it hands on what was chosen.
#pragma once

#include "core/lab/clientspec.h"

#include <functional>

class QMenu;

namespace lockscope::ui {

struct FaultChoices
{
    /// Of those selected, for how many the fault would do something.
    std::function<qsizetype(journal::Fault)> count;
    std::function<void(const lab::FaultRequest &)> ask;
    std::chrono::milliseconds sessionTimeout{0}; ///< of the clients; 0: not known
};

/// \a choices may be called for as long as the menu, and a dialog that it opened, is there.
void addFaults(QMenu *menu, const FaultChoices &choices);

} // namespace lockscope::ui
