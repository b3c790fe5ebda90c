// SPDX-License-Identifier: Apache-2.0
// What several servers show, against the model: every outcome that one of them has is one that the other has too. Of
// the model all are enumerated, of real servers they are provoked until each was seen.
#include "core/model/ensemble.h"
#include "core/model/rules.h"
#include "core/zk/session.h"
#include "tests/support/livetest.h"

#include <set>

namespace lockscope::tst_modelservers {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using model::Ensemble;
using model::Rule;

namespace {

using Outcomes = std::set<QString>;

servers::SandboxSpec threeServers()
{
    servers::SandboxSpec spec;
    spec.servers = 3;
    return spec;
}

QString seen(bool isThere)
{
    return isThere ? u"there "_s : u"absent "_s;
}

/// What the session hears in every order of what can happen, but for faults.
void enumerate(const Ensemble &ensemble, model::SessionNumber session, const QString &heard, Outcomes &outcomes)
{
    std::vector<model::Offer> offers;
    ensemble.choices(offers);
    bool isOver = true;
    for (const model::Offer &offer : offers) {
        const auto what = offer.choice.what;
        if (offer.isFault || what == model::Choice::What::Pass || what == model::Choice::What::Expire)
            continue;
        isOver = false;
        Ensemble branch = ensemble;
        const auto delivery = branch.happen(offer.choice);
        const bool isHeard = delivery && delivery->session == session;
        enumerate(branch, session, isHeard ? heard + seen(!delivery->answer.refused) : heard, outcomes);
    }
    if (isOver)
        outcomes.insert(heard);
}

/// What all of these were answered; nothing of an attempt in which a busy machine cost the connection.
void note(Outcomes &outcomes, const QList<Result<Done>> &answers)
{
    QString outcome;
    for (const Result<Done> &answer : answers) {
        if (!answer && answer.error().isNoAnswer())
            return;
        outcome += seen(answer.has_value());
    }
    outcomes.insert(outcome);
}

constexpr auto isDone = [](const auto &) { return Done(); };

/// B's server lags behind; A's node was there before B asks: is it there, a sync, and is it there now?
Outcomes readsInModel()
{
    Ensemble ensemble({2});
    const auto a = ensemble.open(u"A"_s, 10s, 0);
    const auto b = ensemble.open(u"B"_s, 10s, 1);
    ensemble.ask(a, {Operation::Create, u"/n"_s});
    ensemble.happen({model::Choice::What::Arrive, a, 1});
    ensemble.happen({model::Choice::What::Answer, a, 1});
    for (const Operation operation : {Operation::Exists, Operation::Sync, Operation::Exists})
        ensemble.ask(b, {operation, u"/n"_s});
    Outcomes outcomes;
    enumerate(ensemble, b, {}, outcomes);
    return outcomes;
}

/// B makes a node at its server, which lags behind, and looks.
Outcomes writesInModel()
{
    Ensemble ensemble({2});
    const auto b = ensemble.open(u"B"_s, 10s, 1);
    ensemble.ask(b, {Operation::Create, u"/n"_s});
    ensemble.ask(b, {Operation::Exists, u"/n"_s});
    Outcomes outcomes;
    enumerate(ensemble, b, {}, outcomes);
    return outcomes;
}

} // namespace

class TestModelServers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        for (int server = 0; server < 3; ++server) {
            if (test::askPort(m_sandbox.port(server), "srvr").contains("Mode: follower"))
                m_follower = server;
            else
                m_leader = server;
        }
        provokeReads();
        provokeWrites();
    }
    void cleanup() { model::ruleTakenAway.reset(); }

    void readsComeToTheSame() { QCOMPARE(readsInModel(), m_reads); }
    void writesComeToTheSame() { QCOMPARE(writesInModel(), m_writes); }
    void withoutLagTheyDoNot()
    {
        model::ruleTakenAway = Rule::Lag;
        QVERIFY(readsInModel() != m_reads);
    }
    void withoutWaitingSyncsTheyDoNot()
    {
        model::ruleTakenAway = Rule::SyncWaits;
        QVERIFY(readsInModel() != m_reads);
    }
    void withoutOwnWritesTheyDoNot()
    {
        model::ruleTakenAway = Rule::OwnWritesAreSeen;
        QVERIFY(writesInModel() != m_writes);
    }

private:
    static constexpr int mostAttempts = 200;

    std::unique_ptr<zk::Session> connect(int server)
    {
        zk::SessionSpec spec{m_sandbox.info().servers[server].clientAddress};
        spec.timeoutMs = 60'000;
        auto session = std::make_unique<zk::Session>(spec);
        session->open();
        const auto id = test::await(session->connected());
        return id ? std::move(session) : nullptr;
    }
    /// A server that stood still while others went on has their changes before it, and a request: whichever it takes
    /// first.
    void provokeReads()
    {
        const auto a = connect(m_leader), b = connect(m_follower);
        QVERIFY(a && b);
        for (int attempt = 0; attempt < mostAttempts && m_reads.size() < 2; ++attempt) {
            const QString path = u"/read%1"_s.arg(attempt);
            QVERIFY(test::await(m_sandbox.sandbox().command(m_follower, ServerCommand::Pause)));
            QVERIFY(test::await(a->create(path, {}, NodeKind::Persistent)));
            const auto first = b->exists(path);
            const auto synced = b->sync(path);
            const auto second = b->exists(path);
            QVERIFY(test::await(m_sandbox.sandbox().command(m_follower, ServerCommand::Resume)));
            note(m_reads,
                 {test::await(first).map(isDone), test::await(synced).map(isDone), test::await(second).map(isDone)});
            QVERIFY(test::await(a->connected()) && test::await(b->connected()));
        }
    }
    void provokeWrites()
    {
        const auto b = connect(m_follower);
        QVERIFY(b);
        for (int attempt = 0; attempt < mostAttempts; ++attempt) {
            const QString path = u"/written%1"_s.arg(attempt);
            const auto made = b->create(path, {}, NodeKind::Persistent);
            const auto looked = b->exists(path);
            note(m_writes, {test::await(made).map(isDone), test::await(looked).map(isDone)});
            QVERIFY(test::await(b->connected()));
        }
    }

    test::SandboxForTest m_sandbox{threeServers()};
    int m_leader = 0;
    int m_follower = 0;
    Outcomes m_reads;
    Outcomes m_writes;
};

} // namespace lockscope::tst_modelservers

LOCKSCOPE_TEST(lockscope::tst_modelservers::TestModelServers)
#include "tst_modelservers.moc"
