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

/// QVERIFY() and QCOMPARE() of what comes true while events are handled. They are evaluated again and again, and once
/// more at the end.
#define AWAIT_VERIFY(condition)                                                                                        \
    do {                                                                                                               \
        for (lockscope::test::Waiting lockscopeWaiting; !static_cast<bool>(condition) && lockscopeWaiting.goesOn();) { \
        }                                                                                                              \
        QVERIFY(condition);                                                                                            \
    } while (false)
#define AWAIT_VERIFY2(condition, text)                                                                                 \
    do {                                                                                                               \
        for (lockscope::test::Waiting lockscopeWaiting; !static_cast<bool>(condition) && lockscopeWaiting.goesOn();) { \
        }                                                                                                              \
        QVERIFY2(condition, text);                                                                                     \
    } while (false)
#define AWAIT_COMPARE(actual, expected)                                                                                \
    do {                                                                                                               \
        for (lockscope::test::Waiting lockscopeWaiting; !((actual) == (expected)) && lockscopeWaiting.goesOn();) { }   \
        QCOMPARE(actual, expected);                                                                                    \
    } while (false)
