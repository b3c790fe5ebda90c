// SPDX-License-Identifier: Apache-2.0
#include "core/locks/queue.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/sequence.h"
#include "core/locks/serviceorder.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

// ---- whose lock it is, and what each child is in it ----

using Candidate = DialectRegistry::Candidate;

size_t numberOf(Dialect dialect)
{
    return static_cast<size_t>(dialect);
}

/// From a directory's names, its path and its data: whose lock it is, and what each child is in it. Takes the source's
/// children, and fills in the queue's dialect, kind, title and name. Never says more than the evidence: names that
/// several families write are said to be so.
class Recogniser
{
public:
    Recogniser(LockSource &source, LockQueue &queue)
        : m_registry(dialectRegistry())
        , m_source(source)
        , m_queue(queue)
        , m_inGroup(static_cast<size_t>(m_registry.groupCount()), 0)
        , m_meaning(static_cast<size_t>(m_registry.groupCount()), nullptr)
    {
    }

    /// The contenders, in no order, foreign ones marked.
    std::vector<Contender> run()
    {
        parse();
        chooseMeanings();
        m_queue.dialect = majority();
        m_queue.kind = kind();
        markForeign();
        m_queue.title = title();
        if (const auto nameOf = m_registry.rules(m_queue.dialect).nameOfLock)
            m_queue.clientName = nameOf(m_source.path);
        markRevoked();
        return std::move(m_contenders);
    }

private:
    void parse()
    {
        m_contenders.reserve(m_source.children.size());
        m_groups.reserve(m_source.children.size());
        for (ChildNode &child : m_source.children) {
            const auto reading = m_registry.read(child.name);
            auto parsed = reading ? std::optional(reading->view.parsed()) : std::nullopt;
            int group = reading ? reading->group : -1;
            const bool isPlain = parsed && parsed->dialect == Dialect::Plain;
            if (!parsed || parsed->dialect == Dialect::Generic || isPlain) {
                if (auto own = claimed(child, isPlain)) {
                    parsed = std::move(own);
                    group = -1;
                }
            }
            if (group >= 0)
                ++m_inGroup[static_cast<size_t>(group)];
            m_groups.push_back(group);
            const auto state = parsed ? ContenderState::Pending : ContenderState::Foreign;
            m_contenders.push_back({std::move(child), std::move(parsed), state, {}});
        }
    }

    /// A name of no known family can still be one's in this directory; so can one that anybody may have written.
    std::optional<ParsedName> claimed(const ChildNode &child, bool isPlain) const
    {
        const Splits splits = splitName(child.name);
        const auto split = likelierSplit(child.name, splits);
        const QStringView prefix = split ? split->prefix : QStringView(child.name);
        for (size_t i = 0; i < m_registry.all().size(); ++i) {
            const DialectRules &rules = m_registry.all()[i];
            if (!rules.claims || (isPlain && !rules.claimsPlain) || (!split && !rules.claimsUnnumbered)
                || !rules.claims(m_source, child, prefix))
                continue;
            const NamePattern &as = rules.claimed;
            const qint64 sequence = split ? split->sequence : noSequence;
            return ParsedName{static_cast<Dialect>(i), as.kind, as.mode, sequence, {}, as.role};
        }
        return std::nullopt;
    }

    /// A name that several families write is that one's of which there is other evidence here: names that only it
    /// writes, its path, its data.
    void chooseMeanings()
    {
        std::vector<int> distinctive(m_registry.all().size(), 0);
        for (int group = 0; group < m_registry.groupCount(); ++group) {
            const auto &candidates = m_registry.candidates(group);
            if (candidates.size() == 1)
                distinctive[numberOf(candidates.front().dialect)] += m_inGroup[static_cast<size_t>(group)];
        }
        bool changed = false;
        for (int group = 0; group < m_registry.groupCount(); ++group) {
            if (m_inGroup[static_cast<size_t>(group)] == 0)
                continue;
            const auto &candidates = m_registry.candidates(group);
            const Candidate &chosen = candidates.size() == 1 ? candidates.front() : meaning(candidates, distinctive);
            m_meaning[static_cast<size_t>(group)] = &chosen;
            changed = changed || &chosen != &candidates.front();
        }
        for (size_t i = 0; changed && i < m_groups.size(); ++i) {
            if (m_groups[i] < 0)
                continue;
            const Candidate &chosen = *m_meaning[static_cast<size_t>(m_groups[i])];
            ParsedName &parsed = *m_contenders[i].parsed;
            parsed.dialect = chosen.dialect;
            parsed.kind = chosen.pattern.kind;
            parsed.mode = chosen.pattern.mode;
            parsed.role = chosen.pattern.role;
        }
    }

    bool isKnownHere(Dialect dialect) const
    {
        const auto recognises = m_registry.rules(dialect).recognises;
        return recognises && recognises(m_source, m_contenders);
    }

    const Candidate &meaning(const std::vector<Candidate> &candidates, const std::vector<int> &distinctive) const
    {
        for (const Candidate &candidate : candidates) {
            if (isKnownHere(candidate.dialect))
                return candidate;
        }
        const auto most =
            std::max_element(candidates.begin(), candidates.end(), [&](const Candidate &a, const Candidate &b) {
                return distinctive[numberOf(a.dialect)] < distinctive[numberOf(b.dialect)];
            });
        return *most; // the first, and likeliest, where none has names of its own here
    }

    /// The dialect of most contenders; a known one rather than Generic where they are equally many.
    Dialect majority() const
    {
        std::vector<int> counts(m_registry.all().size(), 0);
        for (const Contender &contender : m_contenders) {
            if (contender.parsed)
                ++counts[numberOf(contender.parsed->dialect)];
        }
        const int unknown = std::exchange(counts[numberOf(Dialect::Generic)], 0);
        const auto most = std::max_element(counts.begin(), counts.end());
        return *most > 0 && *most >= unknown ? static_cast<Dialect>(most - counts.begin()) : Dialect::Generic;
    }

    LockKind kind() const
    {
        if (m_queue.dialect == Dialect::Generic)
            return LockKind::Queue;
        const auto has = [&](NameKind kind) {
            return std::any_of(m_contenders.begin(), m_contenders.end(), [&](const Contender &c) {
                return c.parsed && c.parsed->dialect == m_queue.dialect && c.parsed->kind == kind;
            });
        };
        return has(NameKind::ReadWrite)  ? LockKind::ReadWrite
               : has(NameKind::Lease)    ? LockKind::Semaphore
               : has(NameKind::Mutex)    ? (isOfLeaders() ? LockKind::Election : LockKind::Mutex)
               : has(NameKind::Election) ? LockKind::Election
                                         : LockKind::Queue;
    }

    /// Curator's LeaderSelector, kazoo's Election and others write the names of a mutex. They are known by words of
    /// the path, or by an address in the directory's data, where its leader says how it is reached.
    bool isOfLeaders() const
    {
        static const QRegularExpression address(u"\\A([a-z]+://)?[A-Za-z0-9._-]+:[0-9]{1,5}/?\\z"_s);
        constexpr qsizetype longest = 300;
        return saysLeader(m_source.path)
               || (m_source.data && m_source.data->size() <= longest
                   && address.match(QString::fromUtf8(*m_source.data)).hasMatch());
    }

    void markForeign()
    {
        if (m_queue.dialect == Dialect::Generic)
            return;
        for (Contender &contender : m_contenders) {
            if (contender.parsed && contender.parsed->dialect == Dialect::Generic)
                contender.state = ContenderState::Foreign;
        }
    }

    void markRevoked()
    {
        for (Contender &contender : m_contenders) {
            if (contender.state == ContenderState::Foreign || contender.node.access != ChildNode::Data::Read)
                continue;
            const QByteArray &word = m_registry.rules(contender.parsed->dialect).revokeWord;
            contender.askedToRelease = !word.isEmpty() && contender.node.data == word;
        }
    }

    Text title() const
    {
        const DialectRules &own = m_registry.rules(m_queue.dialect);
        const Text alone = own.title.isEmpty() ? own.label : own.title;
        const std::vector<Dialect> writers = writersOfAll();
        if (writers.size() < 2 || isKnownHere(m_queue.dialect))
            return alone;
        QList<Text> labels;
        for (const Dialect writer : writers)
            labels += m_registry.rules(writer).label;
        const Text last = labels.takeLast();
        return Text::en("%1 or %2").arg(Text::listed(labels), last);
    }

    /// Those to whom every name of the chosen dialect here could belong as well.
    std::vector<Dialect> writersOfAll() const
    {
        std::vector<Dialect> writers;
        bool first = true;
        for (size_t i = 0; i < m_groups.size(); ++i) {
            const Contender &contender = m_contenders[i];
            if (!contender.parsed || contender.parsed->dialect != m_queue.dialect)
                continue;
            if (m_groups[i] < 0)
                return {m_queue.dialect};
        }
        for (int group = 0; group < m_registry.groupCount(); ++group) {
            const Candidate *chosen = m_meaning[static_cast<size_t>(group)];
            if (!chosen || chosen->dialect != m_queue.dialect)
                continue;
            std::vector<Dialect> here;
            for (const Candidate &candidate : m_registry.candidates(group))
                here.push_back(candidate.dialect);
            if (std::exchange(first, false)) {
                writers = here;
                continue;
            }
            std::erase_if(writers, [&](Dialect d) { return std::find(here.begin(), here.end(), d) == here.end(); });
        }
        return writers;
    }

    const DialectRegistry &m_registry;
    LockSource &m_source;
    LockQueue &m_queue;
    std::vector<Contender> m_contenders;
    std::vector<int> m_groups;                ///< of each contender, -1 for none
    std::vector<int> m_inGroup;               ///< how many contenders have a name of the group
    std::vector<const Candidate *> m_meaning; ///< of each group that is here
};

// ---- who holds, and who waits for whom ----

bool isLease(const Contender &contender)
{
    return contender.parsed && contender.parsed->kind == NameKind::Lease;
}

Slot slotOf(const Contender &contender, Dialect directory)
{
    // In a queue of unknown kind all stand in one line.
    const Dialect dialect = directory == Dialect::Generic ? directory : contender.parsed->dialect;
    return {dialect,
            contender.parsed->mode,
            contender.parsed->sequence,
            contender.node.owner(),
            contender.parsed->kind,
            contender.parsed->role,
            &contender};
}

/// Contenders come before foreign children, so that indices of slots are indices of contenders.
template<typename Contenders>
std::vector<Slot> slotsOf(const Contenders &contenders, Dialect directory)
{
    std::vector<Slot> slotsInOrder;
    slotsInOrder.reserve(contenders.size());
    for (const Contender &contender : contenders) {
        if (!isContender(contender))
            break;
        slotsInOrder.push_back(slotOf(contender, directory));
    }
    return slotsInOrder;
}

/// The first number of a contender of which only the name is known.
std::optional<quint32> firstUnread(const std::vector<Contender> &contenders)
{
    std::optional<quint32> first;
    for (const Contender &contender : contenders) {
        if (!isContender(contender) || contender.node.stat || contender.parsed->sequence == noSequence)
            continue;
        const quint32 sequence = circular(contender.parsed->sequence);
        if (!first || isBefore(sequence, *first))
            first = sequence;
    }
    return first;
}

/// A name that members of groups have as well: of no known client, or a plain mutex's, and without a word for a lock.
bool isOnlyNumbered(bool isUnknown, bool isPlainMutex, QStringView name, QStringView token)
{
    return (isUnknown || isPlainMutex) && !saysLock(name, token);
}

/// Nothing waits in it: a work queue, whose entries outlive their clients, or nodes that one session makes again and
/// again.
bool isCrowd(const LockQueue &queue, const std::vector<Contender> &contenders)
{
    const auto isEntry = [](const Contender &contender) {
        return isContender(contender) && contender.node.stat && !contender.node.stat->isEphemeral();
    };
    if (contenders.empty() || !isContender(contenders.front()))
        return false;
    // Of a kind that is known to be a lock's, one that outlives its client is a fault rather than an entry.
    const bool isUnknown = queue.dialect == Dialect::Generic;
    const auto end = std::ranges::find_if_not(contenders, isContender);
    if (namesTellNothing(queue, contenders.front())
        && (isUnknown ? std::any_of(contenders.begin(), end, isEntry) : std::all_of(contenders.begin(), end, isEntry)))
        return true;
    if (!isUnknown || contenders.size() < manyOfOneSession)
        return false;
    QHash<SessionId, int> nodes;
    return std::ranges::any_of(contenders, [&](const Contender &contender) {
        const SessionId owner = isContender(contender) ? contender.node.owner() : SessionId();
        return !owner.isNull() && ++nodes[owner] >= manyOfOneSession;
    });
}

/// \a contenders are those of \a queue, which gets them when all is known of them. Ones that are not read yet, or
/// cannot be, stand last; a contender with a greater number than one of them may be behind it.
void serve(LockQueue &queue, std::vector<Contender> &contenders, bool isLine)
{
    const auto unread = firstUnread(contenders);
    const auto mayBeBehind = [&unread](const Contender &contender) {
        return unread && contender.parsed->sequence != noSequence
               && isBefore(*unread, circular(contender.parsed->sequence));
    };
    std::vector<int> blockedBy = blockers(slotsOf(contenders, queue.dialect));
    const bool isCrowded = isCrowd(queue, contenders);
    const bool isProved = isLine || saysElection(queue.path);
    for (size_t i = 0; i < blockedBy.size(); ++i) {
        const ParsedName &parsed = *contenders[i].parsed;
        const bool isPlainMutex = parsed.dialect == Dialect::Plain && queue.kind == LockKind::Mutex;
        const bool mayStandInLine =
            !isCrowded && !isProved
            && isOnlyNumbered(queue.dialect == Dialect::Generic, isPlainMutex, contenders[i].node.name, parsed.token);
        queue.mayBeLine = queue.mayBeLine || mayStandInLine;
        if (isCrowded || mayStandInLine)
            blockedBy[i] = inGroup;
    }
    for (int i = 0; i < static_cast<int>(blockedBy.size()); ++i) {
        Contender &contender = contenders[static_cast<size_t>(i)];
        const int blocker = blockedBy[static_cast<size_t>(i)];
        if (blocker >= 0)
            contender.waits = {blocker - i};
        // Any lease that comes free will do, not just the one that a rule can name.
        contender.waitsForAny = blocker >= 0 && isLease(contender) && isLease(contenders[static_cast<size_t>(blocker)])
                                && blockedBy[static_cast<size_t>(blocker)] == nobody;
        if (blocker == inGroup) {
            contender.state = ContenderState::Member;
            continue;
        }
        const bool doesNotLead = blocker < 0 && queue.leader && queue.leader->session != contender.node.owner();
        if (!contender.node.stat || blocker == notKnown || doesNotLead || (blocker < 0 && mayBeBehind(contender)))
            contender.state = ContenderState::Pending;
        else
            contender.state = blocker < 0 ? ContenderState::Holding : ContenderState::Waiting;
        if (contender.state == ContenderState::Holding)
            queue.holders.push_back(i);
        else
            ++queue.waiting;
    }
    for (int i = 0; i < static_cast<int>(contenders.size()); ++i) {
        Contender &contender = contenders[static_cast<size_t>(i)];
        if (!contender.waitsForAny)
            continue;
        contender.waits.clear();
        for (const int holder : queue.holders)
            contender.waits.push_back(holder - i);
    }
    if (queue.mayBeLine && !queue.isLock())
        queue.kind = LockKind::Group;
}

} // namespace

LockQueue readQueue(LockSource source)
{
    if (source.queue)
        return readSemaphore(std::move(source));
    LockQueue queue;
    queue.path = source.path;
    queue.parentStat = source.parentStat;
    std::vector<Contender> contenders = Recogniser(source, queue).run();
    if (rulesOf(queue.dialect).leaderNode)
        queue.leader = source.leader;
    sortByService(contenders);
    placeByDialect(contenders);
    serve(queue, contenders, source.isLine);
    queue.contenders = ContenderList(std::move(contenders));
    queue.findings = findingsOf(queue);
    return queue;
}

LockQueue readQueue(const QString &path, const std::optional<NodeStat> &parentStat, std::vector<ChildNode> children)
{
    return readQueue({path, parentStat, {}, std::move(children)});
}

bool looksLikeLock(const QList<QString> &names)
{
    return std::any_of(names.begin(), names.end(), [](const QString &name) { return parseName(name).has_value(); });
}

bool namesSayLock(const QList<QString> &names)
{
    return std::ranges::any_of(names, [](const QString &name) {
        const auto view = viewName(name);
        if (!view)
            return false;
        const bool isPlainMutex = view->dialect == Dialect::Plain && view->kind == NameKind::Mutex;
        return !isOnlyNumbered(view->dialect == Dialect::Generic, isPlainMutex, name, view->token);
    });
}

namespace {

ChildNode named(const QString &name)
{
    ChildNode child;
    child.name = name;
    return child;
}

} // namespace

bool isLockDirectory(const QString &path, const std::optional<QByteArray> &data, const QList<QString> &names)
{
    const LockSource source{path, {}, data};
    return std::ranges::any_of(dialectRegistry().all(), [&](const DialectRules &rules) {
        const bool hasLeasesInIt = rules.semaphore && rules.semaphore->leases.isEmpty();
        const bool mayBe = rules.isDirectory ? rules.isDirectory(path) : hasLeasesInIt && data;
        return mayBe && std::ranges::any_of(names, [&](const QString &name) {
                   return rules.claims(source, named(name), name);
               });
    });
}

bool LockQueue::isHolderUnknown() const
{
    const auto isPending = [](const Contender &contender) { return contender.state == ContenderState::Pending; };
    return holders.empty() && (leasesUnread || std::ranges::any_of(contenders, isPending));
}

const Contender *LockQueue::firstHolder() const
{
    return holders.empty() ? nullptr : &contenders[static_cast<size_t>(holders.front())];
}

int LockQueue::indexOf(QStringView name) const
{
    const auto found = contenders.find(name);
    return found ? static_cast<int>(*found) : -1;
}

QString LockQueue::pathOf(const Contender &contender) const
{
    const bool isItself = contender.parsed && contender.parsed->kind == NameKind::Node;
    return isItself ? path : joinPath(path, contender.node.name);
}

int LockQueue::indexOfPath(const QString &nodePath) const
{
    // Names are relative to the lock where that is above them, else full paths; a lock of one node has its own name.
    const QString below = joinPath(path, u"");
    for (const QString &name :
         {nodePath.startsWith(below) ? nodePath.mid(below.size()) : nodePath, baseName(nodePath)}) {
        const int index = indexOf(name);
        if (index >= 0 && pathOf(contenders[static_cast<size_t>(index)]) == nodePath)
            return index;
    }
    return -1;
}

IndexList LockQueue::waitsFor(int index) const
{
    IndexList indices = contenders[static_cast<size_t>(index)].waits;
    for (int &other : indices)
        other += index;
    return indices;
}

std::optional<qint64> LockQueue::oldestWaitMs() const
{
    const qint64 oldest = contenders.summary().oldestWaitMs;
    return oldest == ContenderSummary::never ? std::nullopt : std::optional(oldest);
}

bool LockQueue::isPlainLine() const
{
    const ContenderSummary all = contenders.summary();
    if (hasLineOfItsOwn || all.count == 0 || !all.isLine || !all.isExclusive || all.free != 1
        || !contenders.front().waits.isEmpty())
        return false;
    const WaitRule rule = rulesOf(dialect == Dialect::Generic ? dialect : all.dialect).waits;
    return rule == &nodeBefore || rule == &nearestBlocker || rule == &oldestWriter;
}

std::vector<int> LockQueue::nextAfterLeases(const std::vector<int> &gone) const
{
    const auto isGone = [&](int index) { return std::binary_search(gone.begin(), gone.end(), index); };
    auto free = static_cast<int>(std::count_if(holders.begin(), holders.end(), isGone));
    // Of more leases than there are, the first that goes makes no room.
    if (maxLeases)
        free = std::clamp(*maxLeases - (static_cast<int>(holders.size()) - free), 0, free);
    std::vector<int> next;
    for (int i = 0; i < static_cast<int>(contenders.size()) && free > 0; ++i) {
        const Contender &contender = contenders[static_cast<size_t>(i)];
        // A pending lease is that of the head of the line, which comes after it.
        const bool isHeadAgain = contender.waitsForAny && !next.empty();
        const bool waits = isLease(contender) && !contender.waits.isEmpty();
        if (!waits || isGone(i) || isHeadAgain)
            continue;
        next.push_back(i);
        --free;
    }
    return next;
}

std::vector<int> LockQueue::nextAfterRemoval(std::vector<int> indices) const
{
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    if (isPlainLine()) { // the first one left
        int first = 0;
        while (std::binary_search(indices.begin(), indices.end(), first))
            ++first;
        const bool isThere = first > 0 && first < static_cast<int>(contenders.size());
        return isThere ? std::vector<int>{first} : std::vector<int>{};
    }
    if (hasLineOfItsOwn || std::any_of(contenders.begin(), contenders.end(), isLease))
        return nextAfterLeases(indices);
    const std::vector<Slot> all = slotsOf(contenders, dialect);
    std::vector<Slot> left;
    std::vector<int> leftAt; // in contenders
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
        if (!std::binary_search(indices.begin(), indices.end(), i)) {
            left.push_back(all[static_cast<size_t>(i)]);
            leftAt.push_back(i);
        }
    }
    if (left.size() == all.size())
        return {};
    const std::vector<int> blockedBy = blockers(left);
    std::vector<int> next;
    for (size_t i = 0; i < blockedBy.size(); ++i) {
        if (blockedBy[i] == nobody && !contenders[static_cast<size_t>(leftAt[i])].waits.isEmpty())
            next.push_back(leftAt[i]);
    }
    return next;
}

Text lockKindText(LockKind kind)
{
    switch (kind) {
    case LockKind::Mutex: return Text::en("mutex");
    case LockKind::ReadWrite: return Text::en("readwrite");
    case LockKind::Semaphore: return Text::en("semaphore");
    case LockKind::Election: return Text::en("election");
    case LockKind::Ephemeral: return Text::en("ephemeral");
    case LockKind::Queue: return Text::en("queue");
    case LockKind::Group: return Text::en("group");
    }
    return {};
}

const LockConnection *DatabaseQueue::find(qint64 number) const
{
    const auto found = std::ranges::find(connections, number, &LockConnection::number);
    return found == connections.end() ? nullptr : &*found;
}

const LockConnection *DatabaseQueue::ofSession(SessionId session) const
{
    const auto found = std::ranges::find(connections, session, &LockConnection::session);
    return session.isNull() || found == connections.end() ? nullptr : &*found;
}

QString lockKindName(LockKind kind)
{
    return lockKindText(kind).english();
}

} // namespace lockscope::locks
