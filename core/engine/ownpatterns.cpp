// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ownpatterns.h"

#include "core/locks/dialectregistry.h"
#include "core/locks/patterns.h"

#include <QFile>
#include <QStandardPaths>

namespace lockscope {

using namespace Qt::StringLiterals;

QString ownPatternsFile()
{
    const QString chosen = qEnvironmentVariable("LOCKSCOPE_PATTERNS");
    if (!chosen.isEmpty())
        return chosen;
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/lockscope/patterns.json"_L1;
}

QStringList loadOwnPatterns(const QString &path)
{
    QFile file(path);
    // A file that was asked for by name must be there.
    if (!file.exists() && qEnvironmentVariable("LOCKSCOPE_PATTERNS") != path)
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return {u"%1: it cannot be read: %2."_s.arg(path, file.errorString())};
    locks::Patterns patterns = locks::parsePatterns(file.readAll(), path);
    locks::useDialects(std::move(patterns.dialects));
    return patterns.problems;
}

} // namespace lockscope
