// SPDX-License-Identifier: Apache-2.0
#include "core/trial/order.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_order {

using namespace lockscope::trial;
using namespace Qt::StringLiterals;

/// Whose turn it is, and which messages have one.
class OrderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachHasItsPlaceUntilItHasHappened()
    {
        Order order({{message(0, "create")}, {message(1, "create")}, {message(0, "create", true)}});
        QCOMPARE(order.placeOf(message(1, "create")), std::optional<size_t>(1));
        QVERIFY(!order.isNext(1));
        QVERIFY(order.isNext(0));
        order.happened();
        QVERIFY(!order.placeOf(message(0, "create"))); // it had its turn
        QVERIFY(order.isNext(1));
        order.happened();
        order.happened();
        QVERIFY(!order.isActive());
        QVERIFY(!order.placeOf(message(0, "create", true)));
        QCOMPARE(order.kept(), order.size());
    }

    void whatWasNotNamedHasNone()
    {
        const Order order({{message(0, "create")}});
        QVERIFY(!order.placeOf(message(0, "create", false, 2)));
        QVERIFY(!order.placeOf(message(2, "create")));
        QVERIFY(!order.placeOf(message(0, "delete")));
    }

    void afterItIsGivenUpNothingHasATurn()
    {
        Order order({{message(0, "create")}, {message(1, "create")}});
        order.happened();
        order.giveUp();
        QVERIFY(!order.isActive());
        QVERIFY(!order.isNext(1));
        QVERIFY(!order.placeOf(message(1, "create")));
        QCOMPARE(order.kept(), size_t(1));
    }

    void theLocksOwnMessagesHaveATurn_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("watch");
        QTest::addColumn<QString>("operation");
        const auto row = [](const char *asked, const char *path, bool watch, const char *operation) {
            QTest::newRow(qPrintable(QString::fromLatin1(asked) + u' ' + QLatin1StringView(path)
                                     + (watch ? u" watched"_s : u""_s)))
                << QString::fromLatin1(path) << watch << QString::fromLatin1(operation);
        };
        row("create", "/l/lock-", false, "create");
        row("create", "/l", false, ""); // of the lock, as of any directory
        row("create", "/lock-", false, "");
        row("delete", "/l/lock-0000000001", false, "delete");
        row("get_children", "/l", false, "get_children");
        row("get_children", "/l", true, "get_children");
        row("get_children", "/", false, "");
        row("exists", "/l/lock-0000000001", true, "exists");
        row("get", "/l/lock-0000000001", true, "exists"); // the same look, by another request
        row("get", "/l/lock-0000000001", false, "");
        row("exists", "/l", true, "");
        row("set", "/l/lock-0000000001", false, "");
    }
    void theLocksOwnMessagesHaveATurn()
    {
        QFETCH(QString, path);
        QFETCH(bool, watch);
        const QString asked = QString::fromLatin1(QTest::currentDataTag()).section(u' ', 0, 0);
        QTEST(lockOperation(asked, path, watch, u"/l"_s), "operation");
    }

    void aTurnIsSaidInWords()
    {
        QCOMPARE((Turn{message(1, "create", true, 3)}.toString()), u"client-1/create-reply#3"_s);
        QCOMPARE((Turn{message(1, "create"), lab::FaultRequest{journal::Fault::LoseReply, {}}}.toString()),
                 u"lose-reply client-1/create"_s);
        QCOMPARE((Turn{Moment{u"client-0"_s}, lab::FaultRequest{journal::Fault::Crash, {}}}.toString()),
                 u"crash client-0"_s);
    }

private:
    static Moment message(int client, const char *operation, bool atReply = false, int nth = 1)
    {
        return {u"client-%1"_s.arg(client), QString::fromLatin1(operation), nth, atReply};
    }
};

} // namespace lockscope::tst_order

LOCKSCOPE_TEST(lockscope::tst_order::OrderTest)
#include "tst_order.moc"
