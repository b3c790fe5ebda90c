// SPDX-License-Identifier: Apache-2.0
#include "ui/timetravel/player.h"

#include "ui/models/liveworld.h"

#include <algorithm>

namespace lockscope::ui {

using namespace std::chrono_literals;

namespace {

constexpr qint64 againNs = 10'000'000'000;

} // namespace

Player::Player(LiveWorld *world, QObject *parent)
    : QObject(parent)
    , m_world(world)
{
    m_timer.setInterval(16ms);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Player::goOn);
}

void Player::setSpeed(double speed)
{
    m_speed = speed;
    Q_EMIT changed();
}

void Player::play()
{
    if (isPlaying() || m_world->journal().isEmpty())
        return;
    if (!m_world->isRewound())
        m_world->seekToInstant(m_world->isRecorded() ? m_world->beginNs()
                                                     : std::max(m_world->beginNs(), m_world->endNs() - againNs));
    m_sinceTick.start();
    m_timer.start();
    Q_EMIT changed();
}

void Player::pause()
{
    if (!isPlaying())
        return;
    m_timer.stop();
    Q_EMIT changed();
}

void Player::toggle()
{
    if (isPlaying())
        pause();
    else
        play();
}

void Player::goOn()
{
    const qint64 passedNs = m_sinceTick.nsecsElapsed();
    m_sinceTick.start();
    if (m_world->isRewound()) // else somebody else went to the end
        m_world->seekToInstant(m_world->positionNs() + qint64(double(passedNs) * m_speed));
    if (!m_world->isRewound())
        pause();
}

} // namespace lockscope::ui
