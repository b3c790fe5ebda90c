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
    return (ns < 0 ? Text::en("−%1 s") : Text::en("+%1 s"))
        .arg(QString::number(double(std::abs(ns)) / 1e9, 'f', 3))
        .shown();
}

} // namespace

QString utcText(qint64 ns)
{
    return toDateTime(ns).toUTC().toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s);
}

Text spanText(qint64 ns)
{
    const qint64 ms = std::max<qint64>(ns, 0) / 1'000'000;
    if (ms < 1'000)
        return Text::en("%1 ms").arg(ms);
    if (ms < 60'000)
        return Text::en("%1 s").arg(QString::number(double(ms) / 1000, 'f', 1));
    const qint64 seconds = ms / 1'000;
    if (seconds < 3'600)
        return Text::en("%1 m %2 s").arg(seconds / 60, seconds % 60);
    return Text::en("%1 h %2 m").arg(seconds / 3'600, seconds / 60 % 60);
}

void addEvents(Html &html, const World &world, const Journal &journal, const IncidentRequest &request)
{
    const Range range = rangeOf(journal, request);
    html.element(u"h2"_s, Text::en("What happened around it"));
    html.element(u"p class=\"quiet\""_s, Text::en("From %1 before to %2 after the instant; times are UTC.")
                                             .arg(spanText(request.beforeNs), spanText(request.afterNs)));
    if (range.last < range.first) {
        html.element(u"p"_s, Text::en("Nothing is known to have happened in that time."));
        return;
    }
    if (range.leftOutBefore > 0)
        html.element(u"p class=\"quiet\""_s,
                     Text::counted("%n events before these are not listed.", qint64(range.leftOutBefore)));
    html.open(u"div class=\"scroll\""_s).open(u"table class=\"events\""_s);
    html.row({Text::en("event").shown(), Text::en("time").shown(), Text::en("from the instant").shown(),
              Text::en("kind").shown(), Text::en("client").shown(), Text::en("what happened").shown()},
             {}, u"th scope=\"col\""_s);
    for (quint64 number = range.first; number <= range.last; ++number) {
        const Event event = journal.event(number);
        const ClientId id = clientOf(event.what);
        const Client *client = id.isNull() ? nullptr : world.client(id);
        const QString name = client ? client->spec.name : QString();
        const bool isPast = event.atNs <= request.atNs;
        const bool isLast = isPast && (number == journal.lastNumber() || journal.atNs(number + 1) > request.atNs);
        html.row({QString::number(number), utcText(event.atNs).section(u' ', 1), offsetText(event.atNs - request.atNs),
                  kindName(event.what), name, describe(event.what, name).shown()},
                 isLast   ? u"class=\"now\""_s
                 : isPast ? QString()
                          : u"class=\"later\""_s);
    }
    html.close(u"table"_s).close(u"div"_s);
    if (range.leftOutAfter > 0)
        html.element(u"p class=\"quiet\""_s,
                     Text::counted("%n events after these are not listed.", qint64(range.leftOutAfter)));
}

} // namespace lockscope::report
