// SPDX-License-Identifier: Apache-2.0
// How many choices a second the model lets happen: two clients of the mutex from an empty ensemble to their release, in
// orders drawn from a seed, again and again; with the list of what can happen made before each.
#include "core/model/session.h"
#include "core/recipes/recipe.h"
#include "tests/bench/bench.h"

#include <random>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int executions = 20'000;
constexpr int clients = 2;
constexpr double leastChoices = 50'000;

Task<> takeAndRelease(recipes::Recipe *recipe)
{
    const auto granted = co_await recipe->acquire({});
    if (granted)
        co_await recipe->release();
}

/// One from its beginning to its end; the choices that were made.
qint64 execute(std::mt19937 &random)
{
    model::Model model;
    std::vector<std::unique_ptr<recipes::Recipe>> recipes;
    for (int client = 0; client < clients; ++client) {
        recipes::RecipeSpec spec{u"/lock"_s, locks::Dialect::Plain, locks::Mode::Exclusive, {}};
        recipes.push_back(recipes::makeRecipe(locks::RecipeId::Mutex, std::move(spec), model.open(u"c"_s)));
        takeAndRelease(recipes.back().get());
    }
    std::vector<model::Choice> possible;
    qint64 made = 0;
    for (;; ++made) {
        possible.clear();
        for (const model::Offer &offer : model.choices()) {
            if (!offer.isFault)
                possible.push_back(offer.choice);
        }
        if (possible.empty())
            return made;
        const model::Choice choice = possible[random() % possible.size()];
        model.happen(choice);
    }
}

} // namespace

Result<Report> model(const Options &options)
{
    std::vector<double> choicesPerSecond;
    std::vector<double> executionsPerSecond;
    for (int repetition = 0; repetition < options.repetitionsOr(5); ++repetition) {
        std::mt19937 random(static_cast<unsigned>(repetition));
        QElapsedTimer timer;
        timer.start();
        qint64 choices = 0;
        for (int i = 0; i < executions; ++i)
            choices += execute(random);
        const double seconds = passedMs(timer) / 1000;
        choicesPerSecond.push_back(double(choices) / seconds);
        executionsPerSecond.push_back(executions / seconds);
    }
    Report report;
    report.compare(u"choices beside what is wanted"_s, median(choicesPerSecond), leastChoices, u"per s"_s, 1,
                   Better::More);
    report.tell(u"runs"_s, u"two mutex clients"_s,
                {{u"executions_per_s"_s, rounded(median(executionsPerSecond), 0)},
                 {u"choices_per_s_runs"_s, readingsJson(choicesPerSecond, 0)}});
    return report;
}

} // namespace lockscope::bench
