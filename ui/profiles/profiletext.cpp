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

/// What lupdate looks for, and the translation is looked up by.
struct ProfilesText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::ProfilesText)
};

} // namespace

QString profileSummary(const profiles::Profile &profile)
{
    QStringList parts{profile.connect};
    if (!profile.sshHost.isEmpty())
        parts << ProfilesText::tr("through %1").arg(profile.sshHost);
    if (profile.root != "/"_L1)
        parts << ProfilesText::tr("root %1").arg(profile.root);
    if (profile.tls.enabled)
        parts << (profile.tls.verify ? ProfilesText::tr("TLS") : ProfilesText::tr("TLS, not verified"));
    if (!profile.user.isEmpty())
        parts << ProfilesText::tr("as %1").arg(profile.user);
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
    const QStringList names{ProfilesText::tr("Blue"),   ProfilesText::tr("Green"), ProfilesText::tr("Orange"),
                            ProfilesText::tr("Purple"), ProfilesText::tr("Sky"),   ProfilesText::tr("Vermillion"),
                            ProfilesText::tr("Yellow"), ProfilesText::tr("Grey")};
    const qsizetype index = colors.indexOf(color);
    return index < 0 ? color : names.value(index, color);
}

QString tryOutTitle(const TryOut &found)
{
    const QString took =
        found.tookMs < 1000 ? ProfilesText::tr("%1 ms").arg(found.tookMs) : formatDuration(found.tookMs);
    return ProfilesText::tr("Connected to %1 in %2.").arg(found.server, took);
}

QString tryOutText(const TryOut &found, const QString &root)
{
    QStringList sentences;
    if (found.tls)
        sentences << ProfilesText::tr("Over TLS.");
    else if (found.ssh)
        sentences << ProfilesText::tr("Through SSH, and beyond that host without TLS: what passes there can be read.");
    else
        sentences << ProfilesText::tr("Without TLS: what passes can be read on the way.");
    sentences << ProfilesText::tr("It grants a session timeout of %1.").arg(formatDuration(found.sessionTimeoutMs));
    if (found.rootError)
        sentences << found.rootError->sentence().shown();
    else
        sentences << ProfilesText::tr("%1 has %n children.", nullptr, found.children).arg(root);
    return sentences.join(u' ');
}

} // namespace lockscope::ui
