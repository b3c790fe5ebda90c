// SPDX-License-Identifier: Apache-2.0
// What recipes do to a real server beside taking turns: words in data, watches that stay or go, nodes that outlive.
#include "core/base/path.h"
#include "core/lab/zksessions.h"
#include "core/recipes/processlock.h"
#include "tests/support/await.h"
#include "tests/support/sandboxfortest.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_recipesonserver {

using namespace Qt::StringLiterals;
using locks::Dialect;
using locks::LockState;
using locks::RecipeId;
using recipes::Grant;
using test::await;
using test::patienceMs;

namespace {

/// A holder that gives its lock back when it is asked to.
class Obliging final : public recipes::StepObserver
{
public:
    Reply<Done> reached(recipes::Step, const QString &) override { return Result<Done>(Done()); }
    void enqueued(const QString &) override { }
    void revocationRequested(const QString &) override { ++asked; }

    int asked = 0;
};

/// An acquire that is under way.
class Pending
{
public:
    explicit Pending(Task<Result<Grant>> task)
    {
        task.then([into = m_outcome](const Result<Grant> &outcome) { *into = outcome; });
    }
    bool isOver() const { return m_outcome->has_value(); }
    bool granted() const { return isOver() && m_outcome->value().has_value(); }
    const Result<Grant> &outcome() const { return m_outcome->value(); }

private:
    std::shared_ptr<std::optional<Result<Grant>>> m_outcome = std::make_shared<std::optional<Result<Grant>>>();
};

struct Contender
{
    Contender(std::unique_ptr<zk::Session> opened, RecipeId id, recipes::RecipeSpec spec)
        : session(std::move(opened))
        , store(*session)
        , recipe(recipes::makeRecipe(id, std::move(spec), store, &observer))
    {
    }

    /// What waits for an answer hears of the end while the recipe is still there.
    ~Contender() { session->abandon(); }
    Q_DISABLE_COPY_MOVE(Contender)

    std::unique_ptr<zk::Session> session;
    lab::SessionStore store;
    Obliging observer;
    std::unique_ptr<recipes::Recipe> recipe;
};

} // namespace

class TestRecipesOnServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_sandbox.start(), m_sandbox.why()); }
    void init() { m_lock = u"/locks%1"_s.arg(++m_count); }

    void aHolderIsAskedInItsDialectsWord_data();
    void aHolderIsAskedInItsDialectsWord();
    void aStrangersWordIsARequestToo();
    void threadsShareWhatTheirProcessHolds();
    void aProcessLockThatLostItsSessionIsTheNextOnes();
    void severalLocksAreTakenSortedAndGivenBack();
    void locksInOppositeOrdersWaitForEachOther();
    void aLeakedWatchStaysAtTheServer_data();
    void aLeakedWatchStaysAtTheServer();
    void aPersistentNodeOutlivesItsSession();

private:
    std::unique_ptr<Contender> contender(RecipeId id, Dialect dialect = Dialect::Docs, QStringList paths = {})
    {
        auto session = connect();
        if (!session)
            return nullptr;
        recipes::RecipeSpec spec{m_lock, dialect, locks::Mode::Exclusive, "who"_ba};
        spec.paths = std::move(paths);
        return std::make_unique<Contender>(std::move(session), id, std::move(spec));
    }
    std::unique_ptr<zk::Session> connect()
    {
        auto session = std::make_unique<zk::Session>(zk::SessionSpec{m_sandbox.connectString()});
        session->open();
        const auto id = await(session->connected());
        return id ? std::move(session) : nullptr;
    }
    bool serverWatches(const QString &path)
    {
        return test::askPort(m_sandbox.port(), "wchp").contains(path.toUtf8() + "\n");
    }

    test::SandboxForTest m_sandbox;
    QString m_lock;
    int m_count = 0;
};

void TestRecipesOnServer::aHolderIsAskedInItsDialectsWord_data()
{
    QTest::addColumn<Dialect>("dialect");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("docs") << Dialect::Docs << "unlock"_ba;
    QTest::newRow("curator") << Dialect::Curator << "__REVOKE__"_ba;
}

void TestRecipesOnServer::aHolderIsAskedInItsDialectsWord()
{
    QFETCH(Dialect, dialect);
    QFETCH(QByteArray, word);
    const auto holder = contender(RecipeId::Revocable, dialect), other = contender(RecipeId::Revocable, dialect);
    QVERIFY(holder && other);
    const auto granted = await(holder->recipe->acquire({}));
    QVERIFY(granted);
    AWAIT_VERIFY(serverWatches(granted->node));
    const Pending waiting(other->recipe->acquire({}));
    QVERIFY(await(other->recipe->requestRevocation({})));
    AWAIT_COMPARE(holder->observer.asked, 1);
    const auto content = await(other->session->get(granted->node));
    QVERIFY(content);
    QCOMPARE(content->data, word);
    QVERIFY(!waiting.isOver());
    QVERIFY(await(holder->recipe->release()));
    QVERIFY(!serverWatches(granted->node));
    AWAIT_COMPARE(holder->session->watchCount(), 0);
    AWAIT_VERIFY(waiting.granted());
    QVERIFY(await(other->recipe->release()));
}

void TestRecipesOnServer::aStrangersWordIsARequestToo()
{
    const auto holder = contender(RecipeId::Revocable, Dialect::Curator);
    const auto stranger = connect();
    QVERIFY(holder && stranger);
    const auto granted = await(holder->recipe->acquire({}));
    QVERIFY(granted);
    QVERIFY(await(stranger->set(granted->node, "nothing of importance", -1)));
    QVERIFY(await(stranger->set(granted->node, "__REVOKE__", -1)));
    AWAIT_COMPARE(holder->observer.asked, 1);
    QVERIFY(await(holder->recipe->release()));
}

void TestRecipesOnServer::threadsShareWhatTheirProcessHolds()
{
    const auto one = connect(), two = connect();
    QVERIFY(one && two);
    lab::SessionStore oneStore(*one), twoStore(*two);
    const recipes::RecipeSpec spec{m_lock, Dialect::Docs, locks::Mode::Exclusive, "who"_ba};
    recipes::ProcessLock process(spec, oneStore, nullptr), other(spec, twoStore, nullptr);
    const Pending first(process.acquire(1, {})), second(process.acquire(2, {}));
    QCOMPARE(process.state(), (recipes::ProcessState{LockState::Fetching, 2}));
    AWAIT_VERIFY(first.granted() && second.granted());
    QCOMPARE(first.outcome().value(), second.outcome().value());
    const Pending elsewhere(other.acquire(1, {}));
    AWAIT_VERIFY(serverWatches(first.outcome()->node));
    QVERIFY(await(process.release(1)));
    QCOMPARE(process.state(), (recipes::ProcessState{LockState::Retained, 1}));
    const Pending late([&] {
        process.release(2);
        return process.acquire(3, {}); // while it is being given back: behind the other process
    }());
    QCOMPARE(process.state(), (recipes::ProcessState{LockState::Releasing, 1}));
    AWAIT_VERIFY(elsewhere.granted());
    QVERIFY(!late.isOver());
    QVERIFY(await(other.release(1)));
    AWAIT_VERIFY(late.granted());
    QVERIFY(late.outcome()->token > elsewhere.outcome()->token);
    QVERIFY(await(process.release(3)));
    const auto left = await(one->children(m_lock));
    QVERIFY(left);
    QCOMPARE(left->names.toList(), QList<QString>());
}

void TestRecipesOnServer::aProcessLockThatLostItsSessionIsTheNextOnes()
{
    auto one = connect();
    const auto next = contender(RecipeId::ReadWrite);
    QVERIFY(one && next);
    lab::SessionStore store(*one);
    recipes::ProcessLock process({m_lock, Dialect::Docs, locks::Mode::Exclusive, "who"_ba}, store, nullptr);
    QVERIFY(await(process.acquire(1, {})));
    const Pending waiting(next->recipe->acquire({}));
    QVERIFY(await(one->close()));
    process.sessionLost();
    AWAIT_COMPARE(process.state(), (recipes::ProcessState{LockState::Released, 0}));
    AWAIT_VERIFY(waiting.granted());
    const auto again = await(process.acquire(1, {}));
    QVERIFY(!again);
    QCOMPARE(again.error().code, ErrorCode::Closed);
    QVERIFY(await(next->recipe->release()));
}

void TestRecipesOnServer::severalLocksAreTakenSortedAndGivenBack()
{
    const QStringList paths{m_lock + u"/b"_s, m_lock + u"/a"_s, m_lock + u"/c"_s};
    const auto a = contender(RecipeId::Multi, Dialect::Docs, paths);
    const auto blocker = contender(RecipeId::Multi, Dialect::Docs, {paths.last()});
    QVERIFY(a && blocker);
    QVERIFY(await(blocker->recipe->acquire({})));
    std::stop_source stop;
    const Pending waiting(a->recipe->acquire(stop.get_token()));
    const auto countIn = [&](const QString &path) {
        const auto children = await(blocker->session->children(path));
        return children ? children->names.size() : -1;
    };
    AWAIT_COMPARE(countIn(paths.last()), 2); // the last in order: it has the two before
    QCOMPARE(countIn(paths.at(0)) + countIn(paths.at(1)), 2);
    stop.request_stop();
    AWAIT_VERIFY(waiting.isOver());
    QCOMPARE(waiting.outcome().error().code, ErrorCode::Cancelled);
    for (const QString &path : paths)
        QCOMPARE(countIn(path), path == paths.last() ? 1 : 0);
    QVERIFY(await(blocker->recipe->release()));
    const auto granted = await(a->recipe->acquire({}));
    QVERIFY(granted);
    QCOMPARE(parentPath(granted->node), m_lock + u"/a"_s);
    QVERIFY(await(a->recipe->release()));
}

void TestRecipesOnServer::locksInOppositeOrdersWaitForEachOther()
{
    const QString one = m_lock + u"/one"_s, two = m_lock + u"/two"_s;
    const auto a = contender(RecipeId::BrokenUnsortedMulti, Dialect::Docs, {one, two});
    const auto b = contender(RecipeId::BrokenUnsortedMulti, Dialect::Docs, {two, one});
    const auto gate = contender(RecipeId::Multi, Dialect::Docs, {one, two});
    QVERIFY(a && b && gate);
    QVERIFY(await(gate->recipe->acquire({}))); // until both have their first places
    std::stop_source stop;
    const Pending first(a->recipe->acquire({}));
    const Pending second(b->recipe->acquire(stop.get_token()));
    const auto countIn = [&](const QString &path) {
        const auto children = await(gate->session->children(path));
        return children ? children->names.size() : -1;
    };
    AWAIT_VERIFY(countIn(one) == 2 && countIn(two) == 2);
    QVERIFY(await(gate->recipe->release()));
    AWAIT_VERIFY(countIn(one) == 2 && countIn(two) == 2); // each holds one and waits for the other
    AWAIT_COMPARE(a->session->watchCount() + b->session->watchCount(), 2);
    QVERIFY(!first.isOver() && !second.isOver());
    stop.request_stop();
    AWAIT_VERIFY(first.granted());
    AWAIT_VERIFY(second.isOver());
    QCOMPARE(second.outcome().error().code, ErrorCode::Cancelled);
    QVERIFY(await(a->recipe->release()));
}

void TestRecipesOnServer::aLeakedWatchStaysAtTheServer_data()
{
    QTest::addColumn<RecipeId>("recipe");
    QTest::addColumn<bool>("stays");
    QTest::newRow("broken") << RecipeId::BrokenLeakedWatch << true;
    QTest::newRow("sound") << RecipeId::Mutex << false;
}

void TestRecipesOnServer::aLeakedWatchStaysAtTheServer()
{
    QFETCH(RecipeId, recipe);
    QFETCH(bool, stays);
    const auto holder = contender(RecipeId::Mutex), waiter = contender(recipe);
    QVERIFY(holder && waiter);
    const auto held = await(holder->recipe->acquire({}));
    QVERIFY(held);
    std::stop_source stop;
    const Pending waiting(waiter->recipe->acquire(stop.get_token()));
    AWAIT_VERIFY(serverWatches(held->node));
    stop.request_stop();
    AWAIT_VERIFY(waiting.isOver());
    QCOMPARE(waiting.outcome().error().code, ErrorCode::Cancelled);
    const auto left = await(holder->session->children(m_lock));
    QVERIFY(left);
    QCOMPARE(left->names.size(), 1);
    if (stays)
        QVERIFY(serverWatches(held->node));
    else
        AWAIT_VERIFY(!serverWatches(held->node));
    QVERIFY(await(holder->recipe->release()));
    AWAIT_COMPARE(waiter->session->watchCount(), 0);
}

void TestRecipesOnServer::aPersistentNodeOutlivesItsSession()
{
    const auto client = contender(RecipeId::BrokenPersistentNode);
    const auto next = contender(RecipeId::Mutex);
    QVERIFY(client && next);
    const auto held = await(client->recipe->acquire({}));
    QVERIFY(held);
    QVERIFY(await(client->session->close()));
    std::stop_source stop;
    const Pending waiting(next->recipe->acquire(stop.get_token()));
    AWAIT_VERIFY(serverWatches(held->node));
    QVERIFY(!waiting.isOver());
    stop.request_stop();
    AWAIT_VERIFY(waiting.isOver());
}

} // namespace lockscope::tst_recipesonserver

LOCKSCOPE_TEST(lockscope::tst_recipesonserver::TestRecipesOnServer)
#include "tst_recipesonserver.moc"
