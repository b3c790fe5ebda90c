// SPDX-License-Identifier: Apache-2.0
#include "core/backends/redis/redissessions.h"

#include "core/backends/redis/redlocksession.h"
#include "core/base/task.h"

#include <functional>
#include <utility>
#include <vector>

namespace lockscope::backends {

using namespace Qt::StringLiterals;

namespace {

/// Deletes the key if it has this value, and publishes that where there is a channel.
constexpr auto removeScript = "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end\n"
                              "redis.call('del', KEYS[1])\n"
                              "if ARGV[2] ~= '' then redis.call('publish', ARGV[2], 'released') end\n"
                              "return 1";
constexpr auto expireScript = "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end\n"
                              "return redis.call('pexpire', KEYS[1], ARGV[2])";

} // namespace

// ---- asking ----

Task<Result<Done>> RedisClientSession::begin()
{
    const auto entered = co_await enter();
    if (!entered)
        co_return entered;
    auto asking = connection().ask({"CLIENT", "ID"});
    const auto number = co_await asking;
    if (!number)
        co_return tl::unexpected(number.error());
    setId(SessionId{number->integer});
    co_return Done();
}

bool RedisClientSession::creates(const Command &command) const
{
    const QString operation = operationOf(command);
    return operation.startsWith("set"_L1) || operation == "getset"_L1;
}

Reply<bool> RedisClientSession::removeIfEqual(QString key, QByteArray value, QString channel)
{
    return asked<bool>({"EVAL", removeScript, "1", key.toUtf8(), value, channel.toUtf8()}, isOne);
}

Reply<bool> RedisClientSession::expireIfEqual(QString key, QByteArray value, Milliseconds limit)
{
    return asked<bool>({"EVAL", expireScript, "1", key.toUtf8(), value, numberOf(limit)}, isOne);
}

// ---- listening ----

Reply<std::shared_ptr<recipes::Watch>> RedisClientSession::listen(QString channel, QString)
{
    const ReplyPromise<std::shared_ptr<recipes::Watch>> promise;
    if (isOver(state())) {
        promise.complete(failure(ErrorCode::Closed, u"subscribe"_s));
    } else {
        std::erase_if(m_subscribing, [](const auto &each) { return each.isComplete(); });
        m_subscribing.push_back(promise);
        subscribe(channel.toUtf8(), promise);
    }
    return Reply<std::shared_ptr<recipes::Watch>>(promise);
}

Task<> RedisClientSession::subscribe(QByteArray channel, ReplyPromise<std::shared_ptr<recipes::Watch>> promise)
{
    const auto alive = this->alive();
    if (!m_subscriber) {
        auto opened = co_await openAnother();
        if (!*alive)
            co_return;
        if (isOver(state()) || !opened) {
            promise.complete(isOver(state()) ? failure(ErrorCode::Closed, u"subscribe"_s)
                                             : failure(ErrorCode::ConnectionLoss, u"subscribe"_s));
            co_return;
        }
        m_subscriber = std::move(*opened);
        m_channels.clear();
        connect(m_subscriber.get(), &redis::Session::messageReceived, this,
                [this](const QByteArray &of, const QByteArray &) {
                    handOn([this, of] { fireWatches(of, WatchEvent::Deleted); });
                });
        connect(m_subscriber.get(), &redis::Session::lost, this, [this] {
            m_subscriber.release()->deleteLater();
            handOn([this] { fireWatches({}, WatchEvent::NotWatching); });
        });
    }
    if (!m_channels.contains(channel)) {
        auto subscribing = m_subscriber->subscribe(channel);
        const auto subscribed = co_await subscribing;
        if (!*alive)
            co_return;
        if (!subscribed || isOver(state())) {
            promise.complete(failure(isOver(state()) ? ErrorCode::Closed : ErrorCode::ConnectionLoss, u"subscribe"_s));
            co_return;
        }
        m_channels += channel;
    }
    const auto watch = std::make_shared<ChannelWatch>();
    std::erase_if(m_listening, [](const Listening &each) { return each.watch->isOver(); });
    m_listening.push_back({channel, watch});
    handOn([promise, watch] { promise.complete(std::shared_ptr<recipes::Watch>(watch)); });
}

void RedisClientSession::fireWatches(const QByteArray &channel, const Result<WatchEvent> &with)
{
    std::vector<Listening> firing;
    std::erase_if(m_listening, [&](const Listening &each) {
        const bool isMeant = channel.isEmpty() || each.channel == channel;
        if (isMeant)
            firing.push_back(each);
        return isMeant;
    });
    for (const Listening &each : firing)
        each.watch->fire(with);
}

std::function<void()> RedisClientSession::endOthers()
{
    if (m_subscriber) {
        m_subscriber->disconnect(this);
        m_subscriber.release()->deleteLater();
    }
    return [this, alive = alive(), subscribing = std::exchange(m_subscribing, {})] {
        for (const auto &promise : subscribing)
            promise.complete(failure(ErrorCode::Closed));
        if (*alive)
            fireWatches({}, failure(ErrorCode::Closed, u"subscribe"_s));
    };
}

// ---- the factory ----

Task<Result<std::unique_ptr<lab::ClientSession>>> RedisSessionFactory::open(lab::Route,
                                                                            std::optional<std::chrono::milliseconds>)
{
    std::vector<std::unique_ptr<RedisClientSession>> members;
    for (int i = 0; i < servers(); ++i)
        members.push_back(std::make_unique<RedisClientSession>(m_places, i, m_password, m_log));
    if (members.size() == 1) {
        auto beginning = members.front()->begin();
        const auto begun = co_await beginning;
        if (!begun)
            co_return tl::unexpected(begun.error());
        std::unique_ptr<lab::ClientSession> only = std::move(members.front());
        co_return std::move(only);
    }
    auto several = std::make_unique<RedlockSession>(std::move(members));
    auto beginning = several->begin();
    const auto begun = co_await beginning;
    if (!begun)
        co_return tl::unexpected(begun.error());
    std::unique_ptr<lab::ClientSession> result = std::move(several);
    co_return std::move(result);
}

} // namespace lockscope::backends
