// SPDX-License-Identifier: Apache-2.0
#include "core/sql/address.h"
#include "core/sql/answers.h"
#include "tests/support/testprogram.h"
#include "tests/unit/addresses.h"

#include <QtTest>

namespace lockscope::tst_sqlwords {

using namespace lockscope::sql;
using namespace Qt::StringLiterals;

/// Addresses that people write, and what a server answers, in words.
class SqlWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAddressIsReadAndWrittenTheSameWay_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("written");
        QTest::newRow("MariaDB") << u"mysql://ann@db:3307/shop"_s << u"mysql://ann@db:3307/shop"_s;
        QTest::newRow("by its own name") << u"mariadb://ann@db/shop"_s << u"mysql://ann@db:3306/shop"_s;
        QTest::newRow("PostgreSQL") << u"postgresql://ann@db/shop"_s << u"postgresql://ann@db:5432/shop"_s;
        QTest::newRow("the short name") << u" postgres://ann@[::1]:1/shop "_s << u"postgresql://ann@[::1]:1/shop"_s;
        QTest::newRow("a file") << u"sqlite:/tmp/a b.db"_s << u"sqlite:/tmp/a b.db"_s;
        QTest::newRow("a file beside") << u"sqlite:locks.db"_s << u"sqlite:locks.db"_s;
    }
    void anAddressIsReadAndWrittenTheSameWay()
    {
        QFETCH(QString, text);
        QFETCH(QString, written);
        test::checkWritten(parseAddress, text, written);
    }

    void eachMistakeIsNamed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        const QString form = u"mysql://USER@HOST:PORT/DATABASE"_s;
        QTest::newRow("nothing") << QString() << form;
        QTest::newRow("another scheme") << u"redis://db"_s << form;
        QTest::newRow("no user") << u"mysql://db/shop"_s << form;
        QTest::newRow("no host") << u"mysql://ann@/shop"_s << form;
        QTest::newRow("no database") << u"postgresql://ann@db"_s << form;
        QTest::newRow("a path for a database") << u"postgresql://ann@db/a/b"_s << form;
        QTest::newRow("a query") << u"postgresql://ann@db/shop?sslmode=off"_s << form;
        QTest::newRow("port 0") << u"mysql://ann@db:0/shop"_s << u"1 to 65535"_s;
        QTest::newRow("no file") << u"sqlite:"_s << u"sqlite:FILE"_s;
    }
    void eachMistakeIsNamed()
    {
        QFETCH(QString, text);
        QFETCH(QString, said);
        test::checkMistake(parseAddress, text, said);
    }

    void aPasswordIsNotRepeated()
    {
        const auto address = parseAddress(u"mysql://ann:open-sesame@db/shop"_s);
        QVERIFY(!address);
        QVERIFY(!address.error().sentence().english().contains(u"open-sesame"_s));
    }

    void aServerThatIsTooOldIsTold_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("needed");
        const auto row = [](Kind kind, const QString &version, const QString &needed = {}) {
            QTest::newRow(qPrintable(version)) << int(kind) << version << needed;
        };
        row(Kind::MariaDb, u"10.11.6-MariaDB-0+deb12u1"_s);
        row(Kind::MariaDb, u"10.5.1-MariaDB"_s, u"MariaDB 10.5.1-MariaDB is too old: version 10.5.2"_s);
        row(Kind::MariaDb, u"8.0.36"_s);
        row(Kind::MariaDb, u"5.6.51-log"_s, u"MySQL 5.6.51-log is too old: version 5.7.5"_s);
        row(Kind::PostgreSql, u"15.6 (Debian 15.6-0+deb12u1)"_s);
        row(Kind::PostgreSql, u"11.0"_s);
        row(Kind::PostgreSql, u"10.23"_s, u"PostgreSQL 10.23 is too old: version 11"_s);
        row(Kind::Sqlite, u"3.40.1"_s);
        row(Kind::PostgreSql, u"unheard of"_s);
    }
    void aServerThatIsTooOldIsTold()
    {
        QFETCH(int, kind);
        QFETCH(QString, version);
        QFETCH(QString, needed);
        const auto error = tooOld(static_cast<Kind>(kind), version);
        QCOMPARE(error.has_value(), !needed.isEmpty());
        if (error)
            QVERIFY2(error->sentence().english().contains(needed), qPrintable(error->sentence().english()));
    }

    void aFileThatIsNoDatabaseIsTold()
    {
        const Error error = errorOf(Kind::Sqlite, u"connect"_s, {u"26"_s, u"file is not a database"_s});
        QCOMPARE(error.code, ErrorCode::SqlFailed);
        QVERIFY(error.sentence().english().contains(u"is no SQLite database"_s));
    }

    void aCodeMeansTheSameOnEach_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("means");
        const auto row = [](const char *name, Kind kind, const QString &code, ErrorCode means) {
            QTest::newRow(name) << int(kind) << code << int(means);
        };
        row("SQLite: it is there", Kind::Sqlite, u"1555"_s, ErrorCode::NodeExists);
        row("MariaDB: it is there", Kind::MariaDb, u"1062"_s, ErrorCode::NodeExists);
        row("PostgreSQL: it is there", Kind::PostgreSql, u"23505"_s, ErrorCode::NodeExists);
        row("SQLite: another writes", Kind::Sqlite, u"5"_s, ErrorCode::SqlBusy);
        row("MariaDB: a lock waited too long", Kind::MariaDb, u"1205"_s, ErrorCode::SqlBusy);
        row("MariaDB: a deadlock", Kind::MariaDb, u"1213"_s, ErrorCode::SqlBusy);
        row("PostgreSQL: a lock waited too long", Kind::PostgreSql, u"55P03"_s, ErrorCode::SqlBusy);
        row("PostgreSQL: a deadlock", Kind::PostgreSql, u"40P01"_s, ErrorCode::SqlBusy);
        row("MariaDB: it has gone", Kind::MariaDb, u"2013"_s, ErrorCode::ConnectionLoss);
        row("PostgreSQL: it ends", Kind::PostgreSql, u"57P01"_s, ErrorCode::ConnectionLoss);
        row("PostgreSQL: no code at all", Kind::PostgreSql, QString(), ErrorCode::ConnectionLoss);
        row("MariaDB: no right", Kind::MariaDb, u"1142"_s, ErrorCode::SqlFailed);
        row("PostgreSQL: no such column", Kind::PostgreSql, u"42703"_s, ErrorCode::SqlFailed);
        row("another server's code", Kind::MariaDb, u"23505"_s, ErrorCode::SqlFailed);
    }
    void aCodeMeansTheSameOnEach()
    {
        QFETCH(int, kind);
        QFETCH(QString, code);
        const Error error = errorOf(static_cast<Kind>(kind), u"insert"_s, {code, u"what the server says"_s});
        QTEST(int(error.code), "means");
        QCOMPARE(error.operation, u"insert"_s);
        QVERIFY(error.sentence().english().contains(u"what the server says"_s));
    }

    void whyAConnectionIsNotOpenIsSaid_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("a wrong password") << u"1045"_s << u"Access denied"_s << u"user or the password"_s;
        QTest::newRow("PostgreSQL's words for it")
            << QString() << u"FATAL: password authentication failed for \"ann\""_s << u"user or the password"_s;
        QTest::newRow("too many connections") << u"1040"_s << u"Too many connections"_s << u"max_connections"_s;
        QTest::newRow("PostgreSQL's words for that")
            << QString() << u"FATAL: sorry, too many clients already"_s << u"max_connections"_s;
        QTest::newRow("nobody there") << u"2003"_s << u"Can't connect"_s << u"check the address"_s;
    }
    void whyAConnectionIsNotOpenIsSaid()
    {
        QFETCH(QString, code);
        QFETCH(QString, text);
        QFETCH(QString, says);
        const Address address{Kind::MariaDb, {}, u"ann"_s, u"db"_s, 3306, u"shop"_s};
        const Error error = openErrorOf(address, {code, text});
        QVERIFY2(error.sentence().english().contains(says) || error.code == ErrorCode::AuthFailed,
                 qPrintable(error.sentence().english()));
        QCOMPARE(error.code == ErrorCode::AuthFailed, says.startsWith(u"user"));
    }
};

} // namespace lockscope::tst_sqlwords

LOCKSCOPE_TEST(lockscope::tst_sqlwords::SqlWordsTest)
#include "tst_sqlwords.moc"
