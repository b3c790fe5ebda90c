// SPDX-License-Identifier: Apache-2.0
#include "core/zk/socketpoller.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QtTest>

#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace lockscope::tst_socketpoller {

using lockscope::zk::SocketPoller;

namespace {

/// Two connected sockets.
struct Pair
{
    int ours = -1;
    int theirs = -1;

    Pair()
    {
        std::array<int, 2> both{-1, -1};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both.data()) == 0) {
            ours = both[0];
            theirs = both[1];
        }
    }
    ~Pair()
    {
        ::close(ours);
        ::close(theirs);
    }
    bool send() const { return ::write(theirs, "x", 1) == 1; }
    bool take() const
    {
        char byte = 0;
        return ::read(ours, &byte, 1) == 1;
    }
};

/// A client of this thread's poller, and what it was told; it is gone with this.
struct Watcher
{
    std::shared_ptr<SocketPoller> poller = SocketPoller::ofThisThread();
    int calls = 0;
    int events = 0;
    SocketPoller::Client client = poller->add([this](int what) {
        ++calls;
        events |= what;
    });

    Watcher() = default;
    ~Watcher() { poller->remove(client); }
    Watcher(const Watcher &) = delete;
    Watcher &operator=(const Watcher &) = delete;
    void watch(int socket, int what = SocketPoller::Readable) { poller->watch(client, socket, what); }
    void unwatch() { poller->unwatch(client); }
};

/// A turn of the loop in which everything that is ready was told of.
void turn()
{
    bool over = false;
    QTimer::singleShot(1, [&over] { over = true; });
    AWAIT_VERIFY(over);
}

} // namespace

class SocketPollerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSocketIsToldOfUntilItIsRead()
    {
        const Pair pair;
        Watcher one;
        one.watch(pair.ours);
        turn();
        QCOMPARE(one.calls, 0);
        QVERIFY(pair.send());
        AWAIT_VERIFY(one.calls > 1); // and again, as long as it lasts
        QCOMPARE(one.events, int(SocketPoller::Readable));
        QVERIFY(pair.take());
        turn();
        const int before = one.calls;
        turn();
        QCOMPARE(one.calls, before);
    }

    void onlyWhatWasAskedForIsToldOf()
    {
        const Pair pair;
        Watcher one;
        QVERIFY(pair.send());
        one.watch(pair.ours, SocketPoller::Writable);
        AWAIT_VERIFY(one.calls > 0);
        QCOMPARE(one.events, int(SocketPoller::Writable));
        one.unwatch();
        const int before = one.calls;
        turn();
        QCOMPARE(one.calls, before);
    }

    void aNewSocketUnderAnOldNumberIsAnother()
    {
        const Pair pair;
        const Pair other;
        Watcher old;
        Watcher young;
        const int number = pair.ours;
        old.watch(number);
        QCOMPARE(::dup2(other.ours, number), number); // closed and made again in one go
        young.watch(number);
        old.unwatch(); // must not take the other's away
        QVERIFY(other.send());
        AWAIT_VERIFY(young.calls > 0);
        QCOMPARE(old.calls, 0);
    }

    void theSameClientsNewSocketUnderTheSameNumberIsWatched()
    {
        const Pair pair;
        const Pair other;
        Watcher one;
        one.watch(pair.ours);
        QCOMPARE(::dup2(other.ours, pair.ours), pair.ours);
        one.watch(pair.ours);
        QVERIFY(other.send());
        AWAIT_VERIFY(one.calls > 0);
    }

    void aClosedSocketThatAChildProcessKeepsDisturbsNobody()
    {
        const Pair pair;
        const Pair second;
        Watcher one;
        Watcher other;
        other.watch(second.ours);
        const int kept = ::dup(pair.ours); // as a process started meanwhile would
        const int number = ::dup(pair.ours);
        one.watch(number);
        ::close(number);
        one.unwatch(); // too late: the set cannot be told any more
        QVERIFY(pair.send());
        turn();
        turn();
        QCOMPARE(one.calls, 0);
        QVERIFY(second.send()); // the others are still watched
        AWAIT_VERIFY(other.calls > 0);
        ::close(kept);
    }

    void aClientMayRemoveAnotherAndItself()
    {
        const auto poller = SocketPoller::ofThisThread();
        const Pair one;
        const Pair two;
        int calls = 0;
        SocketPoller::Client first = 0;
        SocketPoller::Client second = 0;
        const auto removeBoth = [&](int) {
            ++calls;
            poller->remove(first);
            poller->remove(second);
        };
        first = poller->add(removeBoth);
        second = poller->add(removeBoth);
        poller->watch(first, one.ours, SocketPoller::Readable);
        poller->watch(second, two.ours, SocketPoller::Readable);
        QVERIFY(one.send() && two.send());
        AWAIT_COMPARE(calls, 1);
        turn();
        QCOMPARE(calls, 1);
    }

    void itGoesWithTheLastWhoKeepsIt()
    {
        const Pair pair;
        std::weak_ptr<SocketPoller> gone;
        auto poller = SocketPoller::ofThisThread();
        gone = poller;
        QCOMPARE(SocketPoller::ofThisThread(), poller);
        int calls = 0;
        const auto client = poller->add([&](int) {
            ++calls;
            poller.reset(); // in its own turn
        });
        poller->watch(client, pair.ours, SocketPoller::Readable);
        QVERIFY(pair.send());
        AWAIT_COMPARE(calls, 1);
        AWAIT_VERIFY(gone.expired());
    }
};

} // namespace lockscope::tst_socketpoller

LOCKSCOPE_TEST(lockscope::tst_socketpoller::SocketPollerTest)
#include "tst_socketpoller.moc"
