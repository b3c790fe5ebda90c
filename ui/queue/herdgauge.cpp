// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/herdgauge.h"

#include "ui/models/liveworld.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 effectsLastNs = 400'000'000;

bool wants(const journal::Client &client, const QString &lock)
{
    return client.spec.lock == lock || client.spec.paths.contains(lock);
}

} // namespace

std::optional<HerdReading> readHerd(const journal::World &world, const QString &lock, qint64 nowNs)
{
    const journal::ReleaseCost *newest = world.herd().newest(lock);
    if (!newest)
        return std::nullopt;
    const journal::ReleaseCost *previous = world.herd().previous(lock);
    const bool fresh = nowNs - newest->atNs < effectsLastNs;
    const journal::ReleaseCost &cost = fresh && previous ? *previous : *newest;

    HerdReading reading;
    reading.events = cost.events;
    reading.requests = cost.requests;
    reading.woken = static_cast<int>(cost.clientsWoken());
    reading.underWay = fresh && !previous;
    if (const journal::Client *releaser = world.client(cost.releaser))
        reading.releaser = releaser->spec.name;
    reading.waiting = reading.woken;
    for (const auto &[id, client] : world.clients()) {
        if (client.state == locks::LockState::Fetching && wants(client, lock) && !cost.woken.contains(id)
            && id != cost.releaser)
            ++reading.waiting;
    }
    return reading;
}

bool hasSimulatedClients(const journal::World &world, const QString &lock)
{
    return std::any_of(world.clients().begin(), world.clients().end(),
                       [&](const auto &entry) { return wants(entry.second, lock); });
}

namespace {

constexpr int cellWidth = 7;
constexpr int cellGap = 3;
constexpr int cellHeight = 13;
constexpr int mostCells = 60;
constexpr int barWidth = 240;
constexpr int margin = 14;

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
    m_settle.setSingleShot(true);
    m_settle.setInterval(600ms);
    connect(&m_pace, &QTimer::timeout, this, [this] {
        refresh();
        m_settle.start();
    });
    connect(&m_settle, &QTimer::timeout, this, &HerdGauge::refresh);
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

void HerdGauge::refresh()
{
    setVisible(hasSimulatedClients(m_world->world(), m_lock));
    const auto reading = readHerd(m_world->world(), m_lock, m_world->nowNs());
    if (reading == m_reading && !accessibleName().isEmpty())
        return;
    m_reading = reading;
    setAccessibleName(tr("Last release: %1").arg(text()));
    setAccessibleDescription(explanation());
    setToolTip(explanation());
    update();
}

QString HerdGauge::text() const
{
    if (!m_reading)
        return tr("no simulated client has released this lock yet");
    QStringList parts;
    if (m_reading->waiting == 0)
        parts << tr("nobody waited");
    else
        parts << tr("woke %1 of %2").arg(m_reading->woken).arg(m_reading->waiting);
    parts << tr("%n events", nullptr, int(m_reading->events));
    parts << tr("%n requests", nullptr, int(m_reading->requests));
    if (m_reading->underWay)
        parts << tr("so far");
    return parts.join(u" · "_s);
}

QString HerdGauge::explanation() const
{
    const QString counted = tr("Counted are simulated clients only: the watch events that a release of this lock by "
                               "one of them sent to the others, and the requests of those who were woken, until the "
                               "next release. One woken is best; all woken for one that gets the lock is a herd.");
    if (!m_reading || m_reading->releaser.isEmpty())
        return counted;
    return tr("The last release was by %1.").arg(m_reading->releaser) + u'\n' + counted;
}

QSize HerdGauge::sizeHint() const
{
    return {420, 26};
}

void HerdGauge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = themeFor(palette());
    QRectF box = QRectF(rect()).adjusted(margin, 0, -margin, -4);
    const QFont small = scaledFont(font(), 0.94);
    painter.setFont(small);
    painter.setPen(theme.muted);
    const QString title = tr("Last release");
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, title);
    box.setLeft(box.left() + painter.fontMetrics().horizontalAdvance(title) + 12);

    const int width = m_reading && m_reading->waiting > 0 ? cellsWidth(m_reading->waiting) : 0;
    // Where it is narrow the figures stay and the picture goes.
    const bool fits = width > 0 && width + 12 + painter.fontMetrics().horizontalAdvance(text()) <= box.width();
    if (fits) {
        paintCells(&painter, QRectF(box.left(), box.center().y() - cellHeight / 2.0, width, cellHeight));
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
    const RoleColors &colors = theme.role(m_reading->woken > 1 ? Role::Waiting : Role::Holding);
    const QPen outline(theme.muted, 1);
    if (m_reading->waiting > mostCells) {
        const qreal share = qreal(m_reading->woken) / m_reading->waiting;
        painter->setPen(outline);
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter->setPen(Qt::NoPen);
        painter->setBrush(colors.fill);
        painter->drawRoundedRect(QRectF(box.topLeft(), QSizeF(std::max(3.0, box.width() * share), box.height())), 3, 3);
        return;
    }
    for (int i = 0; i < m_reading->waiting; ++i) {
        const QRectF cell(box.left() + i * (cellWidth + cellGap), box.top(), cellWidth, box.height());
        const bool woken = i < m_reading->woken;
        painter->setPen(woken ? QPen(colors.fill, 1) : outline);
        painter->setBrush(woken ? QBrush(colors.fill) : QBrush(Qt::NoBrush));
        painter->drawRoundedRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5);
    }
}

} // namespace lockscope::ui
