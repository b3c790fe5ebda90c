// SPDX-License-Identifier: Apache-2.0
// A server of keys or rows that does not answer, or is no longer the one that was connected to: said, until it is
// again.
#include "core/backends/sql/sqlserver.h"
#include "core/sql/session.h"
#include "tests/live/engine/enginefixture.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

namespace lockscope::tst_backendsilence {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using journal::Freshness;

class BackendSilenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aServerThatStandsStillIsALossUntilItGoesOn_data()
    {
        QTest::addColumn<locks::Backend>("backend");
        QTest::newRow("Redis") << locks::Backend::Redis;
        QTest::newRow("MariaDB") << locks::Backend::MariaDb;
    }

    void aServerThatStandsStillIsALossUntilItGoesOn()
    {
        QFETCH(locks::Backend, backend);
        EngineFixture engine;
        QVERIFY(await(engine->openBackend({backend})));
        AWAIT_COMPARE(engine.world().observation().freshness, Freshness::Live);
        QVERIFY(await(engine->commandServer(0, ServerCommand::Pause)));
        AWAIT_COMPARE(engine.world().observation().freshness, Freshness::Stale);
        QCOMPARE(engine.world().connection().state, ConnectionState::Suspended);
        // What is seen is as old as the last answer, not as the notice of the loss.
        QVERIFY(engine.world().atNs() - engine.world().staleSinceNs() > 1'000'000'000);
        QVERIFY(await(engine->commandServer(0, ServerCommand::Resume)));
        AWAIT_COMPARE(engine.world().observation().freshness, Freshness::Live);
        AWAIT_COMPARE(engine.world().connection().state, ConnectionState::Connected);
    }

    void aFileThatIsNoLongerThereIsSaid()
    {
        const QTemporaryDir directory;
        const QString file = directory.filePath(u"locks.sqlite"_s);
        EngineFixture engine;
        QVERIFY(await(engine->openBackend({locks::Backend::Sqlite, u"sqlite:"_s + file})));
        QVERIFY(QFile::rename(file, file + ".moved"_L1));
        AWAIT_COMPARE(engine.world().observation().freshness, Freshness::Stale);
        QVERIFY(engine.world().connection().detail.english().contains(file));
        QVERIFY(QFile::rename(file + ".moved"_L1, file));
        AWAIT_COMPARE(engine.world().observation().freshness, Freshness::Live);
    }

    /// A client that gives up does so while another program has the file, and not when a statement's patience is over.
    void anAcquireThatIsBlockedByAnotherProgramEndsInTime_data()
    {
        QTest::addColumn<locks::RecipeId>("recipe");
        QTest::newRow("row") << locks::RecipeId::SqlRow;
        QTest::newRow("version") << locks::RecipeId::SqlVersion;
    }

    void anAcquireThatIsBlockedByAnotherProgramEndsInTime()
    {
        QFETCH(locks::RecipeId, recipe);
        const QTemporaryDir directory;
        const QString file = u"sqlite:"_s + directory.filePath(u"locks.sqlite"_s);
        EngineFixture engine;
        QVERIFY(await(engine->openBackend({locks::Backend::Sqlite, file})));
        lab::SpawnRequest request;
        request.lock = u"/orders"_s;
        request.recipe = recipe;
        request.dialect = locks::Dialect::Plain;
        request.acquireTimeout = std::chrono::milliseconds(100);
        request.acquireAtOnce = false;
        const auto clients = await(engine->spawn(request));
        QVERIFY2(clients, clients ? "" : qPrintable(clients.error().sentence().english()));
        const auto address = sql::parseAddress(file);
        QVERIFY(address);
        bool isPatientOneServed = false;
        const auto blocker = await(sql::Session::open(*address, {}));
        const auto patient = await(sql::Session::open(*address, {}));
        QVERIFY(blocker && patient);
        QVERIFY(await((*blocker)->ask({u"test"_s, {{u"SELECT 1"_s}}, sql::Request::Bounds::Opens})));
        (*patient)->ask({u"test"_s, {{u"SELECT 1"_s}}, sql::Request::Bounds::Opens}).then([&](const auto &) {
            isPatientOneServed = true;
        });
        engine->command(*clients, lab::ClientCommand::Acquire);
        AWAIT_COMPARE(engine.state(clients->front()), locks::LockState::Released);
        QCOMPARE(engine.client(clients->front()).error->code, ErrorCode::AcquireTimeout);
        QVERIFY(!isPatientOneServed);
    }

    void aFileThatStandsInItsPlaceIsLeftAlone()
    {
        const QTemporaryDir directory;
        const QString file = directory.filePath(u"locks.sqlite"_s);
        EngineFixture engine;
        QVERIFY(await(engine->openBackend({locks::Backend::Sqlite, u"sqlite:"_s + file})));
        lab::SpawnRequest request;
        request.lock = u"/orders"_s;
        request.recipe = locks::RecipeId::SqlRow;
        request.dialect = locks::Dialect::Plain;
        request.count = 2;
        request.rounds = 0;
        request.hold = lab::HoldTime{lab::HoldTime::Kind::Fixed, std::chrono::milliseconds(5)};
        const auto clients = await(engine->spawn(request));
        QVERIFY2(clients, clients ? "" : qPrintable(clients.error().sentence().english()));
        AWAIT_VERIFY(engine.count(locks::LockState::Retained) > 0);
        QVERIFY(QFile::rename(file, file + ".moved"_L1));
        const auto bytesOf = [](const QString &path) {
            QFile read(path);
            return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray("unreadable");
        };
        QFile other(file);
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.close();
        AWAIT_COMPARE(engine.world().observation().freshness, Freshness::Stale);
        const QByteArray moved = bytesOf(file + ".moved"_L1);
        AWAIT_COMPARE(engine.count(locks::LockState::Retained) + engine.count(locks::LockState::Fetching), 0);
        QCOMPARE(bytesOf(file), QByteArray()); // where the clients' next connection would have made its tables
        QCOMPARE(bytesOf(file + ".moved"_L1), moved);
    }
};

} // namespace lockscope::tst_backendsilence

LOCKSCOPE_TEST(lockscope::tst_backendsilence::BackendSilenceTest)
#include "tst_backendsilence.moc"
