// SPDX-License-Identifier: Apache-2.0
// Every sound recipe of one path on a real server, in every dialect: taken, waited for, given up, handed over, and
// neither a node nor a watch left.
#include "core/backends/zookeeper/zksessions.h"
#include "core/base/path.h"
#include "core/locks/recipecatalog.h"
#include "core/recipes/recipe.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_everyrecipeonserver {

using namespace Qt::StringLiterals;
using locks::Dialect;
using locks::RecipeId;
using recipes::Grant;
using test::await;

namespace {

/// A session, a recipe on it, and what its acquire came to.
class Contender
{
public:
    Contender(std::unique_ptr<zk::Session> opened, RecipeId id, recipes::RecipeSpec spec)
        : m_session(std::move(opened))
        , m_store(*m_session)
        , m_recipe(recipes::makeRecipe(id, std::move(spec), m_store))
    {
    }

    void acquire()
    {
        m_outcome->reset();
        m_recipe->acquire(m_stop.get_token()).then([into = m_outcome](const Result<Grant> &outcome) {
            *into = outcome;
        });
    }
    bool holds() const { return m_outcome->has_value() && m_outcome->value().has_value(); }
    bool isWaiting() const { return !m_outcome->has_value(); }
    bool gaveUp() const
    {
        return !isWaiting() && !m_outcome->value() && m_outcome->value().error().code == ErrorCode::Cancelled;
    }
    Grant grant() const { return m_outcome->value().value(); }
    void stop() { m_stop.request_stop(); }

    recipes::Recipe &recipe() { return *m_recipe; }
    zk::Session &session() { return *m_session; }

private:
    std::unique_ptr<zk::Session> m_session;
    backends::SessionStore m_store;
    std::unique_ptr<recipes::Recipe> m_recipe;
    std::stop_source m_stop;
    std::shared_ptr<std::optional<Result<Grant>>> m_outcome = std::make_shared<std::optional<Result<Grant>>>();
};

} // namespace

class TestEveryRecipeOnServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_sandbox.start(), m_sandbox.why()); }
    void init() { m_lock = u"/every/lock%1"_s.arg(++m_count); }

    void itIsTakenWaitedForGivenUpAndHandedOver_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<Dialect>("dialect");
        for (const RecipeId recipe :
             {RecipeId::Ephemeral, RecipeId::QueueHerd, RecipeId::Mutex, RecipeId::Reentrant, RecipeId::SemaphoreMutex,
              RecipeId::ReadWriteNaive, RecipeId::ReadWrite, RecipeId::ReadWriteCurator, RecipeId::Semaphore}) {
            for (const Dialect dialect : locks::recipeInfo(recipe).dialects) {
                const QString name = locks::recipeName(recipe) + u", "_s + locks::dialectName(dialect);
                QTest::newRow(qPrintable(name)) << recipe << dialect;
            }
        }
    }

    void itIsTakenWaitedForGivenUpAndHandedOver()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        const auto a = contender(recipe, dialect), b = contender(recipe, dialect), c = contender(recipe, dialect);
        QVERIFY(a && b && c);
        a->acquire();
        AWAIT_VERIFY(a->holds());
        const auto stat = await(a->session().exists(a->grant().node));
        QVERIFY(stat);
        QCOMPARE(stat->czxid, a->grant().token);
        QCOMPARE(await(a->recipe().isStillHeld()), true);

        b->acquire();
        AWAIT_COMPARE(b->session().watchCount(), 1);
        c->acquire();
        AWAIT_COMPARE(c->session().watchCount(), 1);
        QVERIFY(b->isWaiting() && c->isWaiting());
        b->stop();
        AWAIT_VERIFY(b->gaveUp());
        QCOMPARE(nodesOf(b->session(), u"/every"_s), QStringList());
        AWAIT_COMPARE(b->session().watchCount(), 0);

        QVERIFY(await(a->recipe().release()));
        AWAIT_VERIFY(c->holds());
        QVERIFY(c->grant().token > a->grant().token);
        QVERIFY(await(c->recipe().release()));
        for (Contender *contender : {a.get(), b.get(), c.get()}) {
            zk::Session &session = contender->session();
            QCOMPARE(nodesOf(session, u"/every"_s), QStringList());
            AWAIT_COMPARE(session.watchCount(), 0);
        }
    }

private:
    std::unique_ptr<Contender> contender(RecipeId id, Dialect dialect)
    {
        auto session = std::make_unique<zk::Session>(zk::SessionSpec{m_sandbox.connectString()});
        session->open();
        if (!await(session->connected()))
            return nullptr;
        return std::make_unique<Contender>(std::move(session), id,
                                           recipes::RecipeSpec{m_lock, dialect, locks::Mode::Exclusive, "who"_ba});
    }

    /// The ephemeral nodes of a session at \a path and below.
    QStringList nodesOf(zk::Session &session, const QString &path)
    {
        QStringList nodes;
        const auto stat = test::unlessMissing(await(session.exists(path)));
        if (!stat)
            return nodes;
        if (stat->ephemeralOwner == session.id())
            nodes.append(path);
        const auto children = test::unlessMissing(await(session.children(path)));
        for (const QStringView name : children ? children->names : NameList())
            nodes += nodesOf(session, joinPath(path, name));
        return nodes;
    }

    test::SandboxForTest m_sandbox;
    QString m_lock;
    int m_count = 0;
};

} // namespace lockscope::tst_everyrecipeonserver

LOCKSCOPE_TEST(lockscope::tst_everyrecipeonserver::TestEveryRecipeOnServer)
#include "tst_everyrecipeonserver.moc"
