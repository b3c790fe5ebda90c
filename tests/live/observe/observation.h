// SPDX-License-Identifier: Apache-2.0
// A tree watcher on a real server, folded into a World as the program does it, and the server's own word beside it.
// Never fakes: what is compared with the World is read from the server through a session of its own.
#pragma once

#include "core/base/path.h"
#include "core/history/world.h"
#include "core/observe/treewatcher.h"
#include "core/zk/connection.h"
#include "tests/support/presence.h"
#include "tests/support/sandboxfortest.h"

#include <functional>
#include <memory>

namespace lockscope::test {

class Observation : public journal::EventSink
{
public:
    explicit Observation(const QString &connectString, observe::WatchLimits limits = {}, int sessionTimeoutMs = 10'000)
        : m_connection(
            zk::ConnectionSpec{*zk::parseConnectString(connectString), sessionTimeoutMs, 30'000, {}, {}, true})
        , m_limits(limits)
    {
    }

    /// Connects, and reads the tree once.
    Result<Done> watch(const QString &root)
    {
        if (m_connection.state() == ConnectionState::Closed) {
            if (const auto id = await(m_connection.open()); !id)
                return tl::unexpected(id.error());
        }
        m_watcher.reset();
        m_watcher = std::make_unique<observe::TreeWatcher>(m_connection, *this, m_limits);
        return await(m_watcher->start(root));
    }

    void write(journal::Payload what) override
    {
        const journal::Event event = m_writer.stamp(std::move(what));
        journal::Changes changes;
        const journal::Freshness before = freshness();
        m_world.apply(event, changes);
        m_losses += freshness() == journal::Freshness::Stale && before != journal::Freshness::Stale ? 1 : 0;
        if (const auto *listed = std::get_if<journal::DirectoryListed>(&event.what)) {
            m_added[listed->path] += listed->added.size();
            ++m_listings[listed->path];
            m_newestListings[listed->path] = event.number;
        }
        if (const auto *refused = std::get_if<journal::DirectoryUnreadable>(&event.what))
            m_refusals[refused->path] += refused->error.code;
        if (std::holds_alternative<journal::Notice>(event.what))
            m_notices.append(std::get<journal::Notice>(event.what).text.english());
    }

    zk::Connection &connection() { return m_connection; }
    observe::TreeWatcher &watcher() { return *m_watcher; }
    const journal::World &world() const { return m_world; }
    journal::Freshness freshness() const { return m_world.observation().freshness; }
    /// How often what is shown has become stale: it may be live again by the time that somebody looks.
    int losses() const { return m_losses; }
    bool isSettled() const
    {
        return freshness() == journal::Freshness::Live && m_world.observation().readsPending == 0;
    }
    qint64 added(const QString &directory) const { return m_added.value(directory); }
    qint64 unseen(const QString &directory) const
    {
        const journal::Directory *at = m_world.directory(directory);
        return at ? at->unseenCreates : 0;
    }
    int listings(const QString &directory) const { return m_listings.value(directory); }
    /// The number of its event.
    quint64 newestListing(const QString &directory) const { return m_newestListings.value(directory); }
    const QStringList &notices() const { return m_notices; }
    /// Why a directory could not be listed, in the order in which that was said.
    QList<ErrorCode> refusals(const QString &directory) const { return m_refusals.value(directory); }
    /// The bare names of the contenders in the World's order of service.
    QStringList queue(const QString &lock) const
    {
        QStringList names;
        for (const locks::Contender &contender : m_world.queue(lock).contenders)
            names << contender.node.name;
        return names;
    }
    std::optional<locks::ChildNode> child(const QString &path) const
    {
        const journal::Directory *parent = m_world.directory(parentPath(path));
        return parent ? parent->children.find(baseName(path)) : std::nullopt;
    }

private:
    zk::Connection m_connection;
    observe::WatchLimits m_limits;
    journal::EventWriter m_writer;
    journal::World m_world;
    QHash<QString, qint64> m_added;
    QHash<QString, int> m_listings;
    QHash<QString, quint64> m_newestListings;
    QHash<QString, QList<ErrorCode>> m_refusals;
    QStringList m_notices;
    int m_losses = 0;
    std::unique_ptr<observe::TreeWatcher> m_watcher; ///< last: its end must not write into what is gone
};

/// One that has read \a root and watches it; where it could not, the test has failed.
class Watched : public Observation
{
public:
    Watched(const QString &connectString, const QString &root, observe::WatchLimits limits = {},
            int sessionTimeoutMs = 10'000)
        : Observation(connectString, limits, sessionTimeoutMs)
    {
        if (const auto read = watch(root); !read)
            QTest::qFail(qPrintable(root + QStringLiteral(": ") + read.error().sentence().english()), __FILE__,
                         __LINE__);
    }
};

/// A plain session for what others do to the tree meanwhile.
inline std::unique_ptr<zk::Session> openSession(const QString &connectString, int timeoutMs = 10'000)
{
    auto session = std::make_unique<zk::Session>(zk::SessionSpec{connectString, timeoutMs});
    session->open();
    return await(session->connected()) ? std::move(session) : nullptr;
}

inline QString makeNode(zk::Session &session, const QString &path, NodeKind kind = NodeKind::Persistent,
                        const QByteArray &data = {})
{
    const auto made = await(session.create(path, data, kind));
    return made ? made->path : QString();
}

/// A test on a server of its own, with a session for what others do to the tree meanwhile.
class OnServer : public QObject
{
protected:
    /// In initTestCase(). In cleanupTestCase() m_others is to go, before its server does.
    void startServer(int timeoutMs = 10'000)
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_others = openSession(m_sandbox.connectString(), timeoutMs);
        QVERIFY(m_others);
    }
    QString make(const QString &path, NodeKind kind = NodeKind::Persistent, const QByteArray &data = {})
    {
        return makeNode(*m_others, path, kind, data);
    }
    /// One more contender.
    QString queueUp(const QString &lock, const QByteArray &data = {})
    {
        return make(lock + QStringLiteral("/lock-"), NodeKind::EphemeralSequential, data);
    }
    QString directory(int i) const { return QStringLiteral("%1/dir%2").arg(m_base).arg(i); }
    /// dir0, dir1, … below m_base, each with a contender.
    bool makeDirectories(int count)
    {
        for (int i = 0; i < count; ++i) {
            if (make(directory(i)).isEmpty() || queueUp(directory(i)).isEmpty())
                return false;
        }
        return true;
    }
    int sessionsOnServer() const { return static_cast<int>(askPort(m_sandbox.port(), "cons").count("sid=0x")); }

    SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_others;
    int m_count = 0; ///< for names
    QString m_base;
};

/// Deletes a node with all below it.
inline bool removeTree(zk::Session &session, const QString &path)
{
    const auto children = await(session.children(path));
    if (!children)
        return children.error().code == ErrorCode::NoNode;
    for (const QStringView name : children->names) {
        if (!removeTree(session, joinPath(path, name)))
            return false;
    }
    const auto removed = await(session.remove(path, -1));
    return removed || removed.error().code == ErrorCode::NoNode;
}

/// In what the World differs from the server at and below \a path; empty if in nothing. For a quiet tree.
inline QString difference(zk::Session &session, const journal::World &world, const QString &path)
{
    const journal::Directory *seen = world.directory(path);
    const auto children = unlessMissing(await(session.children(path)));
    if (!children)
        return seen ? path + QStringLiteral(" is only in the World") : QString();
    if (!seen)
        return path + QStringLiteral(" is missing");
    if (seen->stat != children->stat)
        return path + QStringLiteral(" has an old Stat");
    if (seen->children.size() != children->names.size())
        return QStringLiteral("%1 has %2 children, not %3")
            .arg(path)
            .arg(children->names.size())
            .arg(seen->children.size());
    std::vector<Reply<NodeContent>> asked;
    for (const QStringView name : children->names)
        asked.push_back(session.get(joinPath(path, name)));
    for (size_t i = 0; i < asked.size(); ++i) {
        const QString name = children->names[static_cast<qsizetype>(i)].toString();
        const QString at = joinPath(path, name);
        const auto content = await(asked[i]);
        const auto child = seen->children.find(name);
        if (!child || !content || !child->stat)
            return at + QStringLiteral(" is not known");
        if (child->stat->czxid != content->stat.czxid || child->stat->ephemeralOwner != content->stat.ephemeralOwner)
            return at + QStringLiteral(" is another node");
        if (child->data != content->data)
            return at + QStringLiteral(" has other data");
        const journal::Directory *known = world.directory(at); // or a lock that is one node
        const bool isDirectory = content->stat.numChildren > 0 || (known && !known->isNodeLock);
        if (const QString below = isDirectory ? difference(session, world, at) : QString(); !below.isEmpty())
            return below;
    }
    return {};
}

#define TRY_EQUALS_SERVER(session, observation, path)                                                                  \
    AWAIT_COMPARE(difference(session, (observation).world(), path), QString())

struct NewNode
{
    QString path;
    NodeKind kind = NodeKind::Persistent;
};

/// Very many, with no more in flight than a server takes at once. False if not all were made within the limit.
inline bool makeNodes(zk::Session &session, int count, const std::function<NewNode(int)> &nodeAt)
{
    int made = 0;
    int asked = 0;
    const auto ask = [&] {
        for (; asked < count && asked < made + 2'000; ++asked) {
            const NewNode node = nodeAt(asked);
            session.create(node.path, {}, node.kind).then([&](const Result<CreatedNode> &n) { made += n ? 1 : 0; });
        }
        return made == count;
    };
    return QTest::qWaitFor(ask, patienceMs());
}

} // namespace lockscope::test
