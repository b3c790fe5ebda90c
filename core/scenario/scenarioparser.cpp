// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenarioparser.h"

#include "core/scenario/jsonfields.h"
#include "core/scenario/scenariochecks.h"
#include "core/scenario/scenarioclients.h"
#include "core/scenario/scenariosteps.h"

#include <QJsonDocument>

#include <limits>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

constexpr int formatVersion = 1;

tl::unexpected<Error> refused(const QString &sentence)
{
    return failure(ErrorCode::InvalidInput, u"scenario"_s, {}, sentence);
}

void readVersion(JsonFields &top)
{
    if (!top.has(u"lockscope"_s)) {
        top.complain(u"lockscope"_s, u"is missing: a scenario begins with \"lockscope\": 1"_s);
        return;
    }
    const auto version = top.wholeNumber(u"lockscope"_s, 1, std::numeric_limits<int>::max());
    if (version && *version != formatVersion)
        top.complain(u"lockscope"_s, u"this program reads version 1, not %1: it needs to be newer"_s.arg(*version));
}

} // namespace

Result<Scenario> parseScenario(const QByteArray &text)
{
    if (text.size() > largestScenario)
        return refused(u"This is no scenario: it has more than 4 MB."_s);
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        return refused(u"line %1: this is no JSON: %2"_s.arg(lineAt(text, error.offset)).arg(error.errorString()));
    const JsonLines lines = locateLines(text);
    Complaints complaints(lines);
    for (const QString &path : lines.repeated)
        complaints.add(path, u"stands there twice"_s);

    JsonFields top(document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object()), {}, complaints);
    Scenario scenario;
    scenario.source = text;
    readVersion(top);
    scenario.title = top.text(u"title"_s).value_or(QString());
    if (!top.has(u"title"_s))
        top.complain(u"title"_s, u"is missing"_s);
    scenario.about = top.text(u"about"_s).value_or(QString());
    if (const auto seed = top.number(u"seed"_s, 0, std::numeric_limits<quint32>::max()))
        scenario.seed = static_cast<quint32>(*seed);
    scenario.clients = readClients(top);
    const ClientNames names = scenario.clientNames();
    if (complaints.isEmpty()) { // else every step would be wrong for a reason that is none of its own
        scenario.steps = readSteps(top, names, scenario.locks());
        scenario.expect = readExpectations(top, names, scenario.locks());
    } else {
        top.value(u"steps"_s);
        top.value(u"expect"_s);
    }
    top.end();
    if (complaints.isEmpty())
        checkSteps(scenario, complaints);
    if (!complaints.isEmpty())
        return refused(complaints.first());
    return scenario;
}

} // namespace lockscope::lab
