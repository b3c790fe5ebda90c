// SPDX-License-Identifier: Apache-2.0
// The nodes that simulated clients will make, as examples, before anything is asked of a server.
// Pure; the sequence numbers and tokens are made up, everything else is as core/recipes writes it.
#pragma once

#include "core/lab/clientspec.h"

#include <QList>
#include <QString>

namespace lockscope::ui {

struct NodeExample
{
    QChar letter;      ///< M, R, W or L
    QString directory; ///< where it is made
    QString name;      ///< its last name, with an example of a sequence number where it has one
    bool persistent = false;

    bool operator==(const NodeExample &) const = default;
};

/// \a token: as locks::newToken() makes it for the dialect. Empty where the dialect has no names for the recipe.
QList<NodeExample> nodeExamples(const lab::SpawnRequest &request, const QString &token);

} // namespace lockscope::ui
