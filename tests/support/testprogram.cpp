// SPDX-License-Identifier: Apache-2.0
// The main function of every test program; compiled into each, with windows where the program links them.
#include "tests/support/testprogram.h"

#ifdef QT_WIDGETS_LIB
#include "core/base/text.h"

#include <QApplication>
#else
#include <QCoreApplication>
#endif

#include <cstdio>
#include <limits>
#include <map>
#include <string>

namespace lockscope::testprogram {

namespace {

std::map<std::string, RunTest> &registered()
{
    static std::map<std::string, RunTest> tests;
    return tests;
}

} // namespace

Registration::Registration(const char *file, RunTest run)
{
    std::string name(file);
    name.erase(0, name.find_last_of('/') + 1);
    name.erase(name.find_last_of('.'));
    registered().insert_or_assign(name, run);
}

} // namespace lockscope::testprogram

int main(int argc, char **argv)
{
    const auto &tests = lockscope::testprogram::registered();
    const auto test = argc < 2 ? tests.end() : tests.find(argv[1]);
    if (test == tests.end()) {
        std::fputs("usage: PROGRAM TEST [options of QtTest]\nTests in this program:\n", stderr);
        for (const auto &[name, run] : tests)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    // How long a test may take is CTest's to say, which knows how it was built.
    qputenv("QTEST_FUNCTION_TIMEOUT", QByteArray::number(std::numeric_limits<int>::max()));
    // Properties look at the same cases again and again in the gate, at others each time in scripts/verify; RapidCheck
    // prints the seed of what fails.
    if (!qEnvironmentVariableIsSet("RC_PARAMS")) {
        qputenv("RC_PARAMS", "max_success=" + QByteArray::number(lockscope::testprogram::played(100))
                                 + (lockscope::testprogram::isWhole() ? "" : " seed=1"));
    }
    // The rest is QtTest's.
    argv[1] = argv[0];
    --argc;
    ++argv;
#ifdef QT_WIDGETS_LIB
    QApplication application(argc, argv);
    lockscope::installTranslations(); // plurals, as in the program
#else
    QCoreApplication application(argc, argv);
#endif
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi, true);
    return test->second(argc, argv);
}
