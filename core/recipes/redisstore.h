// SPDX-License-Identifier: Apache-2.0
// The few operations on a Redis server that lock recipes need, so that a recipe reads like the article that explains it
// and runs on a real server as well as on a fake. A recipe never knows which, and never sees faults or counting.
#pragma once

#include "core/base/ids.h"
#include "core/base/reply.h"
#include "core/recipes/store.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <memory>
#include <optional>

namespace lockscope::recipes {

class RedisStore
{
public:
    using Value = std::optional<QByteArray>;
    using Milliseconds = std::chrono::milliseconds;

    virtual ~RedisStore() = default;

    virtual SessionId session() const = 0;
    /// Answers when the session is connected; an error once it is over.
    virtual Reply<SessionId> connected() = 0;

    /// SETNX; with a \a limit SET NX PX. False: it is there already.
    virtual Reply<bool> setIfAbsent(QString key, QByteArray value, std::optional<Milliseconds> limit) = 0;
    /// GET. Nothing: there is no such key.
    virtual Reply<Value> get(QString key) = 0;
    /// GETSET: the value before.
    virtual Reply<Value> getSet(QString key, QByteArray value) = 0;
    /// PEXPIRE. False: there is no such key.
    virtual Reply<bool> expire(QString key, Milliseconds limit) = 0;
    /// DEL. False: there was no such key.
    virtual Reply<bool> remove(QString key) = 0;
    /// By a script: deletes the key if it has this value, and publishes that on \a channel, where that is not empty.
    /// False: it had not.
    virtual Reply<bool> removeIfEqual(QString key, QByteArray value, QString channel) = 0;
    /// By a script: begins the time limit anew if the key has this value. False: it had not.
    virtual Reply<bool> expireIfEqual(QString key, QByteArray value, Milliseconds limit) = 0;
    /// SUBSCRIBE; \a key is what the channel is about. Fires with the first message, and when messages may have been
    /// missed: look again.
    virtual Reply<std::shared_ptr<Watch>> listen(QString channel, QString key) = 0;

    /// Answers after this time, or when the session is over.
    virtual Reply<Done> after(Milliseconds time) = 0;
    /// The client's own clock, which need not be the server's.
    virtual qint64 clockMs() const = 0;
};

} // namespace lockscope::recipes
