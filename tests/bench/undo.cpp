// SPDX-License-Identifier: Apache-2.0
// A step of a model taken back, another one taken in its place, and another branch shown, in the whole window with all
// of its panels, far into a play of ten clients: until the next frame is painted.
#include "core/locks/recipecatalog.h"
#include "tests/bench/bench.h"
#include "ui/shell/modelpage.h"

#include <QAction>
#include <QCoreApplication>

#include <random>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using ui::ModelPlay;

namespace {

constexpr size_t stepsTaken = 500;
constexpr int clients = 10;
constexpr double mostMs = 50;

std::vector<explore::Step> stepsAtRandom(const explore::Setup &setup)
{
    explore::Play play(setup);
    std::mt19937_64 random(1);
    std::vector<explore::Step> steps;
    while (steps.size() < stepsTaken && !play.possible().empty()) {
        steps.push_back(play.possible()[random() % play.possible().size()]);
        play.happen(steps.back());
    }
    return steps;
}

/// What \a deed costs the GUI's thread until it could take the next one, with the frame that shows it.
double timeOf(const std::function<void()> &deed)
{
    QElapsedTimer timer;
    timer.start();
    deed();
    QCoreApplication::processEvents();
    const double took = passedMs(timer);
    QCoreApplication::processEvents(QEventLoop::AllEvents, 50); // what follows at leisure is not in the next one
    return took;
}

} // namespace

Result<Report> undo(const Options &options)
{
    const int repetitions = options.repetitionsOr(100);
    explore::Setup setup = explore::setupOf(locks::RecipeId::Mutex, clients);
    setup.clients.rounds = explore::mostRounds;
    const auto steps = stepsAtRandom(setup);
    if (steps.size() < stepsTaken)
        return noFigures(u"the play ended early"_s);

    ui::ModelPage page(setup);
    page.resize(1440, 900);
    page.show();
    page.play()->takeAll(steps, {});
    waitUntil([&] { return page.isVisible(); });
    QAction *back = page.steps()->actions().at(0);
    std::vector<double> undoMs;
    std::vector<double> otherwiseMs;
    std::vector<double> branchMs;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        undoMs.push_back(timeOf([&] { back->trigger(); }));
        if (page.play()->taken() < stepsTaken / 2)
            page.play()->goTo(stepsTaken);
    }
    for (int repetition = 0; repetition < std::min(repetitions, 20); ++repetition) {
        page.play()->goTo(stepsTaken - 1);
        const auto &possible = page.play()->play().possible();
        const explore::Step other = possible[static_cast<size_t>(repetition) % possible.size()];
        otherwiseMs.push_back(timeOf([&] { page.play()->take(other); }));
        const size_t first = page.play()->branches().branches().front().end;
        branchMs.push_back(timeOf([&] { page.play()->show(first); }));
    }
    Report report;
    for (const auto &[name, taken] : {std::pair(u"a step back beside what is allowed"_s, undoMs),
                                      std::pair(u"another step in its place beside what is allowed"_s, otherwiseMs),
                                      std::pair(u"another branch beside what is allowed"_s, branchMs)}) {
        report.json[name] = readingsJson(taken, 1);
        report.compare(u"p95, "_s + name, percentile(taken, 0.95), mostMs, u"ms"_s, 1);
    }
    return report;
}

} // namespace lockscope::bench
