// SPDX-License-Identifier: Apache-2.0
// What holds for whatever servers tell of whatever queue, tried on random ones.
#include "tests/unit/findings/serversstory.h"

#include "tests/support/testprogram.h"

#include <rapidcheck.h>

#include <algorithm>

namespace lockscope::tst_evidenceproperties {

using namespace lockscope::findings;
using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace Qt::StringLiterals;

namespace {

const QString lock = u"/l"_s;
/// Readers behind a writer are a herd however sound they are.
constexpr int noHerd = 1'000;

/// A directory and what the servers tell of it, in one order in which it may have come.
struct Sight
{
    std::vector<ChildNode> children;
    std::vector<std::pair<QString, SessionId>> watches; ///< path, who
    std::vector<SessionFacts> sessions;
    bool allSessions = true; ///< every server has told its own
    bool allConnections = true;

    Sight shuffled() const
    {
        Sight other = *this;
        other.children = *permuted(children);
        other.watches = *permuted(watches);
        other.sessions = *permuted(sessions);
        return other;
    }
    LockQueue queue() const { return readQueue(lock, std::nullopt, children); }

private:
    template<typename T>
    static rc::Gen<std::vector<T>> permuted(std::vector<T> values)
    {
        return rc::gen::exec([values = std::move(values)] {
            std::vector<T> mixed = values;
            for (size_t i = mixed.size(); i > 1; --i)
                std::swap(mixed[i - 1], mixed[*rc::gen::inRange<size_t>(0, i)]);
            return mixed;
        });
    }
};

QString nameOf(const QString &prefix, int number)
{
    return prefix + QString::asprintf("%010d", number);
}

/// Any watches, on nodes that are there and on some that are not, of sessions with and without contenders.
rc::Gen<Sight> anySight()
{
    return rc::gen::exec([] {
        Sight sight;
        const bool readers = *rc::gen::arbitrary<bool>();
        const int count = *rc::gen::inRange(1, 9);
        for (int i = 0; i < count; ++i) {
            const bool reads = readers && *rc::gen::arbitrary<bool>();
            const QString name = nameOf(!readers ? u"lock-"_s : reads ? u"read-"_s : u"write-"_s, i);
            sight.children.push_back(childNamed(name, 100 + i, *rc::gen::inRange(1, 7)));
        }
        const auto watches = *rc::gen::container<std::vector<std::pair<int, int>>>(
            rc::gen::pair(rc::gen::inRange(0, 11), rc::gen::inRange(1, 9)));
        for (const auto &[node, session] : watches) {
            const QString name =
                node < count ? sight.children[static_cast<size_t>(node)].name : nameOf(u"lock-"_s, node);
            const std::pair watch(joinPath(lock, name), SessionId{session});
            if (std::find(sight.watches.begin(), sight.watches.end(), watch) == sight.watches.end())
                sight.watches.push_back(watch);
        }
        for (qint64 session = 1; session < 9; ++session) {
            if (*rc::gen::inRange(0, 8) == 0)
                continue; // no server knows it
            SessionFacts facts;
            facts.id.value = session;
            facts.client = *rc::gen::inRange(0, 8) == 0 ? QString() : u"127.0.0.1:1"_s;
            facts.lastOperation = *rc::gen::element(u"PING"_s, u"GETC"_s, u"EXIS"_s, u"CREA"_s);
            sight.sessions.push_back(facts);
        }
        return sight;
    });
}

/// Each waiter watches what it waits for, and all are alive.
Sight healed(const Sight &sight)
{
    Sight sound = sight;
    sound.watches.clear();
    sound.sessions.clear();
    for (size_t i = 0; i < sound.children.size(); ++i)
        sound.children[i].stat->ephemeralOwner.value = static_cast<qint64>(i) + 1; // one contender each
    const LockQueue queue = sound.queue();
    for (int place = 0; place < static_cast<int>(queue.contenders.size()); ++place) {
        const Contender &contender = queue.contenders[static_cast<size_t>(place)];
        SessionFacts facts;
        facts.id = contender.node.stat->ephemeralOwner;
        facts.client = u"127.0.0.1:1"_s;
        facts.lastOperation = u"PING"_s;
        sound.sessions.push_back(facts);
        for (const int index : queue.waitsFor(place))
            sound.watches.emplace_back(joinPath(lock, queue.contenders[static_cast<size_t>(index)].node.name),
                                       facts.id);
    }
    return sound;
}

bool saysThatItIsGone(const Finding &finding)
{
    return finding.id == u"dead-session" || finding.id == u"stale-ephemeral";
}

/// Readings of sights, one after another, and what is told after each.
class Readings : public lockscope::test::ServersStory
{
public:
    explicit Readings(int herdSize = Thresholds().herdSize)
        : ServersStory(lock)
    {
        thresholds = {0, 0}; // no finding by time alone
        thresholds.herdSize = herdSize;
        answerMs = 0;
    }

    /// Every finding that needs the servers' word.
    QStringList read(const Sight &sight, qint64 afterMs)
    {
        m_queue = sight.queue();
        knowledge = {};
        knowledge.allSessions = sight.allSessions;
        knowledge.allConnections = sight.allConnections;
        knowledge.allWatches = true;
        for (const auto &[node, session] : sight.watches)
            knowledge.watchers[node] << session;
        for (const SessionFacts &facts : sight.sessions)
            knowledge.sessions.insert(facts.id, facts);
        return ServersStory::read(afterMs);
    }
    /// With nodes and sessions in no order.
    QList<Finding> sorted() const
    {
        QList<Finding> sorted = findings();
        for (Finding &finding : sorted) {
            finding.nodes.sort();
            std::sort(finding.sessions.begin(), finding.sessions.end());
        }
        return sorted;
    }
    LockQueue queue() const override { return m_queue; }

private:
    LockQueue m_queue;
};

} // namespace

class TestEvidenceProperties : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theOrderInWhichThingsAreToldDoesNotMatter()
    {
        QVERIFY(rc::check("shuffled sights tell the same", [] {
            const Sight sight = *anySight();
            Readings inOrder;
            Readings shuffled;
            for (int i = 0; i < readingsNeeded; ++i) {
                inOrder.read(sight, 1'500);
                shuffled.read(sight.shuffled(), 1'500);
            }
            RC_CLASSIFY(!inOrder.sorted().isEmpty());
            RC_ASSERT(inOrder.sorted() == shuffled.sorted());
        }));
    }

    void noNumberOfReadingsBelowThreeTells()
    {
        QVERIFY(rc::check("two readings, however far apart, tell nothing", [] {
            Readings readings;
            for (int i = 0; i < readingsNeeded - 1; ++i)
                RC_ASSERT(readings.read(*anySight(), *rc::gen::inRange(0, 100'000)).isEmpty());
        }));
    }

    void readingsThatFollowCloselyTellNothing()
    {
        QVERIFY(rc::check("many readings within the time to settle tell nothing", [] {
            Readings readings;
            const Sight sight = *anySight();
            readings.read(sight, 0);
            qint64 leftMs = readings.thresholds.settleMs - 1;
            for (int i = 0; i < 20; ++i) {
                const qint64 after = *rc::gen::inRange<qint64>(0, leftMs + 1);
                leftMs -= after;
                RC_ASSERT(readings.read(sight, after).isEmpty());
            }
        }));
    }

    void whatIsToldStaysAsLongAsItIsSeen()
    {
        QVERIFY(rc::check("more readings of the same take nothing back", [] {
            Readings readings;
            const Sight sight = *anySight();
            for (int i = 0; i < readingsNeeded; ++i)
                readings.read(sight, 1'500);
            const QList<Finding> told = readings.sorted();
            readings.read(sight.shuffled(), *rc::gen::inRange(0, 100'000));
            RC_ASSERT(readings.sorted() == told);
        }));
    }

    void whatIsNotSeenAnyMoreIsForgotten()
    {
        QVERIFY(rc::check("one sound reading, and all begins anew", [] {
            Readings readings(noHerd);
            const Sight sight = *anySight();
            for (int i = 0; i < readingsNeeded; ++i)
                readings.read(sight, 1'500);
            RC_ASSERT(readings.read(healed(sight), 1'500).isEmpty());
            for (int i = 0; i < readingsNeeded - 1; ++i)
                RC_ASSERT(readings.read(sight, 1'500).isEmpty());
        }));
    }

    void noSessionThatAServerCallsConnectedIsSaidToBeGone()
    {
        QVERIFY(rc::check("dead-session and stale-ephemeral", [] {
            Readings readings;
            Sight sight = *anySight();
            for (int i = 0; i < readingsNeeded + 1; ++i) {
                sight.allSessions = *rc::gen::arbitrary<bool>();
                sight.allConnections = *rc::gen::arbitrary<bool>();
                if (*rc::gen::inRange(0, 4) == 0) // one comes back
                    sight.sessions = (*anySight()).sessions;
                readings.read(sight, *rc::gen::inRange(1'000, 3'000));
            }
            const bool isReported = std::ranges::any_of(readings.sorted(), saysThatItIsGone);
            RC_CLASSIFY(isReported);
            for (const Finding &finding : readings.sorted()) {
                if (!saysThatItIsGone(finding))
                    continue;
                for (const SessionId session : finding.sessions) {
                    const auto facts = std::ranges::find(sight.sessions, session, &SessionFacts::id);
                    const bool isConnected = facts != sight.sessions.end() && !facts->client.isEmpty();
                    RC_ASSERT(!isConnected);
                }
                const bool isAllReported = finding.id == u"dead-session"_s ? sight.allConnections : sight.allSessions;
                RC_ASSERT(isAllReported);
            }
        }));
    }

    void aSoundQueueTellsNothingHoweverItChanges()
    {
        QVERIFY(rc::check("any sound queues, one after another", [] {
            Readings readings(noHerd);
            for (int i = 0; i < 6; ++i)
                RC_ASSERT(readings.read(healed(*anySight()), *rc::gen::inRange(0, 5'000)).isEmpty());
        }));
    }
};

} // namespace lockscope::tst_evidenceproperties

LOCKSCOPE_TEST(lockscope::tst_evidenceproperties::TestEvidenceProperties)
#include "tst_evidenceproperties.moc"
