// SPDX-License-Identifier: Apache-2.0
// Waiting for awaitables in tests: spins the event loop until the answer is there, never longer than a generous limit.
#pragma once

#include "core/base/reply.h"
#include "core/base/task.h"

#include <QtTest>

#include <memory>
#include <optional>

namespace lockscope::test {

constexpr int awaitLimitMs = 120'000;

template<typename T>
Result<T> await(Reply<T> reply)
{
    auto answer = std::make_shared<std::optional<Result<T>>>();
    reply.then([answer](Result<T> value) { answer->emplace(std::move(value)); });
    if (!QTest::qWaitFor([&] { return answer->has_value(); }, awaitLimitMs))
        return failure(ErrorCode::Other, QStringLiteral("await"), {},
                       Text::verbatim(QStringLiteral("nothing came within a minute")));
    return std::move(**answer);
}

template<typename T>
Result<T> await(Task<Result<T>> task)
{
    auto answer = std::make_shared<std::optional<Result<T>>>();
    task.then([answer](Result<T> value) { answer->emplace(std::move(value)); });
    if (!QTest::qWaitFor([&] { return answer->has_value(); }, awaitLimitMs))
        return failure(ErrorCode::Other, QStringLiteral("await"), {},
                       Text::verbatim(QStringLiteral("nothing came within a minute")));
    return std::move(**answer);
}

inline bool await(Task<> task)
{
    auto done = std::make_shared<bool>(false);
    task.then([done] { *done = true; });
    return QTest::qWaitFor([&] { return *done; }, awaitLimitMs);
}

} // namespace lockscope::test
