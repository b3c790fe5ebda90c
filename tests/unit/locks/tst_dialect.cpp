// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialect.h"
#include "tests/support/testprogram.h"

#include <QSet>

namespace lockscope::tst_dialect {

using namespace lockscope::locks;
using namespace Qt::StringLiterals;

namespace {
const QString uuid = u"3f2504e0-4f89-41d3-9a0c-0305e82c3301"_s;
const QString hexId = u"3f2504e04f8941d39a0c0305e82c3301"_s;
} // namespace

class TestDialect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNameOfEachClientIsRead_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<ParsedName>("expected");
        constexpr auto X = Mode::Exclusive;
        constexpr auto S = Mode::Shared;
        const auto row = [](const QString &name, const ParsedName &expected) {
            QTest::newRow(qPrintable(name)) << name << expected;
        };
        using D = Dialect;
        using K = NameKind;
        row(uuid + u"-lock-0000000007"_s, {D::Docs, K::Mutex, X, 7, uuid});
        row(uuid + u"-read-0000000007"_s, {D::Docs, K::ReadWrite, S, 7, uuid});
        row(uuid + u"-write-0000000007"_s, {D::Docs, K::ReadWrite, X, 7, uuid});
        row(hexId + u"-write-0000000007"_s, {D::Docs, K::ReadWrite, X, 7, hexId});
        row(u"_c_"_s + uuid + u"-lock-0000000042"_s, {D::Curator, K::Mutex, X, 42, uuid});
        row(u"_c_"_s + uuid + u"-__READ__0000000042"_s, {D::Curator, K::ReadWrite, S, 42, uuid});
        row(u"_c_"_s + uuid + u"-__WRIT__0000000042"_s, {D::Curator, K::ReadWrite, X, 42, uuid});
        row(u"_c_"_s + uuid + u"-lease-0000000042"_s, {D::Curator, K::Lease, S, 42, uuid});
        row(uuid + u"-lease-0000000042"_s, {D::Docs, K::Lease, S, 42, uuid});
        row(u"lease-0000000042"_s, {D::Plain, K::Lease, S, 42, {}});
        row(u"__WRIT__0000000042"_s, {D::Curator, K::ReadWrite, X, 42, {}});
        row(hexId + u"__lock__0000000003"_s, {D::Kazoo, K::Mutex, X, 3, hexId});
        row(hexId + u"__rlock__0000000003"_s, {D::Kazoo, K::ReadWrite, S, 3, hexId});
        row(u"lock-0000000000"_s, {D::Plain, K::Mutex, X, 0, {}});
        row(u"seq-0000000001"_s, {D::Plain, K::Mutex, X, 1, {}});
        row(u"R-0000000001"_s, {D::Plain, K::ReadWrite, S, 1, {}});
        row(u"W-0000000001"_s, {D::Plain, K::ReadWrite, X, 1, {}});
        row(u"read-0000000001"_s, {D::Plain, K::ReadWrite, S, 1, {}});
        row(u"write-0000000001"_s, {D::Plain, K::ReadWrite, X, 1, {}});
        row(u"0000000001"_s, {D::Plain, K::Mutex, X, 1, {}});
        row(u"latch-0000000001"_s, {D::Generic, K::Queue, X, 1, {}});
        row(u"_c_"_s + uuid + u"-latch-0000000001"_s, {D::Curator, K::Election, X, 1, uuid});
        row(u"order0000000001"_s, {D::Generic, K::Queue, X, 1, {}});
        // After the wrap-around.
        row(u"lock-2147483647"_s, {D::Plain, K::Mutex, X, 2147483647, {}});
        row(u"lock--2147483648"_s, {D::Plain, K::Mutex, X, -2147483648LL, {}});
        row(u"lock--1500000000"_s, {D::Plain, K::Mutex, X, -1500000000, {}});
        row(u"lock--000000005"_s, {D::Plain, K::Mutex, X, -5, {}});
        row(u"-000000005"_s, {D::Plain, K::Mutex, X, -5, {}});
        row(hexId + u"__rlock__-000000005"_s, {D::Kazoo, K::ReadWrite, S, -5, hexId});
        row(u"_c_"_s + uuid + u"-__READ__-2147483648"_s, {D::Curator, K::ReadWrite, S, -2147483648LL, uuid});
        row(u"m_-000000005"_s, {D::Generic, K::Queue, X, -5, {}});
        row(u"latch--000000005"_s, {D::Generic, K::Queue, X, -5, {}});
        // A guess at a family that does not fit leaves a queue of unknown kind.
        row(u"_c_not-a-uuid-lock-0000000001"_s, {D::Generic, K::Queue, X, 1, {}});
        row(hexId.toUpper() + u"__lock__0000000001"_s, {D::Generic, K::Queue, X, 1, {}});
        row(u"Lock-0000000001"_s, {D::Generic, K::Queue, X, 1, {}});
    }

    void aNameOfEachClientIsRead()
    {
        QFETCH(QString, name);
        QFETCH(ParsedName, expected);
        const auto parsed = parseName(name);
        QVERIFY(parsed.has_value());
        QCOMPARE(dialectName(parsed->dialect), dialectName(expected.dialect));
        QCOMPARE(modeName(parsed->mode), modeName(expected.mode));
        QCOMPARE(parsed->sequence, expected.sequence);
        QCOMPARE(parsed->token, expected.token);
        QVERIFY(*parsed == expected);
    }

    void aNameWithoutASequenceNumberIsForeign_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name :
             {u""_s, u"config"_s, u"lock-"_s, u"lock-1"_s, u"lock-000000001"_s, u"lock-000000001x"_s,
              u"lock-٠٠٠٠٠٠٠٠٠١"_s, u"1700000000000"_s, u"order-123456789"_s, u"job-20261121093000"_s,
              u"item-9999999999"_s, u"lock--000000000"_s, u"-"_s, u"3f2504e0-4f89-41d3-9a0c-031234567890"_s,
              u"3f2504e04f8941d39a0c031234567890"_s}) {
            QTest::newRow(name.isEmpty() ? "nothing" : qPrintable(name)) << name;
        }
    }

    void aNameWithoutASequenceNumberIsForeign()
    {
        QFETCH(QString, name);
        QVERIFY(!parseName(name).has_value());
    }

    void aDialectHasTheNamesThatItsClientsWrite()
    {
        const auto prefix = [](Dialect dialect, NameKind kind, Mode mode, const QString &token) {
            return namePrefix(dialect, kind, mode, token).value_or(u"none"_s);
        };
        QCOMPARE(prefix(Dialect::Docs, NameKind::Mutex, Mode::Exclusive, uuid), uuid + u"-lock-"_s);
        QCOMPARE(prefix(Dialect::Docs, NameKind::ReadWrite, Mode::Shared, uuid), uuid + u"-read-"_s);
        QCOMPARE(prefix(Dialect::Docs, NameKind::ReadWrite, Mode::Exclusive, uuid), uuid + u"-write-"_s);
        QCOMPARE(prefix(Dialect::Curator, NameKind::Mutex, Mode::Exclusive, uuid), u"_c_"_s + uuid + u"-lock-"_s);
        QCOMPARE(prefix(Dialect::Curator, NameKind::ReadWrite, Mode::Shared, uuid), u"_c_"_s + uuid + u"-__READ__"_s);
        QCOMPARE(prefix(Dialect::Curator, NameKind::ReadWrite, Mode::Exclusive, uuid),
                 u"_c_"_s + uuid + u"-__WRIT__"_s);
        QCOMPARE(prefix(Dialect::Kazoo, NameKind::Mutex, Mode::Exclusive, hexId), hexId + u"__lock__"_s);
        QCOMPARE(prefix(Dialect::Kazoo, NameKind::ReadWrite, Mode::Shared, hexId), hexId + u"__rlock__"_s);
        QCOMPARE(prefix(Dialect::Kazoo, NameKind::ReadWrite, Mode::Exclusive, hexId), hexId + u"__lock__"_s);
        QCOMPARE(prefix(Dialect::Plain, NameKind::Mutex, Mode::Exclusive, {}), u"lock-"_s);
        QCOMPARE(prefix(Dialect::Plain, NameKind::ReadWrite, Mode::Shared, {}), u"R-"_s);
        QCOMPARE(prefix(Dialect::Plain, NameKind::ReadWrite, Mode::Exclusive, {}), u"W-"_s);
        QCOMPARE(prefix(Dialect::Docs, NameKind::Lease, Mode::Shared, uuid), uuid + u"-lease-"_s);
        QCOMPARE(prefix(Dialect::Curator, NameKind::Lease, Mode::Shared, uuid), u"_c_"_s + uuid + u"-lease-"_s);
        QCOMPARE(prefix(Dialect::Plain, NameKind::Lease, Mode::Shared, {}), u"lease-"_s);
        QCOMPARE(prefix(Dialect::Kazoo, NameKind::Lease, Mode::Shared, hexId), u"none"_s);
        QCOMPARE(prefix(Dialect::Generic, NameKind::Mutex, Mode::Exclusive, {}), u"none"_s);
        QCOMPARE(prefix(Dialect::Docs, NameKind::Mutex, Mode::Shared, uuid), u"none"_s);
        QCOMPARE(prefix(Dialect::Docs, NameKind::Queue, Mode::Exclusive, uuid), u"none"_s);
    }

    void aTokenHasItsDialectsForm()
    {
        QCOMPARE(newToken(Dialect::Docs).size(), 36);
        QCOMPARE(newToken(Dialect::Curator).size(), 36);
        QCOMPARE(newToken(Dialect::Kazoo).size(), 32);
        QVERIFY(newToken(Dialect::Plain).isEmpty());
        QSet<QString> tokens;
        for (int i = 0; i < 1000; ++i)
            tokens.insert(newToken(Dialect::Docs));
        QCOMPARE(tokens.size(), 1000);
    }

    void dialectNamesReadBack()
    {
        for (const Dialect dialect :
             {Dialect::Docs, Dialect::Curator, Dialect::Kazoo, Dialect::Plain, Dialect::Generic})
            QVERIFY(dialectFromName(dialectName(dialect)) == dialect);
        QVERIFY(!dialectFromName(u"Curator").has_value());
        QVERIFY(!dialectFromName(u"").has_value());
    }
};

} // namespace lockscope::tst_dialect

LOCKSCOPE_TEST(lockscope::tst_dialect::TestDialect)
#include "tst_dialect.moc"
