// SPDX-License-Identifier: Apache-2.0
// One program holds the test classes of many folders, and runs the one that is named by its first argument: ctest has
// an entry for each, in a process of its own. Never runs two classes in one process.
#pragma once

#include <QTest>

#include <algorithm>

namespace lockscope::testprogram {

#ifdef LOCKSCOPE_SANITIZED
constexpr bool isSanitized = true;
#else
constexpr bool isSanitized = false;
#endif

/// Of \a cases of one kind, how many are played in this build. A sanitizer looks for faults of memory and for behaviour
/// that is not defined, which a fifth of them shows as well, and takes five to ten times as long for each; what the
/// cases say of the product is said by the build without.
constexpr int played(int cases)
{
    return isSanitized ? (cases + 4) / 5 : cases;
}
/// Whether the case \a number, from 0, is one of those.
constexpr bool isPlayed(int number)
{
    return !isSanitized || number % 5 == 0;
}

/// Whether a test is run at its full size: by scripts/verify. The gate plays a sample of each kind.
inline bool isWhole()
{
    return qEnvironmentVariableIsSet("LOCKSCOPE_TEST_WHOLE");
}
inline int sampled(int cases, int inTheGate)
{
    return isWhole() ? cases : std::min(cases, inTheGate);
}
/// Whether the case \a number, from 0, is one of the sample: each fifth.
inline bool isSampled(int number)
{
    return isWhole() || number % 5 == 0;
}

using RunTest = int (*)(int argc, char **argv);

/// \a file: as __FILE__ says it; "tst_world" of tests/unit/journal/tst_world.cpp is what the class is called by.
struct Registration
{
    Registration(const char *file, RunTest run);
};

template<typename Class>
int runTest(int argc, char **argv)
{
    Class test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace lockscope::testprogram

/// At the end of a test's file, before its .moc.
#define LOCKSCOPE_TEST(Class) LOCKSCOPE_TEST_NAMED(Class, __COUNTER__)
#define LOCKSCOPE_TEST_NAMED(Class, number) LOCKSCOPE_TEST_REGISTERED(Class, number)
#define LOCKSCOPE_TEST_REGISTERED(Class, number)                                                                       \
    static const lockscope::testprogram::Registration registration##number(__FILE__,                                   \
                                                                           &lockscope::testprogram::runTest<Class>);
