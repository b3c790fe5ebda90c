// SPDX-License-Identifier: Apache-2.0
#include "core/base/limits.h"

#include "core/base/duration.h"

#include <algorithm>
#include <array>

namespace lockscope {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::hours longestLimit{24};

struct NamedLimit
{
    QLatin1StringView name;
    std::chrono::milliseconds Limits::*limit;
};

constexpr std::array named{NamedLimit{"closing"_L1, &Limits::closing}, NamedLimit{"answer"_L1, &Limits::answer},
                           NamedLimit{"configuration"_L1, &Limits::configuration},
                           NamedLimit{"start"_L1, &Limits::start}};

} // namespace

LimitsRead limitsFromText(const QString &text)
{
    LimitsRead read;
    for (const QString &part : text.split(u',', Qt::SkipEmptyParts)) {
        const qsizetype equals = part.indexOf(u'=');
        const QString name = part.left(equals).trimmed();
        const auto *limit =
            std::find_if(named.begin(), named.end(), [&name](const NamedLimit &one) { return one.name == name; });
        const auto duration = equals < 0 ? std::nullopt : durationFromText(QStringView(part).mid(equals + 1).trimmed());
        if (limit != named.end() && duration && duration->count() > 0 && *duration <= longestLimit) {
            read.limits.*(limit->limit) = *duration;
        } else if (!read.problem) {
            read.problem = Text::en("LOCKSCOPE_LIMITS: \"%1\" is none of closing, answer, configuration and start with "
                                    "a duration, as in closing=10s.")
                               .arg(part);
        }
    }
    return read;
}

const LimitsRead &limitsOfProcess()
{
    static const LimitsRead read = limitsFromText(qEnvironmentVariable("LOCKSCOPE_LIMITS"));
    return read;
}

} // namespace lockscope
