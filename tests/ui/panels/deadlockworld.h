// SPDX-License-Identifier: Apache-2.0
// Locks with a staged deadlock of three, a chain over two locks, a long queue and readers: for the wait-for graph.
#pragma once

#include "tests/ui/panels/madeupworld.h"

namespace lockscope::ui {

inline SessionId staged(int n)
{
    return SessionId{0x2000009f7cb0000LL + n};
}

/// \a holders hold or wait in this order, each with its session.
inline void stageLock(WorldScript &script, const QString &path, const QList<int> &sessions, int firstNumber = 1)
{
    QList<QString> names;
    for (int i = 0; i < sessions.size(); ++i)
        names += kazooName(firstNumber + i, false);
    script.list(path, names);
    for (int i = 0; i < sessions.size(); ++i)
        script.resolve(path, names[i], staged(sessions[i]), "job-" + QByteArray::number(sessions[i]), 60'000 - i * 900);
}

/// 1 holds first and waits for second, 2 holds second and waits for third, 3 holds third and waits for first.
inline void stageDeadlock(WorldScript &script)
{
    using namespace Qt::StringLiterals;
    stageLock(script, u"/pay/accounts"_s, {1, 3});
    stageLock(script, u"/pay/ledger"_s, {2, 1});
    stageLock(script, u"/pay/rates"_s, {3, 2, 9});
    script.flush();
}

/// 20 waits for 21, who waits for 22; behind 22 a queue of \a others.
inline void stageChain(WorldScript &script, int others)
{
    using namespace Qt::StringLiterals;
    stageLock(script, u"/chain/one"_s, {21, 20});
    QList<int> queue{22, 21};
    for (int i = 0; i < others; ++i)
        queue += 100 + i;
    stageLock(script, u"/chain/two"_s, queue);
    script.flush();
}

} // namespace lockscope::ui
