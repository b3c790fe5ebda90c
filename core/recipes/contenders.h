// SPDX-License-Identifier: Apache-2.0
// The children of a lock directory as one contender of it sees them: its rivals, in its dialect's order.
// Pure values; names that are no contender's in this dialect are left out, so nobody ever waits for them.
#pragma once

#include "core/locks/dialect.h"

#include <QList>

#include <vector>

namespace lockscope::recipes {

struct Rival
{
    QString name; ///< bare
    qint64 sequence = 0;
    locks::Mode mode = locks::Mode::Exclusive;

    bool operator==(const Rival &) const = default;
};

/// In order of service, as clients of the dialect sort them.
using Contenders = std::vector<Rival>;

/// Reads a listing with the eyes of a client of \a dialect.
Contenders contendersAmong(const QList<QString> &names, locks::Dialect dialect);

/// The index of the contender with this bare name, or -1.
int indexOf(const Contenders &contenders, QStringView name);

} // namespace lockscope::recipes
