// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"

#include <chrono>

namespace lockscope {

qint64 nowNs()
{
    using namespace std::chrono;
    static const auto steadyStart = steady_clock::now();
    static const auto wallStart = duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
    return wallStart + duration_cast<nanoseconds>(steady_clock::now() - steadyStart).count();
}

} // namespace lockscope
