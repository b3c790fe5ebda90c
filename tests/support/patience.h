// SPDX-License-Identifier: Apache-2.0
// How long tests wait: one figure for all, the longer the slower the machine is. A wait ends as soon as its condition
// holds; what did not come true is named, with what was there instead. Nothing waits for a time to pass.
#pragma once

#include <QDeadlineTimer>
#include <QtTest>

#include <algorithm>

namespace lockscope::test {

/// How many milliseconds a test waits for a condition before it fails: two minutes, times LOCKSCOPE_TEST_PATIENCE,
/// which scripts/test sets for the machine and the build.
inline int patienceMs()
{
    static const double factor = std::clamp(qEnvironmentVariable("LOCKSCOPE_TEST_PATIENCE").toDouble(), 1.0, 20.0);
    return int(120'000 * factor);
}

/// What passes between two looks at a condition.
class Waiting
{
public:
    /// Handles events for a moment; false when patience is over.
    bool goesOn()
    {
        QTest::qWait(m_looks++ == 0 ? 0 : 10);
        return !m_end.hasExpired();
    }

private:
    QDeadlineTimer m_end{patienceMs()};
    int m_looks = 0;
};

} // namespace lockscope::test

/// QVERIFY() and QCOMPARE() of what comes true while events are handled. Evaluated again and again until it has come
/// true once: a state may pass by. Once more to say what is there instead.
#define AWAIT_UNTIL_(condition, elseFail)                                                                              \
    do {                                                                                                               \
        bool lockscopeHolds = static_cast<bool>(condition);                                                            \
        for (lockscope::test::Waiting lockscopeWaiting; !lockscopeHolds && lockscopeWaiting.goesOn();)                 \
            lockscopeHolds = static_cast<bool>(condition);                                                             \
        if (!lockscopeHolds)                                                                                           \
            elseFail;                                                                                                  \
    } while (false)
#define AWAIT_VERIFY(condition) AWAIT_UNTIL_(condition, QVERIFY(condition))
#define AWAIT_VERIFY2(condition, text) AWAIT_UNTIL_(condition, QVERIFY2(condition, text))
#define AWAIT_COMPARE(actual, expected) AWAIT_UNTIL_((actual) == (expected), QCOMPARE(actual, expected))
