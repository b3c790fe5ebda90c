// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/format.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

QString formatDuration(qint64 ms)
{
    ms = std::max<qint64>(ms, 0);
    const qint64 s = ms / 1000;
    if (s < 10)
        return u"%1.%2 s"_s.arg(s).arg(ms % 1000 / 100);
    if (s < 60)
        return u"%1 s"_s.arg(s);
    if (s < 3600)
        return u"%1 m %2 s"_s.arg(s / 60).arg(s % 60);
    if (s < 86'400)
        return u"%1 h %2 m"_s.arg(s / 3600).arg(s % 3600 / 60);
    return u"%1 d %2 h"_s.arg(s / 86'400).arg(s % 86'400 / 3600);
}

QString formatBytes(qint64 bytes)
{
    if (bytes == 1)
        return u"1 byte"_s;
    if (bytes < 1024)
        return u"%1 bytes"_s.arg(bytes);
    if (bytes < 1024 * 1024)
        return u"%1 kB"_s.arg(double(bytes) / 1024, 0, 'f', 1);
    return u"%1 MB"_s.arg(double(bytes) / (1024 * 1024), 0, 'f', 1);
}

QString shortHex(const QString &hex)
{
    return hex.size() <= 10 ? hex : u"0x…"_s + hex.right(6);
}

QString elidedPath(const QString &path, const QFontMetrics &metrics, int width)
{
    if (metrics.horizontalAdvance(path) <= width)
        return path;
    const QStringList names = path.split(u'/', Qt::SkipEmptyParts);
    for (qsizetype kept = names.size() - 2; kept >= 0; --kept) {
        QString shorter;
        for (qsizetype i = 0; i < kept; ++i)
            shorter += u'/' + names[i];
        shorter += u"/…/"_s + names.last();
        if (metrics.horizontalAdvance(shorter) <= width)
            return shorter;
    }
    return metrics.elidedText(path, Qt::ElideMiddle, width);
}

QString shortNodeName(const QString &name)
{
    static const QRegularExpression token(
        u"([0-9a-fA-F]{4})(?:[0-9a-fA-F]{28}|[0-9a-fA-F]{4}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})"_s);
    QString shorter = name;
    return shorter.replace(token, u"\\1…"_s);
}

QString lastName(const QString &path)
{
    return path.mid(path.lastIndexOf(u'/') + 1);
}

} // namespace lockscope::ui
