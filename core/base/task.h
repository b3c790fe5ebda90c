// SPDX-License-Identifier: Apache-2.0
// The coroutine type of this project, under one name. A task starts at once and runs on its caller's thread.
#pragma once

#include <QCoroTask>

namespace lockscope {

template<typename T = void>
using Task = QCoro::Task<T>;

} // namespace lockscope
