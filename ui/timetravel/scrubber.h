// SPDX-License-Identifier: Apache-2.0
// The whole journal as a strip of time: how many events when, the bookmarks, and the cursor, to be dragged.
// Shows and moves the LiveWorld's cursor; has none of its own.
#pragma once

#include "core/journal/bookmarks.h"
#include "ui/timetravel/stripscale.h"

#include <QTimer>
#include <QWidget>

namespace lockscope::ui {

class LiveWorld;

class Scrubber : public QWidget
{
    Q_OBJECT
public:
    explicit Scrubber(LiveWorld *world, QWidget *parent = nullptr);

    /// Places are within the strip, in this widget's coordinates.
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
    void resizeEvent(QResizeEvent *event) override;
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

    LiveWorld *m_world;
    QTimer m_redraw; ///< while events come: ten times a second is enough
    QList<qint64> m_density;
    bool m_dragging = false;
};

} // namespace lockscope::ui
