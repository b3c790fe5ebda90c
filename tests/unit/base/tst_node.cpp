// SPDX-License-Identifier: Apache-2.0
#include "core/base/node.h"
#include "core/base/sessiontext.h"
#include "tests/support/testprogram.h"

#include <limits>

namespace lockscope::tst_node {

using namespace Qt::StringLiterals;

namespace {

/// As a server tells it: its count of creates, doubled and less the children still there, in 32 bits.
NodeStat parentAfter(quint64 creates, qint32 children)
{
    NodeStat stat;
    stat.cversion = static_cast<qint32>(static_cast<quint32>(2 * creates - static_cast<quint64>(children)));
    stat.numChildren = children;
    return stat;
}

NodeStat ownedBy(quint64 owner)
{
    NodeStat stat;
    stat.ephemeralOwner.value = static_cast<qint64>(owner);
    return stat;
}

} // namespace

class TestNode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void createsAreCountedFromTheParentsStat_data()
    {
        QTest::addColumn<quint64>("creates");
        QTest::addColumn<qint32>("children");
        QTest::newRow("none") << quint64(0) << 0;
        QTest::newRow("as measured") << quint64(5) << 2;
        QTest::newRow("all gone again") << quint64(5) << 0;
        QTest::newRow("all still there") << quint64(5) << 5;
        QTest::newRow("where cversion turns negative") << (quint64(1) << 30) << 0;
        QTest::newRow("beyond it") << (quint64(1) << 30) + 3 << 100;
        QTest::newRow("the greatest sequence number") << quint64(std::numeric_limits<qint32>::max()) << 1;
    }
    void createsAreCountedFromTheParentsStat()
    {
        QFETCH(quint64, creates);
        QFETCH(qint32, children);
        QCOMPARE(quint64(createsUnder(parentAfter(creates, children))), creates);
    }

    void onlyASessionsNodeIsEphemeral()
    {
        QVERIFY(!ownedBy(0).isEphemeral());
        QVERIFY(ownedBy(0x1000009f7cb0000).isEphemeral());
        QVERIFY(ownedBy(0xfe00009f7cb00001).isEphemeral());  // of server 254
        QVERIFY(!ownedBy(0x8000000000000000).isEphemeral()); // a container
        QVERIFY(!ownedBy(0xff00000000002710).isEphemeral()); // to live for ten seconds
        QCOMPARE(ownedBy(0x1000009f7cb0000).owner().toHex(), u"0x1000009f7cb0000"_s);
        QVERIFY(ownedBy(0).owner().isNull());
        QVERIFY(ownedBy(0x8000000000000000).owner().isNull());
        QVERIFY(ownedBy(0xff00000000002710).owner().isNull());
    }

    void idsAreShownInHex()
    {
        QCOMPARE(SessionId{0x1000009f7cb0000}.toHex(), u"0x1000009f7cb0000"_s);
        QCOMPARE(SessionId{-1}.toHex(), u"0xffffffffffffffff"_s);
        QCOMPARE(Zxid{0x1f}.toHex(), u"0x1f"_s);
        QVERIFY(Zxid{}.isNull());
        QVERIFY(SessionId{}.isNull());
    }

    void permissionsAreShownAsLetters()
    {
        QCOMPARE(permissionLetters(0x1f), u"cdrwa"_s);
        QCOMPARE(permissionLetters(static_cast<int>(Permission::Read)), u"r"_s);
        QCOMPARE(permissionLetters(0), QString());
    }

    void aSessionIsReadAsPeopleWriteIt_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("hex"); // empty: no session's number
        QTest::newRow("as servers print it") << u"0x1000009f7cb0000"_s << u"0x1000009f7cb0000"_s;
        QTest::newRow("in capitals") << u"0X1000009F7CB0000"_s << u"0x1000009f7cb0000"_s;
        QTest::newRow("in decimal") << u"72057594037927936"_s << u"0x100000000000000"_s;
        QTest::newRow("of a server above 127") << u"-6917529027641081856"_s << u"0xa000000000000000"_s;
        QTest::newRow("the least") << u"-9223372036854775808"_s << u"0x8000000000000000"_s;
        QTest::newRow("the greatest") << u"9223372036854775807"_s << u"0x7fffffffffffffff"_s;
        QTest::newRow("of a server above 127, in hex") << u"0xa000000000000000"_s << u"0xa000000000000000"_s;
        for (const char *none : {"", "0", "0x0", "0x", "-", "--5", "+5", " 5", "5 ", "-0x5", "0x-5", "0x 5", "1e5",
                                 "abc", "/72057594037927936", "9223372036854775808", "0x10000000000000000"})
            QTest::newRow(qPrintable(u"none: \"%1\""_s.arg(QLatin1String(none))))
                << QString::fromLatin1(none) << QString();
    }
    void aSessionIsReadAsPeopleWriteIt()
    {
        QFETCH(QString, text);
        const auto session = sessionFromText(text);
        QTEST(session ? session->toHex() : QString(), "hex");
    }
};

} // namespace lockscope::tst_node

LOCKSCOPE_TEST(lockscope::tst_node::TestNode)
#include "tst_node.moc"
