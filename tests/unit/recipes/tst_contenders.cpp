// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/contenders.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_contenders {

using namespace lockscope::recipes;
using namespace Qt::StringLiterals;
using locks::Dialect;

namespace {

QStringList namesOf(const Contenders &contenders)
{
    QStringList names;
    for (const Rival &rival : contenders)
        names.append(rival.name.toString());
    return names;
}

const QString hexA = u"0123456789abcdef0123456789abcdef"_s;
const QString hexB = u"f123456789abcdef0123456789abcdef"_s;
const QString guid = u"_c_01234567-89ab-cdef-0123-456789abcdef-lock-"_s;

} // namespace

class TestContenders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyStandInTheirOrder_data()
    {
        QTest::addColumn<Dialect>("dialect");
        QTest::addColumn<QStringList>("listed");
        QTest::addColumn<QStringList>("inOrder");
        const auto row = [](const char *name, Dialect dialect, const QStringList &listed, const QList<int> &order) {
            QStringList inOrder;
            for (const int place : order)
                inOrder += listed[place];
            QTest::newRow(name) << dialect << listed << inOrder;
        };
        row("by number, not by name", Dialect::Kazoo, {hexA + u"__lock__0000000002"_s, hexB + u"__lock__0000000001"_s},
            {1, 0});
        row("without those that are none", Dialect::Kazoo,
            {u"config"_s, hexA + u"__lock__0000000005"_s, u"unlock"_s, u"something-0000000001"_s, u"lock-0000000002"_s},
            {1});
        row("kazoo's readers among its mutex", Dialect::Kazoo,
            {hexA + u"__rlock__0000000001"_s, hexB + u"__lock__0000000002"_s}, {0, 1});
        const QStringList ofCurator{u"lock-0000000003"_s, guid + u"0000000004"_s};
        row("Curator's, with protection and without", Dialect::Curator, ofCurator, {0, 1});
        row("the same to plain ones", Dialect::Plain, ofCurator, {0, 1});
        row("after the wrap plain names as numbers", Dialect::Plain,
            {u"lock-0000000007"_s, u"lock--000000005"_s, u"lock--2147483648"_s}, {2, 1, 0});
        row("after the wrap Curator's names as text", Dialect::Curator,
            {guid + u"0000000007"_s, guid + u"-2147483648"_s, guid + u"-000000005"_s}, {2, 1, 0});
        const QStringList equal{hexA + u"__lock__2147483647"_s, hexB + u"__lock__2147483647"_s};
        row("equal numbers", Dialect::Kazoo, equal, {0, 1});
        row("equal numbers, alike for all", Dialect::Kazoo, {equal[1], equal[0]}, {1, 0});
    }
    void theyStandInTheirOrder()
    {
        QFETCH(Dialect, dialect);
        QFETCH(QStringList, listed);
        const NameList names(listed);
        const Contenders contenders = contendersAmong(names, dialect);
        QTEST(namesOf(contenders), "inOrder");
        for (const Rival &rival : contenders)
            QCOMPARE(rival.mode, rival.name.contains(u"__rlock__") ? locks::Mode::Shared : locks::Mode::Exclusive);
    }

    void indexOfFindsTheBareName()
    {
        const QStringList names{u"lock-0000000003"_s, u"lock-0000000001"_s};
        const NameList listed(names);
        const Contenders contenders = contendersAmong(listed, Dialect::Plain);
        QCOMPARE(indexOf(contenders, u"lock-0000000003"), 1);
        QCOMPARE(indexOf(contenders, u"lock-0000000009"), -1);
    }

    void thoseUpToOneAreTheSameAsInTheWholeOrder_data()
    {
        QTest::addColumn<Dialect>("dialect");
        QTest::addColumn<QString>("prefix");
        QTest::newRow("docs") << Dialect::Docs << u"01234567-89ab-cdef-0123-456789abcdef-lock-"_s;
        QTest::newRow("curator") << Dialect::Curator << guid;
        QTest::newRow("curator, unprotected") << Dialect::Curator << u"lock-"_s;
        QTest::newRow("kazoo") << Dialect::Kazoo << hexA + u"__lock__"_s;
        QTest::newRow("plain") << Dialect::Plain << u"lock-"_s;
        QTest::newRow("plain, bare numbers") << Dialect::Plain << QString();
    }
    void thoseUpToOneAreTheSameAsInTheWholeOrder()
    {
        QFETCH(Dialect, dialect);
        QFETCH(QString, prefix);
        QStringList names;
        for (const qint64 number : {7LL, 2147483647LL, -2147483648LL, 1500000000LL, -1500000000LL, -5LL, 0LL, 42LL})
            names += prefix + locks::sequenceText(number);
        names += {u"foreign"_s, u"9999999999"_s, hexB + u"__rlock__0000000008"_s, u"W-0000000001"_s};
        const QStringList all = namesOf(contendersAmong(NameList(names), dialect));
        QVERIFY(all.size() >= 8);
        for (const QString &own : all) {
            const QStringList upToIt = all.mid(0, all.indexOf(own) + 1);
            QCOMPARE(namesOf(contendersUpTo(NameList(names), dialect, own)), upToIt);
            QCOMPARE(namesOf(lastTwoUpTo(NameList(names), dialect, own)), upToIt.mid(upToIt.size() - 2));
        }
    }

    void whoIsNotThereIsNotTheLast()
    {
        const QStringList names{u"lock-0000000001"_s, u"lock-0000000003"_s};
        QCOMPARE(namesOf(contendersUpTo(NameList(names), Dialect::Plain, u"lock-0000000002")), QStringList{names[0]});
        QVERIFY(contendersUpTo(NameList(names), Dialect::Plain, u"foreign").empty());
        QCOMPARE(namesOf(lastTwoUpTo(NameList(names), Dialect::Plain, u"lock-0000000002")), QStringList{names[0]});
        QVERIFY(lastTwoUpTo(NameList(names), Dialect::Plain, u"foreign").empty());
    }

    void whoStandsRightBeforeIsNoForeignNameWithANearerNumber()
    {
        const QStringList names{u"lock-0000000001"_s, u"job-0000000002"_s, hexB + u"__lock__0000000002"_s,
                                u"lock-0000000003"_s, u"lock-0000000004"_s};
        QCOMPARE(namesOf(lastTwoUpTo(NameList(names), Dialect::Plain, names[3])), (QStringList{names[0], names[3]}));
    }
};

} // namespace lockscope::tst_contenders

LOCKSCOPE_TEST(lockscope::tst_contenders::TestContenders)
#include "tst_contenders.moc"
