// SPDX-License-Identifier: Apache-2.0
// The Timing panel: how the selected lock was served up to the cursor, drawn: hand-overs a second, wait and hold times,
// the longest waits, fairness. Reads the ledger of a LiveWorld while it can be seen; never acts on anybody.
#pragma once

#include "core/checks/locktiming.h"
#include "ui/charts/charts.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QGridLayout;
class QScrollArea;
class QStackedWidget;

namespace lockscope::ui {

/// The longest waits as bars with their names, longest first; one can be chosen with the mouse or the keys.
/// Emits who was chosen and never acts.
class WaitList : public ChartCard
{
    Q_OBJECT
public:
    explicit WaitList(QWidget *parent = nullptr);

    /// \a nameOf says what people call the one that waited.
    void show(const std::vector<journal::Wait> &waits, const std::function<QString(const journal::Wait &)> &nameOf);
    const std::vector<journal::Wait> &waits() const { return m_waits; }
    /// "client-3, 4.20 s, still waits"
    QString textOf(int row) const;
    /// Where the row is; empty where there is no room for it.
    QRectF rowRect(int row) const;

    QSize sizeHint() const override { return {260, 220}; }

Q_SIGNALS:
    void chosen(const lockscope::journal::Wait &wait);

protected:
    void paintPlot(QPainter &painter, const Theme &theme, const QRectF &plot) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void choose(int row);

    std::vector<journal::Wait> m_waits;
    QStringList m_names;
    int m_current = -1;
};

class EmptyState;
class LiveWorld;
class Selection;

class TimingPanel : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the panel.
    TimingPanel(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    /// What is shown.
    const journal::LockTiming &timing() const { return m_timing; }
    RateChart *rates() const { return m_rates; }
    DurationChart *waits() const { return m_waits; }
    DurationChart *holds() const { return m_holds; }
    WaitList *longest() const { return m_longest; }
    FairnessChart *fairness() const { return m_fairness; }

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void refresh();
    void showEmpty();
    QString nameOf(const journal::Wait &wait) const;

    LiveWorld *m_world;
    Selection *m_selection;
    journal::LockTiming m_timing;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    QScrollArea *m_scroll;
    QGridLayout *m_grid;
    RateChart *m_rates;
    DurationChart *m_waits;
    DurationChart *m_holds;
    WaitList *m_longest;
    FairnessChart *m_fairness;
    QList<ChartCard *> m_cards;
    int m_columns = 0;
    QTimer m_pace; ///< a burst of events is drawn a few times a second
};

} // namespace lockscope::ui
