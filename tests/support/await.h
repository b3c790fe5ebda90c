// SPDX-License-Identifier: Apache-2.0
// Waiting for awaitables in tests: spins the event loop until the answer is there, never longer than tests wait.
#pragma once

#include "core/base/reply.h"
#include "core/base/task.h"
#include "tests/support/patience.h"

#include <memory>
#include <optional>

namespace lockscope::test {

/// Fails the test, whatever it expects: an error that no one gave proves nothing.
inline tl::unexpected<Error> nothingCame()
{
    const QString what = QStringLiteral("no answer within %1 s").arg(patienceMs() / 1000);
    QTest::qFail(qPrintable(what), __FILE__, __LINE__);
    return failure(ErrorCode::Other, QStringLiteral("await"), {}, Text::verbatim(what));
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

/// Why it failed; ErrorCode::Other where it did not.
template<typename T>
ErrorCode codeOf(const Result<T> &result)
{
    return result ? ErrorCode::Other : result.error().code;
}

inline bool await(Task<> task)
{
    auto done = std::make_shared<bool>(false);
    task.then([done] { *done = true; });
    if (QTest::qWaitFor([&] { return *done; }, patienceMs()))
        return true;
    nothingCame();
    return false;
}

} // namespace lockscope::test
