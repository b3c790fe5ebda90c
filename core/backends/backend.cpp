// SPDX-License-Identifier: Apache-2.0
#include "core/backends/backend.h"

#include "core/backends/redis/redisbackend.h"
#include "core/backends/sql/sqlbackend.h"

#include <QPointer>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace lockscope::backends {

namespace {

constexpr auto retryInterval = std::chrono::seconds(1);
constexpr auto pingInterval = std::chrono::seconds(1);
/// A server is silent when a ping has had no answer for so many turns. Turns, not time: this thread may have been busy.
constexpr int turnsUntilSilent = 3;

struct Maker
{
    bool (*is)(locks::Backend backend);
    Result<std::shared_ptr<Backend>> (*make)(const BackendSpec &spec, journal::EventSink &events);
    std::optional<Error> (*missing)(locks::Backend backend);
};

constexpr std::array makers{
    Maker{[](locks::Backend backend) { return backend == locks::Backend::Redis; }, &RedisBackend::make,
          &RedisBackend::missing},
    Maker{&locks::isSql, &SqlBackend::make, &SqlBackend::missing},
};

const Maker *makerOf(locks::Backend backend)
{
    const auto found = std::ranges::find_if(makers, [backend](const Maker &maker) { return maker.is(backend); });
    return found == makers.end() ? nullptr : &*found;
}

} // namespace

Backend::Backend(BackendSpec spec, journal::EventSink &events)
    : m_spec(std::move(spec))
    , m_events(events)
{
    m_info.isPrivate = m_spec.address.isEmpty();
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, [this] { std::ignore = connectAgain(); });
    connect(&m_pinging, &QTimer::timeout, this, &Backend::pingAgain);
}

void Backend::startPinging()
{
    m_heard.start();
    m_pinging.start(pingInterval);
}

void Backend::pingAgain()
{
    if (!isConnected())
        return;
    if (m_unanswered) {
        if (++*m_unanswered == turnsUntilSilent)
            silent({ErrorCode::NoAnswer, QStringLiteral("ping"), {}, {}});
        return;
    }
    m_unanswered = 0;
    ping().then([self = QPointer(this), connection = m_connections](const Result<Done> &answer) {
        if (self && self->m_connections == connection)
            self->heard(answer);
    });
}

void Backend::heard(const Result<Done> &answer)
{
    m_unanswered.reset();
    if (!answer && isConnected())
        silent(answer.error());
    if (!answer)
        return;
    m_heard.start();
    if (std::exchange(m_isSilent, false))
        Q_EMIT back();
}

void Backend::silent(const Error &error)
{
    if (!std::exchange(m_isSilent, true))
        Q_EMIT lost(error);
}

void Backend::connectionLost(const Error &error)
{
    if (m_isEnding)
        return;
    m_why = error;
    m_retry.start(retryInterval);
    Q_EMIT lost(error);
}

Reply<Done> Backend::connectAgain()
{
    if (isConnected() || m_isEnding)
        return isConnected() ? Result<Done>(Done()) : failure(ErrorCode::Cancelled, QStringLiteral("connect"));
    const ReplyPromise<Done> promise;
    m_waiting.push_back(promise);
    if (m_waiting.size() == 1)
        tryAgain();
    return Reply<Done>(promise);
}

Task<> Backend::tryAgain()
{
    const auto self = shared_from_this();
    m_retry.stop();
    auto reopening = reopen();
    const auto reopened = co_await reopening;
    if (reopened) {
        ++m_connections;
        m_unanswered.reset();
        m_isSilent = false;
        m_heard.start();
    }
    if (!m_isEnding && reopened)
        Q_EMIT back();
    else if (!m_isEnding)
        m_retry.start(retryInterval);
    if (!m_isEnding && !reopened && std::exchange(m_why, reopened.error()) != reopened.error())
        Q_EMIT lost(reopened.error());
    for (const auto &promise : std::exchange(m_waiting, {}))
        promise.complete(reopened);
}

Task<> Backend::endTrying()
{
    m_isEnding = true;
    m_retry.stop();
    if (m_waiting.empty())
        co_return;
    m_waiting.emplace_back();
    Reply<Done> ending(m_waiting.back());
    co_await ending;
}

void Backend::notice(locks::Finding::Severity severity, const Text &sentence)
{
    m_events.write(journal::Notice{severity, sentence});
}

Result<std::shared_ptr<Backend>> makeBackend(const BackendSpec &spec, journal::EventSink &events)
{
    const Maker *maker = makerOf(spec.backend);
    Q_ASSERT(maker != nullptr);
    return maker->make(spec, events);
}

std::optional<Error> missingServer(locks::Backend backend)
{
    const Maker *maker = makerOf(backend);
    return maker ? maker->missing(backend) : std::nullopt;
}

} // namespace lockscope::backends

#include "moc_backend.cpp"
