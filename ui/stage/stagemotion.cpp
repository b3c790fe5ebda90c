// SPDX-License-Identifier: Apache-2.0
#include "ui/stage/stagemotion.h"

#include <algorithm>

namespace lockscope::ui {

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
