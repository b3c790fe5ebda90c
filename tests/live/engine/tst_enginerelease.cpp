// SPDX-License-Identifier: Apache-2.0
#include "tests/live/engine/enginefixture.h"
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"

#include <numeric>

namespace lockscope::tst_enginerelease {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

QString warned(const observe::ReleasePlan &plan)
{
    return Text::sentences(plan.warning()).english();
}

/// What is wrong with it; empty if nothing is.
template<typename Outcome>
QString said(const Outcome &outcome)
{
    return outcome.error ? outcome.error->sentence().english() : QString();
}

} // namespace

/// Reading one node, and forcing a release: only ever the node that was looked at.
class EngineReleaseTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        startServer();
        QVERIFY(m_folder.isValid());
    }
    void cleanupTestCase() { m_others.reset(); }

    void init()
    {
        m_lock = makeNode(*m_others, u"/t%1"_s.arg(++m_count));
        m_auditFile = m_folder.filePath(u"audit%1.jsonl"_s.arg(m_count));
        qputenv("LOCKSCOPE_AUDIT_FILE", m_auditFile.toUtf8()); // before the engine's thread is there
        m_engine = std::make_unique<EngineFixture>();
        QVERIFY(m_engine->open(m_sandbox.connectString()));
    }

    void cleanup() { m_engine.reset(); }

    void aNodeIsReadWithItsAcl()
    {
        const QString node = enqueue(QByteArray(100'000, 'x'));
        const auto details = await((*m_engine)->readNode(node));
        QVERIFY(details);
        QCOMPARE(details->path, node);
        QVERIFY(details->dataReadable);
        QCOMPARE(details->content.data.size(), 100'000); // all of it
        QCOMPARE(details->content.stat.ephemeralOwner, m_others->id());
        QCOMPARE(details->acl, (QList<AclEntry>{{31, u"world"_s, u"anyone"_s}}));
        QVERIFY(!details->aclError);
        const auto absent = await((*m_engine)->readNode(m_lock + u"/absent"_s));
        QVERIFY(!absent);
        QCOMPARE(absent.error().code, ErrorCode::NoNode);
    }

    void aNodeThatMayNotBeReadSaysSo()
    {
        const QString node = enqueue("secret");
        QVERIFY(await(m_others->setAcl(node, {{0, u"world"_s, u"anyone"_s}})));
        const auto details = await((*m_engine)->readNode(node));
        QVERIFY(details);
        QVERIFY(!details->dataReadable);
        QVERIFY(details->content.data.isEmpty());
        QCOMPARE(details->content.stat.ephemeralOwner, m_others->id());
        QVERIFY(details->aclError);
        QVERIFY2(details->aclError->sentence().english().contains(u"READ or ADMIN"_s),
                 qPrintable(details->aclError->sentence().english()));
    }

    void aHolderIsReleasedAndTheNextHolds()
    {
        EngineFixture &engine = *m_engine;
        QVERIFY(await(engine->observe(m_lock)));
        QVERIFY(engine.spawn(m_lock, 3));
        AWAIT_COMPARE(engine.world().queue(m_lock).contenders.size(), size_t(3));
        AWAIT_VERIFY(!engine.queueOf(m_lock).contains(ClientId{}));
        const QList<ClientId> order = engine.queueOf(m_lock);
        const QString node = joinPath(m_lock, engine.world().queue(m_lock).contenders[0].node.name);
        const auto plan = planOf({node});
        QVERIFY(plan.holds());
        QCOMPARE(plan.target().path, node);
        QCOMPARE(plan.lock().next, std::vector<int>{1});
        QCOMPARE(plan.lock().stillWaiting, 1);
        QVERIFY(warned(plan).contains(plan.target().stat.ephemeralOwner.toHex()));
        const auto outcome = carryOut(plan);
        QVERIFY2(!outcome.error, qPrintable(said(outcome)));
        QVERIFY(!exists(node));
        AWAIT_COMPARE(engine.state(order.at(1)), LockState::Retained);
        AWAIT_COMPARE(engine.all<journal::ReleaseForced>().size(), size_t(1));
        QVERIFY(!engine.all<journal::ReleaseForced>().front().error);
        QCOMPARE(audit().size(), 2);
        QCOMPARE(audit().first()[u"result"_s].toString(), u"intended"_s);
        QCOMPARE(audit().last()[u"result"_s].toString(), u"deleted"_s);
        QCOMPARE(audit().last()[u"plan"_s], audit().first()[u"plan"_s]);
        const QByteArray line = QJsonDocument(audit().first()).toJson(QJsonDocument::Compact);
        QVERIFY2(line.contains(node.toUtf8()) && line.contains(plan.target().stat.czxid.toHex().toUtf8()),
                 line.constData());
    }

    void whatGuardsAReleaseDidNotComeAndGoUnseen()
    {
        const QStringList nodes{enqueue(), enqueue(), enqueue()};
        QVERIFY(await((*m_engine)->observe(u"/"_s)));
        const auto creates = [this](const QString &path) {
            const journal::Directory *directory = m_engine->world().directory(path);
            return directory && directory->stat ? createsUnder(*directory->stat) : 0;
        };
        const quint32 before = creates(u"/"_s);
        for (const int released : {0, 1}) {
            QVERIFY(!carryOut(planOf({nodes.at(released)})).error);
            for (const QString &path : {u"/"_s, m_lock}) // the guards are among the creates that were listed
                AWAIT_COMPARE(creates(path), (path == m_lock ? 3 : before) + 1 + static_cast<quint32>(released));
        }
        for (const QString &path : {u"/"_s, m_lock})
            QCOMPARE(m_engine->world().directory(path)->unseenCreates, 0);
        // A node of another's is still one.
        const QString passing = enqueue();
        QVERIFY(await(m_others->remove(passing, -1)));
        AWAIT_VERIFY(creates(m_lock) == 6);
        const auto listed = m_engine->all<journal::DirectoryListed>();
        const auto sum = std::accumulate(listed.begin(), listed.end(), qint64(0), [&](qint64 count, const auto &event) {
            return count + (event.path == m_lock ? event.unseenCreates + event.added.size() : 0);
        });
        QCOMPARE(sum, 4);
    }

    void aNodeReplacedMeanwhileIsLeftAlone()
    {
        const QString node = enqueue("the one that was looked at");
        const auto plan = planOf({node});
        QVERIFY(removeTree(*m_others, m_lock)); // then the numbers begin again
        makeNode(*m_others, m_lock);
        QCOMPARE(enqueue("another"), node);
        const auto outcome = carryOut(plan);
        QVERIFY(outcome.error && outcome.fresh); // to look at again
        QCOMPARE(outcome.error->code, ErrorCode::IdentityChanged);
        QVERIFY(said(outcome).contains(u"nothing was deleted"_s));
        QVERIFY(exists(node));
        const auto &found = outcome.fresh->target();
        QCOMPARE(found.node.data, "another");
        QVERIFY(found.stat.czxid != plan.target().stat.czxid);
        for (const Zxid czxid : {found.stat.czxid, plan.target().stat.czxid}) // what differs is said
            QVERIFY2(outcome.error->detail.english().contains(czxid.toHex()), qPrintable(said(outcome)));
        QCOMPARE(audit().size(), 2); // told too
        QVERIFY(!carryOut(*outcome.fresh).error);
        QVERIFY(!exists(node));
        QCOMPARE(audit().size(), 4);
    }

    void whatIsNoContenderIsNotDeleted()
    {
        const QString readme = makeNode(*m_others, m_lock + u"/README"_s);
        enqueue();
        for (const QString &path : {readme, m_lock, u"/zookeeper"_s, u"/"_s}) {
            const auto plan = tryPlan({path});
            QVERIFY2(!plan, qPrintable(path));
            if (path == readme) // why, and what to do
                QVERIFY2(plan.error().sentence().english().contains(u"delete -v VERSION "_s + readme),
                         qPrintable(plan.error().sentence().english()));
        }
        QVERIFY(exists(readme) && exists(m_lock));
    }

    void aLockRecordIsReleasedUnlessItChangedHands_data();

    void aLockRecordIsReleasedUnlessItChangedHands()
    {
        QFETCH(QString, directory);
        QFETCH(QByteArray, mine);
        QFETCH(QByteArray, theirs);
        if (!directory.isEmpty())
            makeNode(*m_others, m_lock + directory);
        const QString record = makeNode(*m_others, m_lock + directory + u"/job"_s, NodeKind::Persistent, mine);
        const auto before = planOf({record});
        QVERIFY(before.holds() && before.target().isRecord && !before.canAsk());
        QVERIFY(!before.warning().isEmpty());
        QCOMPARE(before.warning().first().english(), u"Deleting the record does not stop its holder."_s);
        // The same node, and another one's lock: its data say whose.
        QVERIFY(await(m_others->set(record, theirs, -1)));
        const auto refused = carryOut(before);
        QVERIFY(refused.error && refused.fresh);
        QCOMPARE(refused.error->code, ErrorCode::IdentityChanged);
        QVERIFY2(said(refused).contains(u"another client may hold it"_s), qPrintable(said(refused)));
        QVERIFY(exists(record));
        const auto released = carryOut(*refused.fresh);
        QVERIFY2(!released.error, qPrintable(said(released)));
        QCOMPARE(released.window, observe::Window::Closed);
        QVERIFY(!exists(record));
        QCOMPARE(audit().last()[u"result"_s].toString(), u"deleted"_s);
    }

    void withoutPermissionNothingIsDeleted()
    {
        const QString node = enqueue();
        const AclEntry all{31 & ~static_cast<int>(Permission::Delete), u"world"_s, u"anyone"_s};
        const auto planUnder = [&](const QList<AclEntry> &acl) {
            if (!await(m_others->setAcl(m_lock, acl)))
                qFatal("no permission could be set");
            return planOf({node});
        };
        const auto plan = planUnder({all});
        QVERIFY2(plan.forbidden.english().contains(u"DELETE to nobody"_s), qPrintable(plan.forbidden.english()));
        const auto outcome = carryOut(plan);
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->code, ErrorCode::NoAuth);
        QVERIFY2(said(outcome).contains(u"DELETE (on the parent)"_s), qPrintable(said(outcome)));
        QVERIFY(exists(node));
        // To one login only, which is not ours; and to whom only the server knows.
        const int onlyDelete = static_cast<int>(Permission::Delete);
        const auto forOps = planUnder({all, {onlyDelete, u"digest"_s, u"ops:x1nq8J5GOJVPY6zgzhtTtA9izLc="_s}});
        QVERIFY2(forOps.forbidden.english().contains(u"DELETE to digest:ops only"_s),
                 qPrintable(forOps.forbidden.english()));
        const auto byAddress = planUnder({all, {onlyDelete, u"ip"_s, u"127.0.0.1"_s}});
        QVERIFY(byAddress.forbidden.isEmpty());
        QVERIFY(!carryOut(byAddress).error);
        QVERIFY(!exists(node));
    }

    void aTornLineOfTheAuditFileSpoilsNoOther();

    void aPlainLockIsReleasedAndItsWaitersAreNotKnown()
    {
        const QString node = makeNode(*m_others, m_lock + u"/leader"_s, NodeKind::Ephemeral, "me");
        const auto plan = planOf({node});
        QVERIFY(plan.holds());
        QCOMPARE(plan.lock().queue.path, node);
        QCOMPARE(plan.lock().queue.kind, locks::LockKind::Ephemeral);
        QVERIFY(plan.lock().queue.isNode && plan.lock().next.empty());
        // The hardest case: the same path, owner and version.
        QVERIFY(await(m_others->remove(node, -1)));
        makeNode(*m_others, node, NodeKind::Ephemeral, "me");
        const auto refused = carryOut(plan);
        QVERIFY(refused.error);
        QCOMPARE(refused.error->code, ErrorCode::IdentityChanged);
        QVERIFY(exists(node) && refused.fresh);
        const auto done = carryOut(*refused.fresh);
        QVERIFY2(!done.error, qPrintable(said(done)));
        QCOMPARE(done.window, observe::Window::Closed);
        QVERIFY(!exists(node));
    }

    void severalNodesAreReleasedTogetherOrNotAtAll()
    {
        const QStringList nodes{enqueue("a"), enqueue("b"), enqueue("c"), enqueue("d"), enqueue("e")};
        const auto plan = planOf({nodes[0], nodes[1], nodes[3]});
        QCOMPARE(plan.targets.size(), size_t(3));
        QCOMPARE(plan.locks.size(), size_t(1));
        QCOMPARE(plan.lock().next, std::vector<int>{2}); // c, once a and b are gone
        QCOMPARE(plan.lock().stillWaiting, 1);
        QVERIFY(await(m_others->remove(nodes[3], -1)));
        const auto refused = carryOut(plan);
        QVERIFY(refused.error);
        QCOMPARE(refused.error->code, ErrorCode::NoNode);
        QVERIFY(exists(nodes[0]) && exists(nodes[1]));
        QVERIFY(refused.fresh);
        QCOMPARE(refused.fresh->targets.size(), size_t(2)); // those that are left
        const auto done = carryOut(*refused.fresh);
        QVERIFY2(!done.error, qPrintable(said(done)));
        QVERIFY(!exists(nodes[0]) && !exists(nodes[1]) && exists(nodes[2]) && exists(nodes[4]));
        // A line for each node that was to be deleted, and for each that was refused or deleted.
        QCOMPARE(audit().size(), 3 + 3 + 2 + 2);
        QCOMPARE(audit().last()[u"of"_s].toInt(), 2);
        QCOMPARE(audit().last()[u"plan"_s], audit().at(6)[u"plan"_s]);
        QVERIFY(audit().last()[u"plan"_s] != audit().at(5)[u"plan"_s]);
        QVERIFY(audit().last()[u"who"_s].toString().contains(u'@'));
        AWAIT_COMPARE(m_engine->all<journal::ReleaseForced>().size(), size_t(5));
    }

    void aWaiterThatHasComeToHoldIsShownFirst()
    {
        const QStringList nodes{enqueue("a"), enqueue("b")};
        const auto plan = planOf({nodes[1]});
        QVERIFY(!plan.holds());
        QVERIFY(await(m_others->remove(nodes[0], -1))); // now b holds
        const auto refused = carryOut(plan);
        QVERIFY(refused.error && refused.fresh);
        QVERIFY2(said(refused).contains(u"has come to hold"_s), qPrintable(said(refused)));
        QVERIFY(exists(nodes[1]));
        QVERIFY(refused.fresh->holds() && !refused.fresh->warning().isEmpty());
        QVERIFY(!carryOut(*refused.fresh).error);
        QVERIFY(!exists(nodes[1]));
    }

    void aHolderThatListensGivesItsLockBack()
    {
        const std::pair<locks::Dialect, QByteArray> words[] = {{locks::Dialect::Curator, "__REVOKE__"},
                                                               {locks::Dialect::Docs, "unlock"}};
        for (const auto &[dialect, word] : words) {
            const QString node = holderOf(locks::RecipeId::Revocable, dialect);
            QVERIFY(!node.isEmpty());
            const auto plan = planOf({node});
            QVERIFY(plan.canAsk());
            QCOMPARE(plan.revokeWord, word);
            const auto outcome = await((*m_engine)->askHolder(plan, std::chrono::minutes(1)));
            QVERIFY2(!outcome.error, qPrintable(said(outcome)));
            QCOMPARE(outcome.answer, observe::AskOutcome::Answer::Released);
            QVERIFY(!exists(node));
            QCOMPARE(audit().last()[u"deed"_s].toString(), u"ask"_s);
            QCOMPARE(audit().last()[u"result"_s].toString(), u"released"_s);
        }
    }

    void aHolderThatDoesNotListenKeepsIt()
    {
        const QString node = makeNode(*m_others, m_lock + u"/_c_01234567-89ab-cdef-0123-456789abcdef-lock-"_s,
                                      NodeKind::EphemeralSequential, "10.0.0.1");
        const auto plan = planOf({node});
        QVERIFY(plan.canAsk());
        const auto kept = await((*m_engine)->askHolder(plan, std::chrono::milliseconds(50)));
        QVERIFY2(!kept.error, qPrintable(said(kept)));
        QCOMPARE(kept.answer, observe::AskOutcome::Answer::Kept);
        const auto left = await(m_others->get(node));
        QVERIFY(left);
        QCOMPARE(left->data, "__REVOKE__");
        QCOMPARE(audit().last()[u"result"_s].toString(), u"kept"_s);
        QVERIFY(!carryOut(plan).error); // the next rung, with the plan of before
        QVERIFY(!exists(node));
        // Nor is anybody asked who has taken the place of the one that was looked at.
        QCOMPARE(makeNode(*m_others, node, NodeKind::Ephemeral, "another"), node);
        const auto refused = await((*m_engine)->askHolder(plan, std::chrono::seconds(1)));
        QCOMPARE(refused.answer, observe::AskOutcome::Answer::NotAsked);
        QVERIFY(refused.error);
        QCOMPARE(refused.error->code, ErrorCode::IdentityChanged);
        QCOMPARE(await(m_others->get(node))->data, "another");
    }

    void whoDoesNotWantToWaitAnyMoreStops()
    {
        const QString node = makeNode(*m_others, m_lock + u"/_c_01234567-89ab-cdef-0123-456789abcdef-lock-"_s,
                                      NodeKind::EphemeralSequential, "10.0.0.1");
        auto asking = (*m_engine)->askHolder(planOf({node}), std::chrono::hours(1));
        const auto isAsked = [&] {
            const auto content = await(m_others->get(node));
            return content && content->data == "__REVOKE__";
        };
        AWAIT_VERIFY(isAsked());
        (*m_engine)->stopAsking();
        QCOMPARE(await(asking).answer, observe::AskOutcome::Answer::Stopped);
        QVERIFY(exists(node));
    }

    void aProductionEnsembleWantsTheLocksName()
    {
        const QString node = enqueue();
        QVERIFY(openInProduction());
        const auto plan = planOf({node});
        QVERIFY(plan.production);
        QCOMPARE(plan.confirmation(), m_lock);
        for (const QString &typed : {QString(), u"yes"_s, node}) {
            const auto refused = carryOut(plan, typed);
            QVERIFY(refused.error);
            QVERIFY2(said(refused).contains(m_lock), qPrintable(said(refused)));
            QVERIFY(exists(node));
        }
        QVERIFY(!carryOut(plan, m_lock).error);
        QVERIFY(!exists(node));
    }

    void clientsInProductionWantTheLocksNameToo()
    {
        QVERIFY(openInProduction());
        lab::SpawnRequest request;
        request.lock = m_lock;
        request.count = 2;
        lab::Scenario scenario;
        scenario.title = u"Two of them"_s;
        scenario.clients = {request};
        for (const QString &typed : {QString(), u"yes"_s, parentPath(m_lock)}) {
            const auto refused = await((*m_engine)->spawn(request, typed));
            QVERIFY(!refused);
            QVERIFY2(refused.error().sentence().english().contains(m_lock), qPrintable(typed));
            const auto notRun = await((*m_engine)->runScenario(scenario, typed));
            QVERIFY(!notRun && notRun.error().sentence().english().contains(m_lock));
        }
        QVERIFY(await(m_others->children(m_lock))->names.isEmpty());
        QCOMPARE(await((*m_engine)->spawn(request, m_lock))->size(), 2);

        const QList<QJsonObject> lines = audit();
        QCOMPARE(lines.size(), 7);
        QCOMPARE(lines.back()["paths"_L1].toArray(), QJsonArray{m_lock});
        QCOMPARE(lines.front()["result"_L1].toString(), u"refused"_s);
        QCOMPARE(lines[1]["deed"_L1].toString(), u"scenario"_s);
        QCOMPARE(lines[1]["what"_L1].toString(), scenario.title);
        QCOMPARE(lines.back()["deed"_L1].toString(), u"spawn"_s);
        QCOMPARE(lines.back()["lock"_L1].toString(), m_lock);
        QCOMPARE(lines.back()["clients"_L1].toInt(), 2);
        QCOMPARE(lines.back()["result"_L1].toString(), u"begun"_s);
    }

    /// The lock alone was asked about, and a number elsewhere was written.
    void allThatAScenarioWritesToIsConfirmed()
    {
        QVERIFY(openInProduction());
        lab::Scenario scenario;
        scenario.title = u"A number elsewhere"_s;
        scenario.clients.resize(1);
        scenario.clients[0].lock = m_lock;
        scenario.clients[0].stamp = u"/elsewhere"_s;
        scenario.clients[0].names = {u"A"_s};
        const auto refused = await((*m_engine)->runScenario(scenario, m_lock));
        QVERIFY(!refused);
        const QString why = refused.error().sentence().english();
        QVERIFY2(why.contains(m_lock) && why.contains(u"/elsewhere"_s), qPrintable(why));
        QVERIFY(!exists(u"/elsewhere"_s));
        QVERIFY(await((*m_engine)->runScenario(scenario, u"/"_s)));

        const QList<QJsonObject> lines = audit();
        QCOMPARE(lines.size(), 2);
        for (const QJsonObject &line : lines) {
            QCOMPARE(line["lock"_L1].toString(), u"/"_s);
            QCOMPARE(line["paths"_L1].toArray(), (QJsonArray{m_lock, u"/elsewhere"_s}));
        }
        QCOMPARE(lines.back()["result"_L1].toString(), u"begun"_s);
    }

    void clientsThatWouldNotExcludeTheOthersAreWarnedOf()
    {
        QVERIFY(
            !makeNode(*m_others, m_lock + u"/0f3a1b2c4d5e6f708192a3b4c5d6e7f8__lock__"_s, NodeKind::EphemeralSequential)
                 .isEmpty());
        const auto warnings = [&] {
            return std::ranges::count_if(m_engine->events(), [&](const journal::Event &event) {
                const auto *notice = std::get_if<journal::Notice>(&event.what);
                return notice && notice->text.english().contains(m_lock);
            });
        };
        lab::SpawnRequest request;
        request.lock = m_lock;
        request.dialect = locks::Dialect::Kazoo; // the same as theirs
        QVERIFY(await((*m_engine)->spawn(request)));
        QCOMPARE(warnings(), 0);
        request.dialect = locks::Dialect::Curator;
        QVERIFY(await((*m_engine)->spawn(request)));
        AWAIT_COMPARE(warnings(), 1);
    }

    void theEvidenceIsThatOfTheServers()
    {
        const QString node = enqueue();
        locks::Knowledge knowledge;
        knowledge.askedAtNs = nowNs() + 1'000'000'000;
        knowledge.allSessions = knowledge.allConnections = knowledge.allWatches = true;
        locks::SessionFacts facts{m_others->id()};
        facts.client = u"10.0.0.7:52734"_s;
        knowledge.sessions.insert(facts.id, facts);
        const auto alive = planOf({node}, knowledge);
        QCOMPARE(alive.target().owner.life, observe::OwnerEvidence::Life::Connected);
        QCOMPARE(alive.target().owner.listens, std::optional<bool>(false));
        QVERIFY2(warned(alive).contains(u"10.0.0.7:52734"_s), qPrintable(warned(alive)));
        knowledge.sessions.clear();
        QCOMPARE(planOf({node}, knowledge).target().owner.life, observe::OwnerEvidence::Life::Over);
        knowledge.allSessions = false;
        const auto unknown = planOf({node}, knowledge);
        QCOMPARE(unknown.target().owner.life, observe::OwnerEvidence::Life::NotKnown);
        QVERIFY(warned(unknown).contains(u"not known"_s));
    }

    /// Past a bound their data is not read any more; who holds must be known all the same.
    void whoHoldsInALongQueueIsReadFromItsStats()
    {
        constexpr int contenders = 5'200;
        std::vector<Reply<CreatedNode>> making;
        for (int i = 0; i < contenders; ++i)
            making.push_back(m_others->create(m_lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential));
        QString last;
        for (const auto &reply : making) {
            const auto made = await(reply);
            QVERIFY(made);
            last = made->path;
        }
        const auto plan = planOf({last});
        QVERIFY(!plan.holds());
        QCOMPARE(plan.lock().stillWaiting, contenders - 2);
        QVERIFY(planOf({m_lock + u"/lock-0000000000"_s}).holds());
        QVERIFY(!carryOut(plan).error);
        QVERIFY(!exists(last));
    }

private:
    Result<observe::ReleasePlan> tryPlan(const QStringList &nodes, const locks::Knowledge &knowledge = {})
    {
        return await((*m_engine)->planRelease(nodes, knowledge));
    }
    observe::ReleasePlan planOf(const QStringList &nodes, const locks::Knowledge &knowledge = {})
    {
        const auto plan = tryPlan(nodes, knowledge);
        if (!plan)
            qFatal("%s", qPrintable(plan.error().sentence().english()));
        return *plan;
    }
    observe::ReleaseOutcome carryOut(const observe::ReleasePlan &plan, const QString &typed = {})
    {
        return await((*m_engine)->carryOut(plan, typed));
    }
    bool openInProduction()
    {
        ConnectSpec spec;
        spec.connectString = m_sandbox.connectString();
        spec.production = true;
        return await((*m_engine)->open(spec)).has_value();
    }
    /// A simulated client that holds m_lock, and its node.
    QString holderOf(locks::RecipeId recipe, locks::Dialect dialect)
    {
        lab::SpawnRequest request;
        request.lock = m_lock;
        request.recipe = recipe;
        request.dialect = dialect;
        const auto ids = await((*m_engine)->spawn(request));
        if (!ids
            || !QTest::qWaitFor([&] { return m_engine->state(ids->first()) == LockState::Retained; }, patienceMs()))
            return {};
        const auto children = await(m_others->children(m_lock));
        return children && children->names.size() == 1 ? joinPath(m_lock, children->names[0]) : QString();
    }
    QString enqueue(const QByteArray &data = {}, NodeKind kind = NodeKind::EphemeralSequential)
    {
        return makeNode(*m_others, m_lock + u"/lock-"_s, kind, data);
    }
    bool exists(const QString &path) { return test::isThere(*m_others, path); }
    QList<QJsonObject> audit() const
    {
        QList<QJsonObject> lines;
        const QByteArray text = contentOf(m_auditFile).trimmed();
        for (const QByteArray &line : text.isEmpty() ? QByteArrayList() : text.split('\n'))
            lines << QJsonDocument::fromJson(line).object();
        return lines;
    }
    QTemporaryDir m_folder;
    QString m_auditFile;
    std::unique_ptr<EngineFixture> m_engine;
    QString m_lock;
};

void EngineReleaseTest::aLockRecordIsReleasedUnlessItChangedHands_data()
{
    QTest::addColumn<QString>("directory");
    QTest::addColumn<QByteArray>("mine");
    QTest::addColumn<QByteArray>("theirs");
    const auto instant = [](int hours) {
        return QDateTime::currentDateTimeUtc().addSecs(hours * 3600).toString(Qt::ISODateWithMs).toLatin1();
    };
    const auto record = [](const char *owner) -> QByteArray {
        return QByteArray(R"({"id":"job","simpleFields":{"OWNER":")") + owner
               + R"(","TIMEOUT":"9223372036854775807"},"mapFields":{},"listFields":{}})";
    };
    QTest::newRow("ShedLock") << u"/shedlock"_s << instant(1) << instant(2);
    QTest::newRow("Helix") << QString() << record("worker-1") << record("worker-2");
}

/// A program that was killed while it wrote left a line without its end.
void EngineReleaseTest::aTornLineOfTheAuditFileSpoilsNoOther()
{
    QVERIFY(writeFile(m_auditFile, R"({"at": "2026-01-01T00:00:00.000", "who":)"));
    QVERIFY(!carryOut(planOf({enqueue()})).error);
    QCOMPARE(audit().size(), 3);
    QCOMPARE(audit()[1][u"result"_s].toString(), u"intended"_s);
    QCOMPARE(audit()[2][u"result"_s].toString(), u"deleted"_s);
}

} // namespace lockscope::tst_enginerelease

LOCKSCOPE_TEST(lockscope::tst_enginerelease::EngineReleaseTest)
#include "tst_enginerelease.moc"
