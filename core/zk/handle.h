// SPDX-License-Identifier: Apache-2.0
// The pump: one zhandle_t of the single-threaded C client on a Qt event loop. Included by core/zk's own sources only.
// Never delivers anything from inside the library: its callbacks only collect, and onIdle() runs after it has returned.
//
// The order of things is that of the reference for this library: any call may close or change the socket, so
// zookeeper_interest() says again what to wait for before the loop goes on. A socket of which that is not certain is
// always given to the poller again; as long as the connection stands it is the same one.
#pragma once

#include "core/zk/guardedsocket.h"
#include "core/zk/replyguard.h"
#include "core/zk/socketpoller.h"

#include <zookeeper/zookeeper.h>

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>

namespace lockscope::zk {

class Handle : public QObject
{
public:
    /// \a hosts: addresses only, never names, since the library resolves on its caller's thread; may end in a chroot.
    /// \a onIdle runs on this thread after library calls, outside of the library; it may do anything, delete this
    /// handle later (deleteLater) included.
    Handle(const QByteArray &hosts, int timeoutMs, const clientid_t *resume, void *context,
           std::function<void()> onIdle);
    /// Frees the handle. Without close() before, as after abandon(): no CLOSE is sent.
    ~Handle() override;

    /// What its servers answer; after a refusal no more of that is read.
    const ReplyGuard &guard() const { return m_guard; }
    /// Null if the library could not make a handle, and after close() or abandon().
    zhandle_t *get() const { return m_zh; }
    /// Begins to connect.
    void start();

    /// Runs \a f with the zhandle_t; arms again before anything is waited for.
    template<typename F>
    auto call(F &&f)
    {
        scheduleRearm();
        const GuardScope scope(m_guard, GuardScope::For::Request);
        return f(m_zh);
    }

    /// Stops the pump: until resume() nothing is sent, not even a ping, and nothing is read. No call() meanwhile that
    /// would send: the library writes to the socket at once.
    void pause();
    void resume();

    /// Breaks the connection as a network would, then connects to these addresses (no chroot) with the same session.
    void moveTo(const QByteArray &hosts);

    /// Sends CLOSE and frees the handle. Blocks for a round trip, and for up to 4.5 s if the server is silent: make
    /// sure that it answers before. Pending completions fire inside, with ZCLOSING.
    void close();
    /// Cuts the connection without a CLOSE and frees the handle: what a crash looks like to the server.
    void abandon();

private:
    void onSocket(int events);
    void processPackets(int events);
    void onTimer();
    void takeTurn();
    void endTurn();
    void unwatch();
    void callWithin(std::chrono::milliseconds time);
    void rearm();
    std::chrono::milliseconds restBeforeConnecting();
    void scheduleRearm();
    void watchSocket(int fd, int interest);
    void breakConnection();

    zhandle_t *m_zh = nullptr;
    ReplyGuard m_guard;
    std::function<void()> m_onIdle;
    std::shared_ptr<SocketPoller> m_poller = SocketPoller::ofThisThread();
    SocketPoller::Client m_client;
    int m_fd = -1; ///< watched; -1: none
    int m_interest = 0;
    bool m_wasConnected = false; ///< on this socket, when it was armed last
    QTimer m_timer;
    std::chrono::steady_clock::time_point m_due; ///< when the library wants to be called, whatever happens
    QTimer m_rearmSoon;
    std::chrono::steady_clock::time_point m_countedSince; ///< connections are counted since then
    int m_connectionsBefore = 0;
    bool m_paused = false;
    bool m_inTurn = false; ///< onSocket() or takeTurn() is running and arms at its end
};

} // namespace lockscope::zk
