// SPDX-License-Identifier: Apache-2.0
#include "core/report/reportevents.h"

#include "core/base/clock.h"

#include <algorithm>

namespace lockscope::report {

using namespace Qt::StringLiterals;
using namespace journal;

namespace {

struct Range
{
    quint64 first = 1;
    quint64 last = 0; ///< below first: none
    quint64 leftOutBefore = 0;
    quint64 leftOutAfter = 0;
};

/// The events of the stretch of time; of too many those nearest to the instant.
Range rangeOf(const Journal &journal, const IncidentRequest &request)
{
    if (journal.isEmpty())
        return {};
    Range range;
    range.first = std::max(journal.numberAt(request.atNs - request.beforeNs - 1) + 1, journal.firstNumber());
    range.last = std::min(journal.numberAt(request.atNs + request.afterNs), journal.lastNumber());
    if (range.last < range.first)
        return range;
    const quint64 at = std::clamp(journal.numberAt(request.atNs), range.first, range.last);
    constexpr quint64 before = mostReportEvents * 3 / 4; // what led to it matters more than what came of it
    constexpr quint64 after = mostReportEvents - before;
    const quint64 first = at - range.first + 1 > before ? at - before + 1 : range.first;
    const quint64 last = range.last - at > after ? at + after : range.last;
    range.leftOutBefore = first - range.first;
    range.leftOutAfter = range.last - last;
    range.first = first;
    range.last = last;
    return range;
}

/// "−1.250 s", "+0.004 s"
QString offsetText(qint64 ns)
{
    return (ns < 0 ? u"\u2212"_s : u"+"_s) + u"%1 s"_s.arg(double(std::abs(ns)) / 1e9, 0, 'f', 3);
}

QString leftOutText(quint64 count, const QString &where)
{
    return count == 1 ? u"1 event %1 is not listed."_s.arg(where)
                      : u"%1 events %2 are not listed."_s.arg(count).arg(where);
}

} // namespace

QString utcText(qint64 ns)
{
    return toDateTime(ns).toUTC().toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s);
}

QString spanText(qint64 ns)
{
    const qint64 ms = std::max<qint64>(ns, 0) / 1'000'000;
    if (ms < 1'000)
        return u"%1 ms"_s.arg(ms);
    if (ms < 60'000)
        return u"%1 s"_s.arg(double(ms) / 1000, 0, 'f', 1);
    const qint64 seconds = ms / 1'000;
    if (seconds < 3'600)
        return u"%1 m %2 s"_s.arg(seconds / 60).arg(seconds % 60);
    return u"%1 h %2 m"_s.arg(seconds / 3'600).arg(seconds / 60 % 60);
}

void addEvents(Html &html, const World &world, const Journal &journal, const IncidentRequest &request)
{
    const Range range = rangeOf(journal, request);
    html.element(u"h2"_s, u"What happened around it"_s);
    html.element(u"p class=\"quiet\""_s, u"From %1 before to %2 after the instant; times are UTC."_s.arg(
                                             spanText(request.beforeNs), spanText(request.afterNs)));
    if (range.last < range.first) {
        html.element(u"p"_s, u"Nothing is known to have happened in that time."_s);
        return;
    }
    if (range.leftOutBefore > 0)
        html.element(u"p class=\"quiet\""_s, leftOutText(range.leftOutBefore, u"before these"_s));
    html.open(u"div class=\"scroll\""_s).open(u"table class=\"events\""_s);
    html.row({u"event"_s, u"time"_s, u"from the instant"_s, u"kind"_s, u"client"_s, u"what happened"_s}, {},
             u"th scope=\"col\""_s);
    for (quint64 number = range.first; number <= range.last; ++number) {
        const Event event = journal.event(number);
        const ClientId id = clientOf(event.what);
        const Client *client = id.isNull() ? nullptr : world.client(id);
        const QString name = client ? client->spec.name : QString();
        const bool isPast = event.atNs <= request.atNs;
        const bool isLast = isPast && (number == journal.lastNumber() || journal.atNs(number + 1) > request.atNs);
        html.row({QString::number(number), utcText(event.atNs).section(u' ', 1), offsetText(event.atNs - request.atNs),
                  kindName(event.what), name, describe(event.what, name)},
                 isLast   ? u"class=\"now\""_s
                 : isPast ? QString()
                          : u"class=\"later\""_s);
    }
    html.close(u"table"_s).close(u"div"_s);
    if (range.leftOutAfter > 0)
        html.element(u"p class=\"quiet\""_s, leftOutText(range.leftOutAfter, u"after these"_s));
}

} // namespace lockscope::report
