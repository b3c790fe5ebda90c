// SPDX-License-Identifier: Apache-2.0
// Where the audit file is (core/observe writes it): what writes files whole leaves it alone.
#pragma once

#include <QString>

class QFileInfo;

namespace lockscope {

/// $LOCKSCOPE_AUDIT_FILE, else audit.jsonl in this program's data folder of the user.
QString auditFile();
/// By whatever name. Lines are only added to it: nothing is put in its place.
bool isAuditFile(const QFileInfo &file);

} // namespace lockscope
