// SPDX-License-Identifier: Apache-2.0
// When the parts of a semaphore make none. Pure; how one is read is in core/locks/queue.h.
#pragma once

#include <QStringView>

namespace lockscope::locks {

/// A client of another kind of lock stands in a directory that has a child of this name: what a semaphore left below or
/// beside it, or is used there as well, takes nothing from that lock.
bool isOfAnotherLock(QStringView name);

} // namespace lockscope::locks
