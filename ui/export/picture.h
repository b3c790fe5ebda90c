// SPDX-License-Identifier: Apache-2.0
// Something that can be drawn at any size, as pixels or as SVG in which text stays text.
// Never knows what it shows, never asks for a file name.
#pragma once

#include "core/base/error.h"
#include "ui/theme/theme.h"

#include <QByteArray>
#include <QImage>
#include <QSizeF>
#include <QTransform>

#include <functional>

class QPainter;

namespace lockscope::ui {

struct Picture
{
    QString title;    ///< for people: "Stage of /locks/orders"
    QString fileName; ///< to suggest, without an ending: "stage-orders"
    QSizeF size;      ///< as designed, in device-independent pixels
    /// Draws all of it into an area of that size at the painter's origin, whose ground is filled already.
    std::function<void(QPainter *painter, const QSizeF &area, const Theme &theme)> paint;
};

struct PictureLook
{
    QSize size;       ///< in device-independent pixels, which SVG calls px
    double scale = 1; ///< pixels of an image for each of them
    bool dark = false;
    bool transparent = false; ///< no ground; text is made for that of the theme all the same

    bool operator==(const PictureLook &) const = default;
};

enum class PictureFormat { Svg, Png };
/// By the ending of the name; SVG where it says nothing.
PictureFormat pictureFormatOf(const QString &fileName);

/// More cannot be made: an image of so many pixels takes a gigabyte.
inline constexpr int mostPictureSide = 16'000;

/// As designed, in the theme of the palette.
PictureLook defaultLook(const Picture &picture, const QPalette &palette);
/// Null where there is no memory for it.
QImage toImage(const Picture &picture, const PictureLook &look);
/// UTF-8, with a title and a view box: it scales in whatever shows it.
QByteArray toSvg(const Picture &picture, const PictureLook &look);
/// Replaces the file, in the format of its ending; an earlier one stays whole if this fails.
Result<Done> savePicture(const Picture &picture, const PictureLook &look, const QString &fileName);

/// Puts \a content into \a area as large as it fits, in its middle.
QTransform fitted(const QSizeF &content, const QSizeF &area);

} // namespace lockscope::ui
