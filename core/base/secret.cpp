// SPDX-License-Identifier: Apache-2.0
#include "core/base/secret.h"

#include <sys/resource.h>

namespace lockscope {

void keepOutOfCoreDumps()
{
    // Not PR_SET_DUMPABLE: /proc/self would be root's, where this program counts its descriptors.
    static const bool done = [] {
        rlimit limit{};
        ::getrlimit(RLIMIT_CORE, &limit);
        limit.rlim_cur = 0;
        return ::setrlimit(RLIMIT_CORE, &limit) == 0;
    }();
    static_cast<void>(done);
}

} // namespace lockscope
