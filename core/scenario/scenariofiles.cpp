// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenariofiles.h"

#include "core/scenario/jsonfields.h"
#include "core/scenario/scenarioparser.h"

#include <QFile>
#include <QFileInfo>

/// Outside of any namespace, as Qt wants it: a static library's resources are not there by themselves.
static void initScenarios()
{
    Q_INIT_RESOURCE(scenarios);
}

namespace lockscope::lab {

using namespace Qt::StringLiterals;

QStringList shippedScenarios()
{
    return {u"queue-of-five"_s,
            u"herd-against-predecessor"_s,
            u"readers-and-writers"_s,
            u"three-leases"_s,
            u"holder-crashes"_s,
            u"holder-pauses"_s,
            u"session-expires"_s,
            u"timeout-in-mid-queue"_s,
            u"deadlock"_s,
            u"revocation"_s,
            u"order-numbers"_s,
            u"order-numbers-without-lock"_s,
            u"parent-recreated"_s,
            u"mixed-dialects"_s};
}

QByteArray shippedScenario(const QString &name)
{
    initScenarios();
    if (!shippedScenarios().contains(name))
        return {};
    QFile file(u":/scenarios/%1.json"_s.arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Result<Scenario> loadScenario(const QString &pathOrName)
{
    QByteArray text;
    QFile file(pathOrName);
    if (QFileInfo(file).isFile()) {
        if (!file.open(QIODevice::ReadOnly))
            return failure(ErrorCode::InvalidInput, u"scenario"_s, {},
                           u"%1: %2."_s.arg(pathOrName, file.errorString()));
        text = file.read(largestScenario + 1);
    } else {
        text = shippedScenario(pathOrName);
        if (text.isEmpty())
            return failure(
                ErrorCode::InvalidInput, u"scenario"_s, {},
                u"There is no file and no scenario \"%1\"; the scenarios that come with the program are %2."_s.arg(
                    pathOrName, enumerated(shippedScenarios())));
    }
    auto scenario = parseScenario(text);
    if (!scenario)
        scenario.error().detail = pathOrName + u": "_s + scenario.error().detail;
    return scenario;
}

} // namespace lockscope::lab
