// SPDX-License-Identifier: Apache-2.0
#include "core/explore/schedule.h"

#include "core/journal/recording.h"
#include "core/locks/recipecatalog.h"

#include <QJsonDocument>

namespace lockscope::explore {

using namespace Qt::StringLiterals;

namespace {

constexpr int scheduleVersion = 1;
constexpr int mostSteps = 100'000;
constexpr qint64 restNs = 1'000'000'000;

tl::unexpected<Error> refused(const Text &why)
{
    return failure(ErrorCode::InvalidInput, u"schedule"_s, {}, why);
}

} // namespace

QByteArray toJson(const Schedule &schedule)
{
    const lab::SpawnRequest &clients = schedule.setup.clients;
    QJsonArray steps;
    for (const Step &step : schedule.steps)
        steps += stepWord(step);
    return QJsonDocument(QJsonObject{{u"lockscope"_s, scheduleVersion},
                                     {u"kind"_s, u"schedule"_s},
                                     {u"recipe"_s, locks::recipeName(clients.recipe)},
                                     {u"dialect"_s, locks::dialectName(clients.dialect)},
                                     {u"clients"_s, clients.count},
                                     {u"rounds"_s, clients.rounds},
                                     {u"writers"_s, clients.writers},
                                     {u"leases"_s, clients.leases},
                                     {u"entries"_s, clients.entries},
                                     {u"threads"_s, clients.threads},
                                     {u"stray"_s, schedule.setup.strayNode},
                                     {u"fresh"_s, schedule.setup.isFresh},
                                     {u"steps"_s, steps}})
        .toJson();
}

Setup readSetup(JsonFields &fields, int most)
{
    fields.need(u"recipe"_s);
    fields.need(u"clients"_s);
    const auto recipe = fields.choice<locks::RecipeId>(u"recipe"_s, locks::recipeFromName, locks::recipeNames());
    Setup setup = setupOf(recipe.value_or(locks::RecipeId::Mutex), 1);
    lab::SpawnRequest &clients = setup.clients;
    QStringList dialects;
    for (const locks::Dialect dialect : locks::recipeInfo(clients.recipe).dialects)
        dialects += locks::dialectName(dialect);
    clients.dialect =
        fields.choice<locks::Dialect>(u"dialect"_s, locks::dialectFromName, dialects).value_or(clients.dialect);
    clients.count = fields.wholeNumber<int>(u"clients"_s, 1, most).value_or(1);
    clients.rounds = fields.wholeNumber<int>(u"rounds"_s, 1, mostRounds).value_or(1);
    clients.leases = fields.wholeNumber<int>(u"leases"_s, 1, mostClients).value_or(1);
    clients.entries = fields.wholeNumber<int>(u"entries"_s, 1, mostRounds).value_or(1);
    clients.threads = fields.wholeNumber<int>(u"threads"_s, 1, mostRounds).value_or(1);
    clients.writers = fields.number(u"writers"_s, 0, 1).value_or(clients.writers);
    setup.strayNode = fields.flag(u"stray"_s).value_or(false);
    setup.isFresh = fields.flag(u"fresh"_s).value_or(false);
    return setup;
}

Result<Schedule> readSchedule(const QByteArray &text)
{
    if (journal::recordingHeaderFromLine(text.left(text.indexOf('\n')), {}))
        return refused(Text::en("This is a recording, which contains what happened and not what was chosen: it can be "
                                "replayed, but not gone on with."));
    const auto json = JsonText::read(text);
    if (!json)
        return tl::unexpected(json.error());
    JsonComplaints complaints(json->lines);
    JsonFields fields(json->top, {}, complaints);
    if (fields.wholeNumber<int>(u"lockscope"_s, 0, std::numeric_limits<int>::max()) != scheduleVersion
        || fields.text(u"kind"_s) != u"schedule"_s)
        return refused(Text::en("This is no schedule that this version can read."));
    fields.need(u"steps"_s);
    Schedule schedule{readSetup(fields, mostClients), {}};
    const QJsonArray steps = fields.list(u"steps"_s).value_or(QJsonArray());
    if (steps.size() > mostSteps)
        fields.complain(u"steps"_s, Text::en("there can be at most %1").arg(mostSteps));
    for (qsizetype i = 0; i < steps.size() && complaints.isEmpty(); ++i) {
        if (const auto step = stepNamed(steps[i].toString()))
            schedule.steps.push_back(*step);
        else
            complaints.add(u"steps[%1]"_s.arg(i), step.error().detail);
    }
    fields.end();
    if (!complaints.isEmpty())
        return refused(complaints.first());
    if (const auto problem = validate(schedule.setup))
        return tl::unexpected(*problem);
    return schedule;
}

Result<Done> carryOut(const Schedule &schedule, Play &play,
                      const std::function<void(const Step &, const Text &)> &before)
{
    int number = 0;
    for (const Step &step : schedule.steps) {
        ++number;
        if (!play.isPossible(step)) {
            QStringList possible;
            for (const Step &other : play.possible())
                possible += stepWord(other);
            return refused(possible.isEmpty()
                               ? Text::en("Step %1, “%2”, is not possible there: nothing is left to happen.")
                                     .arg(QString::number(number), stepWord(step))
                               : Text::en("Step %1, “%2”, is not possible there. Possible are %3.")
                                     .arg(QString::number(number), stepWord(step), possible.join(", "_L1)));
        }
        if (before)
            before(step, play.words(step));
        play.happen(step);
    }
    return Done();
}

Result<Course> courseOf(const Schedule &schedule)
{
    Play play(schedule.setup);
    Course course;
    const auto carried = carryOut(schedule, play, [&](const Step &step, const Text &words) {
        course.steps.push_back(words);
        course.wakeUps += step.isWakeUp() ? 1 : 0;
    });
    if (!carried)
        return tl::unexpected(carried.error());
    for (quint32 client = 0; client < play.clientCount(); ++client)
        course.clients.push_back(play.stateText(client));
    course.wrong = play.wrong();
    return course;
}

Result<journal::EventBatch> eventsOf(const Schedule &schedule)
{
    Play play(schedule.setup, true);
    if (const auto carried = carryOut(schedule, play); !carried)
        return tl::unexpected(carried.error());
    journal::EventBatch events = play.events();
    const qint64 passesNs = play.isQuiet() ? restNs : 1;
    if (const auto wrong = play.wrong())
        events.append({events.last().number + 1, events.last().atNs + passesNs,
                       journal::Notice{locks::Finding::Severity::Error, wrong->text}});
    return events;
}

} // namespace lockscope::explore
