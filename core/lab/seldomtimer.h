// SPDX-License-Identifier: Apache-2.0
// A single-shot timer of which most are never started: the timer itself is made by then. Never calls once it is stopped
// or gone.
#pragma once

#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
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
        m_timer->start(duration);
    }
    void stop()
    {
        if (m_timer)
            m_timer->stop();
    }

private:
    std::function<void()> m_then;
    std::unique_ptr<QTimer> m_timer;
};

} // namespace lockscope::lab
