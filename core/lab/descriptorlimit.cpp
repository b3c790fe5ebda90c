// SPDX-License-Identifier: Apache-2.0
#include "core/lab/descriptorlimit.h"

#include <QDir>
#include <QLocale>

#include <algorithm>
#include <limits>

#include <sys/resource.h>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 spare = 32; ///< for what else the program opens meanwhile

qint64 raisedLimit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return std::numeric_limits<qint64>::max();
    if (limit.rlim_cur < limit.rlim_max) {
        rlimit raised = limit;
        raised.rlim_cur = limit.rlim_max;
        if (::setrlimit(RLIMIT_NOFILE, &raised) == 0)
            limit = raised;
    }
    return limit.rlim_cur == RLIM_INFINITY ? std::numeric_limits<qint64>::max() : static_cast<qint64>(limit.rlim_cur);
}

} // namespace

std::optional<Error> judgeRoom(int clients, int each, qint64 openNow, qint64 limit)
{
    const qint64 needed = openNow + qint64(clients) * each + spare;
    if (needed <= limit)
        return {};
    const QLocale english(QLocale::English, QLocale::UnitedStates);
    const qint64 possible = std::max<qint64>((limit - openNow - spare) / each, 0);
    const QString why = each == 1 ? QString() : u", %1 for each with its relay,"_s.arg(each);
    return Error{ErrorCode::InvalidInput,
                 u"spawn"_s,
                 {},
                 u"%1 clients need %2 file descriptors%3 and this process may open %4: raise the limit (ulimit -n) or "
                 "start at most %5 clients."_s.arg(english.toString(clients), english.toString(needed), why,
                                                   english.toString(limit), english.toString(possible))};
}

std::optional<Error> makeRoomForSessions(int clients, int each)
{
    const qint64 openNow =
        QDir(u"/proc/self/fd"_s).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::System).size();
    return judgeRoom(clients, each, openNow, raisedLimit());
}

} // namespace lockscope::lab
