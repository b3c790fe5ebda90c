// SPDX-License-Identifier: Apache-2.0
// One program holds the test classes of a folder, and runs the one that is named by its first argument: ctest has an
// entry for each, in a process of its own. Never runs two classes in one process.
#pragma once

#include <QTest>

namespace lockscope::testprogram {

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
