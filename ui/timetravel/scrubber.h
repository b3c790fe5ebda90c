// SPDX-License-Identifier: Apache-2.0
// The whole journal as a strip of time: how many events when, the bookmarks, and the cursor, to be dragged.
// Shows and moves the LiveWorld's cursor; has none of its own.
#pragma once

#include "core/journal/bookmarks.h"
#include "core/journal/journal.h"

#include <QList>
#include <QTimer>
#include <QWidget>

#include <optional>

namespace lockscope::ui {

/// A span of time laid out over a width: instants to places and back, and how many events fall on each place.
/// Pure arithmetic over a journal; never paints.
struct StripScale
{
    qint64 beginNs = 0;
    qint64 endNs = 0; ///< not before beginNs
    double width = 0;

    qint64 spanNs() const { return endNs - beginNs; }
    /// Bounded to 0 … width.
    double xOf(qint64 ns) const;
    /// Bounded to begin … end.
    qint64 nsAt(double x) const;
};

/// How many events there are in each of \a columns equal parts of the scale; by bisection, so that it costs the same
/// however many events there are.
QList<qint64> densityOf(const journal::Journal &journal, const StripScale &scale, int columns);

/// "12.345 s", "3 min 12.34 s", "1 h 03 min 12 s": an instant within a recording, for people.
QString elapsedText(qint64 ns);

class LiveWorld;

class Scrubber : public QWidget
{
    Q_OBJECT
public:
    explicit Scrubber(LiveWorld *world, QWidget *parent = nullptr);

    /// Places are within the strip, in this widget's coordinates. While rewound the strip ends where it ended at the
    /// rewinding, so that an instant keeps its place while the history goes on.
    StripScale scale() const;
    double xOfCursor() const;

    QSize sizeHint() const override { return {400, 34}; }
    QSize minimumSizeHint() const override { return {120, 34}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    QRectF strip() const;
    void scrubTo(double x);
    const journal::Bookmark *bookmarkAt(double x) const;
    QString textAt(double x) const;
    void paintDensity(QPainter *painter) const;
    void paintBookmarks(QPainter *painter) const;
    void paintCursor(QPainter *painter) const;
    void tellPosition();
    void holdEnd();

    LiveWorld *m_world;
    QTimer m_redraw; ///< while events come: ten times a second is enough
    QList<qint64> m_density;
    std::optional<qint64> m_endNs; ///< while rewound
    bool m_dragging = false;
};

} // namespace lockscope::ui
