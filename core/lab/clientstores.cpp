// SPDX-License-Identifier: Apache-2.0
#include "core/lab/clientstores.h"

#include "core/base/clock.h"

#include <utility>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

// ---- the journal ----

namespace {

class CountingWatch final : public recipes::Watch
{
public:
    CountingWatch(ClientId id, QString path, std::shared_ptr<recipes::Watch> watch, journal::EventSink &sink)
        : m_id(id)
        , m_path(std::move(path))
        , m_watch(std::move(watch))
        , m_sink(sink)
    {
    }

    Reply<WatchEvent> fired() override
    {
        m_awaited = true;
        const ReplyPromise<WatchEvent> promise;
        m_watch->fired().then([promise, id = m_id, path = m_path, &sink = m_sink](Result<WatchEvent> event) {
            if (event && *event != WatchEvent::NotWatching)
                sink.write(journal::ClientWatchFired{id, *event, path});
            else if (event || event.error().code == ErrorCode::Cancelled)
                sink.write(journal::ClientWatchEnded{id, path});
            promise.complete(std::move(event));
        });
        return Reply<WatchEvent>(promise);
    }

    void cancel() override
    {
        // Nobody awaits it: then nobody else would tell.
        if (!m_awaited && !std::exchange(m_cancelled, true))
            m_sink.write(journal::ClientWatchEnded{m_id, m_path});
        m_watch->cancel();
    }

private:
    ClientId m_id;
    QString m_path;
    std::shared_ptr<recipes::Watch> m_watch;
    journal::EventSink &m_sink;
    bool m_awaited = false;
    bool m_cancelled = false;
};

/// What a good answer tells of: the server had come so far.
struct NewestChange
{
    Zxid operator()(const CreatedNode &made) const { return made.stat.czxid; }
    Zxid operator()(const Children &children) const { return children.stat.pzxid; }
    Zxid operator()(const recipes::Watched &watched) const { return watched.stat ? watched.stat->mzxid : Zxid(); }
    Zxid operator()(const recipes::WatchedContent &watched) const { return watched.content.stat.mzxid; }
    Zxid operator()(const recipes::WatchedChildren &watched) const { return watched.children.stat.pzxid; }
    Zxid operator()(const NodeContent &content) const { return content.stat.mzxid; }
    Zxid operator()(const NodeStat &stat) const { return stat.mzxid; }
    Zxid operator()(const Done &) const { return {}; }
};

} // namespace

template<typename T, typename Ask>
Reply<T> JournalingStore::drawn(Ask ask)
{
    const auto draw = m_driver ? m_driver->next() : std::nullopt;
    if (!draw)
        return ask();
    if (!draw->afterReply) {
        m_stage(draw->request);
        return ask();
    }
    const ReplyPromise<T> promise;
    ask().then([promise, stage = m_stage, request = draw->request](Result<T> answer) {
        stage(request);
        promise.complete(std::move(answer));
    });
    return Reply<T>(promise);
}

template<typename T, typename Ask, typename Proves>
Reply<T> JournalingStore::counted(const QString &operation, const QString &path, Ask ask, Proves proves)
{
    const quint64 call = ++m_calls;
    m_sink.write(journal::ClientRequest{m_id, operation, path, call});
    const qint64 sentNs = nowNs();
    const ReplyPromise<T> promise;
    drawn<T>(ask).then([promise, id = m_id, &sink = m_sink, operation, path, sentNs, call, proves](Result<T> answer) {
        std::optional<Error> error;
        if (!answer)
            error = answer.error();
        const Zxid zxid = answer ? NewestChange()(*answer) : Zxid();
        sink.write(journal::ClientReply{id, operation, path, std::move(error), nowNs() - sentNs, call, zxid});
        if (answer)
            proves(*answer);
        promise.complete(std::move(answer));
    });
    return Reply<T>(promise);
}

template<typename T, typename Ask>
Reply<T> JournalingStore::countedWatch(const QString &operation, const QString &path, bool ofChildren, Ask ask)
{
    auto plain = counted<T>(operation, path, std::move(ask), [id = m_id, &sink = m_sink, path, ofChildren](const T &) {
        sink.write(journal::ClientWatchSet{id, path, ofChildren});
    });
    const ReplyPromise<T> promise;
    plain.then([promise, id = m_id, &sink = m_sink, path](Result<T> watched) {
        if (watched)
            watched->watch = std::make_shared<CountingWatch>(id, path, watched->watch, sink);
        promise.complete(std::move(watched));
    });
    return Reply<T>(promise);
}

Reply<CreatedNode> JournalingStore::create(QString path, QByteArray data, NodeKind kind)
{
    return counted<CreatedNode>(
        u"create"_s, path, [&] { return m_store.create(path, data, kind); },
        [id = m_id, &sink = m_sink](const CreatedNode &made) {
            sink.write(journal::ServerNode{id, made.path, journal::ServerNode::Life::Born, made.stat.czxid,
                                           made.stat.owner()});
        });
}

Reply<Children> JournalingStore::children(QString path)
{
    return counted<Children>(u"get_children"_s, path, [&] { return m_store.children(path); });
}

Reply<recipes::Watched> JournalingStore::watchExists(QString path)
{
    return countedWatch<recipes::Watched>(u"exists"_s, path, false, [&] { return m_store.watchExists(path); });
}

Reply<recipes::WatchedContent> JournalingStore::watchData(QString path)
{
    return countedWatch<recipes::WatchedContent>(u"get"_s, path, false, [&] { return m_store.watchData(path); });
}

Reply<recipes::WatchedChildren> JournalingStore::watchChildren(QString path)
{
    return countedWatch<recipes::WatchedChildren>(u"get_children"_s, path, true,
                                                  [&] { return m_store.watchChildren(path); });
}

Reply<NodeStat> JournalingStore::exists(QString path)
{
    return counted<NodeStat>(
        u"exists"_s, path, [&] { return m_store.exists(path); },
        [id = m_id, &sink = m_sink, path](const NodeStat &stat) {
            sink.write(journal::ServerNode{id, path, journal::ServerNode::Life::Seen, stat.czxid, stat.owner()});
        });
}

Reply<NodeContent> JournalingStore::get(QString path)
{
    return counted<NodeContent>(u"get"_s, path, [&] { return m_store.get(path); });
}

Reply<NodeStat> JournalingStore::set(QString path, QByteArray data, int version)
{
    return counted<NodeStat>(u"set"_s, path, [&] { return m_store.set(path, data, version); });
}

Reply<Done> JournalingStore::remove(QString path, int version)
{
    return counted<Done>(
        u"delete"_s, path, [&] { return m_store.remove(path, version); },
        [id = m_id, &sink = m_sink, path](const Done &) {
            sink.write(journal::ServerNode{id, path, journal::ServerNode::Life::Gone, {}, {}});
        });
}

// ---- random faults ----

namespace {

constexpr quint32 forFaults = 1;

/// The next request is lost, or its reply: there is nothing to be late for.
bool isAboutARequest(journal::Fault fault)
{
    using journal::Fault;
    return fault == Fault::LoseRequest || fault == Fault::LoseReply || fault == Fault::LoseCreateReply;
}

} // namespace

std::mt19937 generatorFor(quint64 seed, quint32 client, quint32 purpose)
{
    std::seed_seq sequence{static_cast<quint32>(seed), static_cast<quint32>(seed >> 32), client, purpose};
    return std::mt19937(sequence);
}

FaultDriver::FaultDriver(QList<RandomFault> faults, quint64 seed, quint32 client)
    : m_faults(std::move(faults))
    , m_random(generatorFor(seed, client, forFaults))
{
}

double FaultDriver::draw()
{
    // Not a distribution of the standard library: those may differ from one library to the next.
    return static_cast<double>(m_random()) / (static_cast<double>(std::mt19937::max()) + 1);
}

std::optional<FaultDraw> FaultDriver::next()
{
    // Always as many numbers, so that another rate of one fault does not move the others.
    std::optional<FaultDraw> drawn;
    const bool afterReply = draw() < 0.5;
    for (const RandomFault &fault : m_faults) {
        const bool happens = draw() < fault.rate;
        if (happens && !drawn)
            drawn = FaultDraw{{fault.fault, fault.duration}, afterReply && !isAboutARequest(fault.fault)};
    }
    return drawn;
}

} // namespace lockscope::lab
