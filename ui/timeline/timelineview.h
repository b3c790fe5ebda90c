// SPDX-License-Identifier: Apache-2.0
// The timeline on screen: lanes over a ruler, zoomed at the pointer, panned, followed, measured, pointed at.
// Paints a LaneIndex that others fill; never reads a World, never acts on a client.
#pragma once

#include "ui/timeline/lanelook.h"
#include "ui/timeline/timelinepicture.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QTimer>

#include <functional>
#include <optional>

namespace lockscope::ui {

class TimelineView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    /// \a index must outlive this; \a reach is asked for each frame, and not before its last event.
    TimelineView(const LaneIndex *index, std::function<LaneReach()> reach, QWidget *parent = nullptr);

    /// What is left to see: only lanes that contend for \a lock; all for an empty path.
    void setLock(const QString &lock);
    /// What is shown is the past, when those were there who are off the list now.
    void setShowsRemoved(bool shows);
    const QString &lock() const { return m_lock; }
    /// Indices of lanes, from top to bottom.
    const std::vector<int> &rows() const { return m_rows; }

    const TimeScale &scale() const { return m_scale; }
    void setScale(const TimeScale &scale);
    int timeWidth() const; ///< pixels that show time
    void zoomIn() { zoomBy(zoomStep, timeWidth() / 2.0); }
    void zoomOut() { zoomBy(1 / zoomStep, timeWidth() / 2.0); }
    /// That instant in the middle.
    void centre(qint64 ns);
    /// All there is.
    void fit();
    /// All from one instant to another.
    void showSpan(qint64 fromNs, qint64 toNs);
    /// The present stays at the right end until it is panned.
    void setFollowing(bool following);
    bool isFollowing() const { return m_following; }

    /// The instant that everything on screen shows; nothing while it is live.
    void setCursor(std::optional<qint64> ns);
    void setCurrentLane(int lane);
    int currentLane() const { return m_currentLane; }

    struct Measurement
    {
        qint64 fromNs = 0;
        qint64 toNs = 0;
    };
    std::optional<Measurement> measurement() const { return m_measurement; }
    /// "3.20 ms: 4 hand-overs, 31 events"; empty while nothing is measured.
    QString measurementText() const;
    /// The tool tip there; empty where there is none.
    QString tellAt(const QPoint &position) const;
    /// The time that is shown, with all its lanes, as they are now.
    Picture picture() const;
    /// True if there are more arrows in view than can be distinguished, so that none is drawn.
    bool hasTooManyWakes() const { return m_tooManyWakes; }

public Q_SLOTS:
    /// The index has grown: shown with the next frame.
    void refresh();
    /// The index has other lanes under its numbers: no lane is current until setCurrentLane().
    void forgetRows();

Q_SIGNALS:
    void scaleChanged();
    void followingChanged(bool following);
    void measured();
    void laneActivated(int lane);
    /// A click on the ruler: everything on screen shall show that instant.
    void instantChosen(qint64 ns);

protected:
    void showEvent(QShowEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    enum class Drag { None, Pan, Measure };
    static constexpr double zoomStep = 1.6;

    void zoomBy(double factor, double x); ///< while it follows, the present stays where it is
    void measure(std::optional<Measurement> measurement);
    void updateRows();
    void updateScrollBar();
    void followNow();
    qint64 nowNs() const { return m_reach().nowNs; }
    void moveCurrent(int rows);
    void activateRow(int row);
    int rowAt(int y) const;
    /// -1 where it is not shown, or not yet: the index grows between two frames.
    int rowOfLane(int lane) const;
    int topOfRow(int row) const;
    qint64 nsAtPointer(const QPointF &position) const;
    TimelineArea area() const { return {m_scale, timeWidth(), double(viewport()->height())}; }
    void paintLanes(QPainter &painter, const Theme &theme);
    void paintNames(QPainter &painter, const Theme &theme);
    void paintWakes(QPainter &painter, const Theme &theme);
    void paintMeasurement(QPainter &painter, const Theme &theme);
    void paintEmpty(QPainter &painter, const Theme &theme);

    const LaneIndex *m_index;
    std::function<LaneReach()> m_reach;
    TimeScale m_scale;
    std::vector<int> m_rows;
    std::vector<int> m_rowOfLane; ///< -1 where it is not shown
    QString m_lock;
    bool m_showsRemoved = false;
    bool m_following = true;
    bool m_followsAgain = false; ///< when the past is left
    bool m_fitted = false;       ///< what to see was chosen, by hand or at first
    bool m_tooManyWakes = false;
    int m_currentLane = -1;
    std::optional<qint64> m_cursorNs;
    std::optional<Measurement> m_measurement;
    Drag m_drag = Drag::None;
    QPointF m_pressedAt;
    TimeScale m_pressedScale;
    int m_pressedScroll = 0;
    LaneNames m_names;
    QImage m_image; ///< of the lanes, kept for its memory
    QTimer m_frame;
};

} // namespace lockscope::ui
