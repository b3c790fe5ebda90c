// SPDX-License-Identifier: Apache-2.0
#include "ui/stage/stageview.h"

#include "ui/models/queuemodel.h"
#include "ui/models/text.h"
#include "ui/stage/stagedrawing.h"
#include "ui/theme/format.h"
#include "ui/theme/painting.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <map>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using locks::ContenderState;

namespace {

constexpr qreal smallest = 0.4;
constexpr qreal largest = 2.5;

} // namespace

StageView::StageView(QueueModel *model, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_model(model)
{
    setObjectName(u"stageView"_s);
    setAccessibleName(tr("Stage"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    m_clock.start();
    m_frame.setInterval(16ms);
    connect(&m_frame, &QTimer::timeout, this, &StageView::goOn);
    connect(model->world(), &LiveWorld::ticked, viewport(), qOverload<>(&QWidget::update));
    connect(model, &QueueModel::queueChanged, this, [this] {
        m_outdated = true;
        if (isVisible()) // else once it is
            rebuild();
    });
    rebuild();
}

/// A long queue is not gone through for its two ends: of neighbours among whom nobody waits, as among very many
/// readers that hold, none is looked at.
StageView::Parts StageView::partsOfQueue() const
{
    const locks::LockQueue &queue = m_model->queue();
    const locks::ContenderSummary all = queue.contenders.summary();
    Parts parts;
    parts.holders.count = static_cast<int>(queue.holders.size());
    const Folding holders = Folding::of(parts.holders.count, StageMetrics::mostHolders);
    for (int card = 0; card < holders.cards(); ++card)
        parts.holders.cards.push_back(queue.holders[static_cast<size_t>(holders.indexOf(card))]);

    parts.waiters.count = static_cast<int>(all.count - all.foreign) - parts.holders.count;
    const Folding waiters = Folding::of(parts.waiters.count, StageMetrics::mostWaiters);
    const auto addWaiter = [&queue](std::vector<int> &cards, size_t index) {
        const ContenderState state = queue.contenders[index].state;
        if (state != ContenderState::Holding && state != ContenderState::Foreign)
            cards.push_back(static_cast<int>(index));
    };
    const auto isWaitedIn = [&queue](const locks::ContenderList::Stretch &stretch) {
        const auto first =
            std::lower_bound(queue.holders.begin(), queue.holders.end(), static_cast<int>(stretch.first));
        const auto end = std::lower_bound(first, queue.holders.end(), static_cast<int>(stretch.end));
        return stretch.summary->count - stretch.summary->foreign > static_cast<size_t>(end - first);
    };
    std::vector<int> &head = parts.waiters.cards;
    const auto headCount = static_cast<size_t>(waiters.head);
    for (size_t number = 0; number < queue.contenders.stretchCount() && head.size() < headCount; ++number) {
        const auto stretch = queue.contenders.stretch(number);
        for (size_t index = stretch.first; isWaitedIn(stretch) && index < stretch.end && head.size() < headCount;
             ++index)
            addWaiter(head, index);
    }
    std::vector<int> tail; // from the end
    const auto tailCount = static_cast<size_t>(waiters.tail);
    for (size_t number = queue.contenders.stretchCount(); number > 0 && tail.size() < tailCount; --number) {
        const auto stretch = queue.contenders.stretch(number - 1);
        for (size_t index = stretch.end; isWaitedIn(stretch) && index > stretch.first && tail.size() < tailCount;
             --index)
            addWaiter(tail, index - 1);
    }
    head.insert(head.end(), tail.rbegin(), tail.rend());
    return parts;
}

void StageView::rebuild()
{
    m_outdated = false;
    m_parts = partsOfQueue();
    if (m_lock != m_model->lockPath()) { // another lock: nothing of the one before walks over
        m_lock = m_model->lockPath();
        m_motion.clear();
        verticalScrollBar()->setValue(0);
    }
    relayout();
}

void StageView::relayout()
{
    if (m_outdated) // a resize comes before it is shown again, a zoom at any time
        return rebuild();
    const auto layoutAt = [this](qreal zoom) {
        return layoutStage(m_parts.holders.count, m_parts.waiters.count, viewport()->width() / zoom);
    };
    if (m_fitting) {
        // The smaller the cards the more of them in a line: step by step until all of it is in view.
        m_zoom = 1;
        while (m_zoom > smallest && layoutAt(m_zoom).size.height() * m_zoom > viewport()->height())
            m_zoom = std::max(m_zoom * 0.92, smallest);
        Q_EMIT zoomChanged();
    }
    m_layout = layoutAt(m_zoom);

    QHash<QString, QRectF> goals;
    const auto add = [&](const Part &part, const std::vector<QRectF> &cards) {
        for (size_t card = 0; card < cards.size(); ++card)
            goals.insert(m_model->queue().contenders[static_cast<size_t>(part.cards[card])].node.name, cards[card]);
    };
    add(m_parts.holders, m_layout.holders);
    add(m_parts.waiters, m_layout.waiters);
    const bool desktopAnimates = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    m_motion.setGoals(goals, nowMs(), m_animated && desktopAnimates && isVisible());
    if (m_motion.isMoving(nowMs()))
        m_frame.start();
    else
        tidy();
    updateScrollBars();
    viewport()->update();
}

void StageView::goOn()
{
    viewport()->update();
    tidy(); // where one goes after another, the stage may never stand still
    if (!m_motion.isMoving(nowMs()))
        m_frame.stop();
}

/// Contenders that are gone need no picture any more.
void StageView::tidy()
{
    const qint64 atMs = nowMs();
    m_motion.leaving(atMs);
    m_pictures.keepOnly([&](const QString &name) { return m_motion.at(name, atMs).has_value(); });
}

void StageView::updateScrollBars()
{
    const QSizeF size = m_layout.size * m_zoom;
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(size.width()) - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(size.height()) - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(40);
}

void StageView::setZoom(qreal zoom)
{
    m_fitting = false;
    m_zoom = std::clamp(zoom, smallest, largest);
    relayout();
    Q_EMIT zoomChanged();
}

void StageView::setFitting(bool fitting)
{
    m_fitting = fitting;
    relayout();
    Q_EMIT zoomChanged();
}

void StageView::setCurrent(const QString &path)
{
    if (m_current == path)
        return;
    m_current = path;
    if (m_outdated)
        rebuild();
    const QRectF card = cardRect(path);
    if (!card.isEmpty() && !QRectF(viewport()->rect()).contains(card)) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(card.center().y())
                                      - viewport()->height() / 2);
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + static_cast<int>(card.center().x())
                                        - viewport()->width() / 2);
    }
    viewport()->update();
}

QRectF StageView::cardRect(const QString &path) const
{
    const int row = m_model->rowOfName(path.section(u'/', -1));
    if (row < 0 || m_model->pathAt(row) != path)
        return {};
    const auto shown = m_motion.at(m_model->contenderAt(row).node.name, nowMs());
    if (!shown)
        return {};
    const QPointF scrolled(horizontalScrollBar()->value(), verticalScrollBar()->value());
    return {shown->rect.topLeft() * m_zoom - scrolled, shown->rect.size() * m_zoom};
}

QPointF StageView::toStage(const QPointF &viewportPoint) const
{
    return (viewportPoint + QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value())) / m_zoom;
}

std::vector<int> StageView::shownIndices() const
{
    std::vector<int> shown = m_parts.holders.cards;
    shown.insert(shown.end(), m_parts.waiters.cards.begin(), m_parts.waiters.cards.end());
    return shown;
}

QStringList StageView::order() const
{
    QStringList names;
    for (const int index : shownIndices())
        names += m_model->queue().contenders[static_cast<size_t>(index)].node.name;
    return names;
}

QString StageView::pathAt(const QPointF &viewportPoint) const
{
    const QPointF at = toStage(viewportPoint);
    const QStringList names = order();
    for (const QString &name : names) {
        const auto shown = m_motion.at(name, nowMs());
        if (shown && !shown->isLeaving && shown->rect.contains(at))
            return m_model->pathAt(m_model->rowOfName(name));
    }
    return {};
}

void StageView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    const bool animated = std::exchange(m_animated, false); // a window that is pulled is no movement of the queue
    relayout();
    m_animated = animated;
}

void StageView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    const bool animated = std::exchange(m_animated, false); // what happened meanwhile has happened
    rebuild();
    m_animated = animated;
}

void StageView::wheelEvent(QWheelEvent *event)
{
    if (!(event->modifiers() & Qt::ControlModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    const QPointF under = toStage(event->position());
    setZoom(m_zoom * std::pow(1.15, event->angleDelta().y() / 120.0));
    const QPointF scroll = under * m_zoom - event->position();
    horizontalScrollBar()->setValue(static_cast<int>(scroll.x()));
    verticalScrollBar()->setValue(static_cast<int>(scroll.y()));
    event->accept();
}

void StageView::mousePressEvent(QMouseEvent *event)
{
    m_pressedAt = event->position();
    m_pressedScroll = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
    const QString path = pathAt(event->position());
    if (path.isEmpty() || path == m_current)
        return;
    setCurrent(path);
    Q_EMIT currentChanged(path);
}

void StageView::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton)))
        return;
    const QPointF moved = event->position() - m_pressedAt;
    horizontalScrollBar()->setValue(m_pressedScroll.x() - static_cast<int>(moved.x()));
    verticalScrollBar()->setValue(m_pressedScroll.y() - static_cast<int>(moved.y()));
}

void StageView::mouseReleaseEvent(QMouseEvent *)
{
    m_pressedAt = {};
}

void StageView::moveCurrent(int by)
{
    const QStringList names = order();
    if (names.isEmpty())
        return;
    const qsizetype now = names.indexOf(m_current.section(u'/', -1));
    const qsizetype next = now < 0 ? 0 : std::clamp<qsizetype>(now + by, 0, names.size() - 1);
    setCurrent(m_model->pathAt(m_model->rowOfName(names[next])));
    Q_EMIT currentChanged(m_current);
}

void StageView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: moveCurrent(-1); break;
    case Qt::Key_Right:
    case Qt::Key_Down: moveCurrent(1); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: setZoom(m_zoom * 1.2); break;
    case Qt::Key_Minus: setZoom(m_zoom / 1.2); break;
    case Qt::Key_0: setZoom(1); break;
    case Qt::Key_F: setFitting(true); break;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    event->accept();
}

bool StageView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString path = pathAt(help->pos());
        const int row = path.isEmpty() ? -1 : m_model->rowOfName(path.section(u'/', -1));
        const QString text =
            row < 0 ? QString() : m_model->index(row, QueueModel::State).data(Qt::ToolTipRole).toString();
        QToolTip::showText(help->globalPos(),
                           path.isEmpty()   ? QString()
                           : text.isEmpty() ? path
                                            : path + u'\n' + text,
                           viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void StageView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        viewport()->update();
}

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
    drawing.drawBlock(m_parts.holders.count > 0, m_parts.waiters.count > 0);
    addEdges(drawing, atMs);
    drawing.drawEdges();
    drawing.drawFold();
    painter.resetTransform();
    paintLeaving(painter, atMs);
    paintCards(painter, m_parts.waiters, visible, atMs);
    paintCards(painter, m_parts.holders, visible, atMs);
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

void StageView::paintCards(QPainter &painter, const Part &part, const QRectF &visible, qint64 atMs)
{
    const bool holds = &part == &m_parts.holders;
    const Theme &theme = themeFor(palette());
    const qreal ratio = devicePixelRatioF();
    for (const int index : part.cards) {
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
    still.holders = parts.holders.count;
    still.waiters = parts.waiters.count;
    std::map<int, int> cardOfIndex;
    const auto add = [&](const Part &part, bool holds, std::vector<StageCard> &cards) {
        for (const int index : part.cards) {
            cards.push_back(cardOf(m_model->rowOfIndex(index), holds));
            cards.back().isCurrent = false; // who was marked on screen is nobody else's business
            cardOfIndex.emplace(index, static_cast<int>(cardOfIndex.size()));
        }
    };
    add(parts.holders, true, still.holderCards);
    add(parts.waiters, false, still.waiterCards);
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
