// SPDX-License-Identifier: Apache-2.0
#include "core/observe/releaserecord.h"

#include "core/base/clock.h"

#include <QSysInfo>

#include <pwd.h>
#include <unistd.h>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

QString answerName(AskOutcome::Answer answer)
{
    switch (answer) {
    case AskOutcome::Answer::Released: return u"released"_s;
    case AskOutcome::Answer::Kept: return u"kept"_s;
    case AskOutcome::Answer::Stopped: return u"stopped"_s;
    case AskOutcome::Answer::NotAsked: return u"refused"_s;
    }
    return {};
}

} // namespace

ReleaseRecord ReleaseRecord::of(const ReleaseOutcome &outcome)
{
    const QString result = !outcome.error                    ? u"deleted"_s
                           : outcome.error->outcomeUnknown() ? u"unknown"_s
                                                             : u"refused"_s;
    return {Deed::Delete, result, outcome.error, outcome.window, outcome.windowReason, nowNs()};
}

ReleaseRecord ReleaseRecord::of(const AskOutcome &outcome)
{
    const bool unknown =
        outcome.answer == AskOutcome::Answer::NotAsked && outcome.error && outcome.error->outcomeUnknown();
    return {Deed::Ask, unknown ? u"unknown"_s : answerName(outcome.answer), outcome.error, Window::Closed, {}, nowNs()};
}

ReleaseRecord ReleaseRecord::refused(const Error &error)
{
    return {Deed::Delete, u"refused"_s, error, Window::Closed, {}, nowNs()};
}

QString whoIAm()
{
    const passwd *user = getpwuid(geteuid()); // $USER may say anything
    const QString name = user != nullptr ? QString::fromLocal8Bit(user->pw_name) : QString::number(geteuid());
    return name + u'@' + QSysInfo::machineHostName();
}

} // namespace lockscope::observe
