// SPDX-License-Identifier: Apache-2.0
// A single-shot timer of which most are never started: the timer itself is made by then. Never calls once it is stopped
// or gone, nor while it is held.
#pragma once

#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace lockscope::lab {

class SeldomTimer
{
public:
    /// \a then is called from the event loop.
    explicit SeldomTimer(std::function<void()> then)
        : m_then(std::move(then))
    {
    }

    /// From the beginning, where it runs.
    void start(std::chrono::milliseconds duration)
    {
        if (!m_timer) {
            m_timer = std::make_unique<QTimer>();
            m_timer->setSingleShot(true);
            m_timer->setTimerType(Qt::PreciseTimer);
            QObject::connect(m_timer.get(), &QTimer::timeout, m_timer.get(), m_then);
        }
        if (m_isHeld)
            m_left = duration;
        else
            m_timer->start(duration);
    }
    void stop()
    {
        m_left.reset();
        if (m_timer)
            m_timer->stop();
    }
    /// Its time stands still meanwhile.
    void setHeld(bool held)
    {
        const bool runs = m_timer && m_timer->isActive();
        m_isHeld = held;
        if (held && runs) {
            m_left = m_timer->remainingTimeAsDuration();
            m_timer->stop();
        } else if (const auto left = held ? std::nullopt : std::exchange(m_left, {})) {
            m_timer->start(*left);
        }
    }

private:
    std::function<void()> m_then;
    std::unique_ptr<QTimer> m_timer;
    std::optional<std::chrono::milliseconds> m_left; ///< while it is held, of what would run
    bool m_isHeld = false;
};

} // namespace lockscope::lab
