// SPDX-License-Identifier: Apache-2.0
#include "ui/export/picture.h"

#include "core/base/privatefile.h"

#include <QBuffer>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPainter>
#include <QScreen>
#include <QSvgGenerator>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

const Theme &themeOf(const PictureLook &look)
{
    return themeFor(look.dark ? darkPalette() : lightPalette());
}

void paintOn(QPaintDevice *device, const Picture &picture, const PictureLook &look, double scale)
{
    QPainter painter(device);
    painter.scale(scale, scale);
    painter.setRenderHint(QPainter::Antialiasing);
    const QSizeF area(look.size);
    if (!look.transparent)
        painter.fillRect(QRectF(QPointF(), area), themeOf(look).panel);
    painter.setRenderHint(QPainter::Antialiasing, false);
    picture.paint(&painter, area, themeOf(look));
}

Result<Done> cannotWrite(const QString &fileName, const Text &why)
{
    return failure(
        ErrorCode::Other, u"write"_s, {},
        Text::en("%1 could not be written: %2. Choose another place.").arg(QFileInfo(fileName).fileName(), why));
}

} // namespace

PictureFormat pictureFormatOf(const QString &fileName)
{
    return fileName.endsWith(".png"_L1, Qt::CaseInsensitive) ? PictureFormat::Png : PictureFormat::Svg;
}

PictureLook defaultLook(const Picture &picture, const QPalette &palette)
{
    PictureLook look;
    look.size = picture.size.toSize().expandedTo({64, 64}).boundedTo({mostPictureSide, mostPictureSide});
    look.dark = themeFor(palette).dark;
    return look;
}

QImage toImage(const Picture &picture, const PictureLook &look)
{
    const QSize pixels = (QSizeF(look.size) * look.scale).toSize();
    QImage image(pixels, look.transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    if (image.isNull())
        return image;
    image.fill(Qt::transparent);
    paintOn(&image, picture, look, look.scale);
    return image;
}

QByteArray toSvg(const Picture &picture, const PictureLook &look)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    // Fonts are given in points: as many pixels to them as on the screen by which they were measured.
    if (const QScreen *screen = QGuiApplication::primaryScreen())
        svg.setResolution(qRound(screen->logicalDotsPerInchY()));
    svg.setSize(look.size);
    svg.setViewBox(QRect(QPoint(), look.size));
    svg.setTitle(picture.title.toHtmlEscaped());
    svg.setDescription(QStringLiteral("Lockscope " LOCKSCOPE_VERSION));
    paintOn(&svg, picture, look, 1);
    return buffer.data();
}

Result<Done> savePicture(const Picture &picture, const PictureLook &look, const QString &fileName)
{
    WholeFile file(fileName);
    if (!openPrivately(file))
        return cannotWrite(fileName, Text::verbatim(file.errorString()));
    bool isWritten = false;
    if (pictureFormatOf(fileName) == PictureFormat::Png) {
        const QImage image = toImage(picture, look);
        if (image.isNull())
            return cannotWrite(fileName, Text::en("it is too large"));
        isWritten = image.save(&file, "PNG");
    } else {
        const QByteArray svg = toSvg(picture, look);
        isWritten = file.write(svg) == svg.size();
    }
    if (!isWritten || !file.commit())
        return cannotWrite(fileName, Text::verbatim(file.errorString()));
    return Done{};
}

QTransform fitted(const QSizeF &content, const QSizeF &area)
{
    if (content.isEmpty() || area.isEmpty())
        return {};
    const double scale = std::min(area.width() / content.width(), area.height() / content.height());
    const QSizeF rest = area - content * scale;
    return QTransform::fromTranslate(rest.width() / 2, rest.height() / 2).scale(scale, scale);
}

} // namespace lockscope::ui
