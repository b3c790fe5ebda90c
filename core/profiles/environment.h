// SPDX-License-Identifier: Apache-2.0
// Where the environment says to connect to: our own variable, and those that are usual elsewhere.
// Never parses what they say; never reads a secret from one.
#pragma once

#include <QString>

namespace lockscope::profiles {

/// The first of LOCKSCOPE_CONNECT, ZOOKEEPER_CONNECT, ZK_HOSTS and ZK_HOST that is set, and which one it is. Both are
/// empty if none is.
struct EnvironmentTarget
{
    QString connectString;
    QString variable;
};
EnvironmentTarget connectStringFromEnvironment();

} // namespace lockscope::profiles
