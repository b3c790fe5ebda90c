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

Result<Done> measureReading(const Options &options, Report &report)
{
    const QString root = ownPath();
    PeerProcess tree;
    startSelf(tree, {u"__grow"_s, options.connectString, root, QString::number(options.nodes),
                     QString::number(options.locks)});
    const auto ready = tree.readLine(patienceMs);
    if (!ready || *ready != "ready")
        return noFigures(u"the tree could not be made"_s);
    std::vector<double> bare;
    std::vector<double> engine;
    const auto ran = inTurns({[&](int) { return into(bare, readBareTree(options, root)); },
                              [&](int) { return into(engine, readByEngine(options, root)); }},
                             options.repetitionsOr(3));
    if (!ran)
        return ran;
    report.compare(u"first reading beside bare reads of what must be read"_s, median(engine), median(bare), u"ms"_s,
                   readingBound);
    return Done();
}

// ---- the window ----

void turnFor(int ms)
{
    QElapsedTimer timer;
    timer.start();
    waitUntil([&] { return timer.elapsed() >= ms; });
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
    ui::Workspace &workspace() { return m_workspace; }

    /// Milliseconds from the last key of \a text on, without the debounce, until as many rows as fit are there and
    /// painted.
    double filter(const QString &text, int expected)
    {
        auto *field = m_workspace.locks()->findChild<QLineEdit *>();
        auto *found = m_workspace.locks()->findChild<QTreeView *>(u"found"_s);
        field->clear();
        turnFor(50);
        QElapsedTimer timer;
        timer.start();
        field->setText(text);
        waitUntil([&] { return found->model()->rowCount() == expected && found->isVisible(); });
        found->viewport()->repaint();
        return std::max(0.0, passedMs(timer) - debounceMs);
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

    void showAllNodes(bool all)
    {
        for (auto *button : m_workspace.locks()->findChildren<QAbstractButton *>()) {
            if (button->isCheckable() && button->accessibleName() == "Show all nodes"_L1)
                button->setChecked(all);
        }
        QCoreApplication::processEvents();
    }

private:
    BigTreeShape m_shape;
    ui::LiveWorld m_world;
    ui::Workspace m_workspace;
    MadeUpTree m_tree;
};

void measureMemory(Window &window, double before, Report &report)
{
    window.tree().read();
    turnFor(500);
    report.lines +=
        u"%1 MB resident before, %2 MB at most"_s.arg(before, 0, 'f', 0).arg(megabytesOf("VmHWM:"), 0, 'f', 0);
    report.compare(u"resident memory of the window beside what is allowed"_s, megabytesOf("VmRSS:"), mostMegabytes,
                   u"MB"_s, 1);
}

void measureFilter(Window &window, const Options &options, Report &report)
{
    const auto ask = [&](const QString &what, const QString &text, int expected) {
        report.compare(u"filter, %1: shown after the debounce"_s.arg(what), window.filter(text, expected), mostToShowMs,
                       u"ms"_s, 1);
    };
    ask(u"one lock's name"_s, u"lock-of-00042"_s, 1);
    ask(u"what a client wrote"_s, u"client-00421"_s, 1);
    ask(u"all locks"_s, u"lock-of-"_s, options.locks);
    window.showAllNodes(true);
    ask(u"one lock's name among all nodes"_s, u"lock-of-00042"_s, 1);
    window.showAllNodes(false);
    window.filter(u"lock-of-00042"_s, 1);
    window.workspace().locks()->findChild<QLineEdit *>()->clear();
}

void measureProbe(Window &window, const Options &options, Report &report)
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
    report.compare(u"a probe by which one lock changed beside one by which none did"_s, median(times[1]),
                   median(times[0]), u"ms"_s);
    report.compare(u"the same where all locks changed"_s, median(times[2]), median(times[0]), u"ms"_s);
}

} // namespace

Result<Report> bigTree(const Options &options)
{
    Report report;
    report.lines +=
        u"%1 nodes with %2 locks; debounce of the filter %3 ms"_s.arg(options.nodes).arg(options.locks).arg(debounceMs);
    { // first, while nothing else has left its memory behind
        const double before = megabytesOf("VmRSS:");
        Window window({"/bigtree", options.nodes, options.locks});
        measureMemory(window, before, report);
        measureFilter(window, options, report);
        measureProbe(window, options, report);
    }
    if (const auto measured = measureReading(options, report); !measured)
        return tl::unexpected(measured.error());
    return report;
}

} // namespace lockscope::bench
