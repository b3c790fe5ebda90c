// SPDX-License-Identifier: Apache-2.0
// lockscope-chaos: thousands of runs of locks under faults of clients and servers, each judged and each compared with
// what is shown of it. See scripts/chaos, which builds it and says how it is asked.
#include "tests/chaos/clientside.h"
#include "tests/chaos/conductor.h"
#include "tests/chaos/reliabilitytable.h"
#include "tests/support/offscreen.h"

#include "core/base/text.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <optional>

using namespace lockscope;
using namespace lockscope::chaos;
using namespace Qt::StringLiterals;

namespace {

enum Exit { Ok = 0, Failed = 1, Usage = 2 };

int fail(const QString &why, Exit code = Failed)
{
    std::fprintf(stderr, "lockscope-chaos: %s\n", qPrintable(why));
    return code;
}

int serveClients(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 4)
        return fail(u"usage: lockscope-chaos clients HOSTS FOLDER"_s, Usage);
    return ClientSide(arguments[2], arguments[3]).serve();
}

/// What was wanted did hold.
bool holds(const QList<RunRecord> &records)
{
    QMap<QString, bool> caught;
    bool clean = true;
    qsizetype sound = 0;
    qsizetype withoutVerdict = 0;
    for (const RunRecord &record : records) {
        const auto plan = planOf(record.run);
        if (plan && !plan->recipe().isSound()) {
            caught[record.recipe] |= record.isCaught();
            clean &= record.differences.isEmpty() && !record.hung;
            continue;
        }
        ++sound;
        const bool hasReason = !record.hasVerdict && !record.hung && !record.reason.isEmpty();
        withoutVerdict += hasReason ? 1 : 0;
        clean &= hasReason ? record.differences.isEmpty() : record.isClean();
    }
    return clean && withoutVerdict * 100 <= sound
           && std::all_of(caught.begin(), caught.end(), [](bool is) { return is; });
}

void declare(QCommandLineParser &parser)
{
    parser.setApplicationDescription(u"Runs of locks under faults of clients and servers, judged and compared."_s);
    parser.addHelpOption();
    parser.addOptions({
        {u"runs"_s, u"How many runs of sound recipes (10000)."_s, u"N"_s, u"10000"_s},
        {u"seed"_s, u"The first run's seed (1); the others follow."_s, u"S"_s, u"1"_s},
        {u"hours"_s, u"Begin nothing after so long."_s, u"N"_s, u"0"_s},
        {u"batch"_s, u"Runs between two comparisons (100)."_s, u"N"_s, u"100"_s},
        {u"at-once"_s, u"Runs at the same time (60)."_s, u"N"_s, u"60"_s},
        {u"folder"_s, u"Of the ledger and of what fails (build/chaos)."_s, u"FOLDER"_s, u"build/chaos"_s},
        {u"page"_s, u"That gets the table (docs/reliability.md)."_s, u"FILE"_s, u"docs/reliability.md"_s},
        {u"no-broken"_s, u"Only sound recipes."_s},
        {u"table"_s, u"Only write the table."_s},
        {u"again"_s, u"Only this run, by its name, whatever the ledger has; several with commas."_s, u"RUN"_s},
        {u"servers"_s, u"For that: 3 or 5."_s, u"N"_s, u"3"_s},
        {u"server-faults"_s, u"For that: servers are disturbed."_s},
    });
}

ChaosOptions optionsFrom(const QCommandLineParser &parser)
{
    ChaosOptions options;
    // This very program, also when a build has put another one in its place meanwhile.
    options.program = u"/proc/%1/exe"_s.arg(QCoreApplication::applicationPid());
    options.folder = QDir(parser.value(u"folder"_s)).absolutePath();
    options.firstSeed = parser.value(u"seed"_s).toULongLong();
    options.runs = parser.value(u"runs"_s).toInt();
    options.hours = parser.value(u"hours"_s).toDouble();
    options.batchSize = std::max(1, parser.value(u"batch"_s).toInt());
    options.atOnce = parser.value(u"at-once"_s).toInt();
    options.broken = !parser.isSet(u"no-broken"_s);
    options.again = parser.value(u"again"_s).split(u',', Qt::SkipEmptyParts);
    options.servers = parser.value(u"servers"_s).toInt();
    options.serverFaults = parser.isSet(u"server-faults"_s);
    options.ledger = QDir(options.folder).filePath(options.again.isEmpty() ? u"ledger.jsonl"_s : u"again.jsonl"_s);
    return options;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc > 1 && qstrcmp(argv[1], "clients") == 0)
        return serveClients(argc, argv);
    test::showToNobody();
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"lockscope-chaos"_s);
    QApplication::setQuitOnLastWindowClosed(false); // each stage has its own
    installTranslations();
    QCommandLineParser parser;
    declare(parser);
    parser.process(application);
    const ChaosOptions options = optionsFrom(parser);
    for (const QString &run : options.again) {
        if (!planOf(run))
            return fail(u"there is no run \"%1\""_s.arg(run), Usage);
    }

    const QString page = parser.value(u"page"_s);
    if (parser.isSet(u"table"_s)) {
        const auto ledger = RunLedger::open(options.ledger);
        if (!ledger)
            return fail(ledger.error().sentence().english());
        const auto written = writeReliability(page, (*ledger)->records());
        return written ? Ok : fail(written.error().sentence().english());
    }
    if (!options.again.isEmpty())
        QFile::remove(options.ledger);

    Conductor conductor(options);
    std::optional<Result<Done>> conducted;
    QTimer::singleShot(0, &application, [&] {
        conductor.conduct().then([&](const Result<Done> &done) {
            conducted = done;
            QCoreApplication::quit();
        });
    });
    QApplication::exec();
    if (!conducted || !*conducted)
        return fail(conducted ? conducted->error().sentence().english() : u"it was ended"_s);
    const QList<RunRecord> &records = conductor.ledger().records();
    if (options.again.isEmpty()) {
        if (const auto written = writeReliability(page, records); !written)
            return fail(written.error().sentence().english());
    }
    return holds(records) ? Ok : Failed;
}
