// SPDX-License-Identifier: Apache-2.0
// The sockets of all handles of a thread behind one descriptor, so that a turn of the event loop costs the same with
// one session and with a thousand. Never reads, writes or closes a socket.
//
// A notifier per socket would be switched off and on around every library call, each time with a system call to wake
// the loop that is running already, and the loop would look at every socket in every turn.
#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <unordered_map>

class QSocketNotifier;

namespace lockscope::zk {

class SocketPoller : public QObject
{
public:
    enum Event { Readable = 1, Writable = 2 };
    using Client = quint32;
    using OnReady = std::function<void(int events)>;

    /// One for each thread, made at need: it lives as long as a handle keeps it.
    static std::shared_ptr<SocketPoller> ofThisThread();
    ~SocketPoller() override;

    /// \a onReady runs from the event loop, again as long as its events last. It may do anything.
    Client add(OnReady onReady);
    void remove(Client client);

    /// The client's socket is \a fd now, and these events matter; replaces what was before. To be called again wherever
    /// the socket may have been closed meanwhile, though its number be the same.
    void watch(Client client, int fd, int events);
    /// Nothing of this client matters any more. Before its socket is closed, where that can be known.
    void unwatch(Client client);

private:
    struct Watched
    {
        OnReady onReady;
        int fd = -1;
        quint32 tag = 0; ///< a new one at each watch()
        quint32 wanted = 0;
    };

    SocketPoller();
    void onActivated();
    bool enter(Client client, const Watched &watched);
    void open();

    int m_epoll = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::unordered_map<Client, Watched> m_clients;
    std::unordered_map<int, Client> m_owners; ///< by socket: numbers are used again
    Client m_lastClient = 0;
    quint32 m_lastTag = 0;
};

} // namespace lockscope::zk
