// SPDX-License-Identifier: Apache-2.0
#include "tests/live/lab/labfixture.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_sessionlimit {

using namespace Qt::StringLiterals;
using test::LabFixture;

namespace {

constexpr int mostConnections = 20;

} // namespace

/// A server that takes fewer sessions than are asked for.
class SessionLimitTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        // The server's own limit over all addresses; its configuration here sets none for one address.
        qputenv("JAVA_TOOL_OPTIONS", "-Dzookeeper.maxCnxns=" + QByteArray::number(mostConnections));
        const bool started = m_sandbox.start();
        qunsetenv("JAVA_TOOL_OPTIONS");
        QVERIFY2(started, m_sandbox.why());
    }

    void aSpawnBeyondTheServersLimitStartsNobodyAndSaysTheLimit()
    {
        LabFixture lab(m_sandbox.connectString(), 10'000, 2'000);
        QVERIFY(lab.isOpen());
        lab::SpawnRequest request;
        request.lock = u"/limit"_s;
        request.count = 10 * mostConnections; // a server that is asked by many at once counts late
        const auto spawned = lab.spawn(request);
        QVERIFY(!spawned);
        const QString sentence = spawned.error().sentence().english();
        QVERIFY2(sentence.contains(u"of %1 sessions"_s.arg(request.count)), qPrintable(sentence));
        QVERIFY2(sentence.contains(u"maxClientCnxns"_s), qPrintable(sentence));
        QCOMPARE(lab->count(), 0);
        QVERIFY(lab.log.all<journal::ClientSpawned>().empty());

        // Those that were opened were closed again: as many as fit are taken now.
        request.count = mostConnections / 2;
        const auto fitting = lab.spawn(request);
        QVERIFY2(fitting, qPrintable(fitting ? QString() : fitting.error().sentence().english()));
        QCOMPARE(lab->count(), request.count);
    }

private:
    test::SandboxForTest m_sandbox;
};

} // namespace lockscope::tst_sessionlimit

LOCKSCOPE_TEST(lockscope::tst_sessionlimit::SessionLimitTest)
#include "tst_sessionlimit.moc"
