// SPDX-License-Identifier: Apache-2.0
// The user's own patterns of lock names, as dialects: from the text of the settings file (docs/dialects.md).
// Never reads a file; a pattern that is wrong is named and left out, and the others hold.
#pragma once

#include "core/locks/dialectrules.h"

#include <QByteArray>
#include <QList>

namespace lockscope::locks {

struct Patterns
{
    std::vector<DialectRules> dialects;
    QList<Text> problems; ///< sentences that name file, pattern and what is wrong
};

/// \a file is for the sentences only.
Patterns parsePatterns(const QByteArray &json, const QString &file);

} // namespace lockscope::locks
