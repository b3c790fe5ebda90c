// SPDX-License-Identifier: Apache-2.0
#include "core/backends/pingedbackend.h"

#include <QPointer>

#include <tuple>
#include <utility>

namespace lockscope::backends {

namespace {

constexpr auto retryInterval = std::chrono::seconds(1);
constexpr auto pingInterval = std::chrono::seconds(1);
/// A server is silent when a ping has had no answer for so many turns. Turns, not time: this thread may have been busy.
constexpr int turnsUntilSilent = 3;

} // namespace

PingedBackend::PingedBackend(BackendSpec spec, journal::EventSink &events)
    : Backend({.isPrivate = spec.address.isEmpty()}, events)
    , m_spec(std::move(spec))
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, [this] { std::ignore = connectAgain(); });
    connect(&m_pinging, &QTimer::timeout, this, &PingedBackend::pingAgain);
}

void PingedBackend::writeState(const Text &detail)
{
    write(m_isEnding      ? ConnectionState::Closed
          : isConnected() ? ConnectionState::Connected
                          : ConnectionState::Suspended,
          detail);
}

void PingedBackend::write(ConnectionState state, const Text &detail)
{
    const bool isConnected = state == ConnectionState::Connected;
    journal::ConnectionChanged changed;
    changed.endpoint = m_info.address;
    changed.detail = detail;
    changed.state = state;
    if (isConnected)
        changed.server = m_info.address;
    events().write(std::move(changed));
    if (whyUnproved() || m_isEnding)
        return;
    journal::ObservationChanged observed; // the log has each change of every key that clients ask for
    observed.root = QStringLiteral("/");
    observed.freshness = isConnected ? journal::Freshness::Live : journal::Freshness::Stale;
    if (!isConnected)
        observed.unheardMs = static_cast<int>(m_heard.elapsed());
    events().write(observed);
}

// ---- whether it answers ----

void PingedBackend::startPinging()
{
    m_heard.start();
    m_pinging.start(pingInterval);
}

void PingedBackend::pingAgain()
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
        if (self && !self->m_isEnding && self->m_connections == connection)
            self->heard(answer);
    });
}

void PingedBackend::heard(const Result<Done> &answer)
{
    m_unanswered.reset();
    if (!answer && isConnected())
        silent(answer.error());
    if (!answer)
        return;
    m_heard.start();
    if (std::exchange(m_isSilent, false))
        write(ConnectionState::Connected, {});
}

void PingedBackend::silent(const Error &error)
{
    if (!std::exchange(m_isSilent, true))
        write(ConnectionState::Suspended, error.sentence());
}

// ---- the connection again ----

void PingedBackend::connectionLost(const Error &error)
{
    if (m_isEnding)
        return;
    m_why = error;
    m_retry.start(retryInterval);
    write(ConnectionState::Suspended, error.sentence());
}

Reply<Done> PingedBackend::connectAgain()
{
    if (isConnected() || m_isEnding)
        return isConnected() ? Result<Done>(Done()) : failure(ErrorCode::Cancelled, QStringLiteral("connect"));
    const ReplyPromise<Done> promise;
    m_waiting.push_back(promise);
    if (m_waiting.size() == 1)
        tryAgain();
    return Reply<Done>(promise);
}

Task<> PingedBackend::tryAgain()
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
        write(ConnectionState::Connected, {});
    else if (!m_isEnding)
        m_retry.start(retryInterval);
    if (!m_isEnding && !reopened && std::exchange(m_why, reopened.error()) != reopened.error())
        write(ConnectionState::Suspended, reopened.error().sentence());
    for (const auto &promise : std::exchange(m_waiting, {}))
        promise.complete(reopened);
}

Task<> PingedBackend::endTrying()
{
    m_isEnding = true;
    m_pinging.stop();
    m_retry.stop();
    if (m_waiting.empty())
        co_return;
    m_waiting.emplace_back();
    Reply<Done> ending(m_waiting.back());
    co_await ending;
}

} // namespace lockscope::backends

#include "moc_pingedbackend.cpp"
