// SPDX-License-Identifier: Apache-2.0
// Where the audit file is (core/observe writes it): what writes files whole leaves it alone.
#pragma once

#include "core/base/text.h"

#include <QString>

class QFileInfo;

namespace lockscope {

/// $LOCKSCOPE_AUDIT_FILE, else audit.jsonl in this program's data folder of the user.
QString auditFile();
/// Why nothing may be put in the place of \a file, by whatever name: it is the audit file. Else empty.
Text whyNotReplaced(const QFileInfo &file);

} // namespace lockscope
