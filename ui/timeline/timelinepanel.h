// SPDX-License-Identifier: Apache-2.0
// The Timeline panel: lanes, overview, and the buttons that move through them. Fills its index from a LiveWorld.
// Never acts on a client or a server.
#pragma once

#include "ui/timeline/lanes.h"

#include <QWidget>

#include <optional>

class QToolButton;

namespace lockscope::ui {

class ElidedLabel;
class LiveWorld;
class OverviewStrip;
class Selection;
class TimelineView;
struct LaneReach;

class TimelinePanel : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the panel.
    TimelinePanel(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    TimelineView *view() const { return m_view; }
    const LaneIndex &index() const { return m_index; }
    /// The instant that all panels show; nothing at the end of what there is.
    void setCursor(std::optional<qint64> ns);

private:
    QLayout *buildBar();
    LaneReach reach() const;
    void read(const journal::Event &event, const journal::Ledger &ledger);
    void showWhatIsShown();
    void showChosen();

    LiveWorld *m_world;
    Selection *m_selection;
    LaneIndex m_index;
    TimelineView *m_view;
    OverviewStrip *m_strip;
    QToolButton *m_follow;
    ElidedLabel *m_hint;
};

} // namespace lockscope::ui
