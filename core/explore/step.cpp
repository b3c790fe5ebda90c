// SPDX-License-Identifier: Apache-2.0
#include "core/explore/step.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace lockscope::explore {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array stepWords{"choice"_L1, "release"_L1, "give-up"_L1,  "crash"_L1,
                               "pause"_L1,  "resume"_L1,  "downgrade"_L1};
constexpr std::array<QLatin1StringView, faultCount> faultWords{
    "crash"_L1, "expire"_L1, "pause"_L1, "lose-request"_L1, "lose-reply"_L1, "give-up"_L1, "downgrade"_L1};
/// Of one kind: more than any search comes to the end of.
constexpr int mostFaults = 9;

} // namespace

QString stepWord(const Step &step)
{
    if (step.what == Step::What::Choice)
        return model::choiceWord(step.choice);
    return stepWords[static_cast<size_t>(step.what)] + u' ' + QString::number(step.client);
}

Result<Step> stepNamed(const QString &word)
{
    const auto found = std::find(stepWords.begin() + 1, stepWords.end(), word.section(u' ', 0, 0));
    if (found != stepWords.end()) {
        bool isNumber = false;
        const uint client = word.section(u' ', 1).toUInt(&isNumber);
        if (isNumber)
            return Step{static_cast<Step::What>(found - stepWords.begin()), client, {}};
    }
    return model::choiceNamed(word).map([](const model::Choice &choice) {
        return Step{Step::What::Choice, 0, choice};
    });
}

QString faultName(Fault fault)
{
    return faultWords[static_cast<size_t>(fault)];
}

std::optional<Fault> faultNamed(QStringView name)
{
    const auto found = std::find(faultWords.begin(), faultWords.end(), name);
    if (found == faultWords.end())
        return std::nullopt;
    return static_cast<Fault>(found - faultWords.begin());
}

Result<FaultCounts> faultCountsFrom(const QString &text)
{
    FaultCounts counts{};
    const QStringList parts = text.split(u',', Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        const auto fault = faultNamed(part.section(u':', 0, 0));
        bool isNumber = true;
        const int count = part.contains(u':') ? part.section(u':', 1).toInt(&isNumber) : 1;
        if (!fault || !isNumber || count < 0 || count > mostFaults) {
            QStringList names;
            std::transform(faultWords.begin(), faultWords.end(), std::back_inserter(names),
                           [](QLatin1StringView name) { return QString(name); });
            return invalidInput(Text::en("“%1” is no fault with a number up to %2: there are %3.")
                                    .arg(part, QString::number(mostFaults), names.join(", "_L1)));
        }
        counts[static_cast<size_t>(*fault)] = count;
    }
    return counts;
}

QString faultCountsText(const FaultCounts &counts)
{
    QStringList parts;
    for (size_t fault = 0; fault < faultCount; ++fault) {
        if (counts[fault] > 0)
            parts += faultWords[fault] + u':' + QString::number(counts[fault]);
    }
    return parts.join(u',');
}

} // namespace lockscope::explore
