// SPDX-License-Identifier: Apache-2.0
// The panels as docks around the queue, with their banners: everything that is on screen while something is connected.
// Arranges them; what is chosen in one of them the others know by their common selection. Never asks a server.
#pragma once

#include "core/lab/clientspec.h"
#include "ui/settings/settings.h"

#include <QWidget>

#include <array>

class QAction;
class QMainWindow;
class QStackedWidget;

namespace lockscope::ui {

class Banner;
class ClientsPanel;
class ConnectionBar;
class DetailsPanel;
class DockFrame;
class FindingsPanel;
class GraphPanel;
class JournalPanel;
class LiveWorld;
class LocksPanel;
class PresentCaption;
class ProgramsPanel;
class QueuePanel;
class RecipePanel;
class ScenarioStrip;
class Selection;
class ServersPanel;
class DuelStage;
class StagePanel;
class TimelinePanel;
class TimingPanel;
class TabHeading;
class TimeBar;

class Workspace : public QWidget
{
    Q_OBJECT
public:
    explicit Workspace(LiveWorld *world, QWidget *parent = nullptr);

    LiveWorld *world() const { return m_world; }
    /// What is chosen in all panels.
    Selection *selection() const { return m_selection; }
    ConnectionBar *bar() const { return m_bar; }
    LocksPanel *locks() const { return m_locks; }
    ClientsPanel *clients() const { return m_clients; }
    QueuePanel *queue() const { return m_queue; }
    /// The same lock as queue().
    StagePanel *stage() const { return m_stage; }
    /// In the stage's place while a lock of a duel is chosen.
    DuelStage *duel() const { return m_duel; }
    DetailsPanel *details() const { return m_details; }
    FindingsPanel *findings() const { return m_findings; }
    GraphPanel *graph() const { return m_graph; }
    JournalPanel *journal() const { return m_journal; }
    RecipePanel *recipe() const { return m_recipe; }
    ServersPanel *servers() const { return m_servers; }
    TimelinePanel *timeline() const { return m_timeline; }
    TimingPanel *timing() const { return m_timing; }
    ProgramsPanel *programs() const { return m_programs; }
    ScenarioStrip *scenario() const { return m_scenario; }
    PresentCaption *caption() const { return m_caption; }
    TimeBar *time() const { return m_time; }
    /// About the connection: stays until the reason for it is gone.
    Banner *connectionBanner() const { return m_connectionBanner; }
    /// About something that was asked for and could not be done: stays until it is dismissed or done.
    Banner *messageBanner() const { return m_messageBanner; }

    enum class View { Queue, Stage, Graph };
    /// What stands in the middle.
    void setView(View view);
    /// The same, and it gets the keyboard.
    void goTo(View view);
    View view() const { return m_view; }
    /// "queue", "stage" or "graph" in the middle, or the dock of this name in front of others; nothing for another
    /// name.
    void showView(const QString &name);
    /// Chooses the lock and these nodes, which get the keyboard.
    void goTo(const QString &lock, const QStringList &nodes);

    /// For the Window menu: what goes to each view of the middle and to each dock, with its key, and what hides a dock
    /// or shows it.
    QList<QAction *> goActions() const;
    QList<QAction *> toggleActions() const;
    /// What is shown was recorded: whatever would act on a server is off.
    void setReadOnly(const QString &why);

    /// By their names; the Window menu shows them again.
    void hideDocks(const QStringList &names);
    void hideAllDocks();
    /// For a projector: one view, which is the Stage at first, one sentence and one line of the recipe, without what is
    /// around them; a dock that was there alone stays. Off: all is as it was before.
    void setPresenting(bool presenting);
    bool isPresenting() const { return !m_beforePresenting.isEmpty(); }
    QByteArray docks() const;
    /// False, and the default layout, if \a docks is not of this version.
    bool restoreDocks(const QByteArray &docks);
    void restoreDefaultLayout();

Q_SIGNALS:
    void nodeDetailsWanted(const QString &node);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildCentre();
    void showCentre();
    /// In the order of the Window menu.
    enum Dock { Locks, Clients, Details, Findings, Recipe, Timeline, Timing, Journal, Servers, Programs, DockCount };
    void addDock(Dock dock, const QString &name, const QString &title, QWidget *content, const QKeySequence &key);
    void connectPanels();
    void onCursorMoved();
    bool restoreState(const QByteArray &docks);
    void applyDefaultSizes();

    LiveWorld *m_world;
    Selection *m_selection;
    QMainWindow *m_docks; ///< a page's part, not a window: docks need one around them
    ConnectionBar *m_bar;
    LocksPanel *m_locks;
    ClientsPanel *m_clients;
    QueuePanel *m_queue;
    StagePanel *m_stage;
    DuelStage *m_duel;
    DetailsPanel *m_details;
    FindingsPanel *m_findings;
    GraphPanel *m_graph;
    JournalPanel *m_journal;
    RecipePanel *m_recipe;
    ServersPanel *m_servers;
    TimelinePanel *m_timeline;
    TimingPanel *m_timing;
    ProgramsPanel *m_programs;
    Banner *m_connectionBanner;
    Banner *m_messageBanner;
    ScenarioStrip *m_scenario;
    PresentCaption *m_caption; ///< while it is presented
    TimeBar *m_time;
    std::array<DockFrame *, DockCount> m_dock{};
    TabHeading *m_views = nullptr;
    QStackedWidget *m_centre = nullptr;
    QList<QAction *> m_goToViews; ///< in their order
    View m_view = View::Queue;
    QByteArray m_beforePresenting; ///< the docks; empty while it is off
    View m_viewBefore = View::Queue;
    bool m_defaultSizes = true; ///< until sizes come from elsewhere
};

} // namespace lockscope::ui
