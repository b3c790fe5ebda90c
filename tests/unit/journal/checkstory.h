// SPDX-License-Identifier: Apache-2.0
// Journals for the checks, told by hand: what simulated clients ask, hear and believe. A millisecond between events.
#pragma once

#include "core/checks/check.h"

#include <QTest>

#include <functional>
#include <map>

namespace lockscope::journal::test {

using namespace Qt::StringLiterals;

const QString n1 = u"/l/lock-0000000001"_s;
const QString n2 = u"/l/lock-0000000002"_s;
const QString n3 = u"/l/lock-0000000003"_s;

class CheckStory
{
public:
    quint64 tell(Payload what)
    {
        m_nowNs += 1'000'000;
        m_events += Event{static_cast<quint64>(m_events.size()) + 1, m_nowNs, std::move(what)};
        return m_events.back().number;
    }
    void pass(qint64 ms) { m_nowNs += ms * 1'000'000; }

    /// A client with a session, its number the same as its session's.
    ClientId client(const QString &name, locks::RecipeId recipe = locks::RecipeId::Mutex, QStringList paths = {})
    {
        ClientSpawned spawned;
        spawned.id = ClientId{++m_lastId};
        spawned.name = name;
        spawned.recipe = recipe;
        spawned.lock = u"/l"_s;
        spawned.paths = std::move(paths);
        spawned.leases = leases;
        spawned.foreign = foreign;
        tell(spawned);
        tell(ClientConnection{spawned.id, ConnectionState::Connected, sessionOf(spawned.id)});
        return spawned.id;
    }
    static SessionId sessionOf(ClientId id) { return SessionId{0x100 + qint64(id.value)}; }

    quint64 state(ClientId id, locks::LockState state, const QString &node = {}, qint64 token = 0,
                  std::optional<ErrorCode> error = {}, int entries = 0, locks::Mode mode = locks::Mode::Exclusive)
    {
        std::optional<Error> why;
        if (error)
            why = Error{*error, u"acquire"_s, u"/l"_s, {}};
        return tell(ClientLockState{id, state, node, Zxid{token}, 1, why, entries, mode});
    }
    quint64 fetching(ClientId id) { return state(id, locks::LockState::Fetching); }
    quint64 retained(ClientId id, const QString &node, qint64 token, int entries = 1,
                     locks::Mode mode = locks::Mode::Exclusive)
    {
        return state(id, locks::LockState::Retained, node, token, {}, entries, mode);
    }
    quint64 releasing(ClientId id, std::optional<ErrorCode> error = {})
    {
        return state(id, locks::LockState::Releasing, {}, 0, error);
    }
    quint64 released(ClientId id, std::optional<ErrorCode> error = {})
    {
        return state(id, locks::LockState::Released, {}, 0, error);
    }

    quint64 ask(ClientId id, const QString &operation, const QString &path)
    {
        tell(ClientRequest{id, operation, path, ++m_calls[id]});
        return m_calls[id];
    }
    void answer(ClientId id, const QString &operation, const QString &path, quint64 call,
                std::optional<ErrorCode> error = {}, qint64 zxid = 0)
    {
        std::optional<Error> why;
        if (error)
            why = Error{*error, operation, path, {}};
        tell(ClientReply{id, operation, path, why, 1000, call, Zxid{zxid}});
    }
    /// The event of its birth.
    quint64 create(ClientId id, const QString &path, qint64 czxid, bool ephemeral = true)
    {
        const auto call = ask(id, u"create"_s, path);
        answer(id, u"create"_s, path, call, {}, czxid);
        return tell(ServerNode{id, path, ServerNode::Life::Born, Zxid{czxid}, ephemeral ? sessionOf(id) : SessionId{}});
    }
    void deleted(ClientId id, const QString &path, quint64 call)
    {
        answer(id, u"delete"_s, path, call);
        tell(ServerNode{id, path, ServerNode::Life::Gone, {}, {}});
    }
    /// The event of the request.
    quint64 remove(ClientId id, const QString &path)
    {
        const auto call = ask(id, u"delete"_s, path);
        const auto asked = m_events.back().number;
        deleted(id, path, call);
        return asked;
    }
    quint64 watch(ClientId id, const QString &path, bool isThere = true)
    {
        const auto call = ask(id, u"exists"_s, path);
        answer(id, u"exists"_s, path, call, {}, isThere ? 7 : 0);
        return tell(ClientWatchSet{id, path, false});
    }
    void fired(ClientId id, const QString &path) { tell(ClientWatchFired{id, WatchEvent::Deleted, path}); }

    /// Attempt, node and grant; the event of the grant.
    quint64 takes(ClientId id, const QString &node, qint64 czxid)
    {
        fetching(id);
        create(id, node, czxid);
        return retained(id, node, czxid);
    }
    /// Attempt and node; the event of its birth.
    quint64 queues(ClientId id, const QString &node, qint64 czxid)
    {
        fetching(id);
        return create(id, node, czxid);
    }
    /// And the watch on the node before it.
    quint64 waits(ClientId id, const QString &node, qint64 czxid, const QString &before)
    {
        queues(id, node, czxid);
        return watch(id, before);
    }
    /// With an error it gives up.
    void givesBack(ClientId id, const QString &node, std::optional<ErrorCode> error = {})
    {
        releasing(id, error);
        remove(id, node);
        released(id, error);
    }
    /// Its node stays.
    quint64 leaves(ClientId id, std::optional<ErrorCode> error = {})
    {
        releasing(id, error);
        return released(id, error);
    }
    void asksInVain(ClientId id, const QString &operation, const QString &path, ErrorCode error)
    {
        answer(id, operation, path, ask(id, operation, path), error);
    }

    const EventBatch &events() const { return m_events; }
    CheckReport report(bool settled = true) const { return checkEvents(m_events, settled); }
    /// "order: …" per violation.
    QStringList found(bool settled = true) const
    {
        QStringList rules;
        for (const Violation &violation : report(settled).violations)
            rules += ruleName(violation.rule);
        return rules;
    }
    Violation only(bool settled = true) const
    {
        const CheckReport all = report(settled);
        return all.violations.size() == 1 ? all.violations.first() : Violation{};
    }

    int leases = 1;
    bool foreign = false; ///< the clients from here on are another program's

private:
    EventBatch m_events;
    std::map<ClientId, quint64> m_calls;
    qint64 m_nowNs = 1'795'233'600'000'000'000;
    quint32 m_lastId = 0;
};

/// For a table of stories: row(name, rules that are broken, what is told). Not \a settled: it may still go on.
using TellStory = std::function<void(CheckStory &)>;
inline auto storyRows(bool settled = true)
{
    QTest::addColumn<QStringList>("found");
    QTest::addColumn<TellStory>("tell");
    QTest::addColumn<bool>("settled");
    return [settled](const char *name, const QStringList &found, const TellStory &tell) {
        QTest::newRow(name) << found << tell << settled;
    };
}
inline void findsWhatIsListed()
{
    QFETCH(QStringList, found);
    QFETCH(TellStory, tell);
    QFETCH(bool, settled);
    CheckStory story;
    tell(story);
    QCOMPARE(story.found(settled), found);
}

} // namespace lockscope::journal::test
