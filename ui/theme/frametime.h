// SPDX-License-Identifier: Apache-2.0
// How long a view takes to paint, told to the log: QT_LOGGING_RULES="lockscope.frames=true". One at the head of a
// paint event. Never measures while nobody listens.
#pragma once

#include <QElapsedTimer>

namespace lockscope::ui {

class FrameTime
{
public:
    /// \a view is a literal: the view's name in the log.
    explicit FrameTime(const char *view);
    ~FrameTime();
    Q_DISABLE_COPY_MOVE(FrameTime)

private:
    const char *m_view;
    QElapsedTimer m_since;
};

} // namespace lockscope::ui
