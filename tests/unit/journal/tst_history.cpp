// SPDX-License-Identifier: Apache-2.0
// A World that was sought in a history, against one that was folded from the first event on.
#include "core/history/history.h"
#include "core/history/recordingreader.h"
#include "core/history/recordingwriter.h"
#include "eventgenerator.h"
#include "eventstory.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <rapidcheck.h>

namespace lockscope::tst_history {

using namespace lockscope::journal;
using namespace lockscope::journal::test;
using namespace Qt::StringLiterals;

namespace {

EventBatch story(const std::vector<quint32> &choices)
{
    EventStory story;
    EventBatch events;
    for (const quint32 choice : choices)
        events += story.next(choice);
    return events;
}

EventBatch longStory(quint32 count)
{
    EventStory story;
    EventBatch events;
    for (quint32 i = 0; i < count; ++i)
        events += story.next(i * 2'654'435'761u >> 2);
    return events;
}

std::vector<quint32> anyChoices(int atLeast)
{
    return *rc::gen::container<std::vector<quint32>>(static_cast<size_t>(atLeast + *rc::gen::inRange(0, 200)),
                                                     rc::gen::inRange<quint32>(0, 1u << 30));
}

/// In batches as they may come.
void appendAll(History &history, const EventBatch &events)
{
    for (qsizetype at = 0; at < events.size();) {
        const qsizetype size = *rc::gen::inRange<qsizetype>(1, 40);
        history.append(events.mid(at, size));
        at += size;
    }
}

World folded(const EventBatch &events, quint64 number)
{
    World world;
    Changes changes;
    for (const Event &event : events) {
        if (event.number > number)
            break;
        world.apply(event, changes);
    }
    return world;
}

History::Limits limits(qsizetype events, qsizetype weight)
{
    return {History::Limits::none, weight, events};
}

/// All but counts, and what only events tell that are not there any more.
void shouldShowTheSame(const World &one, const World &other)
{
    RC_ASSERT(one.connection() == other.connection());
    RC_ASSERT(one.observation() == other.observation());
    RC_ASSERT(one.atNs() == other.atNs());
    RC_ASSERT(one.staleSinceNs() == other.staleSinceNs());
    for (const auto &[path, directory] : one.directories()) {
        const Directory *same = other.directory(path);
        if (directory.isNodeLock) // told by clients, who may be gone
            continue;
        RC_ASSERT(same != nullptr);
        RC_ASSERT(same->children == directory.children);
        RC_ASSERT(same->stat == directory.stat);
        RC_ASSERT(same->error == directory.error);
        RC_ASSERT(same->watched == directory.watched);
    }
    RC_ASSERT(one.clients().size() == other.clients().size());
    for (const auto &[id, client] : one.clients()) {
        Client same = *other.client(id);
        same.requests = client.requests;
        same.watchEvents = client.watchEvents;
        same.watching = client.watching;
        same.faults = client.faults;
        same.attempts = client.attempts; // and when they began: events that the recording does not have
        std::tie(same.asked, same.served, same.lettingGo, same.rested) =
            std::tie(client.asked, client.served, client.lettingGo, client.rested);
        RC_ASSERT(same == client);
    }
}

} // namespace

class TestHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWorldAtAnyEventIsTheOneFoldedToIt()
    {
        QVERIFY(rc::check("seek(n) is fold(1..n), event by event", [] {
            const EventBatch events = story(anyChoices(30));
            // A small ring has its keyframes close together; it is large enough for all.
            History history(limits(8 * *rc::gen::inRange(40, 100), *rc::gen::inRange(20, 2000)));
            appendAll(history, events);
            World world;
            Changes changes;
            RC_ASSERT(history.at(0) == world);
            for (const Event &event : events) {
                world.apply(event, changes);
                RC_ASSERT(history.at(event.number) == world);
            }
            RC_ASSERT(history.head() == world);
        }));
        QVERIFY(rc::check("the same for events that follow from nothing", [] {
            EventBatch events;
            for (int left = *rc::gen::inRange(0, 60); left > 0; --left)
                events += anyEvent(static_cast<quint64>(events.size()) + 1);
            History history(limits(80, 100));
            appendAll(history, events);
            for (const Event &event : std::as_const(events))
                RC_ASSERT(history.at(event.number) == folded(events, event.number));
        }));
    }

    void aRingKeepsTrueWorldsOfWhatItStillHas()
    {
        QVERIFY(rc::check("dropped events are in the first keyframe", [] {
            const EventBatch events = story(anyChoices(200));
            const qsizetype capacity = *rc::gen::inRange<qsizetype>(16, 100);
            History history(limits(capacity, *rc::gen::inRange(10, 300)));
            appendAll(history, events);
            RC_ASSERT(history.journal().size() <= capacity);
            RC_ASSERT(history.journal().size() >= capacity / 2);
            RC_ASSERT(history.firstState() == history.journal().firstNumber() - 1);
            for (quint64 number = history.firstState(); number <= history.lastState(); ++number)
                RC_ASSERT(history.at(number) == folded(events, number));
            RC_ASSERT(history.at(0) == history.at(history.firstState()));
        }));
    }

    void goingOnFromAWorldIsSeekingTheLaterOne()
    {
        QVERIFY(rc::check("advance", [] {
            const EventBatch events = story(anyChoices(60));
            History history(limits(150, 1000));
            appendAll(history, events);
            const auto from = *rc::gen::inRange<quint64>(0, quint64(events.size()) + 1);
            const auto to = *rc::gen::inRange<quint64>(from, quint64(events.size()) + 1);
            World world = history.at(from);
            Changes changes;
            history.advance(world, to, changes);
            RC_ASSERT(world == history.at(to));
            const Changes needed = differences(history.at(from), world);
            RC_ASSERT(changes.directories.contains(needed.directories));
            RC_ASSERT(changes.clients.contains(needed.clients));
        }));
    }

    void differencesNameAllThatDiffers()
    {
        QVERIFY(rc::check("in either direction", [] {
            const EventBatch events = story(anyChoices(60));
            const auto a = *rc::gen::inRange<quint64>(0, quint64(events.size()) + 1);
            const auto b = *rc::gen::inRange<quint64>(0, quint64(events.size()) + 1);
            const World from = folded(events, a);
            const World to = folded(events, b);
            const Changes changes = differences(from, to);
            for (const auto &[path, directory] : from.directories()) {
                const Directory *now = to.directory(path);
                RC_ASSERT(changes.directories.contains(path) == (!now || *now != directory));
            }
            for (const auto &[path, directory] : to.directories())
                RC_ASSERT(from.directory(path) || changes.directories.contains(path));
            for (const auto &[id, client] : from.clients())
                RC_ASSERT(changes.clientsRemoved.contains(id) == (to.client(id) == nullptr));
            for (const auto &[id, client] : to.clients())
                RC_ASSERT(changes.clients.contains(id) == (!from.client(id) || *from.client(id) != client));
            RC_ASSERT(differences(from, from).isEmpty());
        }));
    }

    void theJournalKeepsToItsBytes()
    {
        constexpr qsizetype bytes = 400'000;
        History history({bytes, History::Limits().keyframeWeight});
        const EventBatch all = longStory(60'000);
        for (qsizetype at = 0; at < all.size(); at += 512) {
            history.append(all.mid(at, 512));
            QVERIFY2(history.journal().bytes() <= bytes, qPrintable(QString::number(history.journal().bytes())));
        }
        QVERIFY(history.firstState() > 0); // there was more than that
        QVERIFY2(history.journal().bytes() > bytes / 2, qPrintable(QString::number(history.journal().bytes())));
        QVERIFY(history.at(history.firstState()) == folded(all, history.firstState()));
        const quint64 middle = (history.firstState() + history.lastState()) / 2;
        QVERIFY(history.at(middle) == folded(all, middle));
    }

    void keyframesStayWithinTheirWeight()
    {
        const qsizetype mostWeight = 20'000;
        History history(limits(History::Limits::none, mostWeight));
        constexpr quint32 events = testprogram::played(150'000);
        const EventBatch all = longStory(events);
        for (qsizetype at = 0; at < all.size(); at += 4096)
            history.append(all.mid(at, 4096));
        QCOMPARE(history.lastState(), quint64(events));
        const qsizetype weight = history.head().weight();
        QVERIFY2(history.keyframes() >= 2, qPrintable(QString::number(history.keyframes())));
        QVERIFY2(history.keyframes() * weight < 2 * mostWeight + 4 * weight,
                 qPrintable(u"%1 of %2"_s.arg(history.keyframes()).arg(weight)));
    }

    void aCopyOfAWorldGoesItsOwnWay()
    {
        const EventBatch events = longStory(900);
        World world;
        world.apply(events.first(500));
        const World before = world;
        World copy = world;
        QVERIFY(copy == before);
        const auto queue = copy.queue(u"/locks/1"_s); // worked out in the copy alone
        copy.apply(events.mid(500));
        QVERIFY(world == before);
        QVERIFY(copy != before);
        QCOMPARE(world.queue(u"/locks/1"_s), queue);
    }

    void aRecordingOfARingShowsWhatTheRingShowed()
    {
        const QTemporaryDir directory;
        const QString file = directory.filePath(u"ring.lockscope"_s);
        QVERIFY(rc::check("saved and read again", [&] {
            const EventBatch events = story(anyChoices(200));
            History ring(limits(60, 1000));
            appendAll(ring, events);
            QList<quint64> states;
            for (quint64 number = ring.firstState(); number <= ring.lastState(); ++number)
                states += number;
            const auto saved = saveRecording(ring, file, {}, states);
            RC_ASSERT(saved.has_value());
            History read(History::unlimited());
            const auto about = readRecording(file, [&](const EventBatch &batch) { read.append(batch); });
            RC_ASSERT(about.has_value());
            RC_ASSERT(about->header.carried > 0u);
            read.setBegin(about->header.carried);
            RC_ASSERT(read.firstState() == saved->marked.first());
            RC_ASSERT(read.lastState() == saved->marked.last());
            RC_ASSERT(saved->events == ring.journal().size());
            for (qsizetype i = 0; i < states.size(); ++i)
                shouldShowTheSame(ring.at(states[i]), read.at(saved->marked[i]));
        }));
    }

    void aHistoryOfNothingIsEmpty()
    {
        const History history;
        QCOMPARE(history.firstState(), quint64(0));
        QCOMPARE(history.lastState(), quint64(0));
        QVERIFY(history.at(7) == World());
    }

    void noStateHasMoreContendersThanTheFullest()
    {
        QVERIFY(rc::check("up to 60 events: all are looked at", [] {
            const EventBatch events = story(anyChoices(1)).mid(0, 60);
            History history;
            history.append(events);
            std::pair<size_t, size_t> most;
            for (quint64 number = history.firstState(); number <= history.lastState(); ++number) {
                const auto fullest = fullestLock(history.at(number));
                most = std::max(most, fullest ? fullest->fullness() : std::pair<size_t, size_t>());
            }
            const auto found = fullestState(history);
            RC_ASSERT(found.has_value() == (most.second > 0));
            if (found) {
                RC_ASSERT(found->fullness() == most);
                RC_ASSERT(history.at(found->state).queue(found->lock).contenders.size() == most.second);
            }
        }));
    }
};

} // namespace lockscope::tst_history

LOCKSCOPE_TEST(lockscope::tst_history::TestHistory)
#include "tst_history.moc"
