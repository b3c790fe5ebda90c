// SPDX-License-Identifier: Apache-2.0
// The bar under the panels: back and forward event by event, play, how fast, the strip of time, bookmarks, Live.
// Moves the LiveWorld's one cursor, by buttons and by actions that menus share; shows nothing of a lock itself.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <QWidget>

#include <optional>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace lockscope::ui {

class LiveWorld;

/// Moves the cursor on by itself, slower or faster than it was. Never past what there is: at the end of a recording it
/// pauses, at the head of what is live it is live again.
class Player : public QObject
{
    Q_OBJECT
public:
    explicit Player(LiveWorld *world, QObject *parent = nullptr);

    bool isPlaying() const { return m_timer.isActive(); }
    double speed() const { return m_speed; }
    void setSpeed(double speed);

public Q_SLOTS:
    /// From the cursor. At the end of a recording: from its beginning; while live: the last ten seconds again.
    void play();
    void pause();
    void toggle();

Q_SIGNALS:
    void changed();

private:
    void goOn();

    LiveWorld *m_world;
    QTimer m_timer;
    QElapsedTimer m_sinceTick;
    double m_speed = 1;
};

class Scrubber;

class TimeBar : public QWidget
{
    Q_OBJECT
public:
    explicit TimeBar(LiveWorld *world, QWidget *parent = nullptr);

    Scrubber *scrubber() const { return m_scrubber; }
    Player *player() const { return m_player; }
    /// In the order of a menu, with their keys; the keys work while the bar's window shows it.
    QList<QAction *> actions() const { return m_actions; }

public Q_SLOTS:
    /// Asks for a name.
    void addBookmark();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void buildActions();
    void buildRow();
    void updatePosition();
    void updateLive();
    void updatePlaying();
    void fillBookmarks();
    QToolButton *button(QAction *action);

    LiveWorld *m_world;
    Player *m_player;
    Scrubber *m_scrubber;
    QAction *m_toStart;
    QAction *m_back;
    QAction *m_play;
    QAction *m_forward;
    QAction *m_toEnd;
    QAction *m_bookmark;
    QAction *m_bookmarkBefore;
    QAction *m_bookmarkAfter;
    QList<QAction *> m_actions;
    QComboBox *m_speed;
    QLabel *m_position;
    qsizetype m_longestPosition = 0; ///< letters
    QMenu *m_bookmarks;
    QPushButton *m_live;
    std::optional<bool> m_shownRewound;
};

} // namespace lockscope::ui
