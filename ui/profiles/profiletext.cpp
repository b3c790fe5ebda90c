// SPDX-License-Identifier: Apache-2.0
#include "ui/profiles/profiletext.h"

#include "ui/theme/format.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>
#include <QStringList>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Profiles", text);
}

} // namespace

QString profileSummary(const profiles::Profile &profile)
{
    QStringList parts{profile.connect};
    if (profile.root != "/"_L1)
        parts << tr("root %1").arg(profile.root);
    if (profile.tls.enabled)
        parts << (profile.tls.verify ? tr("TLS") : tr("TLS, not verified"));
    if (!profile.user.isEmpty())
        parts << tr("as %1").arg(profile.user);
    return parts.join(u" · "_s);
}

QIcon profileDot(const QString &color, int side)
{
    QPixmap pixmap(side * 2, side * 2);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(color));
    painter.drawEllipse(QRectF(0.5, 0.5, side - 1, side - 1));
    painter.end();
    QIcon dot(pixmap);
    dot.addPixmap(pixmap, QIcon::Selected); // else it is tinted, and looks like another colour
    return dot;
}

QString colorName(const QString &color)
{
    const QStringList colors = profiles::profileColors();
    const QStringList names{tr("Blue"), tr("Green"),      tr("Orange"), tr("Purple"),
                            tr("Sky"),  tr("Vermillion"), tr("Yellow"), tr("Grey")};
    const qsizetype index = colors.indexOf(color);
    return index < 0 ? color : names.value(index, color);
}

QString tryOutTitle(const TryOut &found)
{
    const QString took = found.tookMs < 1000 ? tr("%1 ms").arg(found.tookMs) : formatDuration(found.tookMs);
    return tr("%1 lets us in, after %2.").arg(found.server, took);
}

QString tryOutText(const TryOut &found, const QString &root)
{
    QStringList sentences;
    sentences << (found.tls ? tr("Over TLS.") : tr("Without TLS: what passes can be read on the way."));
    sentences << tr("It grants a session timeout of %1.").arg(formatDuration(found.sessionTimeoutMs));
    if (found.rootError)
        sentences << found.rootError->sentence();
    else
        sentences << tr("%1 has %n children.").replace("%n"_L1, QString::number(found.children)).arg(root);
    return sentences.join(u' ');
}

} // namespace lockscope::ui
