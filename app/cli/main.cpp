// SPDX-License-Identifier: Apache-2.0
// lockscope-cli: what the window shows and does, for scripts and terminals.
#include "app/cli/commands.h"
#include "app/common/programstart.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

namespace {

using namespace lockscope;
using namespace lockscope::cli;
using namespace Qt::StringLiterals;

struct Command
{
    QLatin1String name;
    const char *does;
    Task<ExitCode> (*run)(Context &, QStringList);
};

constexpr Command commands[] = {
    {"doctor"_L1, "what the servers are and report, what cannot be read, and what to change", runDoctor},
    {"locks"_L1, "every lock under a root: kind, dialect, holders, waiters, findings", runLocks},
    {"queue"_L1,
     "one lock in full: contenders in order of service, who waits for whom; or one session's nodes,\n"
     "            by its id in hex or decimal",
     runQueue},
    {"watch"_L1, "a line per change of a lock or a tree of locks", runWatch},
    {"run"_L1, "simulated clients on a lock, and what came of it", runRun},
    {"compare"_L1, "the same contention and faults on several kinds of servers, measured", runCompare},
    {"check"_L1, "a recording, checked: violated rules, with the events that prove them", runCheck},
    {"explore"_L1, "all orders of a lock's steps on a ZooKeeper in memory, searched for a violation", runExplore},
    {"lessons"_L1, "the lessons of the window; a check of lesson files", runLessons},
    {"try"_L1, "clients of other programs, behind relays and with faults, checked", runTry},
    {"release"_L1, "a forced release, after showing the owner and the next holder", runRelease},
    {"sandbox"_L1, "a private ZooKeeper on loopback", runSandbox},
};

void printHelp(FILE *out)
{
    std::fputs(
        "Usage: lockscope-cli COMMAND [options]\n\nLock inspector and tester for Apache ZooKeeper.\n\nCommands:\n",
        out);
    for (const Command &command : commands)
        std::fprintf(out, "  %-9s %s\n", command.name.data(), command.does);
    std::fputs("\nlockscope-cli COMMAND --help lists a command's options. --version shows the version.\n"
               "Exit codes: 0 ok, 1 failed or false, 2 usage, 3 cannot connect or lost, 4 not authorised,\n"
               "5 done, but its record or report is not complete.\n",
               out);
}

Task<> run(const Command *command, Context *context, QStringList arguments)
{
    auto running = command->run(*context, std::move(arguments));
    const ExitCode code = co_await running;
    QCoreApplication::exit(static_cast<int>(failedForGood().value_or(code)));
}

/// Never destroyed: a command that is ended at once, as where its connection is lost, stays where it waits.
Task<> *running = nullptr;

/// A command is not done before what it printed is where it was to go.
int ended(int code)
{
    const QString trouble = outputTrouble();
    if (trouble.isEmpty())
        return code;
    std::fprintf(stderr, "lockscope-cli: %s.\n", qPrintable(trouble));
    return code == 0 ? static_cast<int>(ExitCode::Failed) : code;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"lockscope-cli"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    startOwnRecipe();
    const QStringList arguments = QCoreApplication::arguments();
    scrubArguments(argc, argv);
    quietDrivers();
    outliveFailedWrites();
    const QString name = arguments.value(1);
    if (name == "--version"_L1 || name == "-v"_L1) {
        std::printf("lockscope-cli %s\n", LOCKSCOPE_VERSION);
        return ended(0);
    }
    if (name == "--help"_L1 || name == "-h"_L1) {
        printHelp(stdout);
        return ended(0);
    }
    for (const Command &command : commands) {
        if (name != command.name)
            continue;
        for (const Text &problem : takeOwnSettings())
            sayError(problem.english());
        Context context;
        QTimer::singleShot(0, &context, [&] { running = new Task<>(run(&command, &context, arguments)); });
        const int code = ended(QCoreApplication::exec());
        Context::noteExitCode(code);
        return code;
    }
    if (name.isEmpty())
        printHelp(stderr);
    else
        std::fprintf(stderr, "lockscope-cli: there is no command \"%s\": see lockscope-cli --help.\n",
                     qPrintable(name));
    return static_cast<int>(ExitCode::Usage);
}
