// SPDX-License-Identifier: Apache-2.0
#include "core/findings/evidence.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/unnamedleases.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockscope::findings {

using namespace Qt::StringLiterals;
using namespace locks;

namespace {

using Indices = QList<int>;

/// Names that many clients have: they identify none.
bool isCommonName(const QString &name)
{
    static const QRegularExpression common(u"\\A([0-9.:]*|lock|mutex|leader|master|primary|active|true|false)\\z"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    return common.match(name).hasMatch();
}

/// All contenders and ephemeral nodes are looked through for each: for so many at most.
constexpr int mostLookedFor = 8;

/// A session that is connected and has a node of the client that \a contender names in its data: the one that its
/// family says, in the same queue one with the same data, or a node near the lock that is called so, as members
/// register that write the same name where they lead (Patroni).
void findReturned(Symptom &symptom, const Contender &contender, const LockQueue &queue, const Knowledge &known)
{
    if (contender.node.access != ChildNode::Data::Read || contender.node.truncated)
        return;
    const auto isConnected = [&](SessionId session) {
        const auto facts = known.sessions.constFind(session);
        return session != symptom.session && facts != known.sessions.cend() && !facts->client.isEmpty();
    };
    const auto isBack = [&](SessionId session, const QString &node) {
        symptom.returned = session;
        symptom.returnedAs = node;
    };
    const auto findOwned = [&](const auto &isIts) {
        for (auto owned = known.ephemerals.cbegin(); owned != known.ephemerals.cend(); ++owned) {
            const auto node = std::ranges::find_if(owned.value(), isIts);
            if (node != owned.value().cend() && isConnected(owned.key()))
                return isBack(owned.key(), *node);
        }
    };
    if (const auto registrationOf = rulesOf(queue.dialect).registrationOf) {
        const QString registered = registrationOf(queue.pathOf(contender), contender.node);
        return findOwned([&](const QString &path) { return path == registered; });
    }
    const QString name = QString::fromUtf8(contender.node.data);
    if (isCommonName(name))
        return;
    for (const Contender &other : queue.contenders) {
        if (isContender(other) && other.node.data == contender.node.data && isConnected(other.node.owner()))
            return isBack(other.node.owner(), queue.pathOf(other));
    }
    if (const QString near = parentPath(queue.path); near != u'/' && !pathProblem(u'/' + name))
        findOwned([&](const QString &path) { return path.endsWith(u'/' + name) && isAtOrBelow(path, near); });
}

/// Of one contender, with its name and its session.
Symptom symptomOf(Trouble trouble, const Contender &contender)
{
    const SessionId owner = contender.node.owner();
    Symptom symptom{trouble, birthOf(contender), owner};
    symptom.nodes << contender.node.name;
    if (!owner.isNull())
        symptom.sessions << owner;
    return symptom;
}

/// Whose session is over, or connected nowhere.
std::optional<Symptom> ofSession(const Contender &contender, const Knowledge &known)
{
    const SessionId owner = contender.node.stat->owner();
    const auto facts = known.sessions.constFind(owner);
    const bool missing = facts == known.sessions.cend();
    const Zxid czxid = contender.node.stat->czxid;
    if (missing ? !known.allSessions || isOvertaken(known, czxid) : !isUnconnected(known, owner, czxid))
        return std::nullopt;
    Symptom symptom = symptomOf(missing ? Trouble::Outlived : Trouble::Unconnected, contender);
    if (!missing)
        symptom.expiresInMs = facts->expiresInMs.value_or(-1);
    return symptom;
}

class View
{
public:
    View(const LockQueue &queue, const ServerReading &reading, const Thresholds &thresholds)
        : m_queue(queue)
        , m_reading(reading)
        , m_thresholds(thresholds)
    {
        arrange();
    }

    QueueSymptoms look()
    {
        for (int i = 0; i < static_cast<int>(m_queue.contenders.size()); ++i) {
            if (!isContender(at(i)) || !hasOwner(i))
                continue;
            if (auto symptom = ofSession(at(i), m_reading.knowledge)) {
                if (at(i).state == ContenderState::Holding && m_lookedFor++ < mostLookedFor)
                    findReturned(*symptom, at(i), m_queue, m_reading.knowledge);
                note(*std::move(symptom));
            }
            if (!m_isSemaphore)
                lookAtWatches(i);
        }
        lookAtTwins();
        lookAtStrangers();
        lookForHerds();
        return std::move(m_symptoms);
    }

private:
    void arrange()
    {
        const Watchers watchers = watchersIn(m_reading, m_queue);
        QSet<QString> present;
        for (int i = 0; i < static_cast<int>(m_queue.contenders.size()); ++i) {
            if (!isContender(at(i))) {
                for (const SessionId session : watchersOf(watchers, at(i).node.name))
                    m_strangers[session] << at(i).node.name;
                continue;
            }
            m_isWhole = m_isWhole && at(i).node.stat;
            if (hasOwner(i) && !isPendingLease(at(i)))
                m_mine[owner(i)] << i;
            const QList<SessionId> by = watchersOf(watchers, at(i).node.name);
            if (by.isEmpty())
                continue;
            present.insert(at(i).node.name);
            for (const SessionId session : by)
                m_watched[session] << i;
        }
        for (const auto &[name, sessions] : watchers) {
            if (present.contains(name) || !viewName(name))
                continue;
            for (const SessionId session : sessions)
                m_absent[session] << name;
        }
        for (QStringList &names : m_absent)
            names.sort(); // the same at each reading
        for (auto mine = m_mine.cbegin(); mine != m_mine.cend(); ++mine) {
            if (mine->size() > 1)
                m_symptoms.shared.insert(mine.key());
        }
        const auto leases =
            m_reading.knowledge.allWatches && m_isWhole ? leasesByWatches(m_queue, watchers) : std::nullopt;
        m_isSemaphore = leases.has_value();
        if (leases) {
            Symptom symptom{Trouble::UnnamedLeases};
            symptom.otherName = QString::number(*leases);
            note(std::move(symptom));
        }
    }

    void lookAtWatches(int me)
    {
        const Indices watched = m_watched.value(owner(me));
        if (at(me).state == ContenderState::Waiting)
            lookAtWaiter(me, watched);
        else if (at(me).state == ContenderState::Holding)
            lookAtHolder(me, watched);
    }

    void lookAtWaiter(int me, const Indices &watched)
    {
        if (isSatisfied(me)) {
            m_symptoms.predecessorsWatched = true;
            return;
        }
        if (!m_isWhole)
            return;
        const SessionId session = owner(me);
        const int awaited = at(me).waits.isEmpty() ? -1 : m_queue.waitsFor(me).front();
        int other = -1; // of the nodes that it watches for itself, the latest one
        for (const int index : watched) {
            if (!expectedByAnother(me, index))
                other = index;
        }
        if (other == me && (rules(me).holderWatchesItself || !watchesNodes(me)))
            return;
        if (other == me)
            return note(about(Trouble::SelfWatch, me, me));
        if (other > me) {
            const bool mutual = hasOwner(other) && watches(owner(other), me);
            if (mutual || watchesNodes(me))
                note(about(mutual ? Trouble::MutualWait : Trouble::WrongWatch, me, other));
            return;
        }
        if (other >= 0) {
            // A reader that watches any earlier one wakes in time, sooner than it need be at worst.
            if (!isShared(me) && watchesNodes(me))
                note(about(other == beforeByName(me) ? Trouble::NameOrder : Trouble::WrongWatch, me, other));
            return;
        }
        const QStringList absent = m_absent.value(session);
        // A client that waits for any lease watches their directory: a watch on a node is left from its way to the
        // head.
        if (!absent.isEmpty() && m_mine.value(session).size() == 1 && !at(me).waitsForAny) {
            Symptom symptom = about(Trouble::LostWakeup, me);
            symptom.otherName = absent.front();
            return note(std::move(symptom));
        }
        if (tellsNothing(session) || !watchesNodes(me))
            return;
        if (lastOperation(session).startsWith("GETC"_L1)) {
            m_symptoms.listersSeen = true;
            return;
        }
        if (m_watched.isEmpty() && mayHaveUnnamedLeases(m_queue))
            return note(about(Trouble::MayHold, me));
        // Several contenders of one session are threads that share it, as long as each has its watch.
        const bool isShared = m_mine.value(session).size() > 1;
        const bool isReadable = awaited < 0 || at(awaited).node.access != ChildNode::Data::NoPermission;
        Symptom symptom = about(isShared     ? Trouble::NoWatchShared
                                : isReadable ? Trouble::NoWatch
                                             : Trouble::NoWatchNoRead,
                                me, awaited);
        if (!isShared)
            symptom.nodes = {at(me).node.name}; // the one that it waits for has no part in it
        note(std::move(symptom));
    }

    /// A process may keep a cache of the directory as well: it watches more than a client does that waits.
    bool waitsForOneNode(SessionId session, const Indices &watched) const
    {
        return watched.size() == 1 && !m_reading.knowledge.watchers.value(m_queue.path).contains(session);
    }

    void lookAtHolder(int me, const Indices &watched)
    {
        const SessionId session = owner(me);
        if (m_mine.value(session).size() > 1)
            return; // which of them watches what is not known
        for (const int index : watched) {
            // A client that may be asked to give the lock back watches its own node, and so does one that minds its
            // loss.
            if (index == me) {
                Symptom symptom = about(Trouble::SelfWatch, me, me);
                symptom.certain = false;
                note(std::move(symptom));
            } else if (index > me && hasOwner(index) && watches(owner(index), me)
                       && waitsForOneNode(session, watched)) {
                note(about(Trouble::MutualWait, me, index));
            }
        }
        lookAtHead(me, session);
        if (m_queue.hasLineOfItsOwn)
            return; // a lease was looked for and found: whatever it watched in the line is behind it
        const QStringList absent = m_absent.value(session);
        const QString operation = lastOperation(session);
        // A client that listed after its watch has seen that it is first; one that does other things is at work.
        const bool looked = operation == "EXIS"_L1;
        if (absent.isEmpty() || !(looked || operation.isEmpty() || operation == "PING"_L1))
            return;
        Symptom symptom = about(Trouble::LostWakeup, me);
        symptom.otherName = absent.front();
        symptom.certain = looked;
        note(std::move(symptom));
    }

    /// Some versions take every child for a contender: the first in line waits for one that is none.
    void lookAtHead(int me, SessionId session)
    {
        const auto &strangers = rules(me).strangers;
        const QStringList watched = m_strangers.value(session);
        if (!strangers || !strangers->mayBlock(at(me), watched))
            return;
        Symptom symptom = about(Trouble::BehindStranger, me);
        symptom.otherName = watched.front();
        symptom.nodes << watched.front();
        symptom.certain = lastOperation(session) == "EXIS"_L1; // else it may want to know what is in that child
        note(std::move(symptom));
    }

    void lookAtTwins()
    {
        QHash<std::pair<SessionId, QString>, int> first;
        for (int i = 0; i < static_cast<int>(m_queue.contenders.size()); ++i) {
            if (!isContender(at(i)) || !hasOwner(i) || at(i).parsed->token.isEmpty())
                continue;
            const auto key = std::pair(owner(i), at(i).parsed->token);
            const auto found = first.constFind(key);
            if (found == first.cend())
                first.insert(key, i);
            else if (at(*found).parsed->mode == at(i).parsed->mode)
                note(about(Trouble::Twin, i, *found));
        }
    }

    void lookAtStrangers()
    {
        if (!m_isWhole)
            return;
        for (auto watched = m_watched.cbegin(); watched != m_watched.cend(); ++watched) {
            if (m_mine.contains(watched.key()))
                continue;
            for (const int index : watched.value()) {
                if (!at(index).node.stat)
                    continue;
                Symptom symptom{Trouble::LeakedWatch, {}, watched.key(), birth(index)};
                symptom.nodes << at(index).node.name;
                symptom.sessions << watched.key();
                note(std::move(symptom));
            }
        }
    }

    void lookForHerds()
    {
        // By watched node, the sessions that it wakes: of writers and of readers.
        QHash<int, QSet<SessionId>> woken;
        QHash<int, QSet<SessionId>> readers;
        QSet<SessionId> listers;
        Symptom listing{Trouble::Herd};
        for (int i = 0; i < static_cast<int>(m_queue.contenders.size()); ++i) {
            if (at(i).state != ContenderState::Waiting || !hasOwner(i))
                continue;
            const SessionId session = owner(i);
            const bool satisfied = isSatisfied(i);
            for (const int index : m_watched.value(session)) {
                if (index < i && (waitsFor(i, index) || !satisfied))
                    (isShared(i) ? readers : woken)[index].insert(session);
            }
            if (!m_watched.contains(session) && !m_absent.contains(session)
                && lastOperation(session).startsWith("GETC"_L1)) {
                listers.insert(session);
                listing.nodes << at(i).node.name;
            }
        }
        const auto noteLargest = [&](Trouble trouble, const QHash<int, QSet<SessionId>> &herds) {
            Symptom symptom{trouble};
            for (auto herd = herds.cbegin(); herd != herds.cend(); ++herd) {
                if (herd->size() < std::max(2, m_thresholds.herdSize) || herd->size() <= symptom.sessions.size())
                    continue;
                symptom.nodes = {at(herd.key()).node.name};
                symptom.sessions = QList<SessionId>(herd->cbegin(), herd->cend());
            }
            std::sort(symptom.sessions.begin(), symptom.sessions.end());
            if (!symptom.nodes.isEmpty())
                note(std::move(symptom));
        };
        if (rulesKnown()) {
            noteLargest(Trouble::Herd, woken);
            noteLargest(Trouble::ReaderHerd, readers);
        }
        if (m_reading.knowledge.allWatches && listers.size() >= std::max(2, m_thresholds.herdSize)) {
            listing.sessions = QList<SessionId>(listers.cbegin(), listers.cend());
            std::sort(listing.sessions.begin(), listing.sessions.end());
            listing.otherName = u"."_s; // the directory itself
            note(std::move(listing));
        }
    }

    const Contender &at(int index) const { return m_queue.contenders[static_cast<size_t>(index)]; }
    NodeBirth birth(int index) const { return birthOf(at(index)); }
    SessionId owner(int index) const { return at(index).node.stat->owner(); }
    bool hasOwner(int index) const { return at(index).node.stat && at(index).node.stat->isEphemeral(); }
    bool isShared(int index) const { return at(index).parsed->mode == Mode::Shared; }
    bool rulesKnown() const { return m_queue.dialect != Dialect::Generic; }
    const DialectRules &rules(int index) const { return rulesOf(at(index).parsed->dialect); }
    /// Whether its kind of client watches the node that it waits for, as far as is known.
    /// A client that waits for a lease to come free watches the directory.
    bool watchesNodes(int me) const
    {
        return rulesKnown() && rules(me).habit == WaitHabit::NodeWatch && !at(me).waitsForAny
               && !at(me).waits.isEmpty();
    }
    bool waitsFor(int waiter, int index) const { return at(waiter).waits.contains(index - waiter); }
    bool watches(SessionId session, int index) const { return m_watched.value(session).contains(index); }
    /// True if another contender of its session waits for that one: the watch is that one's.
    bool expectedByAnother(int me, int index) const
    {
        const Indices mine = m_mine.value(owner(me));
        return std::any_of(mine.begin(), mine.end(), [&](int other) { return other != me && waitsFor(other, index); });
    }

    bool isSatisfied(int me) const
    {
        const IndexList awaited = m_queue.waitsFor(me);
        return std::any_of(awaited.begin(), awaited.end(), [&](int index) { return watches(owner(me), index); });
    }

    /// All watches of a session are at one server: if one of them was reported, all were.
    bool tellsNothing(SessionId session) const
    {
        return !m_reading.knowledge.allWatches && !m_watched.contains(session) && !m_absent.contains(session);
    }

    /// The one before it by whole name among those of its dialect, or -1.
    int beforeByName(int me)
    {
        if (m_beforeByName.isEmpty()) {
            std::vector<int> byName;
            for (int i = 0; i < static_cast<int>(m_queue.contenders.size()); ++i) {
                if (isContender(at(i)))
                    byName.push_back(i);
            }
            std::sort(byName.begin(), byName.end(), [this](int a, int b) { return at(a).node.name < at(b).node.name; });
            QHash<Dialect, int> last;
            for (const int i : byName) {
                m_beforeByName.insert(i, last.value(at(i).parsed->dialect, -1));
                last.insert(at(i).parsed->dialect, i);
            }
        }
        return m_beforeByName.value(me, -1);
    }

    QString lastOperation(SessionId session) const { return m_reading.knowledge.sessions.value(session).lastOperation; }
    Symptom about(Trouble trouble, int me, int other = -1) const
    {
        Symptom symptom = symptomOf(trouble, at(me));
        if (other >= 0 && at(other).node.stat) {
            symptom.other = birth(other);
            if (other != me)
                symptom.nodes << at(other).node.name;
        }
        return symptom;
    }

    void note(Symptom symptom) { m_symptoms.symptoms.push_back(std::move(symptom)); }

    const LockQueue &m_queue;
    const ServerReading &m_reading;
    const Thresholds &m_thresholds;
    QueueSymptoms m_symptoms;
    bool m_isWhole = true; ///< all of its contenders are read: else whose turn it is, and who has no node, is not known
    bool m_isSemaphore = false; ///< as its watches show, whatever its names
    int m_lookedFor = 0;        ///< holders whose client may be back
    QHash<SessionId, Indices> m_mine;
    QHash<SessionId, Indices> m_watched;       ///< contenders that it watches, in order of service
    QHash<int, int> m_beforeByName;            ///< filled when first asked for
    QHash<SessionId, QStringList> m_strangers; ///< names of children that it watches and that are no contenders
    QHash<SessionId, QStringList> m_absent;    ///< names of contenders that it watches and that are not there
};

/// Of a plain lock only the holder leaves a node: all that can be seen of the clients that wait is their watch.
QueueSymptoms ofPlainNode(const LockQueue &queue, const ServerReading &reading, const Thresholds &thresholds)
{
    QueueSymptoms symptoms;
    if (queue.contenders.empty() || !queue.contenders.front().node.stat)
        return symptoms;
    if (queue.contenders.front().node.stat->isEphemeral()) {
        if (auto symptom = ofSession(queue.contenders.front(), reading.knowledge)) {
            findReturned(*symptom, queue.contenders.front(), queue, reading.knowledge);
            symptoms.symptoms.push_back(*std::move(symptom));
        }
    }
    QList<SessionId> watchers = reading.knowledge.watchers.value(queue.path);
    watchers.removeIf([&](SessionId session) {
        return reading.passedOver.contains(session) || session == queue.contenders.front().node.stat->owner();
    });
    if (watchers.size() < std::max(2, thresholds.herdSize))
        return symptoms;
    std::sort(watchers.begin(), watchers.end());
    Symptom symptom{Trouble::NodeHerd};
    symptom.nodes << queue.contenders.front().node.name;
    symptom.sessions = watchers;
    symptoms.symptoms.push_back(std::move(symptom));
    return symptoms;
}

} // namespace

QueueSymptoms symptomsOf(const LockQueue &queue, const ServerReading &reading, const Thresholds &thresholds)
{
    if (queue.kind == LockKind::Ephemeral)
        return ofPlainNode(queue, reading, thresholds);
    return View(queue, reading, thresholds).look();
}

// ---- leases ----

namespace {

QSet<NodeBirth> bornIn(const LockQueue &queue)
{
    QSet<NodeBirth> born;
    for (const Contender &contender : queue.contenders) {
        if (contender.state != ContenderState::Foreign && contender.node.stat)
            born.insert(birthOf(contender));
    }
    return born;
}

/// The pending lease, if nothing has come or gone since it was made: a client that waits for room then has none.
std::optional<Symptom> refusedLease(const LockQueue &queue, Zxid leasesChanged, const Knowledge &known)
{
    if (!known.deletesMovePzxid) // one may have gone since, and its client need not have seen it yet
        return std::nullopt;
    const auto lease = std::find_if(queue.contenders.begin(), queue.contenders.end(), isPendingLease);
    const auto head = std::find_if(queue.contenders.begin(), queue.contenders.end(), [](const Contender &contender) {
        return contender.state == ContenderState::Waiting && contender.waitsForAny;
    });
    const bool allKnown = std::all_of(queue.contenders.begin(), queue.contenders.end(), [](const Contender &contender) {
        return contender.state == ContenderState::Foreign || contender.node.stat;
    });
    if (!allKnown || lease == queue.contenders.end() || head == queue.contenders.end()
        || leasesChanged != lease->node.stat->czxid)
        return std::nullopt;
    const SessionId owner = lease->node.stat->owner();
    // Before its client has looked at the leases since it has made its own, nothing was refused to it.
    const QString operation = known.sessions.value(owner).lastOperation;
    if (operation.isEmpty() || operation.startsWith("CREA"_L1))
        return std::nullopt;
    Symptom symptom = symptomOf(Trouble::RefusedLease, *lease);
    symptom.other = birthOf(*head);
    symptom.certain = false;
    for (const int index : queue.holders)
        symptom.inTheWay << birthOf(queue.contenders[static_cast<size_t>(index)]);
    std::sort(symptom.inTheWay.begin(), symptom.inTheWay.end());
    return symptom;
}

/// The first in line takes no lease, though the semaphore says that one is free.
std::optional<Symptom> standstill(const LockQueue &queue)
{
    if (!queue.maxLeases || static_cast<int>(queue.holders.size()) >= *queue.maxLeases || queue.leasesUnread)
        return std::nullopt;
    const auto head = std::ranges::find(queue.contenders, ContenderState::Waiting, &Contender::state);
    if (head == queue.contenders.end() || std::ranges::any_of(queue.contenders, isPendingLease))
        return std::nullopt;
    return symptomOf(Trouble::Standstill, *head);
}

std::optional<Symptom> leasesOver(const LockQueue &queue)
{
    if (!queue.maxLeases || static_cast<int>(queue.holders.size()) <= *queue.maxLeases)
        return std::nullopt;
    // Leases that are older than the size were granted by another one: it was lowered, and they are given back in time.
    const auto ofThisSize = std::ranges::count_if(queue.holders, [&queue](int index) {
        const auto &stat = queue.contenders[static_cast<size_t>(index)].node.stat;
        return stat && stat->czxid > queue.maxLeasesSince;
    });
    if (ofThisSize <= *queue.maxLeases)
        return std::nullopt;
    Symptom symptom{Trouble::LeasesOver};
    for (const int index : queue.holders) {
        const ChildNode &node = queue.contenders[static_cast<size_t>(index)].node;
        symptom.nodes << node.name;
        if (const SessionId owner = node.owner(); !owner.isNull() && !symptom.sessions.contains(owner))
            symptom.sessions << owner;
    }
    return symptom;
}

/// Of what \a before has proven refused, or left: what is left now.
std::vector<Symptom> leftLeases(const Evidence &before, const LockQueue &queue, const Thresholds &thresholds)
{
    std::vector<Symptom> left;
    const QSet<NodeBirth> there = bornIn(queue);
    const auto isThere = [&](const NodeBirth &birth) { return there.contains(birth); };
    for (const Evidence::Seen &seen : before.seen) {
        const bool isRefused = seen.what.trouble == Trouble::RefusedLease;
        const bool isLeft = seen.what.trouble == Trouble::OrphanLease;
        if (!(isRefused || isLeft) || !isThere(seen.what.contender))
            continue;
        const bool proven = isProven(seen, thresholds);
        const bool hasNoRoom = std::all_of(seen.what.inTheWay.begin(), seen.what.inTheWay.end(), isThere);
        // What was granted after all is granted because another one went; what is proven stays so.
        if (isLeft ? !proven && !hasNoRoom : !proven || isThere(seen.what.other) || !hasNoRoom)
            continue;
        Symptom symptom = seen.what;
        symptom.trouble = Trouble::OrphanLease;
        symptom.certain = true;
        symptom.other = {}; // it has left
        symptom.nodes = {symptom.contender.name};
        left.push_back(std::move(symptom));
    }
    return left;
}

} // namespace

std::vector<Symptom> leaseSymptoms(const Evidence &before, const LockQueue &queue, const Knowledge &known,
                                   const Thresholds &thresholds)
{
    if (!queue.hasLineOfItsOwn)
        return {};
    std::vector<Symptom> symptoms = leftLeases(before, queue, thresholds);
    for (auto symptom : {leasesOver(queue), standstill(queue), refusedLease(queue, before.leasesChanged, known)}) {
        if (symptom)
            symptoms.push_back(*std::move(symptom));
    }
    return symptoms;
}

} // namespace lockscope::findings
