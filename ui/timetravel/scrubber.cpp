// SPDX-License-Identifier: Apache-2.0
#include "ui/timetravel/scrubber.h"

#include "core/base/clock.h"
#include "core/base/visible.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"
#include "ui/world/liveworld.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

double StripScale::xOf(qint64 ns) const
{
    if (spanNs() <= 0)
        return ns < endNs ? 0 : width;
    return std::clamp(double(ns - beginNs) / double(spanNs()), 0.0, 1.0) * width;
}

qint64 StripScale::nsAt(double x) const
{
    if (width <= 0)
        return endNs;
    return beginNs + std::llround(std::clamp(x / width, 0.0, 1.0) * double(spanNs()));
}

QList<qint64> densityOf(const journal::Journal &journal, const StripScale &scale, int columns)
{
    QList<qint64> density(std::max(0, columns), 0);
    if (journal.isEmpty())
        return density;
    // Those up to the end of one part, less those up to the end of the part before.
    quint64 before = journal.numberAt(scale.beginNs - 1);
    for (int column = 0; column < columns; ++column) {
        const qint64 end = scale.nsAt(scale.width * (column + 1) / columns);
        const quint64 upTo = column + 1 == columns ? journal.numberAt(scale.endNs) : journal.numberAt(end - 1);
        density[column] = upTo > before ? qint64(upTo - before) : 0;
        before = std::max(before, upTo);
    }
    return density;
}

QString elapsedText(qint64 ns)
{
    const qint64 ms = std::max<qint64>(0, ns / 1'000'000);
    const double seconds = double(ms % 60'000) / 1000;
    if (ms < 60'000)
        return u"%1 s"_s.arg(seconds, 0, 'f', 3);
    const qint64 minutes = ms / 60'000;
    // As the Timeline's ruler has it: from a minute on as clocks show it.
    if (minutes < 60)
        return u"%1:%2"_s.arg(minutes).arg(seconds, 5, 'f', 2, u'0');
    return u"%1:%2:%3"_s.arg(minutes / 60)
        .arg(minutes % 60, 2, 10, QChar(u'0'))
        .arg(qint64(seconds), 2, 10, QChar(u'0'));
}

namespace {

constexpr int densityColumnWidth = 4;
constexpr double sideMargin = 7;
constexpr double trackTop = 9;
constexpr double trackBottom = 5;
constexpr double snap = 4; ///< a bookmark that is this near is meant

} // namespace

Scrubber::Scrubber(LiveWorld *world, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
{
    setObjectName(u"scrubber"_s);
    setAccessibleName(tr("Position in time"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_redraw.setSingleShot(true);
    m_redraw.setInterval(100ms);
    const auto redraw = [this] {
        m_density.clear();
        update();
    };
    connect(&m_redraw, &QTimer::timeout, this, redraw);
    connect(world, &LiveWorld::appended, this, [this] {
        if (!m_redraw.isActive())
            m_redraw.start();
    });
    connect(world, &LiveWorld::restarted, this, [this] { m_density.clear(); });
    connect(world, &LiveWorld::bookmarksChanged, this, qOverload<>(&QWidget::update));
    connect(world, &LiveWorld::cursorMoved, this, [this] {
        holdEnd();
        tellPosition();
        update();
    });
    tellPosition();
}

void Scrubber::holdEnd()
{
    const auto before = m_endNs;
    if (!m_world->isRewound())
        m_endNs.reset();
    else if (!m_endNs || m_world->positionNs() > *m_endNs)
        m_endNs = m_world->endNs();
    if (m_endNs != before)
        m_density.clear();
}

QRectF Scrubber::strip() const
{
    return QRectF(rect()).adjusted(sideMargin, trackTop, -sideMargin, -trackBottom);
}

StripScale Scrubber::scale() const
{
    return {m_world->beginNs(), m_endNs.value_or(m_world->endNs()), strip().width()};
}

double Scrubber::xOfCursor() const
{
    return strip().left() + (m_world->isRewound() ? scale().xOf(m_world->positionNs()) : strip().width());
}

// ---- what is drawn ----

void Scrubber::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = themeFor(palette());
    painter.setPen(QPen(hasFocus() ? theme.accent.fill : theme.border, hasFocus() ? 1.5 : 1));
    painter.setBrush(theme.field);
    painter.drawRoundedRect(strip(), 5, 5);
    if (m_world->journal().isEmpty())
        return;
    const int columns = std::max(1, int(strip().width()) / densityColumnWidth);
    if (m_density.size() != columns)
        m_density = densityOf(m_world->journal(), scale(), columns);
    paintDensity(&painter);
    paintBookmarks(&painter);
    paintCursor(&painter);
}

void Scrubber::paintDensity(QPainter *painter) const
{
    const Theme &theme = themeFor(palette());
    const qint64 most = *std::max_element(m_density.cbegin(), m_density.cend());
    if (most == 0)
        return;
    const QRectF box = strip().adjusted(0, 2, 0, -2);
    const double step = box.width() / double(m_density.size());
    const double cursor = xOfCursor();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(Qt::NoPen);
    for (qsizetype i = 0; i < m_density.size(); ++i) {
        if (m_density[i] == 0)
            continue;
        // By the logarithm: a quiet second must be seen beside a burst.
        const double height = std::max(2.0, box.height() * std::log1p(double(m_density[i])) / std::log1p(double(most)));
        const double left = box.left() + double(i) * step;
        const bool happened = left < cursor;
        QColor color = happened ? theme.accent.fill : theme.muted;
        color.setAlphaF(happened ? 0.75F : 0.35F);
        painter->fillRect(QRectF(left + 0.5, box.bottom() - height, step - 1, height), color);
    }
    painter->restore();
}

void Scrubber::paintBookmarks(QPainter *painter) const
{
    const Theme &theme = themeFor(palette());
    for (const journal::Bookmark &bookmark : m_world->bookmarks()) {
        const double x = strip().left() + scale().xOf(bookmark.atNs);
        QPainterPath flag;
        flag.moveTo(x, strip().bottom());
        flag.lineTo(x, 1.5);
        flag.lineTo(x + 8, 1.5);
        flag.lineTo(x + 5.5, 4.5);
        flag.lineTo(x + 8, 7.5);
        flag.lineTo(x, 7.5);
        painter->setPen(QPen(theme.waiting.fill, 1.5));
        painter->setBrush(theme.waiting.fill);
        painter->drawPath(flag);
    }
}

void Scrubber::paintCursor(QPainter *painter) const
{
    const Theme &theme = themeFor(palette());
    const double x = xOfCursor();
    const RoleColors &colors = m_world->isPast() ? theme.wrong : theme.holding;
    painter->setPen(QPen(colors.fill, 2));
    painter->drawLine(QPointF(x, 3), QPointF(x, height() - 1.0));
    painter->setPen(QPen(theme.panel, 1));
    painter->setBrush(colors.fill);
    painter->drawEllipse(QPointF(x, 5.5), 5, 5);
}

// ---- the mouse and the keys ----

void Scrubber::scrubTo(double x)
{
    if (const journal::Bookmark *bookmark = bookmarkAt(x))
        m_world->seek(*bookmark);
    else // the end is the present, also when the strip's is older
        m_world->seekToInstant(x < strip().right() ? scale().nsAt(x - strip().left()) : m_world->endNs());
}

const journal::Bookmark *Scrubber::bookmarkAt(double x) const
{
    const journal::Bookmark *nearest = nullptr;
    double distance = snap;
    for (const journal::Bookmark &bookmark : m_world->bookmarks()) {
        const double off = std::abs(strip().left() + scale().xOf(bookmark.atNs) - x);
        if (off <= distance) {
            distance = off;
            nearest = &bookmark;
        }
    }
    return nearest;
}

void Scrubber::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_dragging = true;
    scrubTo(event->position().x());
}

void Scrubber::mouseMoveEvent(QMouseEvent *event)
{
    if (m_dragging)
        scrubTo(event->position().x());
}

void Scrubber::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        m_dragging = false;
}

void Scrubber::wheelEvent(QWheelEvent *event)
{
    const QPoint turned = event->angleDelta();
    const int steps = turned.y() != 0 ? turned.y() : turned.x();
    if (steps != 0)
        m_world->step(steps > 0 ? -1 : 1);
    event->accept();
}

void Scrubber::keyPressEvent(QKeyEvent *event)
{
    const bool far = event->modifiers() & Qt::ShiftModifier;
    const qint64 part = std::max<qint64>(1, scale().spanNs() / 20);
    switch (event->key()) {
    case Qt::Key_Left: m_world->step(far ? -10 : -1); break;
    case Qt::Key_Right: m_world->step(far ? 10 : 1); break;
    case Qt::Key_PageUp: m_world->seekToInstant(m_world->positionNs() - part); break;
    case Qt::Key_PageDown: m_world->seekToInstant(m_world->positionNs() + part); break;
    case Qt::Key_Home: m_world->seek(m_world->firstPosition()); break;
    case Qt::Key_End: m_world->goLive(); break;
    default: QWidget::keyPressEvent(event); return;
    }
    event->accept();
}

QString Scrubber::textAt(double x) const
{
    if (const journal::Bookmark *bookmark = bookmarkAt(x))
        return visible(bookmark->name);
    const qint64 ns = scale().nsAt(x - strip().left());
    return tr("%1 · event %2\n%3")
        .arg(elapsedText(ns - m_world->beginNs()), QLocale().toString(m_world->journal().numberAt(ns)),
             toDateTime(ns).toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s));
}

bool Scrubber::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || m_world->journal().isEmpty())
        return QWidget::event(event);
    const auto *help = dynamic_cast<QHelpEvent *>(event);
    if (help)
        QToolTip::showText(help->globalPos(), plainToolTip(textAt(help->pos().x())), this);
    return true;
}

void Scrubber::tellPosition()
{
    setAccessibleDescription(m_world->isRewound() ? tr("%1 of %2")
                                                        .arg(elapsedText(m_world->positionNs() - m_world->beginNs()),
                                                             elapsedText(m_world->endNs() - m_world->beginNs()))
                             : m_world->isRecorded() ? tr("at the end")
                                                     : tr("live"));
}

} // namespace lockscope::ui

#include "moc_scrubber.cpp"
