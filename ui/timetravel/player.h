// SPDX-License-Identifier: Apache-2.0
// Moves the cursor on by itself, slower or faster than it was. Never past what there is: at the end of a recording it
// pauses, at the head of what is live it is live again.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace lockscope::ui {

class LiveWorld;

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

} // namespace lockscope::ui
