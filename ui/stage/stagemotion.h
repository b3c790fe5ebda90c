// SPDX-License-Identifier: Apache-2.0
// Cards on their way: each has a place where it is and one where it goes; a new goal begins from where it is now.
// Never asks the clock itself, never paints.
#pragma once

#include <QHash>
#include <QRectF>
#include <QString>

#include <optional>

namespace lockscope::ui {

class StageMotion
{
public:
    static constexpr qint64 durationMs = 180;

    /// Where cards shall be, by name. Those that are new fade in, those that are not in it any more fade out.
    /// \a animate false: they are there at once.
    void setGoals(const QHash<QString, QRectF> &goals, qint64 nowMs, bool animate);
    void clear() { m_cards.clear(); }

    struct Shown
    {
        QRectF rect;
        qreal opacity = 1;
        bool isLeaving = false;
    };
    /// Nothing where there is no such card.
    std::optional<Shown> at(const QString &name, qint64 nowMs) const;
    /// Those that fade out; forgets the ones that are gone.
    QList<QString> leaving(qint64 nowMs);
    bool isMoving(qint64 nowMs) const;

private:
    struct Card
    {
        QRectF from;
        QRectF to;
        qreal fromOpacity = 1;
        qreal toOpacity = 1;
        qint64 startMs = 0;

        Shown at(qint64 nowMs) const;
        bool isOver(qint64 nowMs) const { return nowMs >= startMs + durationMs; }
    };

    QHash<QString, Card> m_cards;
};

} // namespace lockscope::ui
