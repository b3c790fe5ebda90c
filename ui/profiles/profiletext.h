// SPDX-License-Identifier: Apache-2.0
// What is said of a connection profile, in a list, on the start page and in the connection bar.
// Never a secret: profiles have none.
#pragma once

#include "core/engine/engine.h"
#include "core/profiles/profile.h"

#include <QIcon>

namespace lockscope::ui {

/// "zk1:2281,zk2:2281/app · TLS · as alice"
QString profileSummary(const profiles::Profile &profile);
/// A dot in the profile's colour.
QIcon profileDot(const QString &color, int side = 12);
/// "Blue" for "#0072b2"; the value itself for a colour without a name.
QString colorName(const QString &color);
/// What a try-out found: a title, and a sentence or two.
QString tryOutTitle(const TryOut &found);
QString tryOutText(const TryOut &found, const QString &root);

} // namespace lockscope::ui
