// SPDX-License-Identifier: Apache-2.0
// A lock of a row is one only while the row is there: a database locks nothing, or nothing that excludes anybody, where
// it is not. A lock of a name is that name's alone.
#include "core/backends/sql/sqlserver.h"
#include "core/backends/sql/sqlsessions.h"
#include "core/backends/sql/sqltables.h"
#include "tests/support/await.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_sqlrows {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using Bounds = sql::Request::Bounds;

class SqlRowsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto mariaDb = await(m_mariaDb.start());
        const auto postgreSql = await(m_postgreSql.start());
        QVERIFY(mariaDb && postgreSql);
        m_addresses = {{u"mariadb"_s, *mariaDb}, {u"postgresql"_s, *postgreSql}};
        for (const sql::Address &address : std::as_const(m_addresses)) {
            const auto session = await(sql::Session::open(address, {}));
            QVERIFY(session);
            QVERIFY(await(backends::SqlTables().enter(session->get())));
        }
    }

    void init() { m_row = u"row-%1"_s.arg(++m_count); }
    void aRowThatCannotBeMadeIsNotLocked_data() { backends(); }

    void aRowThatCannotBeMadeIsNotLocked()
    {
        // It can be looked for all the same: nobody has more than the place where it would be.
        const auto blocker = other();
        const bool isMariaDb = blocker->address().kind == sql::Kind::MariaDb;
        const sql::Statement inTheWay =
            isMariaDb ? sql::Statement{u"SELECT version FROM lockscope_locks WHERE name = ? FOR UPDATE"_s,
                                       {backends::lockedRow + m_row}}
                      : sql::Statement{u"LOCK TABLE lockscope_locks IN SHARE MODE"_s};
        QVERIFY(await(blocker->ask({u"test"_s, {inTheWay}, Bounds::Opens})));
        const auto session = client();
        const auto inVain = await(session->sql()->lockRow(m_row, "A"));
        QVERIFY(!inVain);
        QCOMPARE(inVain.error().code, ErrorCode::SqlBusy);
        QVERIFY(await(blocker->ask({u"test"_s, {}, Bounds::Closes})));
        const auto got = await(session->sql()->lockRow(m_row, "A"));
        QVERIFY(got && got->has_value());
        QVERIFY(await(session->sql()->unlockRow(m_row, "A")));
    }

    void aRowThatWasDeletedIsMadeAgain_data() { backends(); }

    void aRowThatWasDeletedIsMadeAgain()
    {
        const auto session = client();
        const auto first = await(session->sql()->lockRow(m_row, "A"));
        QVERIFY(first && first->has_value());
        QVERIFY(await(session->sql()->unlockRow(m_row, "A")));
        const auto deleting = other();
        QVERIFY(await(
            deleting->ask({u"test"_s,
                           {{u"DELETE FROM lockscope_locks WHERE name = ?"_s, {backends::lockedRow + m_row}, true}},
                           Bounds::Whole})));
        const auto got = await(session->sql()->lockRow(m_row, "A"));
        QVERIFY(got && got->has_value());
        const auto found = await(deleting->ask({u"test"_s, {rows()}, Bounds::Without}));
        QVERIFY(found);
        QCOMPARE(found->last().rows.size(), 1);
        QVERIFY(await(session->sql()->unlockRow(m_row, "A")));
    }

    void whatAnotherLockLeftIsNotInTheWay_data() { backends(); }

    void whatAnotherLockLeftIsNotInTheWay()
    {
        const auto session = client();
        QVERIFY(await(session->sql()->lockRow(m_row, "A")));
        QVERIFY(await(session->sql()->unlockRow(m_row, "A")));
        const auto got = await(session->sql()->insertRow(m_row, "B", {}));
        QVERIFY(got && got->has_value());
        // Nor is what is held in the way of those, or written by them.
        QCOMPARE(await(session->sql()->readVersion(m_row)), Result<qint64>(0));
        QCOMPARE(await(session->sql()->updateIfVersion(m_row, 0, "C")), Result<bool>(true));
        const auto other = await(client()->sql()->insertRow(m_row, "D", {}));
        QVERIFY(other && !other->has_value());
        const auto found = await(session->sql()->findRow(m_row, "B"));
        QVERIFY(found && found->has_value());
    }

    void aVersionWhoseRowWasDeletedBeginsAnew_data() { backends(); }

    void aVersionWhoseRowWasDeletedBeginsAnew()
    {
        const auto session = client();
        QVERIFY(await(session->sql()->readVersion(m_row)));
        QVERIFY(await(
            other()->ask({u"test"_s,
                          {{u"DELETE FROM lockscope_locks WHERE name = ?"_s, {backends::versionRow + m_row}, true}},
                          Bounds::Whole})));
        QVERIFY(await(session->sql()->readVersion(m_row)));
        QCOMPARE(await(session->sql()->updateIfVersion(m_row, 0, "A")), Result<bool>(false)); // nothing to change
        QVERIFY(await(session->sql()->readVersion(m_row)));
        QCOMPARE(await(session->sql()->updateIfVersion(m_row, 0, "A")), Result<bool>(true));
    }

    /// PostgreSQL locks numbers, not names.
    void twoNamesAreTwoLocks_data() { backends(); }

    void twoNamesAreTwoLocks()
    {
        QStringList names{u"a"_s, u"b"_s};
        if (const auto server = other(); server->address().kind == sql::Kind::PostgreSql) {
            // Two that share a number of 32 bits.
            const sql::Statement search{
                u"SELECT min(name), max(name) FROM (SELECT 'lock-' || i AS name FROM generate_series(1, 300000) AS i) "
                "AS names GROUP BY hashtext(name) HAVING count(*) > 1 LIMIT 1"_s};
            const auto found = await(server->ask({u"test"_s, {search}, Bounds::Without}));
            QVERIFY(found && found->last().rows.size() == 1);
            names = {found->last().rows[0].at(0).toString(), found->last().rows[0].at(1).toString()};
        }
        const auto one = client();
        const auto another = client();
        QVERIFY(await(one->sql()->lockName(names[0], "A")));
        QVERIFY(await(another->sql()->lockName(names[1], "B")));
    }

private:
    static void backends()
    {
        QTest::addColumn<QString>("backend");
        QTest::newRow("MariaDB") << u"mariadb"_s;
        QTest::newRow("PostgreSQL") << u"postgresql"_s;
    }

    /// One that is no client.
    std::unique_ptr<sql::Session> other() const
    {
        QFETCH(QString, backend);
        auto session = await(sql::Session::open(m_addresses[backend], {}));
        if (!session)
            qFatal("%s", qPrintable(session.error().sentence().english()));
        return std::move(*session);
    }

    std::unique_ptr<lab::ClientSession> client()
    {
        QFETCH(QString, backend);
        backends::SqlSessionFactory factory(m_addresses[backend], {}, *locks::backendFromName(backend), m_log,
                                            m_queues);
        auto session = await(factory.open({}, {}));
        if (!session)
            qFatal("%s", qPrintable(session.error().sentence().english()));
        return std::move(*session);
    }

    sql::Statement rows() const
    {
        return {u"SELECT name FROM lockscope_locks WHERE name = ?"_s, {backends::lockedRow + m_row}};
    }

    backends::SqlServer m_mariaDb{backends::SqlServerSpec::fromEnvironment(sql::Kind::MariaDb)};
    backends::SqlServer m_postgreSql{backends::SqlServerSpec::fromEnvironment(sql::Kind::PostgreSql)};
    QHash<QString, sql::Address> m_addresses;
    backends::SqlLog m_log;
    std::shared_ptr<backends::SqlQueues> m_queues = std::make_shared<backends::SqlQueues>();
    QString m_row;
    int m_count = 0;
};

} // namespace lockscope::tst_sqlrows

LOCKSCOPE_TEST(lockscope::tst_sqlrows::SqlRowsTest)
#include "tst_sqlrows.moc"
