// SPDX-License-Identifier: Apache-2.0
// Waiting for awaitables in tests: spins the event loop until the answer is there, never longer than tests wait.
#pragma once

#include "core/base/reply.h"
#include "core/base/task.h"
#include "tests/support/patience.h"

#include <memory>
#include <optional>

namespace lockscope::test {

inline tl::unexpected<Error> nothingCame()
{
    return failure(ErrorCode::Other, QStringLiteral("await"), {},
                   Text::verbatim(QStringLiteral("no answer within %1 s").arg(patienceMs() / 1000)));
}

template<typename T>
Result<T> await(Reply<T> reply)
{
    auto answer = std::make_shared<std::optional<Result<T>>>();
    reply.then([answer](Result<T> value) { answer->emplace(std::move(value)); });
    if (!QTest::qWaitFor([&] { return answer->has_value(); }, patienceMs()))
        return nothingCame();
    return std::move(**answer);
}

template<typename T>
Result<T> await(Task<Result<T>> task)
{
    auto answer = std::make_shared<std::optional<Result<T>>>();
    task.then([answer](Result<T> value) { answer->emplace(std::move(value)); });
    if (!QTest::qWaitFor([&] { return answer->has_value(); }, patienceMs()))
        return nothingCame();
    return std::move(**answer);
}

inline bool await(Task<> task)
{
    auto done = std::make_shared<bool>(false);
    task.then([done] { *done = true; });
    return QTest::qWaitFor([&] { return *done; }, patienceMs());
}

} // namespace lockscope::test
