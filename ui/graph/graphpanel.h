// SPDX-License-Identifier: Apache-2.0
// The Wait-for graph panel: the graph of all locks, its deadlocks in words, zoom, export, and what is shown where
// none waits. Never acts on a server: it emits what is to be shown.
#pragma once

#include "ui/graph/graphpainter.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QStackedWidget;

namespace lockscope::ui {

class Banner;
class EmptyState;
class GraphView;
class Legend;
class LiveWorld;
class Selection;

class GraphPanel : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the panel.
    GraphPanel(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    GraphView *view() const { return m_view; }
    /// Reads the world now instead of at the next beat.
    void refresh();

Q_SIGNALS:
    /// Go to what was chosen here.
    void activated();

protected:
    void showEvent(QShowEvent *) override;

private:
    QLayout *buildHead();
    QWidget *buildFooter();
    void onWorldChanged();
    void updateAll();
    void updateCycle();
    void showCycle();
    void showChosen();
    void choose(const GraphItem &item);
    void showContextMenu(const QPoint &position);

    LiveWorld *m_world;
    Selection *m_selection;
    GraphView *m_view;
    EmptyState *m_empty;
    QStackedWidget *m_pages;
    Banner *m_deadlock;
    QLabel *m_summary;
    Legend *m_legend;
    QWidget *m_footer;
    QLabel *m_zoom;
    QTimer m_pace;
};

} // namespace lockscope::ui
