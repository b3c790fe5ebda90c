// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/madeuprecording.h"

#include "core/history/recordingwriter.h"

#include <deque>
#include <utility>
#include <vector>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using namespace journal;

namespace {

constexpr int clientsAtALock = 20;
constexpr qsizetype batchSize = 4096;

/// A predecessor watch, step by step, at locks that take turns.
class Author
{
public:
    Author(RecordingWriter *writer, int events, int clients)
        : m_writer(writer)
        , m_left(events)
    {
        for (int lock = 0; lock < std::max(1, clients / clientsAtALock); ++lock)
            m_locks.push_back({u"/lockscope/lock-%1"_s.arg(lock), {}});
    }

    void write()
    {
        begin();
        for (size_t turn = 0; m_left > 0; ++turn)
            handOver(m_locks[turn % m_locks.size()]);
        m_writer->append(std::exchange(m_batch, {}));
    }

private:
    struct Contender
    {
        ClientId id;
        QString name;
        Zxid czxid;
    };
    struct Lock
    {
        QString path;
        std::deque<Contender> queue;
    };

    void put(Payload what)
    {
        if (m_left == 0)
            return;
        --m_left;
        m_atNs += 137'000;
        m_batch += {++m_number, m_atNs, std::move(what)};
        if (m_batch.size() == batchSize)
            m_writer->append(std::exchange(m_batch, {}));
    }

    void begin()
    {
        put(ConnectionChanged{ConnectionState::Connected,
                              u"127.0.0.1:2181"_s,
                              u"127.0.0.1:2181"_s,
                              SessionId{0x1000009f7cb0000},
                              10'000,
                              {}});
        put(ObservationChanged{u"/"_s, Freshness::Live, int(m_locks.size()) + 2, 10'000, 0, 0});
        list(u"/"_s, {u"lockscope"_s}, {}, 1);
        QStringList names;
        for (const Lock &lock : m_locks)
            names += lock.path.section(u'/', -1);
        list(u"/lockscope"_s, names, {}, int(names.size()));
        quint32 id = 0;
        for (Lock &lock : m_locks) {
            for (int i = 0; i < clientsAtALock; ++i) {
                ClientSpawned spawned;
                spawned.id = ClientId{++id};
                spawned.name = u"client-%1"_s.arg(id);
                spawned.lock = lock.path;
                put(spawned);
                put(ClientConnection{spawned.id, ConnectionState::Connected,
                                     SessionId{0x1000009f7cb0000 + qint64(id)}});
                arrive(lock, spawned.id);
            }
        }
    }

    void list(const QString &path, const QStringList &added, const QStringList &removed, int children)
    {
        DirectoryListed listed;
        listed.path = path;
        listed.added = added;
        listed.removed = removed;
        listed.stat.czxid = Zxid{2};
        listed.stat.pzxid = Zxid{m_zxid};
        listed.stat.numChildren = children;
        put(listed);
    }

    void ask(ClientId id, const QString &operation, const QString &path)
    {
        put(ClientRequest{id, operation, path, ++m_calls});
        put(ClientReply{id, operation, path, {}, 612'400, m_calls, Zxid{m_zxid}});
    }

    void arrive(Lock &lock, ClientId id)
    {
        const Contender me{id, u"lock-%1"_s.arg(m_sequence++, 10, 10, QLatin1Char('0')), Zxid{++m_zxid}};
        const QString node = lock.path + u'/' + me.name;
        const SessionId session{0x1000009f7cb0000 + qint64(id.value)};
        put(ClientStep{id, locks::Step::Enqueue, lock.path});
        ask(id, u"create"_s, lock.path + u"/lock-"_s);
        put(ServerNode{id, node, ServerNode::Life::Born, me.czxid, session});
        put(ClientLockState{id, locks::LockState::Fetching, node, me.czxid, 1, {}});
        put(ClientStep{id, locks::Step::List, lock.path});
        ask(id, u"get_children"_s, lock.path);
        if (!lock.queue.empty()) {
            const QString before = lock.path + u'/' + lock.queue.back().name;
            put(ClientStep{id, locks::Step::Watch, before});
            ask(id, u"exists"_s, before);
            put(ClientWatchSet{id, before, false});
            put(ClientStep{id, locks::Step::Wait, before});
        }
        lock.queue.push_back(me);
        list(lock.path, {me.name}, {}, int(lock.queue.size()));
        NodeResolved resolved;
        resolved.path = node;
        resolved.stat.czxid = resolved.stat.mzxid = me.czxid;
        resolved.stat.ctimeMs = m_atNs / 1'000'000;
        resolved.stat.mtimeMs = resolved.stat.ctimeMs;
        resolved.stat.ephemeralOwner = session;
        resolved.access = locks::ChildNode::Data::Read;
        resolved.data = "client-" + QByteArray::number(id.value);
        put(resolved);
    }

    void handOver(Lock &lock)
    {
        const Contender holder = lock.queue.front();
        const QString node = lock.path + u'/' + holder.name;
        put(ClientStep{holder.id, locks::Step::Release, node});
        ++m_zxid;
        ask(holder.id, u"delete"_s, node);
        put(ServerNode{holder.id, node, ServerNode::Life::Gone, holder.czxid, {}});
        put(ClientLockState{holder.id, locks::LockState::Released, {}, {}, 1, {}});
        lock.queue.pop_front();
        const Contender &next = lock.queue.front();
        put(ClientWatchFired{next.id, WatchEvent::Deleted, node});
        put(ClientStep{next.id, locks::Step::List, lock.path});
        ask(next.id, u"get_children"_s, lock.path);
        put(ClientLockState{next.id, locks::LockState::Retained, lock.path + u'/' + next.name, next.czxid, 2, {}});
        list(lock.path, {}, {holder.name}, int(lock.queue.size()));
        arrive(lock, holder.id);
    }

    RecordingWriter *m_writer;
    int m_left;
    std::vector<Lock> m_locks;
    EventBatch m_batch;
    quint64 m_number = 0;
    qint64 m_atNs = 1'795'233'600'000'000'000;
    qint64 m_zxid = 0x100;
    quint64 m_calls = 0;
    int m_sequence = 0;
};

} // namespace

Result<Done> writeMadeUpRecording(const QString &file, int events, int clients)
{
    RecordingHeader header;
    header.title = u"made up"_s;
    auto writer = RecordingWriter::create(file, header);
    if (!writer)
        return tl::unexpected(writer.error());
    Author((*writer).get(), events, clients).write();
    return (*writer)->close();
}

} // namespace lockscope::bench
