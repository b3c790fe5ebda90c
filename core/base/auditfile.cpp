// SPDX-License-Identifier: Apache-2.0
#include "core/base/auditfile.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace lockscope {

QString auditFile()
{
    const QString given = qEnvironmentVariable("LOCKSCOPE_AUDIT_FILE");
    if (!given.isEmpty())
        return given;
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
           + QStringLiteral("/lockscope/audit.jsonl");
}

Text whyNotReplaced(const QFileInfo &file)
{
    const QFileInfo audit(auditFile());
    const bool isAudit = file.exists() ? file.canonicalFilePath() == audit.canonicalFilePath()
                                       : file.absoluteFilePath() == audit.absoluteFilePath();
    return isAudit ? Text::en("it is the audit file, to which lines are only added") : Text();
}

} // namespace lockscope
