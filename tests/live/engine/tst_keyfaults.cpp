// SPDX-License-Identifier: Apache-2.0
// Every sound lock on Redis and in databases under the faults that it claims to survive, fifty seeds of each (ten in
// the gate): judged by what a private server proves.
#include "tests/live/engine/enginefixture.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_keyfaults {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Fault;
using locks::RecipeId;

namespace {

constexpr int allSeeds = 50;
const int seeds = testprogram::sampled(allSeeds, 10);
constexpr int clientsEach = 3;
constexpr int rounds = 3;

/// What a recipe says of itself. None claims to survive a fault that lasts longer than its time limit.
struct Claim
{
    RecipeId recipe;
    /// A holder that dies blocks the others for the limit, or not at all, and for no longer.
    bool survivesCrash = true;
    /// Nobody believes to hold while another one does. Who loses the connection, and the lock with it, believes so
    /// until it asks: a lock of a connection does not claim it.
    bool oneBelieves = true;
    int pool = 0;          ///< connections that the clients of a lock share
    int atOnce = allSeeds; ///< of the seeds; less where each client asks several servers
};

const std::array claims{
    Claim{RecipeId::RedisSetPx},
    Claim{RecipeId::RedisSetPxRenewed},
    Claim{RecipeId::Redlock, true, true, 0, 10},
    Claim{RecipeId::SqlRow}, // with a limit: without one a dead holder's row stays
    Claim{RecipeId::SqlForUpdate, true, false},
    Claim{RecipeId::SqlNamed, true, false},
    Claim{RecipeId::SqlForUpdate, true, false, 2}, // one waits for a connection while the others hold and wait
};
/// It excludes nobody: there is nothing to judge.
constexpr RecipeId notJudged = RecipeId::SqlVersion;

QList<lab::RandomFault> faultsOf(const Claim &claim)
{
    QList<lab::RandomFault> faults{
        {Fault::LoseReply, 0.03},  {Fault::LoseRequest, 0.03},     {Fault::LoseCreateReply, 0.02}, {Fault::Close, 0.02},
        {Fault::Delay, 0.02, 5ms}, {Fault::Partition, 0.02, 30ms}, {Fault::Pause, 0.02, 30ms}};
    if (claim.survivesCrash)
        faults.append({Fault::Crash, 0.01});
    // A rate is one of each request: an attempt that asks five servers is to meet as many as one that asks one.
    const double servers = locks::recipeInfo(claim.recipe).servers > 1 ? 5 : 1;
    for (lab::RandomFault &fault : faults)
        fault.rate /= servers;
    return faults;
}

} // namespace

class KeyFaultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noFaultBreaksASoundLock_data()
    {
        using locks::Backend;
        QTest::addColumn<Claim>("claim");
        QTest::addColumn<locks::Backend>("backend");
        // A server is started once for all of its recipes.
        for (const Backend backend : {Backend::Redis, Backend::Sqlite, Backend::MariaDb, Backend::PostgreSql}) {
            for (const Claim &claim : claims) {
                const locks::RecipeInfo &info = locks::recipeInfo(claim.recipe);
                if (info.runsOn(backend))
                    QTest::addRow("%s, %s%s", qPrintable(info.name), qPrintable(locks::backendName(backend)),
                                  claim.pool > 0 ? ", a pool" : "")
                        << claim << backend;
            }
        }
    }

    void noFaultBreaksASoundLock()
    {
        QFETCH(Claim, claim);
        QFETCH(locks::Backend, backend);
        const int servers = locks::recipeInfo(claim.recipe).servers > 1 ? 5 : 1;
        if (m_open != std::pair(backend, servers)) {
            BackendSpec spec{backend};
            spec.servers = servers;
            const auto opened = await(m_engine->openBackend(spec));
            QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().sentence().english()));
            m_open = std::pair(backend, servers);
        }
        QSet<Fault> staged;
        claim.atOnce = std::min(claim.atOnce, seeds);
        for (int first = 1; first <= seeds; first += claim.atOnce) {
            runSeeds(claim, backend, first, &staged);
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(!staged.isEmpty());
        for (const lab::RandomFault &fault : faultsOf(claim)) // a few seeds need not meet the rarest of them
            QVERIFY2(staged.contains(fault.fault) || !testprogram::isWhole(),
                     qPrintable(journal::faultName(fault.fault)));
    }

    void eachSoundRecipeClaimsSomething()
    {
        for (const auto *catalog : {&locks::redisCatalog(), &locks::sqlCatalog()}) {
            for (const locks::RecipeInfo &info : *catalog) {
                const bool isJudged = std::ranges::find(claims, info.id, &Claim::recipe) != claims.end();
                const bool isSound = info.isSound() || info.id == RecipeId::SqlRow; // with a limit
                QVERIFY2(isJudged == (isSound && info.id != notJudged), qPrintable(info.name));
            }
        }
    }

private:
    /// From this seed on as many at once as it takes, each on a lock of its own.
    void runSeeds(const Claim &claim, locks::Backend backend, int first, QSet<Fault> *staged)
    {
        lab::SpawnRequest request;
        request.recipe = claim.recipe;
        request.dialect = locks::recipeInfo(claim.recipe).dialects.first();
        request.rounds = rounds;
        request.hold = {lab::HoldTime::Kind::Random, 0ms, 3ms};
        request.sessionTimeout = 4s; // of a key or row: longer than any fault lasts
        request.faults = faultsOf(claim);
        request.pool = claim.pool;
        request.count = clientsEach * claim.atOnce;
        lab::RunReport report(request, backend);

        const qsizetype before = m_engine.events().size();
        std::vector<QFuture<Result<QList<ClientId>>>> spawning;
        request.count = clientsEach;
        for (int seed = first; seed < first + claim.atOnce; ++seed) {
            request.seed = static_cast<quint64>(seed);
            request.lock = u"/%1-%2-%3"_s.arg(locks::recipeName(claim.recipe)).arg(claim.pool).arg(seed);
            spawning.push_back(m_engine->spawn(request));
        }
        QList<ClientId> clients;
        for (auto &each : spawning) {
            const auto ids = await(each);
            QVERIFY2(ids, qPrintable(ids ? QString() : ids.error().sentence().english()));
            clients += *ids;
        }
        qsizetype reported = before;
        const auto isOver = [&] {
            for (; reported < m_engine.events().size(); ++reported)
                report.add(m_engine.events().at(reported));
            return report.isOver();
        };
        QVERIFY(QTest::qWaitFor(isOver, patienceMs()));
        m_engine->command(clients, lab::ClientCommand::Remove);
        AWAIT_VERIFY(m_engine.world().clients().empty());
        isOver();

        const journal::CheckReport check = report.check();
        const QString told = QString::fromUtf8(QJsonDocument(journal::toJson(check)).toJson());
        QVERIFY2(check.isClean(), qPrintable(told));
        QCOMPARE(check.unproved, 0);
        // Under faults a round may end without a grant, but by far not each.
        QVERIFY2(check.grants >= claim.atOnce * clientsEach * rounds / 2, qPrintable(told));
        if (claim.oneBelieves)
            QVERIFY2(check.count(journal::Rule::BeliefOverlap) == 0, qPrintable(told));
        for (qsizetype i = before; i < m_engine.events().size(); ++i) {
            if (const auto *fault = std::get_if<journal::ClientFault>(&m_engine.events().at(i).what))
                *staged += fault->fault;
        }
    }

    EngineFixture m_engine;
    std::optional<std::pair<locks::Backend, int>> m_open; ///< with so many servers
};

} // namespace lockscope::tst_keyfaults

LOCKSCOPE_TEST(lockscope::tst_keyfaults::KeyFaultsTest)
#include "tst_keyfaults.moc"
