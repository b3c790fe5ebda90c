// SPDX-License-Identifier: Apache-2.0
// The pump: one zhandle_t of the single-threaded C client on a Qt event loop. Included by core/zk's own sources only.
// Never delivers anything from inside the library: its callbacks only collect, and onIdle() runs after it has returned.
//
// The order of things is that of the reference for this library: both notifiers are off during every library call
// (any call may close or change the socket), and are armed again from zookeeper_interest() before the loop goes on.
#pragma once

#include <zookeeper/zookeeper.h>

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

class QSocketNotifier;

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

    /// Null if the library could not make a handle, and after close() or abandon().
    zhandle_t *get() const { return m_zh; }
    /// Begins to connect.
    void start();

    /// Runs \a f with the zhandle_t while the socket is not watched; arms again before the loop goes on.
    template<typename F>
    auto call(F &&f)
    {
        disarm();
        scheduleRearm();
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
    void onTimer();
    void endTurn();
    void disarm();
    void rearm();
    void scheduleRearm();
    void watchSocket(int fd, int interest);
    void breakConnection();

    zhandle_t *m_zh = nullptr;
    std::function<void()> m_onIdle;
    std::unique_ptr<QSocketNotifier> m_read;
    std::unique_ptr<QSocketNotifier> m_write;
    QTimer m_timer;
    QTimer m_rearmSoon;
    bool m_armed = false;
    bool m_paused = false;
    bool m_inTurn = false; ///< onSocket() or onTimer() is running and arms at its end
};

} // namespace lockscope::zk
