// SPDX-License-Identifier: Apache-2.0
// A backend with a connection of our own that is pinged, and made again once a second while it is lost. What such a
// server proves comes from its log: nothing is watched there.
#pragma once

#include "core/backends/backend.h"

#include <QElapsedTimer>
#include <QTimer>

#include <optional>
#include <vector>

namespace lockscope::backends {

class PingedBackend : public Backend
{
    Q_OBJECT
public:
    void writeState(const Text &detail = {}) override;
    /// See BackendSpec::limitMs.
    std::chrono::milliseconds limit() const override { return std::chrono::milliseconds(m_spec.limitMs); }

protected:
    PingedBackend(BackendSpec spec, journal::EventSink &events);

    const BackendSpec &spec() const { return m_spec; }
    virtual Task<Result<Done>> reopen() = 0;
    /// A question that shows whether it answers, and is what it was: an error says that it is not.
    virtual Reply<Done> ping() = 0;
    /// Once a second: a server that stands still keeps its connections. To be called once, when it is open.
    void startPinging();
    /// The connection is over: says so, and tries again until it is back.
    void connectionLost(const Error &error);
    Reply<Done> connectAgain() override;
    /// No ping, and nothing is tried again. Ends when nothing of that is under way.
    Task<> endTrying();

private:
    void write(ConnectionState state, const Text &detail);
    Task<> tryAgain();
    void pingAgain();
    void heard(const Result<Done> &answer);
    void silent(const Error &error);

    BackendSpec m_spec;
    QTimer m_retry;
    QTimer m_pinging;
    QElapsedTimer m_heard;           ///< since its last answer to a ping
    int m_connections = 0;           ///< how many there were: an answer on an earlier one is of no interest
    std::optional<int> m_unanswered; ///< for so many turns the ping under way; nothing: there is none
    bool m_isSilent = false;
    std::optional<Error> m_why;                ///< the newest reason of a lost connection
    std::vector<ReplyPromise<Done>> m_waiting; ///< for the attempt that is under way; none: there is none
};

} // namespace lockscope::backends
