// SPDX-License-Identifier: Apache-2.0
// Text of servers, nodes and files as people may see it: no character of it moves a cursor, turns the reading
// direction, breaks a line or hides. Never for what a program reads: names and data stay what they are.
#pragma once

#include <QByteArray>
#include <QString>

namespace lockscope {

/// As many UTF-16 units of one text are shown; of a longer one it is said how many are left out.
constexpr qsizetype longestShown = 1000;

/// \a text with each control, format, line-separating and half character written out: "\n", "\x1B", "\u202E". Longer
/// than \a longest it ends with how much is left out: "…(+1234)". The same string where nothing is to be done.
QString visible(const QString &text, qsizetype longest = longestShown);
/// The same of any length, and its line breaks stay.
QString visibleLines(const QString &text);

/// As much of a text is laid out for people to read: a page of it takes no time, a million letters take a window down.
constexpr qsizetype longestLaidOut = 10'000;

/// The beginning of \a text as it stands, and how much is left out; \a text itself where it is not longer.
QString shortened(const QString &text, qsizetype longest = longestLaidOut);
/// visibleLines() of a text for a label or a tool tip, which lay out whatever they get.
inline QString laidOutLines(const QString &text)
{
    return visibleLines(shortened(text));
}

/// \a text without what looks like a password: of an address, of a digest login, of a query.
QString withoutSecrets(const QString &text);

/// JSON as QJsonDocument writes it, with the characters that a terminal would act on escaped: the same values.
QByteArray visibleJson(const QByteArray &json);

} // namespace lockscope
