// SPDX-License-Identifier: Apache-2.0
// The names beside the lanes as a picture, made anew only when one of them looks otherwise: text is what costs a frame.
// Never reads a lane; whoever asks says what each row shows.
#pragma once

#include <QFont>
#include <QPixmap>
#include <QString>

#include <vector>

class QPainter;

namespace lockscope::ui {

struct Theme;

struct NameRow
{
    int top = 0; ///< in the picture
    QString name;
    QChar letter;
    bool contends = false;
    bool holds = false;
    bool isCurrent = false;

    bool operator==(const NameRow &) const = default;
};

/// The row's glyph and name, \a width wide, with its upper left corner at \a at.
void paintLaneName(QPainter &painter, const NameRow &row, const QPointF &at, int width, const Theme &theme,
                   const QFont &font);

class LaneNames
{
public:
    /// \a size is in device-independent pixels.
    const QPixmap &pixmap(const std::vector<NameRow> &rows, QSize size, qreal ratio, const Theme &theme,
                          const QFont &font);

private:
    void paint(const Theme &theme, const QFont &font);

    QPixmap m_pixmap;
    std::vector<NameRow> m_rows;
    QRgb m_ground = 0; ///< tells one theme from another
    QFont m_font;
};

} // namespace lockscope::ui
