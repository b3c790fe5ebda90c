// SPDX-License-Identifier: Apache-2.0
#include "core/sql/address.h"
#include "tests/support/testprogram.h"
#include "tests/unit/addresses.h"

#include <QtTest>

namespace lockscope::tst_sqladdress {

using namespace lockscope::sql;
using namespace Qt::StringLiterals;

class SqlAddressTest : public QObject
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
};

} // namespace lockscope::tst_sqladdress

LOCKSCOPE_TEST(lockscope::tst_sqladdress::SqlAddressTest)
#include "tst_sqladdress.moc"
