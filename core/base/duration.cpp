// SPDX-License-Identifier: Apache-2.0
#include "core/base/duration.h"

#include <QString>

namespace lockscope {

using namespace Qt::StringLiterals;

std::optional<std::chrono::milliseconds> durationFromText(QStringView text)
{
    constexpr double longestMs = 1e12;
    qsizetype digits = 0;
    while (digits < text.size() && ((text.at(digits) >= u'0' && text.at(digits) <= u'9') || text.at(digits) == u'.'))
        ++digits;
    bool ok = false;
    const double amount = text.left(digits).toDouble(&ok);
    const QStringView unit = text.mid(digits);
    const double factor = unit.isEmpty() || unit == "ms"_L1 ? 1
                          : unit == "s"_L1                  ? 1'000
                          : unit == "m"_L1                  ? 60'000
                          : unit == "h"_L1                  ? 3'600'000
                                                            : 0;
    if (!ok || factor == 0 || amount * factor > longestMs)
        return {};
    return std::chrono::milliseconds(static_cast<qint64>(amount * factor));
}

QString durationWord(std::chrono::milliseconds duration)
{
    const bool isWhole = duration.count() % 1'000 == 0;
    return isWhole ? u"%1s"_s.arg(duration.count() / 1'000) : u"%1ms"_s.arg(duration.count());
}

Text durationToText(std::chrono::milliseconds duration)
{
    const qint64 ms = duration.count();
    if (ms < 1'000)
        return Text::en("%1 ms").arg(ms);
    if (ms % 60'000 == 0)
        return Text::en("%1 min").arg(ms / 60'000);
    return Text::en("%1 s").arg(QString::number(static_cast<double>(ms) / 1'000));
}

Text roughSpan(std::chrono::milliseconds span)
{
    constexpr qint64 second = 1'000;
    constexpr qint64 minute = 60 * second;
    constexpr qint64 hour = 60 * minute;
    const qint64 ms = span.count();
    const qint64 tenths = ms / 100;
    if (ms < 10 * second)
        return Text::en("%1 s").arg(QString::number(static_cast<double>(tenths) / 10));
    if (ms < minute)
        return Text::en("%1 s").arg(ms / second);
    return ms < hour ? Text::en("%1 min").arg(ms / minute) : Text::en("%1 h %2 min").arg(ms / hour, ms % hour / minute);
}

} // namespace lockscope
