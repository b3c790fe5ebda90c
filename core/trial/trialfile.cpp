// SPDX-License-Identifier: Apache-2.0
#include "core/trial/trialfile.h"

#include "core/base/strictjson.h"
#include "core/locks/recipecatalog.h"
#include "core/trial/witness.h"

#include <QJsonDocument>

namespace lockscope::trial {

using namespace Qt::StringLiterals;

namespace {

constexpr int trialVersion = 1;
constexpr auto kind = "trial"_L1;

tl::unexpected<Error> refused(const Text &why)
{
    return failure(ErrorCode::InvalidInput, u"trial"_s, {}, why);
}

} // namespace

QByteArray toJson(const TrialSpec &spec)
{
    QJsonArray faults;
    for (const TrialFault &fault : spec.faults)
        faults += fault.toString();
    return QJsonDocument(QJsonObject{{u"lockscope"_s, trialVersion},
                                     {u"kind"_s, kind},
                                     {u"recipe"_s, locks::recipeName(spec.recipe)},
                                     {u"leases"_s, spec.leases},
                                     {u"clients"_s, spec.clients},
                                     {u"rounds"_s, spec.rounds},
                                     {u"seed"_s, static_cast<qint64>(spec.seed)},
                                     {u"faults"_s, faults}})
        .toJson();
}

Result<TrialSpec> readTrial(const QByteArray &text)
{
    const auto json = JsonText::read(text);
    if (!json)
        return tl::unexpected(json.error());
    JsonComplaints complaints(json->lines);
    JsonFields fields(json->top, {}, complaints);
    const auto version = fields.wholeNumber<int>(u"lockscope"_s, 0, std::numeric_limits<int>::max());
    const auto given = fields.text(u"kind"_s);
    if (given == "schedule"_L1) {
        const auto schedule = explore::readSchedule(text);
        return schedule ? trialOf(*schedule) : tl::unexpected(schedule.error());
    }
    if (version != trialVersion || given != kind)
        return refused(Text::en("This is no trial that this version can read."));
    fields.need(u"clients"_s);
    TrialSpec spec;
    spec.recipe =
        fields.choice<locks::RecipeId>(u"recipe"_s, locks::recipeFromName, locks::recipeNames()).value_or(spec.recipe);
    spec.leases = fields.wholeNumber<int>(u"leases"_s, 1, mostLeases).value_or(spec.leases);
    spec.clients = fields.wholeNumber<int>(u"clients"_s, 1, mostClients).value_or(spec.clients);
    spec.rounds = fields.wholeNumber<int>(u"rounds"_s, 0, mostRounds).value_or(spec.rounds);
    spec.seed = fields.wholeNumber<quint64>(u"seed"_s, 0, std::numeric_limits<int>::max()).value_or(0);
    const QJsonArray faults = fields.list(u"faults"_s).value_or(QJsonArray());
    for (qsizetype i = 0; i < faults.size(); ++i) {
        const auto fault = TrialFault::read(faults[i].toString());
        if (fault)
            spec.faults += *fault;
        else
            complaints.add(u"faults[%1]"_s.arg(i), fault.error().detail);
    }
    fields.end();
    if (!complaints.isEmpty())
        return refused(complaints.first());
    return spec;
}

} // namespace lockscope::trial
