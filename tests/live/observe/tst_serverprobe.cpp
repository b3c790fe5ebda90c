// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverprobe.h"
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

#include <QTcpServer>
#include <QTcpSocket>

namespace lockscope::tst_serverprobe {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int sessionMs = 20'000;

QStringList adminUrls(const SandboxForTest &sandbox)
{
    QStringList urls;
    for (const servers::SandboxServer &server : sandbox.info().servers)
        urls += server.adminUrl;
    return urls;
}

/// One that is there, but is none of what one looks for.
QStringList nobodysUrl()
{
    return {u"http://127.0.0.1:1"_s};
}

/// Asks once, and the World that came of it.
struct Probed
{
    Probed(Observation &observation, const QStringList &admins)
        : probe(observation.connection(), observation, {admins, {}})
        , result(await(probe.probe()))
        , servers(observation.world().servers())
        , knowledge(observation.world().knowledge())
    {
    }

    observe::ServerProbe probe;
    Result<Done> result;
    QList<journal::ServerReport> servers;
    locks::Knowledge knowledge;
};

} // namespace

class TestServerProbe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_single.start(), m_single.why());
        QVERIFY2(m_ensemble.start(), m_ensemble.why());
    }
    void cleanup() { m_observation.reset(); }

    void aSingleServerTellsAll_data()
    {
        QTest::addColumn<bool>("byAdmin");
        QTest::newRow("AdminServer") << true;
        QTest::newRow("four-letter words") << false;
    }

    void aSingleServerTellsAll()
    {
        QFETCH(bool, byAdmin);
        const QString lock = u"/single%1"_s.arg(++m_locks);
        contend(m_single, lock);
        QVERIFY(await(m_sessions[0]->watchData(m_nodes[0])));
        Observation &observation = connectedTo(m_single.connectString());
        const Probed probed(observation, byAdmin ? adminUrls(m_single) : nobodysUrl());
        QVERIFY2(probed.result, qPrintable(probed.result ? QString() : probed.result.error().sentence().english()));

        QCOMPARE(probed.servers.size(), 1);
        const journal::ServerReport server = probed.servers.first();
        QCOMPARE(server.adminAnswers, byAdmin);
        QCOMPARE(server.wordsAnswer, !byAdmin);
        QCOMPARE(server.role, u"standalone"_s);
        QVERIFY2(server.version.startsWith(u"3."_s), qPrintable(server.version));
        QVERIFY(server.watches && server.connections && server.averageLatencyMs && server.nodes && server.uptimeMs);
        // An AdminServer that was named and does not answer is said to be so, though the words tell all.
        QStringList gaps;
        for (const journal::ServerGap &gap : server.gaps)
            gaps += gap.missing.english();
        QCOMPARE(gaps, byAdmin ? QStringList() : QStringList{u"anything by the AdminServer that was named"_s});

        const locks::Knowledge &knowledge = probed.knowledge;
        QVERIFY(knowledge.allSessions && knowledge.allConnections && knowledge.allWatches && knowledge.allEphemerals);
        const SessionId id = m_sessions[0]->id();
        QCOMPARE(knowledge.ephemerals.value(id), QStringList{m_nodes[0]});
        QCOMPARE(knowledge.watchers.value(m_nodes[0]), QList<SessionId>{id});
        const locks::SessionFacts facts = knowledge.sessions.value(id);
        QVERIFY2(facts.client.startsWith(u"127.0.0.1:"_s), qPrintable(facts.client));
        QCOMPARE(facts.server, m_single.connectString());
        QCOMPARE(facts.timeoutMs, std::optional(sessionMs));
        QVERIFY(facts.establishedMs && facts.maxLatencyMs && !facts.lastOperation.isEmpty());
        if (!byAdmin)
            return;
        // It was heard just now, so it has about its timeout (rounded up to a tick) to live: spans, not instants.
        QVERIFY(facts.heardAgoMs && facts.expiresInMs);
        QVERIFY2(*facts.heardAgoMs >= 0 && *facts.heardAgoMs < 10'000, qPrintable(QString::number(*facts.heardAgoMs)));
        QVERIFY2(*facts.expiresInMs > 9'000 && *facts.expiresInMs <= 20'400,
                 qPrintable(QString::number(*facts.expiresInMs)));
    }

    /// One that lags behind still shows nodes that went with their sessions.
    void sessionsCountOnceOurServerHasCaughtUp()
    {
        Relay relay(m_single.port());
        QVERIFY(relay.isListening());
        bool isBehind = false;
        relay.setGate([&isBehind](const lab::RelayRules::Passing &passing) {
            constexpr qsizetype typeAt = 8; // after the length and the xid
            const bool isSync =
                passing.frame.size() > typeAt && qFromBigEndian<qint32>(passing.frame.data() + typeAt) == 9;
            return isBehind && passing.fromClient && isSync ? lab::RelayRules::Pass::Hold : lab::RelayRules::Pass::On;
        });
        Observation observation(relay.connectString());
        QVERIFY(await(observation.connection().open()));
        QVERIFY(Probed(observation, adminUrls(m_single)).knowledge.allSessions);
        isBehind = true;
        const Probed behind(observation, adminUrls(m_single));
        QVERIFY(behind.result && !behind.knowledge.allSessions);
        QVERIFY(behind.knowledge.allConnections);
    }

    void everyServerOfAnEnsembleIsAsked_data() { aSingleServerTellsAll_data(); }

    void everyServerOfAnEnsembleIsAsked()
    {
        QFETCH(bool, byAdmin);
        contend(m_ensemble, u"/all%1"_s.arg(++m_locks));
        Observation &observation = connectedTo(m_ensemble.connectString());
        const Probed probed(observation, byAdmin ? adminUrls(m_ensemble) : nobodysUrl());
        QVERIFY(probed.result);
        QStringList roles;
        for (const journal::ServerReport &server : probed.servers.first(3))
            roles += server.role;
        roles.sort();
        QCOMPARE(roles, (QStringList{u"follower"_s, u"follower"_s, u"leader"_s}));
        QVERIFY(probed.knowledge.allWatches && probed.knowledge.allConnections && probed.knowledge.allSessions);
        for (size_t i = 0; i < m_sessions.size(); ++i) {
            const auto at = static_cast<qsizetype>(i);
            const SessionId id = m_sessions[i]->id();
            QCOMPARE(probed.knowledge.sessions.value(id).server, m_ensemble.info().servers[at].clientAddress);
            QCOMPARE(probed.knowledge.ephemerals.value(id), QStringList{m_nodes[at]});
            if (i > 0) // real edges, each told by another server
                QCOMPARE(probed.knowledge.watchers.value(m_nodes[at - 1]), QList<SessionId>{id});
        }
    }

    void belowAChrootPathsAreTheConnectionsOwn()
    {
        const QString lock = u"/chroot%1"_s.arg(++m_locks);
        contend(m_ensemble, lock);
        Observation &observation = connectedTo(m_ensemble.connectString() + lock);
        const Probed probed(observation, adminUrls(m_ensemble));
        QCOMPARE(probed.knowledge.ephemerals.size(), 3);
        QCOMPARE(probed.knowledge.ephemerals.value(m_sessions[1]->id()), QStringList{m_nodes[1].mid(lock.size())});
        QCOMPARE(probed.knowledge.watchers.value(m_nodes[0].mid(lock.size())), QList<SessionId>{m_sessions[1]->id()});
        QVERIFY(!probed.knowledge.watchers.contains(m_nodes[0]));
    }

    void belowAChrootTheConfigurationSaysHowManyThereAre()
    {
        const QString lock = u"/deep%1"_s.arg(++m_locks);
        contend(m_ensemble, lock);
        const servers::SandboxServer only = m_ensemble.info().servers[2];
        Observation &observation = connectedTo(only.clientAddress + lock);
        const auto configuration = await(observation.connection().session()->configuration());
        QVERIFY(configuration);
        QVERIFY2(configuration->data.contains("server.3="), configuration->data.constData());
        const Probed probed(observation, nobodysUrl()); // no AdminServer says it instead
        QVERIFY(!probed.knowledge.allWatches);
        const QString missing = probed.servers.first().gaps.constLast().missing.english();
        QVERIFY2(missing.startsWith(u"2 further servers"_s), qPrintable(missing));
    }

    void aSessionThatEndsIsGoneAtTheNextRound()
    {
        contend(m_single, u"/gone%1"_s.arg(++m_locks));
        const SessionId id = m_sessions[0]->id();
        Observation &observation = connectedTo(m_single.connectString());
        observe::ServerProbe probe(observation.connection(), observation, {adminUrls(m_single), {}});
        QVERIFY(await(probe.probe()));
        QVERIFY(observation.world().knowledge().sessions.contains(id));
        QVERIFY(await(m_sessions[0]->close()));
        QVERIFY(await(probe.probe()));
        QVERIFY(observation.world().knowledge().allSessions);
        QVERIFY(!observation.world().knowledge().sessions.contains(id));
        QVERIFY(!observation.world().knowledge().ephemerals.contains(id));
    }

    void anotherProgramOnTheAdminPortIsSaidToBeSo()
    {
        QTcpServer web;
        QVERIFY(web.listen(QHostAddress::LocalHost));
        connect(&web, &QTcpServer::newConnection, &web, [&web] {
            QTcpSocket *socket = web.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                socket->write("HTTP/1.0 404 Not Found\r\n\r\n<html>What do you want?</html>");
                socket->disconnectFromHost();
            });
        });
        Observation &observation = connectedTo(m_single.connectString());
        const Probed probed(observation, {u"http://127.0.0.1:%1/"_s.arg(web.serverPort())});
        QVERIFY(probed.result);
        QCOMPARE(probed.servers.size(), 1);
        QVERIFY(!probed.servers.last().adminAnswers);
        QVERIFY2(probed.servers.last().gaps.first().why.english().contains(u"what answers there is no AdminServer"_s),
                 qPrintable(probed.servers.last().gaps.first().why.english()));
        QVERIFY(probed.knowledge.allWatches); // by word
    }

    void aServerThatDoesNotAnswerIsGivenUp()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        Observation &observation = connectedTo(m_single.connectString());
        observe::ServerProbeSpec spec{{u"http://127.0.0.1:%1"_s.arg(silent.serverPort())}, {}};
        spec.limits.patience = 3s; // the real one must answer meanwhile
        observe::ServerProbe probe(observation.connection(), observation, spec);
        QVERIFY(await(probe.probe()));
        const auto servers = observation.world().servers();
        QCOMPARE(servers.size(), 1);
        QVERIFY2(servers.last().gaps.first().why.english().contains(u"did not answer within 3 s"_s),
                 qPrintable(servers.last().gaps.first().why.english()));
        QVERIFY(servers.first().wordsAnswer);
    }

    void aServerThatStandsStillKeepsNobodyWaiting()
    {
        Observation &observation = connectedTo(m_ensemble.info().servers[0].clientAddress);
        observe::ServerProbeSpec spec{adminUrls(m_ensemble), {}};
        spec.limits.patience = 3s;
        observe::ServerProbe probe(observation.connection(), observation, spec);
        probe.setInterval(50ms);
        AWAIT_VERIFY(probe.rounds() > 0);
        const auto servers = observation.world().servers();
        QCOMPARE(servers.size(), 3);
        const qsizetype still = servers[1].role == u"follower"_s ? 1 : 2;
        const qsizetype other = 3 - still;
        QVERIFY(await(m_ensemble.sandbox().command(int(still), ServerCommand::Pause)));
        AWAIT_VERIFY(!observation.world().servers()[still].problem.isEmpty());

        // The wait for it counts into no rest (that would be 60 s), and what the others tell is new.
        const int rounds = probe.rounds();
        const auto session = openSession(m_ensemble.info().servers[other].clientAddress, sessionMs);
        QVERIFY(session);
        const auto client = [&] { return observation.world().knowledge().sessions.value(session->id()).client; };
        AWAIT_VERIFY(probe.rounds() >= rounds + 4 && !client().isEmpty());
        const journal::ServerReport report = observation.world().servers()[still];
        QVERIFY2(report.problem.english().contains(u"did not answer within 3 s"_s),
                 qPrintable(report.problem.english()));
        QCOMPARE(report.address, servers[still].address);
        QCOMPARE(report.role, QString());
        QVERIFY(observation.world().servers()[other].problem.isEmpty());

        QVERIFY(await(m_ensemble.sandbox().command(int(still), ServerCommand::Resume)));
        AWAIT_VERIFY(observation.world().servers()[still].adminAnswers
                     && observation.world().servers()[still].role == u"follower"_s
                     && observation.world().knowledge().allConnections);
    }

    void dearWatchesAreAskedForLessOftenThanConnections();

    void twoAtOnceAreOneRound()
    {
        Observation &observation = connectedTo(m_single.connectString());
        observe::ServerProbe probe(observation.connection(), observation, {adminUrls(m_single), {}});
        const Reply<Done> first = probe.probe();
        const Reply<Done> second = probe.probe();
        QVERIFY(await(first));
        QVERIFY(await(second));
        QCOMPARE(probe.rounds(), 1);
    }

    void roundsFollowOneAnotherWhileSomebodyLooks()
    {
        Observation &observation = connectedTo(m_single.connectString());
        observe::ServerProbe probe(observation.connection(), observation, {adminUrls(m_single), {}});
        probe.setInterval(10ms);
        AWAIT_VERIFY(probe.rounds() >= 3);
        probe.setInterval(0ms);
        QVERIFY(await(probe.probe())); // ends one that was under way, and what may follow it
        const int rounds = probe.rounds();
        const auto timers = probe.findChildren<QTimer *>();
        QVERIFY(!timers.isEmpty());
        for (const QTimer *timer : timers)
            QVERIFY(!timer->isActive()); // nothing asks and nothing will: there is nothing to wait for
        QCoreApplication::processEvents();
        QCOMPARE(probe.rounds(), rounds);
    }

    void endingWhileItAsksIsCancelled()
    {
        Observation &observation = connectedTo(m_single.connectString());
        auto probe = std::make_unique<observe::ServerProbe>(observation.connection(), observation,
                                                            observe::ServerProbeSpec{adminUrls(m_single), {}});
        const Reply<Done> reply = probe->probe();
        probe.reset();
        QCOMPARE(codeOf(await(reply)), ErrorCode::Cancelled);
        QVERIFY(observation.world().servers().isEmpty());
    }

private:
    /// Connected; until the end of the test.
    Observation &connectedTo(const QString &connectString)
    {
        m_observation = std::make_unique<Observation>(connectString);
        if (!await(m_observation->connection().open()))
            qFatal("no session");
        return *m_observation;
    }

    /// A session per server; each but the first watches the node of the one before it.
    void contend(const SandboxForTest &sandbox, const QString &lock)
    {
        m_sessions.clear();
        m_nodes.clear();
        for (const servers::SandboxServer &server : sandbox.info().servers) {
            m_sessions.push_back(openSession(server.clientAddress, sessionMs));
            QVERIFY(m_sessions.back());
            if (m_sessions.size() == 1)
                QVERIFY(await(m_sessions.back()->create(lock, {}, NodeKind::Persistent)));
            const auto node = await(m_sessions.back()->create(lock + u"/lock-"_s, {}, NodeKind::EphemeralSequential));
            QVERIFY(node);
            if (!m_nodes.isEmpty())
                QVERIFY(await(m_sessions.back()->watchExists(m_nodes.last())));
            m_nodes += node->path;
        }
    }

    SandboxForTest m_single;
    SandboxForTest m_ensemble{ensembleOf(3)};
    std::unique_ptr<Observation> m_observation;
    std::vector<std::unique_ptr<zk::Session>> m_sessions;
    QStringList m_nodes;
    int m_locks = 0;
};

void TestServerProbe::dearWatchesAreAskedForLessOftenThanConnections()
{
    // An AdminServer with a million bytes of watches: a whole round then wants a rest of 20 s.
    // It has our session, or nobody would believe it.
    Observation observation(m_ensemble.connectString());
    const auto id = await(observation.connection().open());
    QVERIFY(id);
    const QByteArray ours = QByteArray::number(id->value);
    QTcpServer admin;
    QVERIFY(admin.listen(QHostAddress::LocalHost));
    QHash<QString, int> asked;
    connect(&admin, &QTcpServer::newConnection, &admin, [&] {
        QTcpSocket *socket = admin.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [&asked, ours, socket] {
            const QString command = QString::fromUtf8(socket->readLine()).section(u' ', 1, 1).section(u'/', -1);
            ++asked[command];
            QByteArray body = R"({"command": "x", "error": null)";
            if (command == u"connections"_s)
                body += R"(, "connections": [{"session_id": )" + ours + R"(, "remote_socket_address": "10.0.0.7:1"}])";
            if (command == u"server_stats"_s)
                body += R"(, "server_stats": {"server_state": "standalone"})";
            if (command == u"watches"_s)
                body +=
                    R"(, "session_id_to_watched_paths": {")" + ours + R"(": ["/)" + QByteArray(1'000'000, 'x') + "\"]}";
            socket->write("HTTP/1.0 200 OK\r\n\r\n" + body + '}');
            socket->disconnectFromHost();
        });
    });
    observe::ServerProbeSpec spec{{u"http://127.0.0.1:%1"_s.arg(admin.serverPort())}, {}};
    spec.longestRest = 20ms;
    observe::ServerProbe probe(observation.connection(), observation, spec);
    probe.setInterval(10ms);
    AWAIT_VERIFY(asked[u"connections"_s] >= 4);
    QCOMPARE(asked.value(u"watches"_s), 1);
    QCOMPARE(asked.value(u"dump"_s), 1);
    AWAIT_VERIFY(observation.world().knowledge().wholeAtNs != 0);
    const locks::Knowledge &knowledge = observation.world().knowledge();
    QCOMPARE(knowledge.watchers.size(), 1);
    QVERIFY(knowledge.wholeAtNs < knowledge.answeredAtNs);
    // Asked for by hand it is whole again, also while a smaller round is under way.
    QVERIFY(await(probe.probe()));
    QCOMPARE(asked.value(u"watches"_s), 2);
    QCOMPARE(observation.world().knowledge().wholeAtNs, 0);
}

} // namespace lockscope::tst_serverprobe

LOCKSCOPE_TEST(lockscope::tst_serverprobe::TestServerProbe)
#include "tst_serverprobe.moc"
