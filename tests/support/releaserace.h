// SPDX-License-Identifier: Apache-2.0
// Releases by one session, without an engine, against nodes that others replace, change and delete at random instants:
// by the guard, and by version alone as the control. As releasetrouble.h, which has them by the engine; for the
// benchmark. Never asks the code under test what it did.
#pragma once

#include "core/base/error.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace lockscope::test {

struct ReleaseRace
{
    int releases = 0;
    int deleted = 0;
    int refused = 0;
    int replaced = 0;            ///< releases during which somebody put another node in the place of the planned one
    int retried = 0;             ///< releases that took more than one transaction
    QMap<QString, int> refusals; ///< by errorCodeName()
    double meanMs = 0;           ///< of carrying one out
    /// What must not be: sentences, one for each.
    QStringList wrongDeletions; ///< a node went that was not the planned one
    QStringList falseClaims;    ///< it was said to be deleted and was not, or the other way round
    QStringList unexplained;    ///< refused without a cause that the judge knows of, or without a sentence
};

/// How a release is carried out.
enum class ReleaseBy {
    Guard,   ///< as Lockscope does it
    Version, ///< a look, then a delete with the data version that was seen: the control
};

/// Carries out \a releases on the server at \a connectString, half on plain ephemeral nodes, half on sequential ones,
/// with two other sessions at work on them. Runs the event loop, and leaves empty nodes behind.
Result<ReleaseRace> raceReleases(const QString &connectString, int releases, quint32 seed,
                                 ReleaseBy by = ReleaseBy::Guard);

} // namespace lockscope::test
