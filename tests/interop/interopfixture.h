// SPDX-License-Identifier: Apache-2.0
// One real server, the foreign clients of both libraries on it, and our simulated clients beside them.
// Never mixes the libraries on one lock: they do not see each other's nodes. Tests run once for each ("peer" column).
#pragma once

#include "core/backends/zookeeper/zksessions.h"
#include "core/lab/lab.h"
#include "tests/interop/foreignclients.h"
#include "tests/live/observe/observation.h"
#include "tests/support/patience.h"
#include "tests/support/sandboxfortest.h"

#include <QHash>
#include <QTemporaryDir>

#include <functional>
#include <memory>

namespace lockscope::test {

/// Our simulated clients' events as a World; a test may look at each state at the moment it is entered.
class ClientEvents : public journal::EventSink
{
public:
    void write(journal::Payload what) override;

    journal::World world;
    std::function<void(const journal::ClientLockState &)> onState;

private:
    journal::EventWriter m_writer;
};

/// What the tests of this folder derive from.
class InteropFixture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A client that is missing is a failure, not a skip.
    void initTestCase();
    void cleanupTestCase();
    /// A fresh lock and no clients of ours.
    void init();
    /// Closes our clients; nothing may be left in the lock's directories.
    void cleanup();

protected:
    virtual QStringList directories() { return {m_lock}; }

    /// The rows of a test that runs with both libraries.
    static void forEachPeer();
    /// Whom this row is about.
    ForeignClients &peer();
    virtual locks::Dialect dialect();

    lab::SpawnRequest request(locks::RecipeId recipe, double writers = 1);
    ClientId spawn(const lab::SpawnRequest &request);
    ClientId spawn(locks::RecipeId recipe, double writers = 1) { return spawn(request(recipe, writers)); }
    locks::LockState state(ClientId id) const;
    bool holds(ClientId id) const { return state(id) == locks::LockState::Retained; }
    bool waits(ClientId id) const { return state(id) == locks::LockState::Fetching; }
    void release(ClientId id) { m_lab->command({id}, lab::ClientCommand::Release); }
    QString nodeOf(ClientId id) const;

    /// Full paths under a node, by the server.
    QStringList childrenOf(const QString &path);
    /// Until so many stand in the queue, so that whoever comes next stands behind them.
    bool queueHas(int count) { return has(m_lock, count); }
    bool has(const QString &directory, int count);
    /// Data of a node as our session reads it.
    QByteArray dataOf(const QString &node);

    /// True once so many stand in the queue and nothing of them is to be read any more.
    static bool isResolved(const locks::LockQueue &queue, size_t contenders);
    /// What their nodes hold, in the order shown.
    static QStringList identifiers(const locks::LockQueue &queue);

    QString m_lock;
    ClientEvents m_events;
    SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_others;
    std::unique_ptr<lab::Lab> m_lab;

private:
    /// Why nothing can be tested here; empty if all is there.
    QString startAll();

    Kazoo m_kazoo;
    Curator m_curator;
    std::unique_ptr<zk::Connection> m_connection;
    std::unique_ptr<backends::ZkSessionFactory> m_sessions;
    int m_count = 0;
};

/// A number in a file that is read and written in two steps, and a diary of who was inside: what mutual exclusion must
/// keep whole.
class SharedCounter
{
public:
    SharedCounter();
    /// Of each client of ours: counts at the moment it holds, as the foreign ones do.
    void attend(const journal::ClientLockState &now);
    QStringList filesForForeigners() const { return {m_counterFile, m_diaryFile}; }
    int value() const;
    /// What is wrong with the diary, empty if it is whole: never two inside, \a visits in all, and both kinds of
    /// clients took turns more than \a turns times.
    QString problem(int visits, int turns) const;
    /// The diary: "enter WHO", "leave WHO".
    QList<QByteArray> lines() const;

private:
    void note(const QString &line) const;

    QTemporaryDir m_folder;
    QString m_counterFile;
    QString m_diaryFile;
    QHash<ClientId, int> m_read;
};

#define TRY_FOREIGN_HOLDS(client) AWAIT_VERIFY(peer().holds(client))
#define TRY_OURS_HOLDS(id) AWAIT_COMPARE(state(id), locks::LockState::Retained)
#define TRY_OURS_RELEASED(id) AWAIT_COMPARE(state(id), locks::LockState::Released)

} // namespace lockscope::test
