// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/format.h"

#include "core/base/visible.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <QTextDocument>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct FormatText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::FormatText)
};

} // namespace

QString formatDuration(qint64 ms)
{
    ms = std::max<qint64>(ms, 0);
    const qint64 s = ms / 1000;
    if (s < 10)
        return FormatText::tr("%1 s").arg(u"%1.%2"_s.arg(s).arg(ms % 1000 / 100));
    if (s < 60)
        return FormatText::tr("%1 s").arg(s);
    if (s < 3600)
        return FormatText::tr("%1 min %2 s").arg(s / 60).arg(s % 60);
    if (s < 86'400)
        return FormatText::tr("%1 h %2 min").arg(s / 3600).arg(s % 3600 / 60);
    return FormatText::tr("%1 d %2 h").arg(s / 86'400).arg(s % 86'400 / 3600);
}

QString formatBytes(qint64 bytes)
{
    if (bytes < 1024)
        return FormatText::tr("%n bytes", nullptr, int(bytes));
    if (bytes < 1024 * 1024)
        return FormatText::tr("%1 kB").arg(double(bytes) / 1024, 0, 'f', 1);
    return FormatText::tr("%1 MB").arg(double(bytes) / (1024 * 1024), 0, 'f', 1);
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

QString withShortWords(const QString &text)
{
    static const QRegularExpression longWord(u"(\\S{58})\\S{5,}(\\S{58})"_s);
    QString shorter = text;
    return shorter.replace(longWord, u"\\1…\\2"_s);
}

QString lastName(const QString &path)
{
    return path.mid(path.lastIndexOf(u'/') + 1);
}

QString plainToolTip(const QString &lines)
{
    const QString shown = laidOutLines(lines);
    return Qt::mightBeRichText(shown) ? Qt::convertFromPlainText(shown, Qt::WhiteSpaceNormal) : shown;
}

} // namespace lockscope::ui
