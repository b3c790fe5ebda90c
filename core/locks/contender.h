// SPDX-License-Identifier: Apache-2.0
// One child of a lock directory with what it is in the lock's queue, and the list of all of them. Plain values.
// Never says at which place a contender stands: it stays the same while others before it come and go.
#pragma once

#include "core/base/node.h"
#include "core/locks/dialect.h"

#include <QByteArray>
#include <QSharedData>
#include <QString>
#include <QVarLengthArray>

#include <compare>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <vector>

namespace lockscope::locks {

/// Most have one entry: no memory of its own for that.
using IndexList = QVarLengthArray<int, 2>;

/// What is known of one child. A name is known first; its Stat and data come later, or never.
struct ChildNode
{
    enum class Data {
        NotRead,      ///< not asked yet
        Read,         ///< `data` is what the node holds, or its beginning if `truncated`
        NoPermission, ///< no READ permission on the node; its Stat is known all the same
    };

    QString name;
    std::optional<NodeStat> stat;
    Data access = Data::NotRead;
    QByteArray data;
    bool truncated = false;

    /// None as long as its Stat is not read, too.
    SessionId owner() const { return stat ? stat->owner() : SessionId(); }
    bool operator==(const ChildNode &) const = default;
};

enum class ContenderState {
    Holding,
    Waiting,
    Pending, ///< its Stat is not read (its place is then by number), or whether it holds is not known
    Member,  ///< stands in a group: neither holds nor waits, as far as names and Stats show
    Foreign, ///< no contender: its name fits no dialect, or not the one of this lock's clients
};

/// The bytes as text if they are valid UTF-8 without control characters; the last character may be cut if \a truncated.
std::optional<QString> asText(const QByteArray &data, bool truncated = false);
/// What a client's node says of who it is: its data as one short line; empty where that was not read or is no text.
QString nameInData(const ChildNode &node);

struct Contender
{
    ChildNode node;
    std::optional<ParsedName> parsed; ///< nothing where the name fits no dialect
    ContenderState state = ContenderState::Pending;
    /// Contenders that must go before this one is served, as the dialect's rule says (the expected watch edges): how
    /// far from it they stand, -1 for the one before it. Empty for holders and foreign children. Read it by
    /// LockQueue::waitsFor().
    IndexList waits;
    /// It is served as soon as any one of `waits` goes (a semaphore's leases), not all of them.
    bool waitsForAny = false;
    /// How far from its place it would stand as the clients of its dialect sort its contenders: where that is not 0,
    /// clients serve in another order than that of creation. Nothing for foreign children.
    std::optional<int> placeShift = {};
    /// Its data asks the holder to release (docs "unlock", Curator "__REVOKE__").
    bool askedToRelease = false;
    /// Of a lock that ends by the clock: held until then, in milliseconds since the epoch.
    std::optional<qint64> untilMs = {};
    /// A simulated client that waits for a lock of one node, and has none itself: known only because it is ours. It
    /// has no place in any order; `node` is no node of the tree.
    ClientId nodeless = {};
    /// Of a lock in a database: the server's number of the connection by which it waits or holds; see
    /// LockQueue::database. One that is of no simulated client has no node either.
    qint64 connection = 0;
    /// Of a semaphore of two directories: the lease that the head of its line has made and that is not granted yet.
    bool isRequest = false;

    /// False: `node` is no node of the tree, and its name is ours.
    bool hasNode() const { return nodeless.isNull() && (connection == 0 || node.stat); }
    bool operator==(const Contender &) const = default;
};

inline bool isContender(const Contender &contender)
{
    return contender.state != ContenderState::Foreign;
}

inline bool isLease(const Contender &contender)
{
    return contender.parsed && contender.parsed->kind == NameKind::Lease;
}

/// True for the lease of the head of a semaphore's line, which is no contender of its own: it is granted when the head
/// leaves.
inline bool isPendingLease(const Contender &contender)
{
    return contender.state == ContenderState::Pending && contender.isRequest;
}

/// "holding", "waiting", "pending", "member", "foreign".
QString contenderStateName(ContenderState state);
/// The same for people.
Text contenderStateText(ContenderState state);

#ifndef NDEBUG
/// How often this thread has looked at a contender of a ContenderList: tests hold the GUI thread to what has changed.
inline constinit thread_local quint64 contendersLookedAt = 0;
#endif

/// What is true of some contenders together, so that a hundred thousand need not be asked one by one.
struct ContenderSummary
{
    static constexpr qint64 never = std::numeric_limits<qint64>::max();

    size_t count = 0;
    size_t foreign = 0;
    size_t free = 0;                    ///< wait for no other
    bool isLine = true;                 ///< each of the others waits for the one right before it, and for no other
    bool isExclusive = true;            ///< all are contenders of one dialect that share nothing, and none is a lease
    Dialect dialect = Dialect::Generic; ///< of the first of them
    size_t pending = 0;                 ///< but for leases that are the request of a waiter
    qint64 oldestWaitMs = never;        ///< least ctime of waiting ones
    size_t waitsTimed = 0;              ///< wait, and the server said since when: between these two
    qint64 firstTimedMs = never;
    qint64 lastTimedMs = 0;
    Zxid youngest; ///< greatest czxid
    qint64 youngestMs = 0;

    void add(const Contender &contender);
};

/// What names and sessions may be among some contenders: says no only where that is certain, and yes now and then where
/// there is none (a Bloom filter). What was taken out of it may still be said to be there.
class KeyFilter
{
public:
    bool isEmpty() const { return m_bits.empty(); }
    void add(const Contender &contender);
    bool mayHave(size_t hash) const;
    size_t count() const { return m_count; }

private:
    void set(size_t hash);

    std::vector<quint64> m_bits;
    size_t m_count = 0; ///< contenders added
};

/// The contenders of a queue. Copies share what is the same: blocks of neighbours. To change one contender costs a
/// block, not the list, and where two lists differ is found without a look at all they have (docs/decisions/0008).
/// Reads like a vector.
class ContenderList
{
    class Block : public QSharedData
    {
    public:
        std::vector<Contender> contenders;
        ContenderSummary summary;
        KeyFilter keys; ///< empty while they are few: then each is looked at

        void add(const Contender &contender);
        void read();
        void readKeys();
        void dropStaleKeys();
    };

public:
    /// A block with more is split.
    static constexpr size_t mostInABlock = 256;

    class const_iterator
    {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = Contender;
        using difference_type = std::ptrdiff_t;
        using pointer = const Contender *;
        using reference = const Contender &;

        const_iterator() = default;

        reference operator*() const { return m_list->inBlock(m_block, m_index); }
        pointer operator->() const { return &**this; }
        reference operator[](difference_type by) const { return *(*this + by); }
        const_iterator &operator++()
        {
            if (++m_index == m_list->m_ends[m_block] && m_block + 1 < m_list->m_ends.size())
                ++m_block;
            return *this;
        }
        const_iterator &operator--()
        {
            if (m_index-- == m_list->startOf(m_block))
                --m_block;
            return *this;
        }
        const_iterator &operator+=(difference_type by)
        {
            m_index = static_cast<size_t>(static_cast<difference_type>(m_index) + by);
            m_block = m_list->blockOf(m_index);
            return *this;
        }
        const_iterator &operator-=(difference_type by) { return *this += -by; }
        const_iterator operator++(int)
        {
            const_iterator before = *this;
            ++*this;
            return before;
        }
        const_iterator operator--(int)
        {
            const_iterator before = *this;
            --*this;
            return before;
        }
        friend const_iterator operator+(const_iterator it, difference_type by) { return it += by; }
        friend const_iterator operator+(difference_type by, const_iterator it) { return it += by; }
        friend const_iterator operator-(const_iterator it, difference_type by) { return it -= by; }
        friend difference_type operator-(const const_iterator &a, const const_iterator &b)
        {
            return static_cast<difference_type>(a.m_index) - static_cast<difference_type>(b.m_index);
        }
        friend bool operator==(const const_iterator &a, const const_iterator &b) { return a.m_index == b.m_index; }
        friend auto operator<=>(const const_iterator &a, const const_iterator &b) { return a.m_index <=> b.m_index; }

    private:
        friend class ContenderList;
        const_iterator(const ContenderList *list, size_t index)
            : m_list(list)
            , m_index(index)
            , m_block(list->blockOf(index))
        {
        }

        const ContenderList *m_list = nullptr;
        size_t m_index = 0;
        size_t m_block = 0; ///< that has it; at the end the last one
    };

    using value_type = Contender;
    using size_type = size_t;
    using difference_type = std::ptrdiff_t;
    using reference = const Contender &;
    using const_reference = const Contender &;
    using iterator = const_iterator;

    ContenderList() = default;
    explicit ContenderList(std::vector<Contender> contenders);

    bool empty() const { return m_ends.empty(); }
    size_t size() const { return m_ends.empty() ? 0 : m_ends.back(); }
    const Contender &operator[](size_t index) const { return inBlock(blockOf(index), index); }
    const Contender &front() const { return (*this)[0]; }
    const Contender &back() const { return (*this)[size() - 1]; }
    const_iterator begin() const { return {this, 0}; }
    const_iterator end() const { return {this, size()}; }

    /// References and iterators hold until the next change.
    void insert(size_t index, Contender contender);
    void push_back(Contender contender) { insert(size(), std::move(contender)); }
    void erase(size_t index);
    void replace(size_t index, Contender contender);

    /// The first one with this bare name. In the time of the blocks, of which one is gone through, or none.
    std::optional<size_t> find(QStringView name) const;
    /// The indices of the contenders whose nodes this session owns, ascending. In the same time.
    std::vector<size_t> ownedBy(SessionId session) const;

    /// Neighbours that copies share: where two lists have the same identity, they have the same contenders there.
    struct Stretch
    {
        size_t first = 0;
        size_t end = 0; ///< one beyond
        const void *identity = nullptr;
        const ContenderSummary *summary = nullptr;
    };
    size_t stretchCount() const { return m_blocks.size(); }
    Stretch stretch(size_t number) const;
    /// Of all of them: in the time of the stretches.
    ContenderSummary summary() const;

    bool operator==(const ContenderList &other) const;

private:
    const Contender &inBlock(size_t block, size_t index) const
    {
#ifndef NDEBUG
        ++contendersLookedAt;
#endif
        return m_blocks[block]->contenders[index - startOf(block)];
    }
    size_t startOf(size_t block) const
    {
        return block == 0 ? 0 : m_ends[block - 1];
    }
    size_t blockOf(size_t index) const;
    template<typename Predicate>
    void lookFor(size_t key, Predicate isMeant) const;
    void split(size_t block);
    void join(size_t block);
    void moveEnds(size_t from, std::ptrdiff_t by);

    std::vector<QSharedDataPointer<Block>> m_blocks; ///< none is empty
    std::vector<size_t> m_ends;                      ///< of each the index one beyond it
};

/// A part of a list and the part of another one that stands in its place.
struct ListChange
{
    size_t first = 0; ///< in the one
    size_t end = 0;
    size_t otherFirst = 0;
    size_t otherEnd = 0;
};
/// Where the two may differ, from the front: what lies between is the same, though perhaps at another place.
std::vector<ListChange> changesBetween(const ContenderList &one, const ContenderList &other);

} // namespace lockscope::locks
