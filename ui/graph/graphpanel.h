// SPDX-License-Identifier: Apache-2.0
// The Wait-for graph panel: the graph of all locks, its deadlocks in words, zoom, export, and what is shown where
// nobody waits. Never acts on a server: it emits where somebody wants to go.
#pragma once

#include "ui/graph/graphpainter.h"

#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QStackedWidget;

namespace lockscope::ui {

class Banner;
class EmptyState;
class GraphLegend;
class GraphView;
class LiveWorld;

class GraphPanel : public QWidget
{
    Q_OBJECT
public:
    explicit GraphPanel(LiveWorld *world, QWidget *parent = nullptr);

    GraphView *view() const { return m_view; }
    /// Reads the world now instead of at the next beat.
    void refresh();
    /// What is chosen elsewhere is marked here: the session whose node it is, else the lock.
    void setCurrent(const QString &lock, const QString &node);

Q_SIGNALS:
    /// Chosen here: \a nodes may be empty, then it is the lock as a whole.
    void selected(const QString &lock, const QStringList &nodes);
    /// The same, and go there.
    void activated(const QString &lock, const QStringList &nodes);

protected:
    void showEvent(QShowEvent *) override;

private:
    void buildHead(QBoxLayout *column);
    void buildFooter(QBoxLayout *column);
    void onWorldChanged();
    void updateAll();
    void updateCycle();
    void showCycle();
    void tell(const GraphItem &item, bool go);

    LiveWorld *m_world;
    GraphView *m_view;
    EmptyState *m_empty;
    QStackedWidget *m_pages;
    Banner *m_deadlock;
    QLabel *m_summary;
    GraphLegend *m_legend;
    QWidget *m_footer;
    QLabel *m_zoom;
    QTimer m_pace;
    QString m_lock; ///< chosen, here or elsewhere
    QString m_node;
};

} // namespace lockscope::ui
