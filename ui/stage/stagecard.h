// SPDX-License-Identifier: Apache-2.0
// What one card of the stage says, and its picture, made again only when it says something else.
// Never knows where its card is.
#pragma once

#include "ui/stage/stagelayout.h"

#include <QFont>
#include <QHash>
#include <QPixmap>
#include <QString>

class QPainter;

namespace lockscope::ui {

struct Theme;

struct StageCard
{
    enum class Form { Holding, Waiting, Suspended, Over };

    QString title; ///< what people call it
    QChar letter;
    QString client; ///< address; empty where not known
    QString node;   ///< short
    QString state;  ///< "waits 3.9 s"
    Form form = Form::Waiting;
    int threads = 0;      ///< that share its process; 0: it is none of several
    int inside = 0;       ///< of them hold
    bool isWrong = false; ///< a warning or an error names it
    bool isCurrent = false;
    CardSize size = CardSize::Usual;

    bool operator==(const StageCard &) const = default;
};

/// At the painter's origin, as large as StageMetrics has a card.
void paintStageCard(QPainter &painter, const StageCard &card, const Theme &theme, const QFont &font);
/// Its last line alone, which says how long: what changes while everything else stays.
void paintStageCardState(QPainter &painter, const StageCard &card, const Theme &theme, const QFont &font);

class StageCardPictures
{
public:
    /// Of the card with this name, without its state: durations run on, and a picture is not made for each tenth of a
    /// second. A unit of the stage is \a zoom times \a ratio pixels; drawn at a zoom of one, pixels fall on pixels.
    const QPixmap &pictureOf(const QString &name, const StageCard &card, qreal zoom, qreal ratio, const Theme &theme,
                             const QFont &font);
    /// As it was painted last; null where it never was.
    QPixmap lastOf(const QString &name) const { return m_pictures.value(name).pixmap; }
    /// Forgets the others.
    template<typename Predicate>
    void keepOnly(Predicate isKept)
    {
        m_pictures.removeIf([&](const auto &entry) { return !isKept(entry.key()); });
    }
    qsizetype count() const { return m_pictures.size(); }

private:
    struct Picture
    {
        StageCard card;
        qreal scale = 0;
        QRgb ground = 0;
        QPixmap pixmap;
    };
    QHash<QString, Picture> m_pictures;
};

} // namespace lockscope::ui
