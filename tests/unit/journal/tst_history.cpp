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
    void theWorldAtAnyEventIsTheOneFoldedToIt();
    void aRingKeepsTrueWorldsOfWhatItStillHas();
    void goingOnFromAWorldIsSeekingTheLaterOne();
    void differencesNameAllThatDiffers();
    void theJournalKeepsToItsBytes();
    void keyframesStayWithinTheirWeight();
    void aCopyOfAWorldGoesItsOwnWay();
    void aRecordingOfARingShowsWhatTheRingShowed();
    void whatWasLookedAtIsKeptLongestAndAsItWas();
    void whatHadFindingsIsKeptToo();
    void aWorldGoesOnIntoAnotherPart();
    void aRecordingOfWhatIsKeptLongestShowsIt();
    void instantsAreFoundByBisection();
    void aHistoryOfNothingIsEmpty();
    void noStateHasMoreContendersThanTheFullest();
};

void TestHistory::theWorldAtAnyEventIsTheOneFoldedToIt()
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

void TestHistory::aRingKeepsTrueWorldsOfWhatItStillHas()
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

void TestHistory::goingOnFromAWorldIsSeekingTheLaterOne()
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

void TestHistory::differencesNameAllThatDiffers()
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

void TestHistory::theJournalKeepsToItsBytes()
{
    constexpr qsizetype bytes = 400'000;
    History history({bytes, History::Limits().keyframeWeight});
    EventStory story;
    EventBatch batch;
    EventBatch all;
    for (quint32 i = 0; i < 60'000; ++i) {
        batch += story.next(i * 2'654'435'761u >> 2);
        all += batch.last();
        if (batch.size() == 512) {
            history.append(std::exchange(batch, {}));
            QVERIFY2(history.journal().bytes() <= bytes, qPrintable(QString::number(history.journal().bytes())));
        }
    }
    history.append(batch);
    QVERIFY(history.firstState() > 0); // there was more than that
    QVERIFY2(history.journal().bytes() > bytes / 2, qPrintable(QString::number(history.journal().bytes())));
    QVERIFY(history.at(history.firstWholeState()) == folded(all, history.firstWholeState()));
    QVERIFY(history.journal().bytesBefore(history.firstWholeState()) <= bytes / 2);
    const quint64 middle = (history.firstState() + history.lastState()) / 2;
    QVERIFY(history.at(middle) == folded(all, middle));
}

void TestHistory::keyframesStayWithinTheirWeight()
{
    const qsizetype mostWeight = 20'000;
    History history(limits(History::Limits::none, mostWeight));
    EventStory story;
    EventBatch batch;
    constexpr quint32 events = testprogram::played(150'000);
    for (quint32 i = 0; i < events; ++i) {
        batch += story.next(i * 2'654'435'761u >> 2);
        if (batch.size() == 4096)
            history.append(std::exchange(batch, {}));
    }
    history.append(batch);
    QCOMPARE(history.lastState(), quint64(events));
    const qsizetype weight = history.head().weight();
    QVERIFY2(history.keyframes() >= 2, qPrintable(QString::number(history.keyframes())));
    QVERIFY2(history.keyframes() * weight < 2 * mostWeight + 4 * weight,
             qPrintable(u"%1 of %2"_s.arg(history.keyframes()).arg(weight)));
}

void TestHistory::aCopyOfAWorldGoesItsOwnWay()
{
    EventStory story;
    World world;
    Changes changes;
    for (quint32 i = 0; i < 500; ++i)
        world.apply(story.next(i * 2'654'435'761u >> 2), changes);
    const World before = world;
    World copy = world;
    QVERIFY(copy == before);
    const auto queue = copy.queue(u"/locks/1"_s); // worked out in the copy alone
    for (quint32 i = 500; i < 900; ++i)
        copy.apply(story.next(i * 2'654'435'761u >> 2), changes);
    QVERIFY(world == before);
    QVERIFY(copy != before);
    QCOMPARE(world.queue(u"/locks/1"_s), queue);
}

void TestHistory::aRecordingOfARingShowsWhatTheRingShowed()
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

// ---- what is kept longest ----

namespace {

/// What happens beside a story: settings come, and a mutex of which there is nothing to find goes from one to the next.
Payload elsewhere(quint32 turn)
{
    const auto node = [](quint32 number) {
        NodeStat stat;
        stat.czxid = stat.mzxid = Zxid{qint64(0x10'0000 + number)};
        stat.ephemeralOwner = SessionId{qint64(100 + number % 2)};
        return stat;
    };
    const quint32 number = turn / 4;
    const auto name = [](quint32 of) { return u"lock-%1"_s.arg(of, 10, 10, QLatin1Char('0')); };
    if (turn % 4 == 0)
        return NodeResolved{u"/quiet/"_s + name(number), node(number), locks::ChildNode::Data::Read, "me"};
    DirectoryListed listed;
    listed.watched = true;
    listed.stat.czxid = Zxid{1};
    if (turn % 4 == 1) {
        listed.path = u"/quiet"_s;
        listed.added = {name(number + 1)};
        listed.removed = {name(number)};
        listed.stat.numChildren = 1;
        listed.stat.pzxid = node(number + 1).czxid;
    } else {
        listed.path = u"/settings/%1"_s.arg(number % 50);
        listed.added = {u"setting-%1"_s.arg(turn)};
        listed.stat.numChildren = qint32(turn);
    }
    return listed;
}

/// A story in which the servers are asked, too, and in which no client has the id of one before it.
EventBatch storyWithServers(quint32 seed, int size)
{
    EventStory story;
    EventBatch events;
    QHash<QString, QList<SessionId>> watchers;
    QHash<ClientId, ClientId> newest;
    quint32 clients = 0;
    for (quint32 i = 0; i < quint32(size); ++i) {
        events += story.next((i + seed) * 2'654'435'761u >> 2);
        Event &event = events.last();
        if (const auto *spawned = std::get_if<ClientSpawned>(&event.what))
            newest[spawned->id] = ClientId{++clients};
        std::visit(
            [&](auto &what) {
                if constexpr (requires { what.id; })
                    what.id = newest.value(what.id);
            },
            event.what);
        if (const auto *resolved = std::get_if<NodeResolved>(&event.what))
            watchers[resolved->path] = {SessionId{1 + i % 9}};
        if (i % 97 != 0)
            continue;
        ServersProbed probed;
        probed.knowledge.askedAtNs = probed.knowledge.answeredAtNs = event.atNs;
        probed.knowledge.allSessions = probed.knowledge.allConnections = i % 2 == 0;
        probed.knowledge.allWatches = i % 3 == 0;
        for (qint64 id = 1; id <= 8; ++id)
            probed.knowledge.sessions[SessionId{id}] = {SessionId{id}, u"10.0.0.%1:4"_s.arg(id)};
        probed.knowledge.watchers = std::exchange(watchers, {});
        event.what = probed;
    }
    EventBatch all;
    for (const Event &event : std::as_const(events)) {
        all += {quint64(all.size()) + 1, event.atNs, event.what};
        for (quint32 more = 0; more < 3; ++more)
            all += {quint64(all.size()) + 1, event.atNs, elsewhere(quint32(event.number) * 3 + more)};
    }
    return all;
}

constexpr qsizetype fewBytes = 240'000;

History appendedTo(History history, const EventBatch &events)
{
    for (qsizetype at = 0; at < events.size(); at += 100)
        history.append(events.mid(at, 100));
    return history;
}

} // namespace

void TestHistory::whatWasLookedAtIsKeptLongestAndAsItWas()
{
    for (const QString &lock : {u"/locks/1"_s, u"/locks/plain"_s}) {
        const EventBatch events = storyWithServers(7, 12'000);
        History history({fewBytes, 100'000});
        history.lookAt(lock);
        history = appendedTo(std::move(history), events);
        QVERIFY(history.journal().bytes() <= fewBytes);
        QVERIFY(history.isNarrowed());
        QVERIFY(history.firstState() < history.firstWholeState());
        World whole;
        Changes changes;
        quint64 narrowed = 0;
        quint64 contenders = 0;
        for (const Event &event : events) {
            whole.apply(event, changes);
            if (event.number < history.firstState() || event.number % 59 != 0)
                continue;
            const World shown = history.at(event.number);
            QCOMPARE(shown.observation().narrowed, event.number < history.firstWholeState());
            if (!shown.observation().narrowed) {
                QVERIFY(shown == whole);
                continue;
            }
            ++narrowed;
            QCOMPARE(shown.isLock(lock), whole.isLock(lock));
            QVERIFY(whole.isLock(u"/quiet"_s) && !shown.isLock(u"/quiet"_s));
            for (const QString &path : shown.lockPaths()) { // no half of any other
                QVERIFY2(whole.isLock(path), qPrintable(path));
                QCOMPARE(shown.queue(path), whole.queue(path));
                contenders += shown.queue(path).contenders.size();
            }
            for (const auto &[id, client] : shown.clients())
                QVERIFY(*whole.client(id) == client);
            for (const auto &[id, client] : whole.clients())
                QVERIFY(shown.client(id) || !locksOf(client.spec).contains(lock));
        }
        QVERIFY(narrowed > 50);
        QVERIFY(contenders > 50);
        int letGo = 0;
        for (quint64 number = history.journal().firstNumber(); number <= history.narrowedUpTo(); ++number)
            letGo += int(std::holds_alternative<NotKept>(history.journal().event(number).what));
        QVERIFY2(letGo > 1'000, qPrintable(QString::number(letGo)));
    }
}

void TestHistory::whatHadFindingsIsKeptToo()
{
    EventBatch events;
    const auto tell = [&](Payload what) { events += {quint64(events.size()) + 1, events.size() * 1'000'000, what}; };
    // A lock of two kinds of clients, of which nothing more is heard.
    const QStringList mixed{u"_c_6f1e0001-90ab-4cde-8f01-23456789abcd-lock-0000000001"_s,
                            u"4f2b9e31c07d55114f2b9e31c07d5511__lock__0000000002"_s};
    DirectoryListed listed{u"/mixed"_s, {}, mixed, {}, 0, true};
    listed.stat.numChildren = 2;
    tell(listed);
    for (const QString &name : mixed) {
        NodeStat stat;
        stat.czxid = Zxid{qint64(0x20'0000 + events.size())};
        stat.ephemeralOwner = SessionId{qint64(200 + events.size())};
        tell(NodeResolved{u"/mixed/"_s + name, stat, locks::ChildNode::Data::Read, {}, false});
    }
    for (quint32 turn = 4; turn < 40'000; ++turn)
        tell(elsewhere(turn));
    const History history = appendedTo(History({fewBytes, 100'000}), events);
    QVERIFY(history.isNarrowed());
    for (quint64 number = history.firstState(); number < history.firstWholeState(); number += 59) {
        const World shown = history.at(number);
        QCOMPARE(shown.lockPaths(), QList<QString>{u"/mixed"_s});
        QVERIFY(shown.queue(u"/mixed"_s) == history.head().queue(u"/mixed"_s));
        QVERIFY(!shown.queue(u"/mixed"_s).findings.isEmpty());
    }
}

void TestHistory::aWorldGoesOnIntoAnotherPart()
{
    const EventBatch events = storyWithServers(5, 12'000);
    History history({fewBytes, 100'000});
    history.lookAt(u"/locks/1"_s);
    history = appendedTo(std::move(history), events);
    const quint64 border = history.firstWholeState();
    QVERIFY(history.isNarrowed());
    for (const quint64 to : {border - 1, border, border + 1, history.lastState()}) {
        World world = history.at(history.firstState());
        Changes changes;
        const Changes needed = differences(world, history.at(to));
        history.advance(world, to, changes);
        QVERIFY(world == history.at(to));
        QVERIFY(changes.directories.contains(needed.directories));
    }
    // One that was sought while its part was whole.
    World before;
    Changes changes;
    for (const Event &event : events.first(qsizetype(history.firstState() + 10)))
        before.apply(event, changes);
    QVERIFY(!history.isNear(before, history.firstState() + 11));
    history.advance(before, history.firstState() + 11, changes);
    QVERIFY(before == history.at(history.firstState() + 11));
}

void TestHistory::aRecordingOfWhatIsKeptLongestShowsIt()
{
    const QTemporaryDir directory;
    const QString file = directory.filePath(u"kept.lockscope"_s);
    const EventBatch events = storyWithServers(11, 12'000);
    History history({fewBytes, 100'000});
    history.lookAt(u"/locks/1"_s);
    history = appendedTo(std::move(history), events);
    QVERIFY(history.isNarrowed());
    QList<quint64> states;
    for (quint64 number = history.firstState(); number <= history.lastState(); number += 61)
        states += number;
    states += {history.firstWholeState() - 1, history.firstWholeState() + 1};
    const auto saved = saveRecording(history, file, {}, states);
    QVERIFY(saved.has_value());
    QVERIFY(saved->events < history.journal().size());
    History read(History::unlimited());
    const auto about = readRecording(file, [&](const EventBatch &batch) { read.append(batch); });
    QVERIFY(about.has_value());
    read.setBegin(about->header.carried);
    for (qsizetype i = 0; i < states.size(); ++i) {
        const World was = history.at(states[i]);
        const World is = read.at(saved->marked[i]);
        QCOMPARE(is.observation().narrowed, states[i] < history.firstWholeState());
        QCOMPARE(is.lockPaths(), was.lockPaths());
        for (const QString &path : was.lockPaths())
            QCOMPARE(is.queueByNames(path).contenders, was.queueByNames(path).contenders);
        QCOMPARE(is.clients().size(), was.clients().size());
    }
}

void TestHistory::instantsAreFoundByBisection()
{
    Journal journal;
    EventBatch events;
    for (quint64 number = 1; number <= 1000; ++number)
        events += {number, qint64(100 + number / 3 * 10), Notice{}};
    journal.append(events);
    QCOMPARE(journal.numberAt(99), quint64(0));
    QCOMPARE(journal.numberAt(100), quint64(2));
    QCOMPARE(journal.numberAt(115), quint64(5));
    QCOMPARE(journal.numberAt(1'000'000), quint64(1000));
    journal.dropBefore(500);
    QCOMPARE(journal.numberAt(0), quint64(499));
    QCOMPARE(journal.firstNumber(), quint64(500));
    for (quint64 number = 500; number <= 1000; ++number) {
        QCOMPARE(journal.atNs(number), events.at(qsizetype(number - 1)).atNs);
        QCOMPARE(journal.event(number), events.at(qsizetype(number - 1)));
    }
}

void TestHistory::aHistoryOfNothingIsEmpty()
{
    const History history;
    QCOMPARE(history.firstState(), quint64(0));
    QCOMPARE(history.lastState(), quint64(0));
    QVERIFY(history.at(7) == World());
}

void TestHistory::noStateHasMoreContendersThanTheFullest()
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

} // namespace lockscope::tst_history

LOCKSCOPE_TEST(lockscope::tst_history::TestHistory)
#include "tst_history.moc"
