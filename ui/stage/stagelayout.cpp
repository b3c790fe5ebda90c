// SPDX-License-Identifier: Apache-2.0
#include "ui/stage/stagelayout.h"

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using Metrics = StageMetrics;

qreal heightOf(CardSize size)
{
    switch (size) {
    case CardSize::Usual: return Metrics::cardHeight;
    case CardSize::Compact: return Metrics::compactHeight;
    case CardSize::Large: return Metrics::largeHeight;
    }
    return Metrics::cardHeight;
}

Folding Folding::of(int count, int most)
{
    if (count <= most)
        return {count, 0, 0};
    // Who is next matters most; the end of the queue shows how it grows.
    const int tail = std::max(most / 10, 1);
    return {most - tail, count - most, tail};
}

std::optional<int> Folding::cardOf(int index) const
{
    if (index < head)
        return index;
    return index < head + folded ? std::nullopt : std::optional(index - folded);
}

namespace {

constexpr qreal stepX = Metrics::cardWidth + Metrics::gapX;

/// One holder fills the block; many stand in it as a square.
int holderColumns(int cards)
{
    return std::max(1, static_cast<int>(std::ceil(std::sqrt(cards / 2.0))));
}

} // namespace

StageLayout layoutStage(int holders, int waiters, const StageRoom &room)
{
    StageLayout layout;
    layout.holderFolding = Folding::of(holders, Metrics::mostHolders);
    layout.waiterFolding = Folding::of(waiters, room.mostWaiters);

    layout.size = room.isLarge                            ? CardSize::Large
                  : holders + waiters > Metrics::mostFull ? CardSize::Compact
                                                          : CardSize::Usual;
    const qreal cardHeight = heightOf(layout.size);
    const qreal stepY = cardHeight + Metrics::gapY;
    const int inside = layout.holderFolding.cards();
    const int columns = holderColumns(inside);
    const int rows = std::max((inside + columns - 1) / columns, 1);
    constexpr qreal gap = 10;
    const qreal blockWidth = columns * Metrics::cardWidth + (columns - 1) * gap + 2 * Metrics::blockPadding;
    const qreal lastLine = layout.holderFolding.folded > 0 ? 22 : 0;
    const qreal blockHeight =
        Metrics::blockHead + rows * cardHeight + (rows - 1) * gap + Metrics::blockPadding + lastLine;
    layout.block = {Metrics::margin, Metrics::margin, blockWidth, blockHeight};
    for (int i = 0; i < inside; ++i) {
        const int line = i / columns;
        const QPointF at(layout.block.left() + Metrics::blockPadding + (i % columns) * (Metrics::cardWidth + gap),
                         layout.block.top() + Metrics::blockHead + line * (cardHeight + gap));
        layout.holders.emplace_back(at, QSizeF(Metrics::cardWidth, cardHeight));
    }

    qreal right = layout.block.right();
    if (room.copies > 0) {
        constexpr qreal copyGap = 4;
        const qreal all = blockHeight - Metrics::blockHead - Metrics::blockPadding;
        const qreal copyHeight = std::max((all + copyGap) / room.copies - copyGap, Metrics::copyHeight);
        for (int i = 0; i < room.copies; ++i)
            layout.copies.emplace_back(right + 2 * Metrics::gapX,
                                       layout.block.top() + Metrics::blockHead + i * (copyHeight + copyGap),
                                       Metrics::cardWidth, copyHeight);
        right = layout.copies.back().right();
    }

    const qreal left = right + 2 * Metrics::gapX + 10;
    const int perLine =
        std::max(1, static_cast<int>(std::floor((room.width - Metrics::margin - left + Metrics::gapX) / stepX)));
    const qreal top = layout.block.top() + Metrics::blockHead;
    const auto place = [&](int slot) {
        const int line = slot / perLine;
        return QRectF(left + (slot % perLine) * stepX, top + line * stepY, Metrics::cardWidth, cardHeight);
    };
    const Folding &folding = layout.waiterFolding;
    for (int i = 0; i < folding.cards(); ++i)
        layout.waiters.push_back(place(i < folding.head || folding.folded == 0 ? i : i + 1));
    if (folding.folded > 0)
        layout.fold = place(folding.head);

    QRectF all = layout.copies.empty() ? layout.block : layout.block | layout.copies.back();
    for (const QRectF &card : layout.waiters)
        all |= card;
    layout.extent = {all.right() + Metrics::margin, all.bottom() + Metrics::margin};
    return layout;
}

StageMotion::Shown StageMotion::Card::at(qint64 nowMs) const
{
    const qreal share = std::clamp(static_cast<qreal>(nowMs - startMs) / durationMs, 0.0, 1.0);
    const qreal eased = 1 - (1 - share) * (1 - share) * (1 - share); // quick at first, then it settles
    const auto between = [eased](qreal a, qreal b) { return a + (b - a) * eased; };
    return {QRectF(between(from.x(), to.x()), between(from.y(), to.y()), to.width(), to.height()),
            between(fromOpacity, toOpacity), toOpacity == 0};
}

void StageMotion::setGoals(const QHash<QString, QRectF> &goals, qint64 nowMs, bool animate)
{
    for (auto card = m_cards.begin(); card != m_cards.end();) {
        if (goals.contains(card.key()) || card->toOpacity == 0) {
            ++card;
            continue;
        }
        if (!animate) {
            card = m_cards.erase(card);
            continue;
        }
        const Shown now = card->at(nowMs);
        *card = {now.rect, now.rect.translated(0, -12), now.opacity, 0, nowMs};
        ++card;
    }
    for (auto goal = goals.begin(); goal != goals.end(); ++goal) {
        const auto card = m_cards.find(goal.key());
        if (card != m_cards.end() && card->to == goal.value() && card->toOpacity == 1)
            continue; // on its way already, or there
        const qint64 startMs = animate ? nowMs : nowMs - durationMs;
        if (card == m_cards.end()) {
            m_cards.insert(goal.key(), {goal->translated(24, 0), *goal, 0, 1, startMs});
        } else {
            const Shown now = card->at(nowMs);
            *card = {now.rect, *goal, now.opacity, 1, startMs};
        }
    }
}

std::optional<StageMotion::Shown> StageMotion::at(const QString &name, qint64 nowMs) const
{
    const auto card = m_cards.constFind(name);
    return card == m_cards.cend() ? std::nullopt : std::optional(card->at(nowMs));
}

QList<QString> StageMotion::leaving(qint64 nowMs)
{
    QList<QString> names;
    for (auto card = m_cards.begin(); card != m_cards.end();) {
        if (card->toOpacity == 0 && card->isOver(nowMs)) {
            card = m_cards.erase(card);
            continue;
        }
        if (card->toOpacity == 0)
            names += card.key();
        ++card;
    }
    return names;
}

bool StageMotion::isMoving(qint64 nowMs) const
{
    return std::any_of(m_cards.begin(), m_cards.end(), [nowMs](const Card &card) { return !card.isOver(nowMs); });
}

} // namespace lockscope::ui
