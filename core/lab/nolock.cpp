// SPDX-License-Identifier: Apache-2.0
#include "core/lab/nolock.h"

namespace lockscope::lab {

Task<Result<recipes::Grant>> NoLock::acquire(std::stop_token)
{
    m_entered = true;
    co_return recipes::Grant();
}

Task<Result<Done>> NoLock::release()
{
    m_entered = false;
    co_return Done();
}

Task<Result<bool>> NoLock::isStillHeld()
{
    co_return m_entered;
}

} // namespace lockscope::lab
