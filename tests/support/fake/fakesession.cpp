// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake/fakeensemble.h"

#include "core/base/path.h"

namespace lockscope::fake {

using namespace Qt::StringLiterals;

class FakeWatch final : public recipes::Watch
{
public:
    FakeWatch(FakeEnsemble &ensemble, quint64 id, ReplyPromise<WatchEvent> promise)
        : m_ensemble(ensemble)
        , m_id(id)
        , m_promise(std::move(promise))
    {
    }

    Reply<WatchEvent> fired() override { return Reply<WatchEvent>(m_promise); }
    void cancel() override
    {
        m_ensemble.dropWatch(m_id);
        m_promise.complete(failure(ErrorCode::Cancelled, u"watch"_s));
    }

private:
    FakeEnsemble &m_ensemble;
    quint64 m_id;
    ReplyPromise<WatchEvent> m_promise;
};

std::shared_ptr<recipes::Watch> FakeEnsemble::watch(const QString &path, WatchKind kind, FakeSession *session,
                                                    quint64 id)
{
    const ReplyPromise<WatchEvent> promise;
    m_watches.push_back({id, path, kind, session, promise});
    return std::make_shared<FakeWatch>(*this, id, promise);
}

template<typename T>
Reply<T> FakeSession::request(QString operation, QString path, std::function<Result<T>()> carryOut,
                              std::function<void()> undo)
{
    if (m_over || m_closedWith)
        return Result<T>(failure(m_closedWith.value_or(ErrorCode::SessionExpired), operation, path));
    if (!m_connected)
        return Result<T>(failure(ErrorCode::NotConnected, operation, path));
    ++m_requests[operation];
    ReplyPromise<T> promise;
    const std::function<void(ErrorCode)> fail = [promise, operation, path, undo](ErrorCode code) {
        if (undo)
            undo();
        promise.complete(failure(code, operation, path));
    };
    const auto arrive = [this, promise, operation, path, carryOut, fail] {
        if (m_endedOnServer) {
            toClient([fail] { fail(ErrorCode::SessionExpired); }, fail);
            return;
        }
        const auto refused = m_refused.find(operation);
        if (refused != m_refused.end()) {
            const ErrorCode code = refused->second;
            toClient([fail, code] { fail(code); }, fail);
            return;
        }
        const auto loss = lossOf(operation);
        std::function<void()> answer = [] {};
        if (loss != Loss::Request) {
            const auto result = carryOut();
            answer = [promise, result] { promise.complete(result); };
        }
        toClient(answer, fail);
        if (loss) {
            m_comesBack = true;
            breakConnection(ErrorCode::ConnectionLoss);
        }
    };
    m_toServer.push_back({m_ensemble.nextOrder(), arrive, fail});
    return Reply<T>(promise);
}

Reply<SessionId> FakeSession::connected()
{
    if (m_over || m_closedWith)
        return Result<SessionId>(failure(m_closedWith.value_or(ErrorCode::SessionExpired)));
    if (m_connected)
        return Result<SessionId>(m_id);
    m_waitingForConnection.emplace_back();
    return Reply<SessionId>(m_waitingForConnection.back());
}

Reply<CreatedNode> FakeSession::create(QString path, QByteArray data, NodeKind kind)
{
    return request<CreatedNode>(u"create"_s, path,
                                [this, path, data, kind] { return m_ensemble.create(*this, path, data, kind); });
}

Result<Children> FakeSession::listAsSeen(const QString &path)
{
    auto listed = m_ensemble.list(path);
    if (listed && std::exchange(m_lagsOnce, false)) {
        QList<QString> names = listed->names.toList();
        names.removeIf([&](const QString &name) {
            const auto stat = m_ensemble.stat(joinPath(path, name));
            return stat && stat->ephemeralOwner == m_id;
        });
        listed->names = NameList(names);
    }
    return listed;
}

Reply<Children> FakeSession::children(QString path)
{
    return request<Children>(u"get_children"_s, path, [this, path] { return listAsSeen(path); });
}

// A server's watch lives as long as the connection; the client sets again only those whose reply it saw: hence the
// undo.

Reply<recipes::Watched> FakeSession::watchExists(QString path)
{
    const quint64 id = m_ensemble.nextOrder();
    const auto carryOut = [this, path, id]() -> Result<recipes::Watched> {
        const auto stat = m_ensemble.stat(path);
        return recipes::Watched{stat, m_ensemble.watch(path, FakeEnsemble::WatchKind::Node, this, id)};
    };
    return request<recipes::Watched>(u"exists"_s, path, carryOut, [this, id] { m_ensemble.dropWatch(id); });
}

Reply<recipes::WatchedContent> FakeSession::watchData(QString path)
{
    const quint64 id = m_ensemble.nextOrder();
    const auto carryOut = [this, path, id]() -> Result<recipes::WatchedContent> {
        auto content = m_ensemble.read(path);
        if (!content)
            return tl::unexpected(content.error());
        return recipes::WatchedContent{*content, m_ensemble.watch(path, FakeEnsemble::WatchKind::Node, this, id)};
    };
    return request<recipes::WatchedContent>(u"get"_s, path, carryOut, [this, id] { m_ensemble.dropWatch(id); });
}

Reply<recipes::WatchedChildren> FakeSession::watchChildren(QString path)
{
    const quint64 id = m_ensemble.nextOrder();
    const auto carryOut = [this, path, id]() -> Result<recipes::WatchedChildren> {
        auto listed = listAsSeen(path);
        if (!listed)
            return tl::unexpected(listed.error());
        return recipes::WatchedChildren{*listed, m_ensemble.watch(path, FakeEnsemble::WatchKind::Children, this, id)};
    };
    return request<recipes::WatchedChildren>(u"get_children"_s, path, carryOut,
                                             [this, id] { m_ensemble.dropWatch(id); });
}

Reply<NodeContent> FakeSession::get(QString path)
{
    return request<NodeContent>(u"get"_s, path, [this, path] { return m_ensemble.read(path); });
}

Reply<NodeStat> FakeSession::set(QString path, QByteArray data, int version)
{
    return request<NodeStat>(u"set"_s, path,
                             [this, path, data, version] { return m_ensemble.write(path, data, version); });
}

Reply<NodeStat> FakeSession::exists(QString path)
{
    return request<NodeStat>(u"exists"_s, path, [this, path]() -> Result<NodeStat> {
        const auto stat = m_ensemble.stat(path);
        if (!stat)
            return failure(ErrorCode::NoNode, u"exists"_s, path);
        return *stat;
    });
}

Reply<Done> FakeSession::remove(QString path, int version)
{
    return request<Done>(u"delete"_s, path, [this, path, version] { return m_ensemble.remove(path, version); });
}

void FakeSession::lose(Loss loss, const QString &operation, int nth)
{
    m_losses[operation] = {loss, nth};
}

std::optional<Loss> FakeSession::lossOf(const QString &operation)
{
    const auto found = m_losses.find(operation);
    if (found == m_losses.end() || --found->second.second > 0)
        return std::nullopt;
    const Loss loss = found->second.first;
    m_losses.erase(found);
    return loss;
}

int FakeSession::requests(const QString &operation) const
{
    const auto found = m_requests.find(operation);
    return found == m_requests.end() ? 0 : found->second;
}

void FakeSession::toClient(std::function<void()> happen, std::function<void(ErrorCode)> fail)
{
    Item item{m_ensemble.nextOrder(), std::move(happen), std::move(fail)};
    if (!m_connected && !item.fail)
        m_missedEvents.push_back(std::move(item));
    else
        m_toClient.push_back(std::move(item));
}

void FakeSession::disconnect()
{
    if (m_connected && !m_over)
        breakConnection(ErrorCode::ConnectionLoss);
}

void FakeSession::breakConnection(ErrorCode code)
{
    m_connected = false;
    m_brokenAt = m_ensemble.nextOrder();
    Queue failing = std::exchange(m_toClient, {});
    for (Item &item : m_toServer)
        failing.push_back(std::move(item));
    m_toServer.clear();
    for (Item &item : failing) {
        if (!item.fail) {
            m_missedEvents.push_back(std::move(item));
            continue;
        }
        const auto fail = item.fail;
        m_toClient.push_back({item.order, [fail, code] { fail(code); }, [fail](ErrorCode later) { fail(later); }});
    }
}

void FakeSession::reconnect()
{
    if (m_connected || m_over)
        return;
    m_connected = true;
    m_comesBack = false;
    for (Item &item : m_missedEvents)
        m_toClient.push_back({m_ensemble.nextOrder(), std::move(item.happen), {}});
    m_missedEvents.clear();
    for (const auto &waiting : std::exchange(m_waitingForConnection, {}))
        waiting.complete(m_id);
}

void FakeSession::expire()
{
    if (m_endedOnServer)
        return;
    endOnServer();
    const auto learn = [this] { learnOfTheEnd(ErrorCode::SessionExpired); };
    toClient(learn, [learn](ErrorCode) { learn(); });
}

void FakeSession::cut(bool clean)
{
    if (m_over)
        return;
    m_closedWith = ErrorCode::Closed;
    if (clean && !m_endedOnServer)
        endOnServer();
    learnOfTheEnd(ErrorCode::Closed);
}

void FakeSession::endOnServer()
{
    m_endedOnServer = true;
    QStringList ours;
    for (const auto &[path, node] : m_ensemble.m_nodes) {
        if (node.stat.ephemeralOwner == m_id)
            ours.append(path);
    }
    for (const QString &path : ours)
        m_ensemble.erase(path);
}

void FakeSession::learnOfTheEnd(ErrorCode why)
{
    if (std::exchange(m_over, true))
        return;
    breakConnection(why);
    for (Item &item : std::exchange(m_missedEvents, {}))
        m_toClient.push_back(std::move(item)); // whoever waits for one must not wait for ever
    std::vector<ReplyPromise<WatchEvent>> watches;
    for (const auto &watch : m_ensemble.m_watches) {
        if (watch.session == this)
            watches.push_back(watch.fired);
    }
    m_ensemble.m_watches.remove_if([this](const auto &watch) { return watch.session == this; });
    for (const auto &promise : watches)
        promise.complete(failure(why, u"watch"_s));
    for (const auto &waiting : std::exchange(m_waitingForConnection, {}))
        waiting.complete(failure(why));
}

} // namespace lockscope::fake
