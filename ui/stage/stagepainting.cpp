// SPDX-License-Identifier: Apache-2.0
#include "ui/models/queuemodel.h"
#include "ui/models/sessiontext.h"
#include "ui/stage/stagedrawing.h"
#include "ui/stage/stageview.h"
#include "ui/theme/format.h"
#include "ui/theme/frametime.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <map>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using Metrics = StageMetrics;

StageCard StageView::cardOf(int row, bool holds) const
{
    const locks::Contender &contender = m_model->contenderAt(row);
    StageCard card;
    card.title = m_model->labelOfIndex(m_model->indexOfRow(row));
    const QString letter = letterOf(m_model->queue().kind, contender.parsed);
    card.letter = letter.isEmpty() ? QChar(u'M') : letter.front();
    if (const locks::SessionFacts *facts = m_model->factsAt(row))
        card.client = facts->client;
    QStringList node;
    if (const SessionId owner = contender.node.owner(); !owner.isNull())
        node += shortHex(owner.toHex());
    if (contender.parsed)
        node += u"#%1"_s.arg(contender.parsed->sequence, 7, 10, QChar(u'0'));
    card.node = node.join(u' ');
    switch (m_model->presenceAt(row)) {
    case QueueModel::Presence::Alive: card.form = holds ? StageCard::Form::Holding : StageCard::Form::Waiting; break;
    case QueueModel::Presence::Suspended: card.form = StageCard::Form::Suspended; break;
    case QueueModel::Presence::Expired:
    case QueueModel::Presence::Crashed: card.form = StageCard::Form::Over; break;
    }
    const qint64 since = m_model->sinceMs(row);
    const QString bound = m_model->sinceIsUpperBound(row) ? u"\u2264 "_s : QString();
    const QString duration = since < 0 ? QString() : bound + formatDuration(since);
    if (holds)
        card.state = tr("holds %1").arg(duration);
    else if (card.form == StageCard::Form::Waiting)
        card.state = tr("waits %1").arg(duration);
    else // "paused", "crashed"
        card.state = u"%1 \u00b7 %2"_s.arg(m_model->index(row, QueueModel::State).data().toString(), duration);
    const auto finding = m_model->findingAt(row);
    card.isWrong = finding && *finding != locks::Finding::Severity::Note;
    card.isCurrent = m_model->pathAt(row) == m_current;
    return card;
}

void StageView::paintEvent(QPaintEvent *)
{
    const FrameTime frame("stage");
    if (m_outdated) // painted without being shown
        rebuild();
    QPainter painter(viewport());
    const Theme &theme = themeFor(palette());
    painter.fillRect(viewport()->rect(), theme.panel);
    painter.translate(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
    painter.scale(m_zoom, m_zoom);
    const QRectF visible(toStage({0, 0}), QSizeF(viewport()->size()) / m_zoom);
    const qint64 atMs = nowMs();
    StageDrawing drawing(painter, m_layout, theme, font());
    drawing.drawBlock(!m_parts.holders.empty(), !m_parts.waiters.empty());
    addEdges(drawing, atMs);
    drawing.drawEdges();
    drawing.drawFold();
    painter.resetTransform();
    paintLeaving(painter, atMs);
    paintCards(painter, m_parts.waiters, m_layout.waiterFolding, visible, atMs);
    paintCards(painter, m_parts.holders, m_layout.holderFolding, visible, atMs);
}

/// Those who have gone fade, as they were painted last.
void StageView::paintLeaving(QPainter &painter, qint64 atMs)
{
    for (const QString &name : m_motion.leaving(atMs)) {
        const auto shown = m_motion.at(name, atMs);
        const QPixmap picture = m_pictures.lastOf(name);
        if (!shown || picture.isNull())
            continue;
        painter.setOpacity(shown->opacity);
        painter.drawPixmap(cornerOf(shown->rect), picture);
    }
    painter.setOpacity(1);
}

/// On whole pixels: pictures are then copied and not resampled.
QPointF StageView::cornerOf(const QRectF &card) const
{
    const qreal ratio = devicePixelRatioF();
    const QPointF scrolled(horizontalScrollBar()->value(), verticalScrollBar()->value());
    const QPointF at = card.topLeft() * m_zoom - scrolled;
    return {std::round(at.x() * ratio) / ratio, std::round(at.y() * ratio) / ratio};
}

void StageView::paintCards(QPainter &painter, const std::vector<int> &indices, const Folding &folding,
                           const QRectF &visible, qint64 atMs)
{
    const bool holds = &indices == &m_parts.holders;
    const Theme &theme = themeFor(palette());
    const qreal ratio = devicePixelRatioF();
    for (int card = 0; card < folding.cards(); ++card) {
        const int index = indices[static_cast<size_t>(folding.indexOf(card))];
        const QString &name = m_model->queue().contenders[static_cast<size_t>(index)].node.name;
        const auto shown = m_motion.at(name, atMs);
        const int row = m_model->rowOfIndex(index);
        if (!shown || row < 0 || !shown->rect.intersects(visible))
            continue;
        painter.setOpacity(shown->opacity);
        const StageCard said = cardOf(row, holds);
        const QPointF corner = cornerOf(shown->rect);
        painter.drawPixmap(corner, m_pictures.pictureOf(name, said, m_zoom, ratio, theme, font()));
        painter.translate(corner);
        painter.scale(m_zoom, m_zoom);
        paintStageCardState(painter, said, theme, font());
        painter.resetTransform();
    }
    painter.setOpacity(1);
}

void StageView::addEdges(StageDrawing &drawing, qint64 atMs) const
{
    const auto &contenders = m_model->queue().contenders;
    std::vector<int> shown = shownIndices();
    std::sort(shown.begin(), shown.end());
    for (const int index : shown) {
        for (const QueueEdge &edge : m_model->edges().from(index)) {
            const auto from = m_motion.at(contenders[static_cast<size_t>(edge.from)].node.name, atMs);
            const auto to = m_motion.at(contenders[static_cast<size_t>(edge.to)].node.name, atMs);
            if (!from || !to || edge.isToItself())
                continue; // folded; or no line, which the list shows
            const bool holds = contenders[static_cast<size_t>(edge.to)].state == locks::ContenderState::Holding;
            drawing.addEdge(from->rect, to->rect, holds, edge.kind);
        }
    }
}

Picture StageView::picture() const
{
    const Parts parts = partsOfQueue(); // also while nobody sees it
    StageStill still;
    still.lock = m_model->lockPath();
    still.font = font();
    still.holders = static_cast<int>(parts.holders.size());
    still.waiters = static_cast<int>(parts.waiters.size());
    std::map<int, int> cardOfIndex;
    const auto add = [&](const std::vector<int> &indices, int most, bool holds, std::vector<StageCard> &cards) {
        const Folding folding = Folding::of(static_cast<int>(indices.size()), most);
        for (int card = 0; card < folding.cards(); ++card) {
            const int index = indices[static_cast<size_t>(folding.indexOf(card))];
            cards.push_back(cardOf(m_model->rowOfIndex(index), holds));
            cards.back().isCurrent = false; // who was marked on screen is nobody else's business
            cardOfIndex.emplace(index, static_cast<int>(cardOfIndex.size()));
        }
    };
    add(parts.holders, Metrics::mostHolders, true, still.holderCards);
    add(parts.waiters, Metrics::mostWaiters, false, still.waiterCards);
    for (const auto &[index, card] : cardOfIndex) {
        for (const QueueEdge &edge : m_model->edges().from(index)) {
            const auto to = cardOfIndex.find(edge.to);
            if (to != cardOfIndex.end() && !edge.isToItself())
                still.edges.push_back({card, to->second, edge.kind});
        }
    }
    return stagePicture(std::move(still));
}

} // namespace lockscope::ui
