// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timelinepicture.h"

#include "ui/theme/painting.h"
#include "ui/timeline/lanelook.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <memory>

namespace lockscope::ui {

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct TimelinePictureText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::TimelinePictureText)
};

/// What is left of an index: the lanes that are drawn, and the wakes between them.
struct Still
{
    TimelineShot shot;
    std::vector<Lane> lanes;
    std::vector<Wake> wakes; ///< from and to are places in `lanes`
    qint64 zeroNs = 0;       ///< from which the ruler counts
    size_t lanesLeftOut = 0;
};

constexpr int lineOfRest = 24; ///< "and 12 more lanes"

class TimelineDrawing
{
public:
    TimelineDrawing(QPainter &painter, const QSizeF &size, const Still &still, const Theme &theme)
        : m_painter(painter)
        , m_width(size.width())
        , m_still(still)
        , m_theme(theme)
    {
        const TimelineShot &shot = still.shot;
        m_area.timeWidth = std::max(static_cast<int>(m_width) - timeline::namesWidth, 1);
        m_area.scale.originNs = shot.fromNs;
        m_area.scale.nsPerPixel =
            std::max(double(std::max<qint64>(shot.toNs - shot.fromNs, 1)) / m_area.timeWidth, TimeScale::minNsPerPixel);
        const int laneHeight = LaneMetrics().lane;
        const auto room = static_cast<size_t>(std::max(size.height() - timeline::rulerHeight, 0.0) / laneHeight);
        m_rows = std::min(still.lanes.size(), room);
        if (m_rows < still.lanes.size() + still.lanesLeftOut && m_rows == room && m_rows > 0)
            --m_rows; // its line says how many there are
        m_area.bottom = topOf(m_rows);
    }

    void draw()
    {
        drawGrid();
        paintRuler(m_painter, m_area, m_still.zeroNs, m_theme, m_still.shot.font);
        for (size_t row = 0; row < m_rows; ++row) {
            drawName(row);
            drawLaneParts(*this, m_still.lanes[row], topOf(row), LaneMetrics(), m_still.shot.reach, m_theme);
        }
        if (m_still.wakes.size() <= timeline::mostWakes)
            paintWakes(
                m_painter, m_area, m_still.wakes,
                [this](int lane) { return size_t(lane) < m_rows ? std::optional(topOf(size_t(lane))) : std::nullopt; },
                m_theme);
        if (m_still.shot.cursorNs)
            paintCursor(m_painter, m_area, *m_still.shot.cursorNs, false, m_theme);
        const size_t rest = m_still.lanes.size() - m_rows + m_still.lanesLeftOut;
        if (rest > 0) {
            m_painter.setFont(m_still.shot.font);
            m_painter.setPen(m_theme.muted);
            m_painter.drawText(QRectF(10, m_area.bottom, m_width - 20, lineOfRest), Qt::AlignLeft | Qt::AlignVCenter,
                               TimelinePictureText::tr("and %n more lanes", nullptr, static_cast<int>(rest)));
        }
    }

    // For drawLaneParts():
    template<typename StyleOf>
    void drawTrack(const Track &track, double top, double height, qint64 untilNs, StyleOf styleFor)
    {
        walkBars(track, m_area.scale, m_area.timeWidth, untilNs, [&](int left, int right, SpanState state) {
            drawBar(inTime(left, right, top, height), styleFor(state));
        });
    }

    void drawTicks(const std::vector<qint64> &ticks, double top, double height, const QColor &color, int thick)
    {
        walkTicks(ticks, m_area.scale, m_area.timeWidth, thick,
                  [&](int x) { m_painter.fillRect(inTime(x, x + thick, top, height), color); });
    }

private:
    double topOf(size_t row) const { return timeline::rulerHeight + double(row) * LaneMetrics().lane; }
    QRectF inTime(int left, int right, double top, double height) const
    {
        const int from = std::clamp(left, 0, m_area.timeWidth);
        const int to = std::clamp(right, 0, m_area.timeWidth);
        return {double(timeline::namesWidth + from), top, double(to - from), height};
    }

    void drawGrid()
    {
        for (const RulerMark &mark : rulerMarks(m_area.scale, m_area.timeWidth, m_still.zeroNs)) {
            const double x = std::floor(m_area.scale.xOf(mark.ns));
            if (x >= 0 && x < m_area.timeWidth)
                m_painter.fillRect(inTime(static_cast<int>(x), static_cast<int>(x) + 1, timeline::rulerHeight,
                                          m_area.bottom - timeline::rulerHeight),
                                   m_theme.separator);
        }
    }

    void drawName(size_t row)
    {
        const qint64 at = m_still.shot.cursorNs.value_or(m_still.shot.toNs);
        paintLaneName(m_painter, nameRowOf(m_still.lanes[row], at, m_still.shot.reach), QPointF(0, topOf(row)),
                      timeline::namesWidth, m_theme, m_still.shot.font);
    }

    void drawBar(const QRectF &bar, const LaneStyle &style)
    {
        if (bar.width() <= 0)
            return;
        const QColor line(style.line);
        const QColor fill(style.fill);
        if (style.form == LaneForm::Filled || bar.width() <= 2) {
            m_painter.fillRect(bar, style.form == LaneForm::Hatched ? fill : line);
            if (style.form == LaneForm::Filled && bar.height() > 2)
                m_painter.fillRect(bar.adjusted(0, 1, 0, -1), fill);
            return;
        }
        if (style.form == LaneForm::Hatched) {
            // Between its lines one sees what is believed meanwhile.
            drawDiagonals(bar, line, false);
            for (const double y : {bar.top(), bar.bottom() - 1})
                m_painter.fillRect(QRectF(bar.left(), y, bar.width(), 1), fill);
            return;
        }
        m_painter.fillRect(bar, line);
        m_painter.fillRect(bar.adjusted(1, 1, -1, -1), fill);
        if (style.form == LaneForm::Crossed)
            drawDiagonals(bar.adjusted(1, 1, -1, -1), line, true);
    }

    void drawDiagonals(const QRectF &box, const QColor &color, bool crossed)
    {
        constexpr double gap = 6;
        QPainterPath path;
        for (int number = 1; number * gap < box.width() + box.height(); ++number) {
            const double x = box.left() - box.height() + number * gap;
            const double from = std::max(box.left() - x, 0.0);
            const double to = std::min(box.right() - x, box.height());
            if (to <= from)
                continue;
            path.moveTo(x + from, box.bottom() - from);
            path.lineTo(x + to, box.bottom() - to);
            if (crossed) {
                path.moveTo(x + from, box.top() + from);
                path.lineTo(x + to, box.top() + to);
            }
        }
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.strokePath(path, QPen(color, 1));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }

    QPainter &m_painter;
    double m_width;
    const Still &m_still;
    const Theme &m_theme;
    TimelineArea m_area;
    size_t m_rows = 0; ///< for which there is room
};

/// Of a lane what is in view, and no more: a picture of a second does not keep a day.
Lane cutOut(const Lane &lane, qint64 fromNs, qint64 toNs)
{
    Lane cut = lane;
    for (Track *track : {&cut.belief, &cut.truth, &cut.link, &cut.conflict})
        track->trimBefore(fromNs);
    for (std::vector<qint64> *ticks : {&cut.requests, &cut.wakeUps, &cut.faults}) {
        ticks->erase(std::upper_bound(ticks->begin(), ticks->end(), toNs), ticks->end());
        ticks->erase(ticks->begin(), std::lower_bound(ticks->begin(), ticks->end(), fromNs));
    }
    return cut;
}

std::shared_ptr<const Still> stillOf(const LaneIndex &index, TimelineShot shot)
{
    auto still = std::make_shared<Still>();
    const size_t count = std::min(shot.rows.size(), mostPictureLanes);
    still->lanesLeftOut = shot.rows.size() - count;
    still->zeroNs = index.firstNs();
    std::vector<int> placeOf(index.lanes().size(), -1);
    for (size_t row = 0; row < count; ++row) {
        placeOf[size_t(shot.rows[row])] = static_cast<int>(row);
        still->lanes.push_back(cutOut(index.lanes()[size_t(shot.rows[row])], shot.fromNs, shot.toNs));
    }
    const auto before = [](const Wake &wake, qint64 ns) { return wake.atNs < ns; };
    const auto &wakes = index.wakes();
    for (auto wake = std::lower_bound(wakes.begin(), wakes.end(), shot.fromNs, before);
         wake != wakes.end() && wake->atNs <= shot.toNs; ++wake) {
        const Wake placed{wake->atNs, placeOf[size_t(wake->from)], placeOf[size_t(wake->to)]};
        if (placed.from >= 0 && placed.to >= 0)
            still->wakes.push_back(placed);
    }
    still->shot = std::move(shot);
    return still;
}

} // namespace

void paintRuler(QPainter &painter, const TimelineArea &area, qint64 zeroNs, const Theme &theme, const QFont &font)
{
    painter.setFont(scaledFont(monoFont(font), 0.85));
    painter.setPen(theme.muted);
    for (const RulerMark &mark : rulerMarks(area.scale, area.timeWidth, zeroNs)) {
        const double x = std::floor(area.scale.xOf(mark.ns));
        if (x < 0 || x >= area.timeWidth)
            continue;
        const double at = timeline::namesWidth + x;
        painter.fillRect(QRectF(at, timeline::rulerHeight - 6, 1, 6), theme.border);
        const int width = painter.fontMetrics().horizontalAdvance(mark.text);
        if (x + 4 + width <= area.timeWidth) // half an instant would be read as another one
            painter.drawText(QRectF(at + 4, 0, width + 1, timeline::rulerHeight), Qt::AlignLeft | Qt::AlignVCenter,
                             mark.text);
    }
    painter.fillRect(QRectF(0, timeline::rulerHeight - 1, timeline::namesWidth + area.timeWidth, 1), theme.separator);
}

void paintWakes(QPainter &painter, const TimelineArea &area, std::span<const Wake> wakes,
                const std::function<std::optional<double>(int lane)> &topOf, const Theme &theme)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent.fill, 1.5));
    painter.setBrush(theme.accent.fill);
    const double middle = LaneMetrics().beliefTop + LaneMetrics().beliefHeight / 2.0;
    for (const Wake &wake : wakes) {
        const auto fromTop = topOf(wake.from);
        const auto toTop = topOf(wake.to);
        if (!fromTop || !toTop)
            continue;
        const double x = timeline::namesWidth + area.scale.xOf(wake.atNs);
        const double from = *fromTop + middle;
        const double to = *toTop + middle;
        const double direction = to > from ? 1 : -1;
        painter.drawLine(QPointF(x, from + direction * 5), QPointF(x, to - direction * 10));
        const QPointF tip(x, to - direction * 5);
        painter.drawPath(arrowHead(tip, tip - QPointF(0, direction * 6), 6, 4.0 / 3));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintCursor(QPainter &painter, const TimelineArea &area, qint64 ns, bool isPresent, const Theme &theme)
{
    const double x = std::floor(area.scale.xOf(ns));
    if (x >= 0 && x <= area.timeWidth)
        painter.fillRect(QRectF(timeline::namesWidth + x, timeline::rulerHeight - 6, isPresent ? 1 : 2,
                                area.bottom - timeline::rulerHeight + 6),
                         isPresent ? theme.wrong.fill : theme.accent.fill);
}

Picture timelinePicture(const LaneIndex &index, TimelineShot shot)
{
    const std::shared_ptr<const Still> still = stillOf(index, std::move(shot));
    Picture picture;
    picture.title = still->shot.title;
    picture.fileName = still->shot.fileName;
    const double rows = double(std::max<size_t>(still->lanes.size(), 1)) * LaneMetrics().lane;
    picture.size =
        QSizeF(still->shot.width, timeline::rulerHeight + rows + (still->lanesLeftOut > 0 ? LaneMetrics().lane : 8));
    picture.paint = [still](QPainter *painter, const QSizeF &area, const Theme &theme) {
        painter->save();
        TimelineDrawing(*painter, area, *still, theme).draw();
        painter->restore();
    };
    return picture;
}

} // namespace lockscope::ui
