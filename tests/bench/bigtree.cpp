// SPDX-License-Identifier: Apache-2.0
// A tree of very many nodes with some locks in it: the first reading beside bare pipelined reads of what must be read,
// on a server; and, told to a whole workspace by hand, what it takes in memory, how soon the filter answers, and what a
// round of questions to the servers costs.
#include "core/base/clock.h"
#include "core/history/world.h"
#include "tests/bench/bench.h"
#include "tests/bench/bigtreeshape.h"
#include "tests/bench/framewatch.h"
#include "tests/bench/madeuptree.h"
#include "tests/bench/peerprocess.h"
#include "tests/bench/resolve.h"
#include "ui/locks/lockspanel.h"
#include "ui/selection/selection.h"
#include "ui/shell/workspace.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QEventLoop>
#include <QJsonArray>
#include <QLineEdit>
#include <QTreeView>

#include <algorithm>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr double readingBound = 1.2;
constexpr double mostMegabytes = 300;
constexpr double mostToShowMs = 50;
constexpr double debounceMs = 150;
constexpr int patienceMs = 600'000;
constexpr QSize windowSize{1600, 1000};

// ---- the first reading ----

Result<double> readBareTree(const Options &options, const QString &root)
{
    const auto run = runProgram(QCoreApplication::applicationFilePath(), {u"__readtree"_s, options.connectString, root},
                                {}, patienceMs);
    if (!run)
        return tl::unexpected(run.error());
    const QList<QByteArray> words = run->output.trimmed().split(' ');
    if (run->exitCode != 0 || words.size() != 2 || words[1].toInt() < options.nodes)
        return noFigures(u"the bare reader failed: "_s + QString::fromUtf8(run->output + run->errors));
    return words[0].toDouble();
}

/// With the World that the window would fold.
Result<double> readByEngine(const Options &options, const QString &root)
{
    Engine engine;
    if (const auto open = openEngine(engine, options); !open)
        return tl::unexpected(open.error());
    journal::World world;
    QObject::connect(&engine, &Engine::batchReady, qApp, [&](const journal::EventBatch &batch) { world.apply(batch); });
    QElapsedTimer timer;
    timer.start();
    auto reading = engine.observe(root);
    const bool isThere = waitUntil(
        [&] { return reading.isFinished() && world.observation().freshness == journal::Freshness::Live; }, patienceMs);
    const double ms = passedMs(timer);
    if (!isThere || int(world.lockPaths().size()) < options.locks)
        return noFigures(u"the engine has read %1 locks only"_s.arg(world.lockPaths().size()));
    return ms;
}

Result<Done> measureReading(const Options &options, Report &report, QJsonArray &ratios)
{
    const QString root = u"/lockscope-bench-%1"_s.arg(QCoreApplication::applicationPid());
    PeerProcess tree;
    startSelf(tree, {u"__grow"_s, options.connectString, root, QString::number(options.nodes),
                     QString::number(options.locks)});
    const auto ready = tree.readLine(patienceMs);
    if (!ready || *ready != "ready")
        return noFigures(u"the tree could not be made"_s);
    std::vector<double> bare;
    std::vector<double> engine;
    const auto into = [](std::vector<double> &values, const Result<double> &ms) -> Result<Done> {
        if (!ms)
            return tl::unexpected(ms.error());
        values.push_back(*ms);
        return Done();
    };
    const auto ran = inTurns({[&](int) { return into(bare, readBareTree(options, root)); },
                              [&](int) { return into(engine, readByEngine(options, root)); }},
                             options.repetitions > 0 ? options.repetitions : 3);
    if (!ran)
        return ran;
    ratios += ratioJson(u"first reading beside bare reads of what must be read"_s, median(engine), median(bare),
                        readingBound);
    report.lines += ratioLine(ratios.last().toObject(), u"ms"_s);
    return Done();
}

// ---- the window ----

/// Processor time of this thread, so that other work on the machine is not in it.
double usedMs(qint64 sinceNs)
{
    return double(threadNs() - sinceNs) / 1e6;
}

/// Turns the event loop until \a isDone. The longest turn: for so long nothing else would have happened.
double turnUntil(const std::function<bool()> &isDone)
{
    double longestMs = 0;
    QElapsedTimer all;
    all.start();
    while (!isDone() && all.elapsed() < patienceMs) {
        const qint64 startNs = threadNs();
        QCoreApplication::processEvents();
        const double ms = usedMs(startNs);
        longestMs = std::max(longestMs, ms);
        if (ms < 0.5)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 1);
    }
    return longestMs;
}

void turnFor(int ms)
{
    QElapsedTimer timer;
    timer.start();
    turnUntil([&] { return timer.elapsed() >= ms; });
}

class Window
{
public:
    explicit Window(const BigTreeShape &shape)
        : m_shape(shape)
        , m_workspace(&m_world)
        , m_tree(&m_world, shape)
    {
        m_workspace.resize(windowSize);
        m_workspace.show();
        turnFor(100);
    }

    MadeUpTree &tree() { return m_tree; }
    ui::LiveWorld &world() { return m_world; }
    ui::Workspace &workspace() { return m_workspace; }

    struct Answer
    {
        double shownMs = 0; ///< by the clock, from the key on, without the debounce
        double stallMs = 0; ///< of the processor
    };
    /// The last key of \a text; until as many rows as fit are there and painted.
    Answer filter(const QString &text, int expected)
    {
        auto *field = m_workspace.locks()->findChild<QLineEdit *>();
        auto *found = m_workspace.locks()->findChild<QTreeView *>(u"found"_s);
        field->clear();
        turnFor(50);
        QElapsedTimer timer;
        timer.start();
        field->setText(text);
        const double stall = turnUntil([&] { return found->model()->rowCount() == expected && found->isVisible(); });
        found->viewport()->repaint();
        return {std::max(0.0, passedMs(timer) - debounceMs), stall};
    }

    /// Milliseconds of the GUI's thread for one round of questions.
    double probe(int changed)
    {
        const journal::EventBatch batch = m_tree.probe(changed);
        const qint64 startNs = threadNs();
        m_world.apply(batch);
        QCoreApplication::processEvents();
        return usedMs(startNs);
    }

    double setAllNodes(bool all)
    {
        QAbstractButton *button = nullptr;
        for (auto *one : m_workspace.locks()->findChildren<QAbstractButton *>()) {
            if (one->isCheckable() && one->accessibleName() == "Show all nodes"_L1)
                button = one;
        }
        const qint64 startNs = threadNs();
        button->setChecked(all);
        QCoreApplication::processEvents();
        return usedMs(startNs);
    }

private:
    BigTreeShape m_shape;
    ui::LiveWorld m_world;
    ui::Workspace m_workspace;
    MadeUpTree m_tree;
};

void measureMemory(Window &window, double before, Report &report, QJsonArray &ratios)
{
    QElapsedTimer timer;
    timer.start();
    window.tree().read();
    const double told = passedMs(timer);
    turnFor(500);
    report.lines += u"told to the window in %1 s; %2 MB resident before, %3 MB at most"_s.arg(told / 1000, 0, 'f', 1)
                        .arg(before, 0, 'f', 0)
                        .arg(megabytesOf("VmHWM:"), 0, 'f', 0);
    ratios +=
        ratioJson(u"resident memory of the window beside what is allowed"_s, megabytesOf("VmRSS:"), mostMegabytes, 1);
    report.lines += ratioLine(ratios.last().toObject(), u"MB"_s);
}

void measureFilter(Window &window, const Options &options, Report &report, QJsonArray &ratios)
{
    const struct
    {
        const char *what;
        QString text;
        int expected;
    } questions[] = {{"one lock's name", u"lock-of-00042"_s, 1},
                     {"what a client wrote", u"client-00421"_s, 1},
                     {"a hundred locks", u"team-000"_s, std::min(options.locks, BigTreeShape::perDirectory)},
                     {"all locks", u"lock-of-"_s, options.locks}};
    const auto ask = [&](const QString &what, const QString &text, int expected) {
        const Window::Answer answer = window.filter(text, expected);
        ratios += ratioJson(u"filter, %1: shown after the debounce"_s.arg(what), answer.shownMs, mostToShowMs, 1);
        report.lines += ratioLine(ratios.last().toObject(), u"ms"_s)
                        + u"; the longest stall %1 ms of the processor"_s.arg(answer.stallMs, 0, 'f', 1);
    };
    for (const auto &question : questions)
        ask(QString::fromUtf8(question.what), question.text, question.expected);
    report.lines += u"all nodes shown after %1 ms"_s.arg(window.setAllNodes(true), 0, 'f', 0);
    ask(u"one lock's name among all nodes"_s, questions[0].text, 1);
    report.lines += u"locks only again after %1 ms"_s.arg(window.setAllNodes(false), 0, 'f', 0);
    window.filter(u"lock-of-00042"_s, 1);
    window.workspace().locks()->findChild<QLineEdit *>()->clear();
}

void measureProbe(Window &window, const Options &options, Report &report, QJsonArray &ratios)
{
    window.probe(0); // the first tells everything
    window.probe(0);
    std::vector<double> times[3];
    const int changed[] = {0, 1, options.locks * BigTreeShape::contenders};
    for (int i = 0; i < 5; ++i) {
        for (const size_t which : {0, 1, 2}) {
            times[which].push_back(window.probe(changed[which]));
            window.probe(0); // back again: what follows differs from the same
        }
    }
    ratios += ratioJson(u"a probe by which one lock changed beside one by which none did"_s, median(times[1]),
                        median(times[0]), std::nullopt);
    report.lines += ratioLine(ratios.last().toObject(), u"ms"_s);
    ratios += ratioJson(u"the same where all locks changed"_s, median(times[2]), median(times[0]), std::nullopt);
    report.lines += ratioLine(ratios.last().toObject(), u"ms"_s);
}

} // namespace

Result<Report> bigTree(const Options &options)
{
    Report report;
    QJsonArray ratios;
    report.lines +=
        u"%1 nodes with %2 locks; debounce of the filter %3 ms"_s.arg(options.nodes).arg(options.locks).arg(debounceMs);
    { // first, while nothing else has left its memory behind
        const double before = megabytesOf("VmRSS:");
        Window window({"/bigtree", options.nodes, options.locks});
        measureMemory(window, before, report, ratios);
        measureFilter(window, options, report, ratios);
        measureProbe(window, options, report, ratios);
    }
    if (const auto measured = measureReading(options, report, ratios); !measured)
        return tl::unexpected(measured.error());
    report.json = {{u"nodes"_s, options.nodes}, {u"locks"_s, options.locks}, {u"ratios"_s, ratios}};
    return report;
}

} // namespace lockscope::bench
