// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/herdgauge.h"

#include "core/base/visible.h"
#include "ui/theme/theme.h"
#include "ui/world/liveworld.h"

#include <QPainter>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 effectsLastNs = 400'000'000;

bool wants(const journal::Client &client, const QString &lock)
{
    return !client.spec.withoutLock && (client.spec.lock == lock || client.spec.paths.contains(lock));
}

} // namespace

std::optional<HerdReading> readHerd(const journal::World &world, const QString &lock, qint64 nowNs)
{
    const journal::Leaving *newest = world.herd().newest(lock);
    if (!newest)
        return std::nullopt;
    const journal::Leaving *previous = world.herd().previous(lock);
    const bool fresh = nowNs - newest->atNs < effectsLastNs;
    const journal::Leaving &leaving = fresh && previous ? *previous : *newest;

    HerdReading reading;
    reading.events = leaving.events;
    reading.requests = leaving.requests;
    reading.woken = leaving.woken;
    reading.underWay = fresh && !previous;
    reading.inVain = reading.underWay ? 0 : leaving.woken - leaving.served;
    reading.waiting = leaving.waiting;
    reading.cause = leaving.cause;
    if (const journal::Client *leaver = world.client(leaving.leaver))
        reading.leaver = visible(leaver->spec.name);
    return reading;
}

bool hasSimulatedClients(const journal::World &world, const QString &lock)
{
    return std::any_of(world.clients().begin(), world.clients().end(),
                       [&](const auto &entry) { return wants(entry.second, lock); });
}

namespace {

QString whatHappened(const HerdReading &reading)
{
    using enum journal::Leaving::Cause;
    const QString who = reading.leaver.isEmpty() ? HerdGauge::tr("a client that is gone") : reading.leaver;
    switch (reading.cause) {
    case Released: return HerdGauge::tr("Released by %1.").arg(who);
    case GaveUp: return HerdGauge::tr("Given up by %1, which waited.").arg(who);
    case Expired: return HerdGauge::tr("The session of %1 expired.").arg(who);
    case ByHand: return HerdGauge::tr("The node of %1 was removed by hand.").arg(who);
    case NotKnown:
        return reading.leaver.isEmpty() ? HerdGauge::tr("A node went; whose, and why, is not known.")
                                        : HerdGauge::tr("The node of %1 went; why is not known.").arg(who);
    }
    return {};
}

constexpr int cellWidth = 7;
constexpr int cellGap = 3;
constexpr int cellHeight = 13;
constexpr int mostCells = 60;
constexpr int barWidth = 240;
constexpr int gaugeMargin = 14;

/// At a type scale of one.
int cellsWidth(int waiting)
{
    return waiting > mostCells ? barWidth : waiting * (cellWidth + cellGap) - cellGap;
}

} // namespace

HerdGauge::HerdGauge(LiveWorld *world, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
{
    setObjectName(u"herdGauge"_s);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_pace.setSingleShot(true);
    m_pace.setInterval(150ms);
    connect(&m_pace, &QTimer::timeout, this, &HerdGauge::refresh);
    connect(m_world, &LiveWorld::ticked, this, [this] {
        if (m_isFresh) // by now it may have had them
            refresh();
    });
    connect(m_world, &LiveWorld::changed, this, [this](const journal::Changes &changes) {
        if ((!changes.clients.isEmpty() || !changes.clientsRemoved.isEmpty()) && !m_pace.isActive())
            m_pace.start();
    });
    hide();
}

void HerdGauge::setLockPath(const QString &path)
{
    m_lock = path;
    refresh();
}

void HerdGauge::setHasRoom(bool room)
{
    if (std::exchange(m_hasRoom, room) != room)
        refresh();
}

void HerdGauge::setPresenting(bool presenting)
{
    m_isPresenting = presenting;
    refresh();
}

void HerdGauge::refresh()
{
    const auto now = readHerd(m_world->world(), m_lock, m_world->nowNs());
    setVisible(m_hasRoom && hasSimulatedClients(m_world->world(), m_lock) && (now || !m_isPresenting));
    const journal::Leaving *newest = m_world->world().herd().newest(m_lock);
    m_isFresh = newest && m_world->nowNs() - newest->atNs < effectsLastNs;
    if (now == m_reading && !accessibleName().isEmpty())
        return;
    m_reading = now;
    setAccessibleName(tr("%1: %2").arg(title(), text()));
    setAccessibleDescription(explanation());
    setToolTip(explanation());
    update();
}

QString HerdGauge::title() const
{
    using enum journal::Leaving::Cause;
    const QString who = m_reading ? m_reading->leaver : QString();
    switch (m_reading ? m_reading->cause : Released) {
    case Released: return tr("Last release");
    case GaveUp: return who.isEmpty() ? tr("A client gave up") : tr("%1 gave up").arg(who);
    case Expired: return tr("Last expiry");
    case ByHand: return tr("Last removed by hand");
    case NotKnown: return tr("Last to go, not known why");
    }
    return {};
}

QString HerdGauge::text() const
{
    if (!m_reading)
        return tr("no simulated client has left this lock yet");
    QStringList parts;
    if (m_reading->waiting == 0)
        return tr("no client was behind it");
    if (m_reading->inVain > 0)
        parts << tr("woke %1 of %2, %3 in vain").arg(m_reading->woken).arg(m_reading->waiting).arg(m_reading->inVain);
    else
        parts << tr("woke %1 of %2").arg(m_reading->woken).arg(m_reading->waiting);
    if (!m_isPresenting) // as many as were woken, mostly
        parts << tr("%n events", nullptr, int(m_reading->events));
    parts << tr("%n requests", nullptr, int(m_reading->requests));
    if (m_reading->underWay)
        parts << tr("so far");
    return parts.join(u" · "_s);
}

QString HerdGauge::explanation() const
{
    const QString counted =
        tr("Counted are simulated clients only: the watch events that the end of this one node sent to the others, and "
           "the requests of the clients that were woken, until they hold or wait again. A client that does not hold "
           "then was woken in vain. One woken is best; all woken for one that gets the lock is a herd.");
    return m_reading ? whatHappened(*m_reading) + u'\n' + counted : counted;
}

QSize HerdGauge::sizeHint() const
{
    return {420, std::max(26, fontMetrics().height() + 10)};
}

void HerdGauge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = themeFor(palette());
    QRectF box = QRectF(rect()).adjusted(gaugeMargin, 0, -gaugeMargin, -4);
    const QFont small = scaledFont(font(), 0.94);
    painter.setFont(small);
    painter.setPen(theme.muted);
    const QString title = this->title();
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, title);
    box.setLeft(box.left() + painter.fontMetrics().horizontalAdvance(title) + 12);

    const double scale = typeScale();
    const double width = m_reading && m_reading->waiting > 0 ? scale * cellsWidth(m_reading->waiting) : 0;
    // Where it is narrow the figures stay and the picture goes.
    const bool fits = width > 0 && width + 12 + painter.fontMetrics().horizontalAdvance(text()) <= box.width();
    if (fits) {
        painter.save();
        painter.translate(box.left(), box.center().y() - scale * cellHeight / 2.0);
        painter.scale(scale, scale);
        paintCells(&painter, QRectF(0, 0, width / scale, cellHeight));
        painter.restore();
        box.setLeft(box.left() + width + 12);
    }
    painter.setFont(m_reading ? scaledFont(font(), 0.94, QFont::DemiBold) : small);
    painter.setPen(m_reading ? theme.text : theme.muted);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(), Qt::ElideRight, int(box.width())));
}

void HerdGauge::paintCells(QPainter *painter, const QRectF &box) const
{
    const Theme &theme = themeFor(palette());
    // Who was woken and holds now, or may yet; and behind them those woken in vain.
    const int served = m_reading->woken - m_reading->inVain;
    const QPen outline(theme.muted, 1);
    if (m_reading->waiting > mostCells) {
        painter->setPen(outline);
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter->setPen(Qt::NoPen);
        const auto paintPart = [&](int from, int count, Role role) {
            if (count == 0)
                return;
            const qreal left = box.left() + box.width() * from / m_reading->waiting;
            painter->setBrush(theme.role(role).fill);
            painter->drawRoundedRect(
                QRectF(left, box.top(), std::max(3.0, box.width() * count / m_reading->waiting), box.height()), 3, 3);
        };
        paintPart(served, m_reading->inVain, Role::Waiting);
        paintPart(0, served, Role::Holding);
        return;
    }
    for (int i = 0; i < m_reading->waiting; ++i) {
        const QRectF cell(box.left() + i * (cellWidth + cellGap), box.top(), cellWidth, box.height());
        const bool woken = i < m_reading->woken;
        const RoleColors &colors = theme.role(i < served ? Role::Holding : Role::Waiting);
        painter->setPen(woken ? QPen(colors.fill, 1) : outline);
        painter->setBrush(woken ? QBrush(colors.fill) : QBrush(Qt::NoBrush));
        painter->drawRoundedRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5);
    }
}

} // namespace lockscope::ui

#include "moc_herdgauge.cpp"
