// SPDX-License-Identifier: Apache-2.0
#include "ui/stage/stagecard.h"

#include "core/base/visible.h"
#include "ui/theme/painting.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qreal cardRadius = 7;
constexpr qreal textLeft = 12;
constexpr qreal leastHatch = 22; ///< beside the longest title

/// Where the parts of a card are that its size has a say in; fonts as a share of the stage's.
struct Face
{
    qreal headHeight;
    QRectF letter;
    qreal titleLeft; ///< beside the letter
    qreal titleLine;
    qreal titleFont;
    qreal stateFont;
    qreal stateRise; ///< of the last line, from below
    qreal dot;       ///< a thread
};

Face faceOf(CardSize size)
{
    if (size == CardSize::Large)
        return {42, {9, 9, 25, 25}, 42, 29, 1.5, 1.25, 13, 10};
    return {30, {9, 7, 19, 19}, 34, 21, 1, 0.95, 11, 7};
}

Role roleOf(const StageCard &card)
{
    if (card.isWrong)
        return Role::Wrong;
    switch (card.form) {
    case StageCard::Form::Holding: return Role::Holding;
    case StageCard::Form::Waiting: return Role::Waiting;
    case StageCard::Form::Suspended:
    case StageCard::Form::Over: return Role::Suspended;
    }
    return Role::Neutral;
}

bool isHatched(const StageCard &card)
{
    return card.form == StageCard::Form::Suspended || card.form == StageCard::Form::Over;
}

QColor groundOf(const StageCard &card, const Theme &theme)
{
    return card.isCurrent ? theme.selection : theme.panel;
}

constexpr int mostDots = 8; ///< of more threads there is their number
constexpr qreal dotGap = 3;

/// Beside the title, from the right.
qreal threadsWidth(const StageCard &card)
{
    if (card.threads == 0 || isHatched(card)) // of a process that stands still it is not known who is inside
        return 0;
    return std::min(card.threads, mostDots) * (faceOf(card.size).dot + dotGap);
}

qreal titleRoom(const StageCard &card)
{
    return StageMetrics::cardWidth - faceOf(card.size).titleLeft - 8 - (isHatched(card) ? leastHatch : 0)
           - threadsWidth(card);
}

/// Diagonals, ended by hand and not by a clip, which an SVG would not have.
void hatch(QPainter &painter, const QRectF &box, const QColor &color, bool crossed)
{
    constexpr qreal gap = 7;
    painter.setPen(QPen(color, 1.2));
    const int lines = static_cast<int>(std::ceil((box.width() + box.height()) / gap)) - 1;
    for (int line = 1; line <= lines; ++line) {
        const qreal x = box.left() - box.height() + line * gap;
        // Rising from (x, bottom): what of it lies between left and right.
        const qreal from = std::max(box.left() - x, 0.0);
        const qreal to = std::min(box.right() - x, box.height());
        if (to - from < 4)
            continue;
        painter.drawLine(QPointF(x + from, box.bottom() - from), QPointF(x + to, box.bottom() - to));
        if (crossed)
            painter.drawLine(QPointF(x + from, box.top() + from), QPointF(x + to, box.top() + to));
    }
}

/// The head of one that is suspended or gone, to the right of its title: words stand on plain ground.
void hatchHead(QPainter &painter, const QRectF &box, qreal headHeight, qreal titleEnd, const QColor &color,
               bool crossed)
{
    const QRectF head(box.left(), box.top(), box.width(), headHeight - box.top());
    constexpr qreal corner = 3; // which is round
    hatch(painter, QRectF(QPointF(titleEnd, head.top()), head.bottomRight() - QPointF(corner, 0)), color, crossed);
    painter.setPen(QPen(color, 1.2));
    painter.drawLine(head.bottomLeft(), head.bottomRight());
}

/// One dot per thread of the process, filled while the thread holds.
void paintThreads(QPainter &painter, const StageCard &card, const QColor &color, const QFont &font)
{
    const Face face = faceOf(card.size);
    const qreal width = threadsWidth(card);
    const QRectF area(StageMetrics::cardWidth - 8 - width, face.letter.top(), width, face.letter.height());
    painter.setPen(QPen(color, 1.5));
    if (card.threads > mostDots) {
        painter.setFont(font);
        painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, u"%1/%2"_s.arg(card.inside).arg(card.threads));
        return;
    }
    for (int thread = 0; thread < card.threads; ++thread) {
        const QPointF corner(area.left() + dotGap + thread * (face.dot + dotGap), area.center().y() - face.dot / 2);
        painter.setBrush(thread < card.inside ? QBrush(color) : QBrush(Qt::NoBrush));
        painter.drawEllipse(QRectF(corner, QSizeF(face.dot, face.dot)).adjusted(0.75, 0.75, -0.75, -0.75));
    }
    painter.setBrush(Qt::NoBrush);
}

void paintFace(QPainter &painter, const StageCard &card, const Theme &theme, const QFont &font)
{
    const RoleColors &colors = theme.role(roleOf(card));
    const Face face = faceOf(card.size);
    const QRectF box = QRectF(0, 0, StageMetrics::cardWidth, heightOf(card.size)).adjusted(1.5, 1.5, -1.5, -1.5);
    QPainterPath shape;
    shape.addRoundedRect(box, cardRadius, cardRadius);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(shape, groundOf(card, theme));
    const bool holds = card.form == StageCard::Form::Holding;
    const QFont titleFont = scaledFont(font, face.titleFont, QFont::DemiBold);
    if (isHatched(card)) {
        const qreal length = std::min(QFontMetricsF(titleFont).horizontalAdvance(card.title), titleRoom(card));
        hatchHead(painter, box, face.headHeight, face.titleLeft + length + 7, colors.fill,
                  card.form == StageCard::Form::Over);
    }
    if (holds) {
        QPainterPath head;
        head.addRect(0, 0, StageMetrics::cardWidth, face.headHeight);
        painter.fillPath(shape.intersected(head), colors.fill);
    }
    painter.strokePath(shape, QPen(colors.fill, card.isCurrent ? 3 : 2));

    const QFont small = scaledFont(font, 0.82 * face.titleFont, QFont::Bold);
    paintGlyph(&painter, face.letter, card.letter, holds ? Fill::Filled : Fill::Outlined, roleOf(card), theme, small);
    const auto line = [&](const QString &text, const QPointF &at, qreal room, const QFont &letters,
                          const QColor &color) {
        painter.setFont(letters);
        painter.setPen(color);
        painter.drawText(at, QFontMetricsF(letters).elidedText(visible(text), Qt::ElideMiddle, room));
    };
    line(card.title, {face.titleLeft, face.titleLine}, titleRoom(card), titleFont, holds ? colors.onFill : theme.text);
    if (threadsWidth(card) > 0)
        paintThreads(painter, card, holds ? colors.onFill : colors.text, small);
    if (card.size != CardSize::Usual)
        return;
    const QFont mono = scaledFont(monoFont(font), 0.86);
    constexpr qreal room = StageMetrics::cardWidth - textLeft - 8;
    line(card.client.isEmpty() ? u"\u2013"_s : card.client, {textLeft, 48}, room, mono, theme.muted);
    line(card.node, {textLeft, 66}, room, mono, theme.muted);
}

} // namespace

void paintStageCardState(QPainter &painter, const StageCard &card, const Theme &theme, const QFont &font)
{
    const Face face = faceOf(card.size);
    painter.setFont(scaledFont(font, face.stateFont, QFont::DemiBold));
    painter.setPen(readableOn(theme.role(roleOf(card)).text, groundOf(card, theme)));
    painter.drawText(QPointF(textLeft, heightOf(card.size) - face.stateRise), card.state);
}

void paintStageCard(QPainter &painter, const StageCard &card, const Theme &theme, const QFont &font)
{
    paintFace(painter, card, theme, font);
    paintStageCardState(painter, card, theme, font);
}

const QPixmap &StageCardPictures::pictureOf(const QString &name, const StageCard &card, qreal zoom, qreal ratio,
                                            const Theme &theme, const QFont &font)
{
    const qreal scale = zoom * ratio;
    Picture &picture = m_pictures[name];
    picture.card.state = card.state; // not in the picture
    if (!picture.pixmap.isNull() && picture.card == card && picture.scale == scale
        && picture.ground == theme.panel.rgb())
        return picture.pixmap;
    picture = {card, scale, theme.panel.rgb(), {}};
    picture.pixmap = QPixmap(static_cast<int>(std::ceil(StageMetrics::cardWidth * scale)),
                             static_cast<int>(std::ceil(heightOf(card.size) * scale)));
    picture.pixmap.fill(Qt::transparent);
    QPainter painter(&picture.pixmap);
    painter.scale(picture.pixmap.width() / StageMetrics::cardWidth, picture.pixmap.height() / heightOf(card.size));
    paintFace(painter, card, theme, font);
    painter.end();
    picture.pixmap.setDevicePixelRatio(ratio);
    return picture.pixmap;
}

} // namespace lockscope::ui
