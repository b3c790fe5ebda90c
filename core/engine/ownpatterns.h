// SPDX-License-Identifier: Apache-2.0
// The user's file of lock names, read once when a program starts. Never writes it.
#pragma once

#include <QString>
#include <QStringList>

namespace lockscope {

/// $LOCKSCOPE_PATTERNS, else lockscope/patterns.json in the user's configuration folder.
QString ownPatternsFile();

/// Adds what the file has to the dialects that are known; no file is nothing to add. Call it before anything is read.
/// \return sentences about what is wrong with the file; what is right in it holds all the same.
QStringList loadOwnPatterns(const QString &file = ownPatternsFile());

} // namespace lockscope
