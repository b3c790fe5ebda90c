// SPDX-License-Identifier: Apache-2.0
// What is asked of a server for simulated clients, and what was found of it. Values.
#pragma once

#include "core/base/secret.h"
#include "core/base/text.h"
#include "core/locks/recipeid.h"

#include <QString>

namespace lockscope {

/// A server for simulated clients that is no ensemble: Redis, or a database.
struct BackendSpec
{
    locks::Backend backend = locks::Backend::Redis;
    QString address = {};     ///< as core/redis/address.h or core/sql/address.h has it, several of Redis with commas;
                              ///< empty: private ones, gone with the connection
    SecretText password = {}; ///< never logged, never in an event
    int servers = 1;          ///< of Redis, private: that know nothing of one another
    bool replica = false;     ///< of Redis, private: one more, which follows the first
    /// Of a key, where a client does not say; of a database how long a scenario waits where one on ZooKeeper would wait
    /// for a session to expire.
    int limitMs = 10'000;
};

struct BackendInfo
{
    QString address = {};
    QString version = {};
    Text durability = {}; ///< what a commit waits for
    bool isPrivate = false;
    int servers = 1; ///< that clients ask, each for itself
};

} // namespace lockscope
