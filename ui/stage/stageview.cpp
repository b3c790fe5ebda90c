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

namespace {

constexpr qreal smallest = 0.4;
constexpr qreal largest = 2.5;
constexpr qreal leastPresented = 1.5; ///< the last line of a card has 24 pixels then
constexpr int leastWaiters = 3;
constexpr size_t mostSparks = 200; // of a herd

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
    connect(model->world(), &LiveWorld::happened, this, &StageView::addSpark);
    connect(model, &QueueModel::queueChanged, this, [this] {
        m_outdated = true;
        if (isVisible()) // else once it is
            rebuild();
    });
    rebuild();
}

void StageView::rebuild()
{
    m_outdated = false;
    m_parts = partsOf(m_model->queue(), m_mostWaiters);
    if (m_lock != m_model->lockPath()) { // another lock: nothing of the one before walks over
        m_lock = m_model->lockPath();
        m_motion.clear();
        m_sparks.clear();
        verticalScrollBar()->setValue(0);
    }
    relayout();
}

void StageView::relayout()
{
    if (m_outdated) // a resize comes before it is shown again, a zoom at any time
        return rebuild();
    if (m_fitting) {
        fit();
        Q_EMIT zoomChanged();
    }
    m_layout = layoutAt(m_zoom, m_mostWaiters);

    QHash<QString, QRectF> goals;
    const auto add = [&](const StagePart &part, const std::vector<QRectF> &cards) {
        for (size_t card = 0; card < cards.size(); ++card)
            goals.insert(nameOf(part.cards[card]), cards[card]);
    };
    add(m_parts.holders, m_layout.holders);
    add(m_parts.waiters, m_layout.waiters);
    m_motion.setGoals(goals, nowMs(), isAnimated());
    if (m_motion.isMoving(nowMs()))
        m_frame.start();
    else
        tidy(nowMs());
    updateScrollBars();
    viewport()->update();
}

StageLayout StageView::layoutAt(qreal zoom, int mostWaiters) const
{
    return layoutStage(
        m_parts.holders.count, m_parts.waiters.count,
        {viewport()->width() / zoom, mostWaiters, m_isPresenting, static_cast<int>(m_model->queue().copies.size())});
}

/// The smaller the cards the more of them in a line: step by step until all of it is in view. What is presented stays
/// legible from afar: the middle of the line folds before its cards become smaller than that.
void StageView::fit()
{
    const auto fits = [this](int mostWaiters) {
        return layoutAt(m_zoom, mostWaiters).extent.height() * m_zoom <= viewport()->height();
    };
    const auto isWideEnough = [this] {
        return layoutAt(m_zoom, m_mostWaiters).extent.width() * m_zoom <= viewport()->width();
    };
    const int before = std::exchange(m_mostWaiters, StageMetrics::mostWaiters);
    const qreal least = m_isPresenting ? leastPresented : smallest;
    m_zoom = m_isPresenting ? largest : std::max(1.0, typeScale());
    while (m_zoom > least && !(fits(m_mostWaiters) && isWideEnough()))
        m_zoom = std::max(m_zoom * 0.92, least);
    if (m_isPresenting && !fits(m_mostWaiters)) {
        m_mostWaiters = std::clamp(m_parts.waiters.count, leastWaiters, StageMetrics::mostWaiters);
        while (m_mostWaiters > leastWaiters && !fits(m_mostWaiters))
            --m_mostWaiters;
    }
    if (m_mostWaiters != before)
        m_parts = partsOf(m_model->queue(), m_mostWaiters);
}

void StageView::setPresenting(bool presenting)
{
    m_isPresenting = presenting;
    m_fitting = true;
    relayout();
}

void StageView::goOn()
{
    viewport()->update();
    const qint64 atMs = nowMs(); // one instant for both: what still moves in the first must not rest in the second
    tidy(atMs);                  // where one goes after another, the stage may never stand still
    if (!m_motion.isMoving(atMs) && m_sparks.empty())
        m_frame.stop();
}

bool StageView::isAnimated() const
{
    return m_animated && isVisible() && style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
}

/// A watch event reaches a waiter: from what it watched, which may be gone by now.
void StageView::addSpark(const journal::Event &event)
{
    const auto *fired = std::get_if<journal::ClientWatchFired>(&event.what);
    if (!fired || fired->event == WatchEvent::NotWatching || !isAnimated() || m_model->world()->isRewound()
        || m_sparks.size() >= mostSparks)
        return;
    const journal::Client *client = m_model->world()->world().client(fired->id);
    const QString waiter = client ? lastName(client->node) : QString();
    if (waiter.isEmpty() || parentPath(client->node) != m_lock || !m_motion.at(waiter, nowMs()))
        return;
    const auto watched = m_motion.at(lastName(fired->path), nowMs());
    const bool isInLine = watched && !m_layout.block.contains(watched->rect.center());
    m_sparks.push_back({waiter, isInLine ? watched->rect : m_layout.block, nowMs()});
    m_frame.start();
}

qint64 StageView::sparkMs() const
{
    return m_isPresenting ? 800 : 300;
}

/// Contenders that are gone need no picture any more.
void StageView::tidy(qint64 atMs)
{
    m_motion.leaving(atMs);
    std::erase_if(m_sparks, [&](const Spark &spark) {
        return atMs - spark.startMs >= sparkMs() || !m_motion.at(spark.waiter, atMs);
    });
    m_pictures.keepOnly([&](const QString &name) { return m_motion.at(name, atMs).has_value(); });
}

void StageView::updateScrollBars()
{
    const QSizeF size = m_layout.extent * m_zoom;
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
    const QRectF visible(viewport()->rect());
    if (!card.isEmpty() && !visible.contains(card))
        scrollTo(scrolled() + card.center() - visible.center());
    viewport()->update();
}

QRectF StageView::cardRect(const QString &path) const
{
    const int row = m_model->rowOfPath(path);
    const auto shown = row < 0 ? std::nullopt : m_motion.at(m_model->contenderAt(row).node.name, nowMs());
    return shown ? QRectF(shown->rect.topLeft() * m_zoom - scrolled(), shown->rect.size() * m_zoom) : QRectF();
}

QPointF StageView::toStage(const QPointF &viewportPoint) const
{
    return (viewportPoint + scrolled()) / m_zoom;
}

std::vector<int> StageView::shownIndices() const
{
    std::vector<int> shown = m_parts.holders.cards;
    std::erase_if(shown, isGhost);
    shown.insert(shown.end(), m_parts.waiters.cards.begin(), m_parts.waiters.cards.end());
    return shown;
}

const QString &StageView::nameOf(int index) const
{
    return nodeNameOf(m_model->queue(), index);
}

StageCard StageView::cardOf(int index, const StagePart &part) const
{
    StageCard card = ui::cardOf(*m_model, index, &part != &m_parts.waiters);
    card.isCurrent = !isGhost(index) && m_model->pathAt(m_model->rowOfIndex(index)) == m_current;
    card.size = m_layout.size;
    return card;
}

/// A card is as large as its zoom, whatever the type around it.
QFont StageView::cardFont() const
{
    return scaledFont(font(), 1 / typeScale(), QFont::Weight(font().weight()));
}

QPointF StageView::scrolled() const
{
    return {double(horizontalScrollBar()->value()), double(verticalScrollBar()->value())};
}

void StageView::scrollTo(const QPointF &corner)
{
    horizontalScrollBar()->setValue(static_cast<int>(corner.x()));
    verticalScrollBar()->setValue(static_cast<int>(corner.y()));
}

QString StageView::pathAt(const QPointF &viewportPoint) const
{
    const QPointF at = toStage(viewportPoint);
    for (const int index : shownIndices()) {
        const auto shown = m_motion.at(nameOf(index), nowMs());
        if (shown && !shown->isLeaving && shown->rect.contains(at))
            return m_model->pathAt(m_model->rowOfIndex(index));
    }
    return {};
}

void StageView::resizeEvent(QResizeEvent *)
{
    const bool animated = std::exchange(m_animated, false); // a window that is pulled is no movement of the queue
    relayout();
    m_animated = animated;
}

void StageView::showEvent(QShowEvent *)
{
    const bool animated = std::exchange(m_animated, false); // what happened meanwhile has happened
    rebuild();
    m_animated = animated;
}

void StageView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) // cards are as large as the type around them
        relayout();
}

void StageView::wheelEvent(QWheelEvent *event)
{
    if (!(event->modifiers() & Qt::ControlModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    const QPointF under = toStage(event->position());
    setZoom(m_zoom * std::pow(1.15, event->angleDelta().y() / 120.0));
    scrollTo(under * m_zoom - event->position());
    event->accept();
}

void StageView::mousePressEvent(QMouseEvent *event)
{
    m_pressedAt = event->position();
    m_pressedScroll = scrolled();
    const QString path = pathAt(event->position());
    if (path.isEmpty())
        return;
    setCurrent(path);
    Q_EMIT chosen(path); // the current one, too: something else may be chosen meanwhile
}

void StageView::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton)))
        return;
    scrollTo(m_pressedScroll + m_pressedAt - event->position());
}

void StageView::moveCurrent(int by)
{
    const std::vector<int> shown = shownIndices();
    if (shown.empty())
        return;
    const auto now = std::find(shown.begin(), shown.end(), m_model->queue().indexOfPath(m_current));
    const auto next =
        now == shown.end() ? 0 : std::clamp<qsizetype>(now - shown.begin() + by, 0, std::ssize(shown) - 1);
    setCurrent(m_model->pathAt(m_model->rowOfIndex(shown[static_cast<size_t>(next)])));
    Q_EMIT chosen(m_current);
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
        const QModelIndex state = m_model->index(m_model->rowOfPath(path), QueueModel::State);
        QStringList lines{plainToolTip(path), state.data(Qt::ToolTipRole).toString()};
        lines.removeAll(QString());
        QToolTip::showText(help->globalPos(), lines.join(u'\n'), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

/// All of its clients do without a lock.
bool StageView::isUntaken() const
{
    const journal::World &world = m_model->world()->world();
    const QSet<ClientId> clients = world.clientsOf(m_model->lockPath());
    return !clients.isEmpty()
           && std::ranges::all_of(clients, [&](ClientId id) { return world.client(id)->spec.withoutLock; });
}

void StageView::paintEvent(QPaintEvent *)
{
    const FrameTime frame("stage");
    if (m_outdated) // painted without being shown
        rebuild();
    QPainter painter(viewport());
    const Theme &theme = themeFor(palette());
    painter.fillRect(viewport()->rect(), theme.panel);
    painter.translate(-scrolled());
    painter.scale(m_zoom, m_zoom);
    const QRectF visible(toStage({0, 0}), QSizeF(viewport()->size()) / m_zoom);
    const qint64 atMs = nowMs();
    const QFont letters = cardFont();
    StageDrawing drawing(painter, m_layout, theme, letters);
    using Block = StageDrawing::Block;
    const locks::LockQueue &queue = m_model->queue();
    drawing.drawBlock(m_parts.holders.count > 0   ? Block::Held
                      : queue.isGroup()           ? Block::Group
                      : queue.isHolderUnknown()   ? Block::Unknown
                      : m_parts.waiters.count > 0 ? Block::WaitedFor
                      : isUntaken()               ? Block::Untaken
                                                  : Block::Free);
    drawing.drawCopies(copiesOf(*m_model));
    addEdges(drawing, atMs);
    drawing.drawEdges();
    drawing.drawFold();
    painter.resetTransform();
    paintLeaving(painter, atMs);
    paintCards(painter, m_parts.waiters, visible, atMs);
    paintCards(painter, m_parts.holders, visible, atMs);
    painter.translate(-scrolled());
    painter.scale(m_zoom, m_zoom);
    for (const Spark &spark : m_sparks) {
        if (const auto waiter = m_motion.at(spark.waiter, atMs))
            drawing.drawSpark(spark.watched, waiter->rect, qreal(atMs - spark.startMs) / qreal(sparkMs()));
    }
}

/// Cards that are gone fade, as they were painted last.
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
    const QPointF at = card.topLeft() * m_zoom - scrolled();
    return {std::round(at.x() * ratio) / ratio, std::round(at.y() * ratio) / ratio};
}

void StageView::paintCards(QPainter &painter, const StagePart &part, const QRectF &visible, qint64 atMs)
{
    const Theme &theme = themeFor(palette());
    const qreal ratio = devicePixelRatioF();
    for (const int index : part.cards) {
        const QString &name = nameOf(index);
        const auto shown = m_motion.at(name, atMs);
        const int row = m_model->rowOfIndex(index);
        if (!shown || (row < 0 && !isGhost(index)) || !shown->rect.intersects(visible))
            continue;
        painter.setOpacity(shown->opacity);
        const StageCard said = cardOf(index, part);
        const QPointF corner = cornerOf(shown->rect);
        painter.drawPixmap(corner, m_pictures.pictureOf(name, said, m_zoom, ratio, theme, cardFont()));
        painter.translate(corner);
        painter.scale(m_zoom, m_zoom);
        paintStageCardState(painter, said, theme, cardFont());
        painter.resetTransform();
    }
    painter.setOpacity(1);
}

std::vector<QueueEdge> StageView::edges() const
{
    std::vector<QueueEdge> edges;
    std::vector<int> shown = shownIndices();
    std::sort(shown.begin(), shown.end());
    for (const int index : shown) {
        for (const QueueEdge &edge : m_model->edges().from(index)) {
            const bool isFolded = !edge.isToDirectory() && !std::binary_search(shown.begin(), shown.end(), edge.to);
            if (!isFolded)
                edges.push_back(edge);
        }
    }
    return edges;
}

void StageView::addEdges(StageDrawing &drawing, qint64 atMs) const
{
    const auto &contenders = m_model->queue().contenders;
    for (const QueueEdge &edge : edges()) {
        const auto from = m_motion.at(nameOf(edge.from), atMs);
        const auto to = edge.isToDirectory() ? from : m_motion.at(nameOf(edge.to), atMs);
        if (!from || !to)
            continue;
        if (edge.isToItself()) {
            drawing.addLoop(from->rect, edge.kind);
            continue;
        }
        const bool intoBlock =
            edge.isToDirectory() || contenders[static_cast<size_t>(edge.to)].state == locks::ContenderState::Holding;
        drawing.addEdge(from->rect, to->rect, intoBlock, edge.kind);
    }
}

Picture StageView::picture()
{
    if (m_outdated) // also while it is hidden
        rebuild();
    StageStill still;
    still.lock = m_model->lockPath();
    still.font = cardFont();
    still.holders = m_parts.holders.count;
    still.waiters = m_parts.waiters.count;
    still.copies = copiesOf(*m_model);
    std::map<int, int> cardOfIndex;
    for (const StagePart *part : {&m_parts.holders, &m_parts.waiters}) {
        for (const int index : part->cards) {
            cardOfIndex.emplace(index, static_cast<int>(still.cards.size()));
            still.cards.push_back(cardOf(index, *part));
            still.cards.back().isCurrent = false; // what is marked on screen does not belong in a picture
            still.cards.back().size = layoutStage(still.holders, still.waiters, {}).size; // nor how large it is there
        }
    }
    for (const QueueEdge &edge : edges()) {
        const int to = edge.isToDirectory() ? QueueEdge::directory : cardOfIndex.at(edge.to);
        still.edges.push_back({cardOfIndex.at(edge.from), to, edge.kind});
    }
    return stagePicture(std::move(still));
}

std::vector<StageCard> StageView::cards()
{
    if (m_outdated)
        rebuild();
    std::vector<StageCard> cards;
    for (const StagePart *part : {&m_parts.holders, &m_parts.waiters}) {
        for (const int index : part->cards)
            cards.push_back(cardOf(index, *part));
    }
    return cards;
}

} // namespace lockscope::ui

#include "moc_stageview.cpp"
