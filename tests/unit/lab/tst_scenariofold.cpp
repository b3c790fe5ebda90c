// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenariofiles.h"
#include "core/scenario/scenariofold.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QTest>

namespace lockscope::tst_scenariofold {

using namespace lockscope::lab;
using namespace lockscope::journal;
using namespace Qt::StringLiterals;
using locks::LockState;

const QString key = u"/orders"_s;

class TestScenarioFold : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAServersLogTellsOfNobodyIsJudgedToo();
};

/// The log tells that B's key is gone, then of C's, and only then is A answered that it deleted one: whose it was is
/// known by the log's first word alone.
void TestScenarioFold::whatAServersLogTellsOfNobodyIsJudgedToo()
{
    const auto scenario = parseScenario(R"({"lockscope": 1, "title": "A late DEL", "lock": "/orders",
        "recipe": "redis-setnx-expire", "clients": [{"name": "A"}, {"name": "B"}, {"name": "C"}],
        "steps": [{"do": "acquire", "client": "A"}], "expect": {"acquired": 3}})");
    QVERIFY2(scenario, qPrintable(scenario ? QString() : scenario.error().sentence().english()));
    ScenarioFold fold(*scenario);
    const auto born = [&](ClientId id, qint64 number) {
        fold.add(ServerNode{id, key, ServerNode::Life::Born, Zxid{number}, SessionId{number}, 1});
    };
    const auto gone = [&](qint64 number, ClientId by = {}) {
        fold.add(ServerNode{by, key, ServerNode::Life::Gone, Zxid{number}, {}});
    };
    const ClientId a{1};
    const ClientId b{2};
    const ClientId c{3};
    for (const auto &[id, name] : {std::pair(a, u"A"_s), {b, u"B"_s}, {c, u"C"_s}}) {
        fold.add(ClientSpawned{id,
                               name,
                               locks::RecipeId::RedisSetNxExpire,
                               locks::Dialect::Plain,
                               locks::Mode::Exclusive,
                               key,
                               1,
                               1,
                               1,
                               {},
                               false});
        fold.add(ClientConnection{id, ConnectionState::Connected, SessionId{qint64(id.value)}});
        fold.add(ClientLockState{id, LockState::Fetching, {}, {}, 0, {}, 0, locks::Mode::Exclusive});
    }
    const auto holds = [&](ClientId id) {
        fold.add(ClientLockState{id, LockState::Retained, key, {}, 1, {}, 1, locks::Mode::Exclusive});
    };
    born(a, 1);
    holds(a);
    gone(1); // its time was over
    born(b, 2);
    holds(b);
    fold.add(ClientLockState{a, LockState::Releasing, key, {}, 1, {}, 0, locks::Mode::Exclusive});
    fold.add(ClientRequest{a, u"del"_s, key, 1});
    gone(2);
    born(c, 3);
    fold.add(ClientReply{a, u"del"_s, key, {}, 1000, 1, {}});
    gone(2, a);
    const QJsonArray violations = fold.report().toJson()[u"violations"_s].toArray();
    QCOMPARE(violations.size(), 1);
    QCOMPARE(violations.first()[u"rule"_s].toString(), u"foreign-release"_s);
}

} // namespace lockscope::tst_scenariofold

LOCKSCOPE_TEST(lockscope::tst_scenariofold::TestScenarioFold)
#include "tst_scenariofold.moc"
