// SPDX-License-Identifier: Apache-2.0
#include "core/model/choice.h"

#include <QList>

#include <algorithm>
#include <array>

namespace lockscope::model {

using namespace Qt::StringLiterals;

namespace {

/// Of Choice::What, in its order, as in schedules' files: there the word of Deliver is "tell".
constexpr std::array words{"arrive"_L1, "answer"_L1, "tell"_L1,     "break"_L1, "reconnect"_L1,
                           "expire"_L1, "timer"_L1,  "catch-up"_L1, "reap"_L1,  "pass"_L1};

} // namespace

QString choiceWord(const Choice &choice)
{
    return words[static_cast<size_t>(choice.what)] + u' ' + QString::number(choice.subject) + u' '
           + QString::number(choice.detail);
}

Result<Choice> choiceNamed(QStringView word)
{
    const QList<QStringView> parts = word.split(u' ');
    if (parts.size() == 3) {
        const auto what = std::find(words.begin(), words.end(), parts[0]);
        bool isSubject = false;
        bool isDetail = false;
        const uint subject = parts[1].toUInt(&isSubject);
        const qint64 detail = parts[2].toLongLong(&isDetail);
        if (what != words.end() && isSubject && isDetail)
            return Choice{static_cast<Choice::What>(what - words.begin()), subject, detail};
    }
    return invalidInput(Text::en("“%1” is no step of a schedule.").arg(word));
}

} // namespace lockscope::model
