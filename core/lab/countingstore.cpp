// SPDX-License-Identifier: Apache-2.0
#include "core/lab/countingstore.h"

#include "core/base/clock.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;

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
        const ReplyPromise<WatchEvent> promise;
        m_watch->fired().then([promise, id = m_id, path = m_path, &sink = m_sink](Result<WatchEvent> event) {
            if (event && *event != WatchEvent::NotWatching)
                sink.write(journal::ClientWatchFired{id, *event, path});
            promise.complete(std::move(event));
        });
        return Reply<WatchEvent>(promise);
    }

    void cancel() override { m_watch->cancel(); }

private:
    ClientId m_id;
    QString m_path;
    std::shared_ptr<recipes::Watch> m_watch;
    journal::EventSink &m_sink;
};

} // namespace

template<typename T, typename Ask>
Reply<T> CountingStore::counted(const QString &operation, const QString &path, Ask ask)
{
    m_sink.write(journal::ClientRequest{m_id, operation, path});
    const qint64 sentNs = nowNs();
    const ReplyPromise<T> promise;
    ask().then([promise, id = m_id, &sink = m_sink, operation, path, sentNs](Result<T> answer) {
        std::optional<Error> error;
        if (!answer)
            error = answer.error();
        sink.write(journal::ClientReply{id, operation, path, std::move(error), nowNs() - sentNs});
        promise.complete(std::move(answer));
    });
    return Reply<T>(promise);
}

template<typename T, typename Ask>
Reply<T> CountingStore::countedWatch(const QString &operation, const QString &path, Ask ask)
{
    auto plain = counted<T>(operation, path, ask);
    const ReplyPromise<T> promise;
    plain.then([promise, id = m_id, &sink = m_sink, path](Result<T> watched) {
        if (watched)
            watched->watch = std::make_shared<CountingWatch>(id, path, watched->watch, sink);
        promise.complete(std::move(watched));
    });
    return Reply<T>(promise);
}

Reply<CreatedNode> CountingStore::create(QString path, QByteArray data, NodeKind kind)
{
    return counted<CreatedNode>(u"create"_s, path, [&] { return m_store.create(path, data, kind); });
}

Reply<Children> CountingStore::children(QString path)
{
    return counted<Children>(u"get_children"_s, path, [&] { return m_store.children(path); });
}

Reply<recipes::Watched> CountingStore::watchExists(QString path)
{
    return countedWatch<recipes::Watched>(u"exists"_s, path, [&] { return m_store.watchExists(path); });
}

Reply<recipes::WatchedContent> CountingStore::watchData(QString path)
{
    return countedWatch<recipes::WatchedContent>(u"get"_s, path, [&] { return m_store.watchData(path); });
}

Reply<recipes::WatchedChildren> CountingStore::watchChildren(QString path)
{
    return countedWatch<recipes::WatchedChildren>(u"get_children"_s, path, [&] { return m_store.watchChildren(path); });
}

Reply<NodeStat> CountingStore::exists(QString path)
{
    return counted<NodeStat>(u"exists"_s, path, [&] { return m_store.exists(path); });
}

Reply<NodeContent> CountingStore::get(QString path)
{
    return counted<NodeContent>(u"get"_s, path, [&] { return m_store.get(path); });
}

Reply<NodeStat> CountingStore::set(QString path, QByteArray data, int version)
{
    return counted<NodeStat>(u"set"_s, path, [&] { return m_store.set(path, data, version); });
}

Reply<Done> CountingStore::remove(QString path, int version)
{
    return counted<Done>(u"delete"_s, path, [&] { return m_store.remove(path, version); });
}

} // namespace lockscope::lab
