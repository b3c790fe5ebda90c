// SPDX-License-Identifier: Apache-2.0
// Profiles as JSON: what is stored, exported and imported.
// Never writes a secret: a profile has none. Reads nothing that it does not understand in full.
#pragma once

#include "core/profiles/profile.h"

#include <QByteArray>

namespace lockscope::profiles {

enum class Form {
    Stored,
    Exported, ///< without when it was used
};

QByteArray toJson(const QList<Profile> &profiles, Form form);

/// InvalidInput with the line, or the profile and the key, at fault.
Result<QList<Profile>> fromJson(const QByteArray &json);

} // namespace lockscope::profiles
