// SPDX-License-Identifier: Apache-2.0
// A history to take home: one HTML file in which it can be gone through step by step, without a server and without
// anything from elsewhere. In the language of the window.
// A pure function of values; whatever came from a server is in it as text alone, and no secret.
#pragma once

#include "core/report/story.h"

#include <QByteArray>

namespace lockscope::report {

inline constexpr quint64 mostPageSteps = 2'000; ///< of a page that any browser opens at once

struct WebPageRequest
{
    QString title;
    QString about;    ///< a sentence on where and when
    quint64 left = 0; ///< so many events of the history are not in it
    StoryRequest story;
};

/// \a world is as it was before the first step. UTF-8; empty if it was cancelled.
QByteArray webPage(journal::World world, const journal::Journal &journal, const WebPageRequest &request);

} // namespace lockscope::report
