// SPDX-License-Identifier: Apache-2.0
// Where the stage has its block, its cards and its fold, and how cards move there: pure geometry and time.
// Never knows who a card is, never paints.
#pragma once

#include <QHash>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <optional>
#include <vector>

namespace lockscope::ui {

/// In device-independent pixels at a zoom of one.
struct StageMetrics
{
    static constexpr qreal cardWidth = 152;
    static constexpr qreal cardHeight = 96;
    static constexpr qreal compactHeight = 54;
    static constexpr qreal largeHeight = 80;
    static constexpr int mostFull = 40; ///< cards; of more each is compact
    static constexpr qreal gapX = 16;
    static constexpr qreal gapY = 44; ///< watch edges pass here
    static constexpr qreal margin = 20;
    static constexpr qreal blockPadding = 14;
    static constexpr qreal blockHead = 34;
    static constexpr qreal copyHeight = 20; ///< at least
    static constexpr int mostWaiters = 200; ///< cards; beyond it the middle folds
    static constexpr int mostHolders = 48;
};

/// How much a card says, and how large.
enum class CardSize {
    Usual,
    Compact, ///< of many: who, and how long
    Large,   ///< the same in larger type, for a projector
};
qreal heightOf(CardSize size);

/// Which of \a count are shown where only \a most have room: the first and the last ones, and what is folded between.
struct Folding
{
    int head = 0;
    int folded = 0;
    int tail = 0;

    static Folding of(int count, int most);
    int cards() const { return head + tail; }
    /// The card of the one at \a index in the whole; nothing if it is folded.
    std::optional<int> cardOf(int index) const;
    /// The other way round.
    int indexOf(int card) const { return card < head ? card : card + folded; }
    bool operator==(const Folding &) const = default;
};

struct StageLayout
{
    Folding holderFolding;
    Folding waiterFolding;
    QRectF block;                ///< the lock itself, around its holders
    std::vector<QRectF> holders; ///< as far as they have a card
    std::vector<QRectF> waiters; ///< in order of service, line by line
    std::vector<QRectF> copies;  ///< beside the block: servers that keep the key, each for itself
    std::optional<QRectF> fold;  ///< "+9,950 more", in the waiters' line where they would be
    CardSize size = CardSize::Usual;
    QSizeF extent; ///< of everything
};

/// What there is room for.
struct StageRoom
{
    qreal width = 0;
    int mostWaiters = StageMetrics::mostWaiters; ///< cards
    bool isLarge = false;                        ///< its cards
    int copies = 0;                              ///< servers beside the block
};

/// Fits into the width as far as one holder and one waiter beside it do.
StageLayout layoutStage(int holders, int waiters, const StageRoom &room);

/// Cards on their way: each has a place where it is and one where it goes; a new goal begins from where it is now.
/// Never asks the clock itself, never paints.
class StageMotion
{
public:
    static constexpr qint64 durationMs = 180;

    /// Where cards shall be, by name. New ones fade in, ones that are not in it any more fade out.
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
    /// Cards that fade out; forgets the ones that are gone.
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
