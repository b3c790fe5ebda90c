// SPDX-License-Identifier: Apache-2.0
// Durations, paths, node names and sizes as people read them. Never translated numbers: digits and units stay as they
// are.
#pragma once

#include <QFontMetrics>
#include <QString>

namespace lockscope::ui {

/// "0.4 s", "4.2 s", "41 s", "3 min 12 s", "3 h 12 min", "2 d 4 h". Below zero: "0.0 s".
QString formatDuration(qint64 ms);
/// "12 bytes", "1.0 MB".
QString formatBytes(qint64 bytes);
/// "0x…cb0001": the end of a session id, where there is no room for all of it.
QString shortHex(const QString &hex);
/// A path that keeps its last name and as many of its first ones as fit: "/app/…/orders".
QString elidedPath(const QString &path, const QFontMetrics &metrics, int width);
/// A node's name with the long random token of its client shortened: "_c_6f1e…-lock-0000000041".
QString shortNodeName(const QString &name);
/// For lines that wrap: words of more than 120 letters lose their middle.
QString withShortWords(const QString &text);
/// The part of a path after its last slash.
QString lastName(const QString &path);
/// \a lines for a tool tip, which would take a "<b>" in a name for markup: as they stand, shown as visible() shows
/// them.
QString plainToolTip(const QString &lines);

} // namespace lockscope::ui
