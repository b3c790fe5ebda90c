// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/frametime.h"

#include <QLoggingCategory>

namespace lockscope::ui {

namespace {

Q_LOGGING_CATEGORY(lcFrames, "lockscope.frames", QtWarningMsg)

} // namespace

FrameTime::FrameTime(const char *view)
    : m_view(view)
{
    if (lcFrames().isDebugEnabled())
        m_since.start();
}

FrameTime::~FrameTime()
{
    if (m_since.isValid())
        qCDebug(lcFrames, "%s: %.2f ms", m_view, static_cast<double>(m_since.nsecsElapsed()) / 1e6);
}

} // namespace lockscope::ui
