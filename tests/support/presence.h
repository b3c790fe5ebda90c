// SPDX-License-Identifier: Apache-2.0
// Whether a znode is there, as a server answers.
// Never takes a missing answer for a missing node: any other error than that there is none fails the test.
#pragma once

#include "tests/support/await.h"

namespace lockscope::test {

/// The answer; nothing where the server says that there is no such node.
template<typename T>
std::optional<T> unlessMissing(Result<T> answer)
{
    if (answer)
        return std::move(*answer);
    if (answer.error().code != ErrorCode::NoNode)
        QTest::qFail(qPrintable(answer.error().path + QStringLiteral(": ") + answer.error().sentence().english()),
                     __FILE__, __LINE__);
    return std::nullopt;
}

template<typename Session>
bool isThere(Session &session, const QString &path)
{
    return unlessMissing(await(session.exists(path))).has_value();
}

} // namespace lockscope::test
