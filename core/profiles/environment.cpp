// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/environment.h"

namespace lockscope::profiles {

EnvironmentTarget connectStringFromEnvironment()
{
    for (const char *variable : {"LOCKSCOPE_CONNECT", "ZOOKEEPER_CONNECT", "ZK_HOSTS", "ZK_HOST"}) {
        const QString text = qEnvironmentVariable(variable);
        if (!text.trimmed().isEmpty())
            return {text, QString::fromLatin1(variable)};
    }
    return {};
}

} // namespace lockscope::profiles
