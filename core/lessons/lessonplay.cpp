// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/lessonplay.h"

#include <memory>

namespace lockscope::lessons {

using namespace Qt::StringLiterals;
using explore::Play;
using explore::Step;

namespace {

constexpr size_t mostSteps = 50'000; ///< of one deed: a livelock runs on for ever

int holdersOf(const Play &play)
{
    int holders = 0;
    for (quint32 client = 0; client < play.clientCount(); ++client)
        holders += play.holds(client) ? 1 : 0;
    return holders;
}

/// What comes by itself, without a decision.
std::optional<Step> nextByItself(Play &play)
{
    const auto step = play.oldest();
    if (!step || step->what != Step::What::Choice || step->choice.what == model::Choice::What::Expire)
        return std::nullopt;
    return step;
}

std::optional<Step> nextOf(Play &play, quint32 client)
{
    for (const Step &step : play.possible()) {
        if (step.subject() == client)
            return step;
    }
    return std::nullopt;
}

void runOn(Deed::What until, Play &play, std::vector<Step> &steps)
{
    const int holdersBefore = holdersOf(play);
    for (size_t count = 0; count < mostSteps; ++count) {
        const auto step = nextByItself(play);
        if (!step)
            return;
        play.happen(*step);
        steps.push_back(*step);
        if (until == Deed::What::RunToHold && holdersOf(play) > holdersBefore)
            return;
        if (until == Deed::What::RunToWake && step->choice.what == model::Choice::What::Deliver)
            return;
    }
}

/// The model of a page, and what has happened in it since the page began.
struct Bench
{
    std::unique_ptr<Play> play;
    journal::World world;
    qsizetype folded = 0;
    quint64 wokenBefore = 0;

    Result<Done> does(const std::vector<Deed> &deeds)
    {
        const auto done = carryOut(deeds, *play);
        world.apply(play->events().mid(folded));
        folded = play->events().size();
        return done.map([](const auto &) { return Done(); });
    }
    Seen seen() const
    {
        const auto wrong = play->wrong();
        return {&world, wokenBefore, wrong ? wrong->kind : QString(), play->isQuiet()};
    }
};

Result<Bench> benchOf(const Lesson &lesson, size_t page)
{
    Bench bench;
    bench.play = std::make_unique<Play>(*lesson.pages[lesson.placeOf(page)].model, true);
    if (const auto done = bench.does(lesson.deedsUpTo(page)); !done)
        return tl::unexpected(done.error());
    bench.wokenBefore = eventsReceived(bench.world);
    return bench;
}

Result<Done> checkTask(const Lesson &lesson, size_t number)
{
    const Page &page = lesson.pages[number];
    auto bench = benchOf(lesson, number);
    if (!bench)
        return tl::unexpected(bench.error());
    if (page.done && isMet(*page.done, bench->seen()))
        return invalidInput(Text::en("“done” is met before anything was done."));
    if (const auto done = bench->does(page.solution); !done)
        return done;
    if (page.done && !isMet(*page.done, bench->seen()))
        return invalidInput(Text::en("“done” is not met by the solution."));
    if (page.refused && isMet(*page.refused, bench->seen()))
        return invalidInput(Text::en("“refused” is met by the solution."));
    if (page.question) {
        if (const auto done = bench->does(page.question->then); !done)
            return done;
        const QString answer = trueAnswer(page.question->about, bench->world, bench->wokenBefore);
        if (!page.question->answers.contains(answer))
            return invalidInput(Text::en("The right answer, “%1”, is not among the answers.").arg(answer));
    }
    if (page.wrong.empty())
        return Done();
    bench = benchOf(lesson, number);
    if (const auto done = bench->does(page.wrong); !done)
        return done;
    if (page.done && isMet(*page.done, bench->seen()))
        return invalidInput(Text::en("“done” is met by the wrong deeds."));
    if (page.refused && !isMet(*page.refused, bench->seen()))
        return invalidInput(Text::en("“refused” is not met by the wrong deeds."));
    return Done();
}

} // namespace

Result<std::vector<Step>> carryOut(const std::vector<Deed> &deeds, Play &play)
{
    std::vector<Step> steps;
    for (size_t number = 0; number < deeds.size(); ++number) {
        const Deed &deed = deeds[number];
        std::optional<Step> step;
        switch (deed.what) {
        case Deed::What::Run:
        case Deed::What::RunToHold:
        case Deed::What::RunToWake: runOn(deed.what, play, steps); continue;
        case Deed::What::Next: step = nextOf(play, deed.client); break;
        case Deed::What::Step: step = deed.step; break;
        case Deed::What::Fault:
            if (deed.client < play.clientCount())
                step = play.faultStep(deed.fault, deed.client);
            if (!step && deed.fault == explore::Fault::Expire) // of a client that is gone it comes by itself
                step = Step{Step::What::Choice, 0, {model::Choice::What::Expire, deed.client, 0}};
            break;
        case Deed::What::Release: step = Step{Step::What::Release, deed.client, {}}; break;
        case Deed::What::Acquire:
        case Deed::What::KillLeader: break;
        }
        if (!step || !play.isPossible(*step)) {
            QStringList possible;
            for (const Step &other : play.possible())
                possible += explore::stepWord(other);
            return invalidInput(Text::en("Deed %1 is not possible there. Possible are %2.")
                                    .arg(QString::number(number + 1), possible.join(", "_L1)));
        }
        play.happen(*step);
        steps.push_back(*step);
    }
    return steps;
}

Result<Done> check(const Lesson &lesson)
{
    for (size_t number = 0; number < lesson.pages.size(); ++number) {
        if (!lesson.pages[lesson.placeOf(number)].model)
            continue;
        if (const auto done = checkTask(lesson, number); !done)
            return invalidInput(Text::en("pages[%1]: %2").arg(QString::number(number), done.error().detail));
    }
    return Done();
}

} // namespace lockscope::lessons
