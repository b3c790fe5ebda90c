// SPDX-License-Identifier: Apache-2.0
// A scenario in the window: from its file to its verdict, and the line that shows it meanwhile.
// The steps themselves are carried out by core/scenario.
#pragma once

#include "core/scenario/scenarioverdict.h"
#include "ui/theme/widgets.h"

#include <QPointer>

#include <chrono>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;
class QAction;

namespace lockscope::ui {

class LiveWorld;
class SessionController;
class SpawnFlow;
struct Target;
class VerdictDialog;

/// A line while a scenario runs, and after it: which, at which step, and whether it came as expected; below it what it
/// is about, and at its end what it came to, in one sentence. Shows what it is given; starts and stops nothing itself.
class ScenarioStrip : public QWidget
{
    Q_OBJECT
public:
    explicit ScenarioStrip(QWidget *parent = nullptr);

    /// \a byHand: Next is there from the start.
    void showRunning(const QString &title, const QString &about, int steps, bool byHand);
    /// \a index from 0; below 0: before the first. \a past: it is looked at again.
    void showStep(int index, const QString &text, bool past = false);
    void showPaused(bool paused);
    /// The step that waits for a key: its number, and what it is, unless \a text is empty: then that is to be guessed.
    /// Below 0: none waits.
    void showAhead(int index, const QString &text);
    /// For a projector: the step or the conclusion, and what waits for a key.
    void setPresenting(bool presenting);
    /// All steps are done or one failed: the clients are being closed and looked after.
    void showResult(const lab::Verdict &verdict);
    QString text() const;

Q_SIGNALS:
    void shown(bool isShown);
    void stopClicked();
    void resultClicked();
    void pauseClicked();
    void backClicked();
    void nextClicked();
    void dismissed();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void showAbout();
    void showControls();

    ElidedLabel *m_title;
    ElidedLabel *m_step;
    ElidedLabel *m_ahead; ///< what waits for a key
    ElidedLabel *m_about;
    StatusDot *m_meaning; ///< of the conclusion
    QLabel *m_conclusion;
    QToolButton *m_back;
    QToolButton *m_pause;
    QToolButton *m_next;
    QProgressBar *m_progress;
    Pill *m_verdict;
    QPushButton *m_stop;
    QPushButton *m_result;
    QPushButton *m_dismiss;
    int m_steps = 0;
    bool m_byHand = false;
    bool m_isRunning = false;
    bool m_offersNext = false;
    bool m_isPresenting = false;
};

/// Has it run, passes each step to the strip, shows the result.
class ScenarioFlow : public QObject
{
    Q_OBJECT
public:
    /// \a window: parent of the dialogs. All outlive the flow.
    ScenarioFlow(SessionController *controller, SpawnFlow *spawning, LiveWorld *world, QWidget *window);

    /// Outlives the flow. Without one nothing can be run.
    void setStrip(ScenarioStrip *strip);

    void choose();
    /// Reads it, and asks by opened() for something to run it on.
    void open(const QString &file);
    /// Asks for the two recipes of a duel, and goes on as open() does.
    void chooseDuel();
    /// The one that was opened, if any: there is something to run it on now.
    void runOpened();
    void forgetOpened() { m_opened.reset(); }
    /// What would be started for the one that was opened.
    Target wanted() const;
    /// The one that was opened can be run there. One that promotes a replica leaves another place than it found.
    bool runsOn(const Target &target) const;

    /// *Next step*, by Space, and *Step back*: enabled while there is somewhere to go.
    QList<QAction *> actions() const { return {m_next, m_back}; }

    /// As a pace: each deed waits for Space.
    static constexpr std::chrono::milliseconds byHand{-1};
    /// From step to step of whatever is run from now on; 0: at once.
    void setPace(std::chrono::milliseconds pace) { m_pace = pace; }
    std::chrono::milliseconds pace() const { return m_pace; }
    /// Predict first: of a step that waits for Space its number alone is shown.
    void setHidesNext(bool hides);
    bool hidesNext() const { return m_hidesNext; }

Q_SIGNALS:
    void opened();
    /// It begins to run, on \a lock first of all; \a view shows most of it.
    void begins(const QString &lock, const QString &view);
    /// Its steps are over, and what it came to is in sight.
    void pictureKept(qint64 fromNs, qint64 toNs);
    void bannerWanted(lockscope::ui::Banner::Severity severity, const QString &title, const QString &text);
    void saveRecordingRequested();

private:
    void openScenario(const Result<lab::Scenario> &scenario);
    void run(const lab::Scenario &scenario);
    void start(const QString &confirmation);
    void onEvents(const journal::EventBatch &batch);
    void onEnded(const Result<lab::Verdict> &verdict);
    void showResult();
    void togglePause();
    void setPaused(bool paused);
    void goBack();
    void goNext();
    void keepLastPicture();
    void forgetRun();
    void onWaits(int step);
    void showAhead();
    /// How many steps had begun at the cursor.
    qsizetype stepsBegun() const;
    void updateActions();

    SessionController *m_controller;
    SpawnFlow *m_spawning;
    ScenarioStrip *m_strip = nullptr;
    LiveWorld *m_world;
    QWidget *m_window;
    QAction *m_next;
    QAction *m_back;
    QList<quint64> m_begun; ///< events that are the steps of the newest run
    QStringList m_texts;    ///< of these
    qint64 m_beganNs = 0;
    quint64 m_last = 0; ///< the event before its clients were closed; 0: they were not
    bool m_paused = false;
    std::optional<lab::Scenario> m_opened; ///< until there is something to run it on
    lab::Scenario m_scenario;
    std::optional<lab::Verdict> m_verdict;
    QPointer<VerdictDialog> m_dialog;
    bool m_running = false;
    std::chrono::milliseconds m_pace{0};
    bool m_hidesNext = false;
    int m_ahead = -1; ///< the step that waits for Space
};

} // namespace lockscope::ui
