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
        const auto poller = SocketPoller::ofThisThread();
        int told = 0;
        const auto client = poller->add([&](int events) { told += events == SocketPoller::Readable ? 1 : 100; });
        poller->watch(client, pair.ours, SocketPoller::Readable);
        turn();
        QCOMPARE(told, 0);
        QVERIFY(pair.send());
        AWAIT_VERIFY(told > 1); // and again, as long as it lasts
        QVERIFY(pair.take());
        turn();
        const int before = told;
        turn();
        QCOMPARE(told, before);
        poller->remove(client);
    }

    void onlyWhatWasAskedForIsToldOf()
    {
        const Pair pair;
        const auto poller = SocketPoller::ofThisThread();
        int told = 0;
        int events = 0;
        const auto client = poller->add([&](int what) {
            ++told;
            events |= what;
        });
        QVERIFY(pair.send());
        poller->watch(client, pair.ours, SocketPoller::Writable);
        AWAIT_VERIFY(told > 0);
        QCOMPARE(events, int(SocketPoller::Writable));
        poller->unwatch(client);
        const int before = told;
        turn();
        QCOMPARE(told, before);
        poller->remove(client);
    }

    void aNewSocketUnderAnOldNumberIsAnother()
    {
        const auto poller = SocketPoller::ofThisThread();
        int first = 0;
        int second = 0;
        const auto old = poller->add([&](int) { ++first; });
        const auto young = poller->add([&](int) { ++second; });
        Pair pair;
        const int number = pair.ours;
        poller->watch(old, number, SocketPoller::Readable);
        const Pair other;
        QCOMPARE(::dup2(other.ours, number), number); // closed and made again in one go
        poller->watch(young, number, SocketPoller::Readable);
        poller->unwatch(old); // must not take the other's away
        QVERIFY(other.send());
        AWAIT_VERIFY(second > 0);
        QCOMPARE(first, 0);
        poller->remove(old);
        poller->remove(young);
    }

    void theSameClientsNewSocketUnderTheSameNumberIsWatched()
    {
        const auto poller = SocketPoller::ofThisThread();
        int told = 0;
        const auto client = poller->add([&](int) { ++told; });
        Pair pair;
        poller->watch(client, pair.ours, SocketPoller::Readable);
        const Pair other;
        QCOMPARE(::dup2(other.ours, pair.ours), pair.ours);
        poller->watch(client, pair.ours, SocketPoller::Readable);
        QVERIFY(other.send());
        AWAIT_VERIFY(told > 0);
        poller->remove(client);
    }

    void aClosedSocketThatAChildProcessKeepsDisturbsNobody()
    {
        const auto poller = SocketPoller::ofThisThread();
        int told = 0;
        int others = 0;
        const auto client = poller->add([&](int) { ++told; });
        const auto other = poller->add([&](int) { ++others; });
        const Pair pair;
        const Pair second;
        poller->watch(other, second.ours, SocketPoller::Readable);
        const int kept = ::dup(pair.ours); // as a process started meanwhile would
        const int number = ::dup(pair.ours);
        poller->watch(client, number, SocketPoller::Readable);
        ::close(number);
        poller->unwatch(client); // too late: the set cannot be told any more
        QVERIFY(pair.send());
        turn();
        turn();
        QCOMPARE(told, 0);
        QVERIFY(second.send()); // the others are still watched
        AWAIT_VERIFY(others > 0);
        ::close(kept);
        poller->remove(client);
        poller->remove(other);
    }

    void aClientMayRemoveAnotherAndItself()
    {
        const auto poller = SocketPoller::ofThisThread();
        const Pair one;
        const Pair two;
        int told = 0;
        SocketPoller::Client first = 0;
        SocketPoller::Client second = 0;
        const auto removeBoth = [&](int) {
            ++told;
            poller->remove(first);
            poller->remove(second);
        };
        first = poller->add(removeBoth);
        second = poller->add(removeBoth);
        poller->watch(first, one.ours, SocketPoller::Readable);
        poller->watch(second, two.ours, SocketPoller::Readable);
        QVERIFY(one.send() && two.send());
        AWAIT_COMPARE(told, 1);
        turn();
        QCOMPARE(told, 1);
    }

    void itGoesWithTheLastWhoKeepsIt()
    {
        const Pair pair;
        std::weak_ptr<SocketPoller> gone;
        auto poller = SocketPoller::ofThisThread();
        gone = poller;
        QCOMPARE(SocketPoller::ofThisThread(), poller);
        int told = 0;
        const auto client = poller->add([&](int) {
            ++told;
            poller.reset(); // in its own turn
        });
        poller->watch(client, pair.ours, SocketPoller::Readable);
        QVERIFY(pair.send());
        AWAIT_COMPARE(told, 1);
        AWAIT_VERIFY(gone.expired());
    }
};

} // namespace lockscope::tst_socketpoller

LOCKSCOPE_TEST(lockscope::tst_socketpoller::SocketPollerTest)
#include "tst_socketpoller.moc"
