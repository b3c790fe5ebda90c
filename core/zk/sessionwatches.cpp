// SPDX-License-Identifier: Apache-2.0
// The Session's watches: set with a read, ended by an event, by cancel(), or with the session.
#include "core/zk/convert.h"
#include "core/zk/session_p.h"

#include <QPointer>

#include <algorithm>

namespace lockscope::zk {

namespace {

/// Per watch in the packet that sets them again: the length of the path in front of it.
constexpr qsizetype watchOverhead = 4;

ZooWatcherType watcherType(WatchKind kind)
{
    return kind == WatchKind::Children ? ZWATCHTYPE_CHILD : ZWATCHTYPE_DATA;
}

} // namespace

Task<Result<WatchedStat>> Session::watchExists(QString path)
{
    WatchedStat watched;
    auto reply =
        d->sendWatched<NodeStat>("exists", path, ZWATCHTYPE_DATA, watched.watch,
                                 [](zhandle_t *zh, const char *bytes, WatchEntry *entry, const void *context) {
                                     return zoo_awexists(zh, bytes, WatchEntry::onEvent, entry, onStat, context);
                                 });
    auto stat = co_await reply;
    if (stat)
        watched.stat = *stat;
    else if (stat.error().code != ErrorCode::NoNode) // an absent node is watched too
        co_return tl::unexpected(stat.error());
    co_return watched;
}

Task<Result<WatchedContent>> Session::watchData(QString path)
{
    WatchedContent watched;
    auto reply =
        d->sendWatched<NodeContent>("get", path, ZWATCHTYPE_DATA, watched.watch,
                                    [](zhandle_t *zh, const char *bytes, WatchEntry *entry, const void *context) {
                                        return zoo_awget(zh, bytes, WatchEntry::onEvent, entry, onData, context);
                                    });
    auto content = co_await reply;
    if (!content)
        co_return tl::unexpected(content.error());
    watched.content = std::move(*content);
    co_return watched;
}

Task<Result<WatchedChildren>> Session::watchChildren(QString path)
{
    WatchedChildren watched;
    auto reply = d->sendWatched<Children>("list", path, ZWATCHTYPE_CHILD, watched.watch,
                                          [](zhandle_t *zh, const char *bytes, WatchEntry *entry, const void *context) {
                                              return zoo_awget_children2(zh, bytes, WatchEntry::onEvent, entry,
                                                                         onChildren, context);
                                          });
    auto children = co_await reply;
    if (!children)
        co_return tl::unexpected(children.error());
    watched.children = std::move(*children);
    co_return watched;
}

void Session::cancelWatches(const QString &path, WatchKind kind)
{
    const ZooWatcherType type = watcherType(kind);
    std::vector<quint64> numbers;
    std::vector<ReplyPromise<WatchEvent>> promises;
    for (auto [it, end] = d->watchesByPath.equal_range(path); it != end; ++it) {
        const WatchEntry &entry = *d->watches.at(*it);
        if (entry.type() == type) {
            numbers.push_back(*it);
            promises.push_back(entry.promise());
        }
    }
    if (numbers.empty() || !d->handle)
        return;
    if (d->state == ConnectionState::Connected) {
        auto gone = d->send<Done>("removeWatches", path, [type](zhandle_t *zh, const char *bytes, const void *context) {
            // The library declares the parameter as a pointer to the function pointer, and uses it as the latter.
            return zoo_aremove_all_watches(zh, bytes, type, 0, reinterpret_cast<void_completion_t *>(onVoid), context);
        });
        gone.then([this, numbers, alive = QPointer<Session>(this)](const Result<Done> &result) {
            if (!alive || !result)
                return; // still known to the library: they stay in the table, ended, until the handle is freed
            for (const quint64 number : numbers)
                d->takeWatch(number);
        });
    } else {
        const QByteArray bytes = path.toUtf8();
        const int rc = d->handle->call(
            [&](zhandle_t *zh) { return zoo_aremove_all_watches(zh, bytes.constData(), type, 1, nullptr, nullptr); });
        if (rc == ZOK) {
            for (const quint64 number : numbers)
                d->takeWatch(number);
        }
    }
    for (const auto &promise : promises)
        promise.complete(failure(ErrorCode::Cancelled, QStringLiteral("watch"), path));
}

void Session::cancel(const SessionWatch &watch)
{
    const auto found = d->watches.find(watch.m_id);
    if (found == d->watches.end())
        return;
    const QString path = found->second->path();
    const ZooWatcherType type = found->second->type();
    const auto [begin, end] = d->watchesByPath.equal_range(path);
    // Those that ended, but that the library still keeps, may go with it.
    const bool isLast = std::none_of(begin, end, [&](quint64 other) {
        const WatchEntry &entry = *d->watches.at(other);
        return entry.id() != watch.m_id && entry.type() == type && !entry.promise().isComplete();
    });
    if (isLast)
        cancelWatches(path, type == ZWATCHTYPE_CHILD ? WatchKind::Children : WatchKind::Node);
    else // the library keeps it, ended, until it fires
        watch.m_promise.complete(failure(ErrorCode::Cancelled, QStringLiteral("watch"), path));
}

int Session::watchCount() const
{
    return static_cast<int>(d->watches.size());
}

qsizetype Session::watchBytes() const
{
    return d->watchBytes;
}

qsizetype Session::watchBytes(const QString &path)
{
    return path.toUtf8().size() + watchOverhead;
}

std::unique_ptr<WatchEntry> Session::Private::takeWatch(quint64 number)
{
    auto node = watches.extract(number);
    if (!node)
        return nullptr;
    watchesByPath.remove(node.mapped()->path(), number);
    watchBytes -= Session::watchBytes(node.mapped()->path());
    return std::move(node.mapped());
}

} // namespace lockscope::zk
