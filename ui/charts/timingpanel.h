// SPDX-License-Identifier: Apache-2.0
// The Timing panel: how the selected lock was served up to the cursor, drawn: hand-overs a second, wait and hold times,
// the longest waits, fairness. Fills its fold from a LiveWorld while it can be seen; never acts on anybody.
#pragma once

#include "core/checks/locktiming.h"
#include "core/ledger/ledger.h"

#include <QTimer>
#include <QWidget>

class QGridLayout;
class QLabel;
class QScrollArea;
class QStackedWidget;

namespace lockscope::ui {

class ChartCard;
class DurationChart;
class EmptyState;
class FairnessChart;
class LiveWorld;
class RateChart;
class Selection;
class WaitList;

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
    QWidget *buildPage();
    void arrange();
    void catchUp();
    void refresh();
    void showEmpty();
    QString nameOf(const journal::Wait &wait) const;

    LiveWorld *m_world;
    Selection *m_selection;
    journal::Ledger m_fold;
    quint64 m_folded = 0; ///< the newest event in it
    journal::LockTiming m_timing;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    QScrollArea *m_scroll;
    QGridLayout *m_grid = nullptr;
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
