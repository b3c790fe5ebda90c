// SPDX-License-Identifier: Apache-2.0
// How the requests of one simulated client get into the journal, whatever kind of server they are asked of: each with
// its reply, the watch events, and the dice of random faults thrown at each. Never changes what it passes on.
#pragma once

#include "core/journal/journal.h"
#include "core/lab/faultdriver.h"
#include "core/recipes/store.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace lockscope::lab {

/// The newest change in a good answer: the server had come so far. Null where it has none.
struct NewestChange
{
    Zxid operator()(const CreatedNode &made) const { return made.stat.czxid; }
    Zxid operator()(const Children &children) const { return children.stat.pzxid; }
    Zxid operator()(const recipes::Watched &watched) const { return watched.stat ? watched.stat->mzxid : Zxid(); }
    Zxid operator()(const recipes::WatchedContent &watched) const { return watched.content.stat.mzxid; }
    Zxid operator()(const recipes::WatchedChildren &watched) const { return watched.children.stat.pzxid; }
    Zxid operator()(const NodeContent &content) const { return content.stat.mzxid; }
    Zxid operator()(const NodeStat &stat) const { return stat.mzxid; }
    template<typename T>
    Zxid operator()(const T &) const
    {
        return {};
    }
};

class RequestJournal
{
public:
    /// Asked to stage a fault, right before the request is sent or before its answer is handed on.
    using Stage = std::function<void(const FaultRequest &)>;

    /// \a sink and \a driver must outlive this and whatever is still awaited.
    /// \a callsBefore: of the same client, through its earlier sessions.
    RequestJournal(ClientId id, journal::EventSink &sink, quint64 callsBefore, FaultDriver *driver, Stage stage)
        : m_id(id)
        , m_calls(callsBefore)
        , m_sink(sink)
        , m_driver(driver)
        , m_stage(std::move(stage))
    {
    }

    ClientId client() const { return m_id; }
    quint64 calls() const { return m_calls; }
    journal::EventSink &sink() const { return m_sink; }

    /// Called when an answer has come, before it is written.
    void beforeReplies(std::function<void()> call) { m_beforeReply = std::move(call); }

    /// \a proves(answer) writes what a good answer proves about the server.
    template<typename T, typename Ask, typename Proves = void (*)(const T &)>
    Reply<T> counted(
        const QString &operation, const QString &path, Ask ask, Proves proves = [](const T &) {})
    {
        const quint64 call = ++m_calls;
        m_sink.write(journal::ClientRequest{m_id, operation, path, call});
        const qint64 sentNs = m_sink.clockNs();
        const ReplyPromise<T> promise;
        drawn<T>(ask).then([promise, id = m_id, &sink = m_sink, operation, path, sentNs, call, proves,
                            before = m_beforeReply](Result<T> answer) {
            std::optional<Error> error;
            if (!answer)
                error = answer.error();
            const Zxid zxid = answer ? NewestChange()(*answer) : Zxid();
            if (before)
                before();
            sink.write(
                journal::ClientReply{id, operation, path, std::move(error), sink.clockNs() - sentNs, call, zxid});
            if (answer)
                proves(*answer);
            promise.complete(std::move(answer));
        });
        return Reply<T>(promise);
    }

    /// For answers that come with a watch, of which \a watchIn(answer) is the place.
    template<typename T, typename Ask, typename WatchIn>
    Reply<T> countedWatch(const QString &operation, const QString &path, bool ofChildren, Ask ask, WatchIn watchIn)
    {
        auto plain =
            counted<T>(operation, path, std::move(ask), [id = m_id, &sink = m_sink, path, ofChildren](const T &) {
                sink.write(journal::ClientWatchSet{id, path, ofChildren});
            });
        const ReplyPromise<T> promise;
        plain.then([promise, id = m_id, &sink = m_sink, path, watchIn](Result<T> watched) {
            if (watched) {
                std::shared_ptr<recipes::Watch> &watch = watchIn(*watched);
                watch = std::make_shared<CountingWatch>(id, path, watch, sink);
            }
            promise.complete(std::move(watched));
        });
        return Reply<T>(promise);
    }

private:
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
            // Not awaited: then fired() does not write it.
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

    /// Asks, with the fault that is drawn for it.
    template<typename T, typename Ask>
    Reply<T> drawn(Ask ask)
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

    ClientId m_id;
    quint64 m_calls;
    journal::EventSink &m_sink;
    FaultDriver *m_driver;
    Stage m_stage;
    std::function<void()> m_beforeReply;
};

} // namespace lockscope::lab
