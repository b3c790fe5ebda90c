// SPDX-License-Identifier: Apache-2.0
// The wait-for graph on screen: zoom at the pointer, pan, fit, keyboard, hover. Keeps what is chosen by its key, so
// that it stays chosen while the graph changes. Never asks the world: it is given a scene.
#pragma once

#include "ui/export/picture.h"
#include "ui/graph/graphpainter.h"

#include <QWidget>

#include <optional>

namespace lockscope::ui {

class GraphView : public QWidget
{
    Q_OBJECT
public:
    explicit GraphView(QWidget *parent = nullptr);

    void setScene(WaitScene scene);
    const WaitScene &scene() const { return m_scene; }
    const GraphLayout &graphLayout() const { return m_layout; }

    /// Everything in the window, never larger than the type around it; the graph then stays fitted until it is zoomed
    /// or panned. Before anybody asks for that, it is fitted only as far as it can be read; deadlocks are at its
    /// beginning.
    void fit();
    bool isFitted() const { return m_keep == Keep::Whole; }
    qreal zoom() const { return m_zoom; }
    /// Times \a factor; \a at (in the widget) stays where it is.
    void zoomBy(qreal factor, const QPointF &at);
    void setStale(bool stale);

    GraphItem selected() const { return m_look.selected; }
    /// Chooses without emitting anything.
    void select(const GraphItem &item);
    GraphItem itemAt(const QPointF &position) const;
    QPointF toWidget(const QPointF &graph) const { return graph * m_zoom + m_offset; }
    QPointF toGraph(const QPointF &widget) const { return (widget - m_offset) / m_zoom; }

    /// The whole graph as it stands.
    Picture picture() const;

    QSize minimumSizeHint() const override { return {200, 80}; }

Q_SIGNALS:
    /// By a click or the arrow keys.
    void itemSelected(const lockscope::ui::GraphItem &item);
    /// By a double click or Enter: go there.
    void itemActivated(const lockscope::ui::GraphItem &item);
    void zoomChanged();

protected:
    void paintEvent(QPaintEvent *) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *) override;
    bool event(QEvent *event) override;

private:
    QFont sceneFont() const; ///< the zoom makes it as large as the type around
    QRectF boxOf(const GraphItem &item) const;
    std::vector<GraphItem> items() const; ///< all there are
    GraphItem nextIn(int key) const;
    enum class Keep { Readable, Whole, Nothing };
    void arrange(Keep keep);
    void choose(const GraphItem &item);
    void reveal(const GraphItem &item);
    void panBy(const QPointF &by);
    QString toolTipOf(const GraphItem &item) const;
    void describe();

    WaitScene m_scene;
    GraphLayout m_layout;
    GraphLook m_look;
    qreal m_zoom = 1;
    QPointF m_offset;
    Keep m_keep = Keep::Readable;
    bool m_stale = false;
    std::optional<QPointF> m_pressed; ///< where a drag began
    bool m_dragged = false;
};

} // namespace lockscope::ui
