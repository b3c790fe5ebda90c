// SPDX-License-Identifier: Apache-2.0
#include "queuetext.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_queue {

using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace Qt::StringLiterals;

namespace {

/// Names of a kind in short: "c:R3" is Curator's READ number 3, "k:l0" kazoo's lock number 0, "d:w1" docs' writer.
QString fullName(const QString &word)
{
    const QString uuid = u"3f2504e0-4f89-41d3-9a0c-0305e82c3301"_s;
    const QString hexId = u"3f2504e04f8941d39a0c0305e82c3301"_s;
    static const QHash<QString, QString> prefixes{
        {u"c:R"_s, u"_c_"_s + uuid + u"-__READ__"_s},
        {u"c:W"_s, u"_c_"_s + uuid + u"-__WRIT__"_s},
        {u"k:l"_s, hexId + u"__lock__"_s},
        {u"k:r"_s, hexId + u"__rlock__"_s},
        {u"d:l"_s, uuid + u"-lock-"_s},
        {u"d:r"_s, uuid + u"-read-"_s},
        {u"d:w"_s, uuid + u"-write-"_s},
        {u"p:R"_s, u"R-"_s},
        {u"p:W"_s, u"W-"_s},
        {u"c:s"_s, u"_c_"_s + uuid + u"-lease-"_s},
        {u"d:s"_s, uuid + u"-lease-"_s},
        {u"p:s"_s, u"lease-"_s},
        {u"g:l"_s, u"taskLock-"_s},
    };
    return prefixes.value(word.left(3)) + QString::asprintf("%010d", word.mid(3).toInt());
}

/// Contenders in the order of their creation, each of its own session.
QString inOrder(const QString &words)
{
    QString text;
    int at = 0;
    for (const QString &word : words.split(u' ', Qt::SkipEmptyParts)) {
        ++at;
        text += u"%1 %2 %3\n"_s.arg(fullName(word), QString::number(0x10 + at, 16), QString::number(0xa00 + at, 16));
    }
    return text;
}

LockQueue queueOf(const QString &words)
{
    return queueFrom(inOrder(words));
}

} // namespace

class TestQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoHoldsAndWhoWaitsForWhom_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QStringList>("findings");
        const auto row = [](const char *name, const QString &text, const QString &expected,
                            const QStringList &findings = {}) { QTest::newRow(name) << text << expected << findings; };
        row("docs: a reader waits for the nearest earlier writer", inOrder(u"d:r0 d:r1 d:w2 d:w3 d:r4 d:r5 d:w6"_s),
            u"0H 1H 2W<1 3W<2 4W<3 5W<3 6W<5"_s);
        row("plain: a reader waits for the nearest earlier writer", inOrder(u"p:R0 p:R1 p:W2 p:W3 p:R4 p:R5 p:W6"_s),
            u"0H 1H 2W<1 3W<2 4W<3 5W<3 6W<5"_s);
        row("kazoo: a reader waits for the nearest earlier lock, a writer for anything",
            inOrder(u"k:r0 k:r1 k:l2 k:l3 k:r4 k:r5 k:l6"_s), u"0H 1H 2W<1 3W<2 4W<3 5W<3 6W<5"_s);
        row("Curator: a reader waits for the oldest writer", inOrder(u"c:R0 c:R1 c:W2 c:W3 c:R4 c:R5 c:W6"_s),
            u"0H 1H 2W<1 3W<2 4W<2 5W<2 6W<5"_s);
        row("a writer first holds alone", inOrder(u"d:w0 d:r1 d:r2"_s), u"0H 1W<0 2W<0"_s);
        row("who has a lease holds", inOrder(u"c:s0 c:s1 c:s2"_s), u"0H 1H 2H"_s);
        row("readers only", inOrder(u"p:R0 p:R1 p:R2"_s), u"0H 1H 2H"_s);
        row("contenders of two dialects do not see each other", inOrder(u"k:l0 d:l1 k:l2 d:l3"_s), u"0H 1H 2W<0 3W<1"_s,
            {u"mixed-dialects"_s});
        row("a generic name among known ones is foreign", inOrder(u"g:l0 k:l1 k:l2"_s), u"1H 2W<1 0F"_s,
            {u"foreign-child"_s});
        row("foreign children come last, by name", u"zoo 1 0\nlock-0000000001 10 a\nalpha ?\n"_s, u"1H alphaF zooF"_s,
            {u"foreign-child"_s});
        row("the order is that of creation, not of numbers",
            u"lock-0000000001 20 a\nlock-0000000002 10 b\nlock-0000000003 30 c\n"_s, u"2H 1W<2 3W<1"_s,
            {u"order-disagreement"_s});
        row("wrapped numbers follow the greatest",
            u"lock--2147483648 12 c\nlock-2147483647 11 b\nlock--2147483647 13 d\nlock-2147483646 10 a\n"_s,
            u"2147483646H 2147483647W<2147483646 -2147483648P<2147483647 -2147483647W<-2147483648"_s,
            {u"sequence-overflow"_s});
        row("so they do while they are unresolved", u"lock--2147483648 ?\nlock-2147483647 ?\n"_s,
            u"2147483647P -2147483648P<2147483647"_s, {u"sequence-overflow"_s});
        row("unresolved contenders come last and do not hold",
            u"R-0000000004 ?\nR-0000000003 ?\nR-0000000005 10 a\nW-0000000006 11 b\n"_s, u"5P 6W<5 3P<6 4P<6"_s);
        row("an unresolved reader beside one that holds", u"R-0000000001 10 a\nR-0000000002 ?\n"_s, u"1H 2P"_s);
        row("with nothing resolved the rows are in order and nobody holds",
            u"lock-0000000002 ?\nlock-0000000001 ?\nlock-0000000003 ?\n"_s, u"1P 2P<1 3P<2"_s);
        row("a downgraded reader holds alone once its writer is gone",
            u"_c_3f2504e0-4f89-41d3-9a0c-0305e82c3302-__WRIT__0000000002 11 b\n"
            "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3303-__READ__0000000003 12 c\n"
            "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3304-__READ__0000000001 13 a\n"_s,
            u"1H 2W<1 3W<2"_s);
        row("a reader of the session of the writer that holds may be its downgrade",
            u"_c_3f2504e0-4f89-41d3-9a0c-0305e82c3301-__WRIT__0000000001 10 a\n"
            "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3302-__READ__0000000002 11 a\n"
            "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3303-__READ__0000000003 12 b\n"
            "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3304-__WRIT__0000000004 13 c\n"_s,
            u"1H 2P 3W<1 4W<3"_s);
        row("and waits for certain where that writer waits itself",
            u"_c_3f2504e0-4f89-41d3-9a0c-0305e82c3301-__READ__0000000001 10 b\n"
            "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3302-__WRIT__0000000002 11 a\n"
            "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3303-__READ__0000000003 12 a\n"_s,
            u"1H 2W<1 3W<2"_s);
        row("a reader with a stranger's number is not downgraded",
            u"_c_3f2504e0-4f89-41d3-9a0c-0305e82c3301-__WRIT__0000000001 10 a\n"
            "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3304-__READ__0000000001 13 b\n"_s,
            u"1H 1W<1"_s);
    }

    void whoHoldsAndWhoWaitsForWhom()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const LockQueue queue = queueFrom(text);
        QCOMPARE(drawn(queue), expected);
        QCOMPARE(static_cast<int>(queue.holders.size()), expected.count(u'H'));
        QCOMPARE(queue.waiting, expected.count(u'W') + expected.count(u'P'));
        QVERIFY(queue.isLock());
        QTEST(findingIds(queue), "findings");
    }

    void theDirectoryTellsKindAndDialect_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("dialect");
        QTest::addColumn<QString>("kind");
        QTest::newRow("leases as the documentation names") << u"d:s0"_s << u"docs"_s << u"semaphore"_s;
        QTest::newRow("plain leases") << u"p:s0"_s << u"plain"_s << u"semaphore"_s;
        QTest::newRow("the majority") << u"k:l0 d:l1 d:l2"_s << u"docs"_s << u"mutex"_s;
        QTest::newRow("mostly generic") << u"g:l0 g:l1 d:l2"_s << u"generic"_s << u"queue"_s;
    }

    void theDirectoryTellsKindAndDialect()
    {
        QFETCH(QString, words);
        const LockQueue queue = queueOf(words);
        QTEST(dialectName(queue.dialect), "dialect");
        QTEST(lockKindName(queue.kind), "kind");
    }

    void anEmptyDirectoryIsNoLock()
    {
        const LockQueue queue = queueFrom({});
        QVERIFY(!queue.isLock());
        QCOMPARE(queue.kind, LockKind::Queue);
        QCOMPARE(queue.dialect, Dialect::Generic);
        const LockQueue configuration = queueFrom(u"config 1 0\nservers 2 0"_s);
        QVERIFY(!configuration.isLock());
        QCOMPARE(drawn(configuration), u"configF serversF"_s);
        QCOMPARE(findingIds(configuration), QStringList());
    }

    void aDowngradedReaderHoldsWithItsWriter()
    {
        const QString text = u"_c_3f2504e0-4f89-41d3-9a0c-0305e82c3301-__WRIT__0000000001 10 a\n"
                             "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3302-__WRIT__0000000002 11 b\n"
                             "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3303-__READ__0000000003 12 c\n"
                             "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3304-__READ__0000000001 13 a\n"_s;
        const LockQueue queue = queueFrom(text);
        QCOMPARE(drawn(queue), u"1H 1H 2W<1 3W<1"_s);
        QCOMPARE(queue.contenders[1].parsed->mode, Mode::Shared);
        QCOMPARE(queue.waitsFor(2), IndexList{1});
        QCOMPARE(queue.waitsFor(3), IndexList{0});
        QCOMPARE(findingIds(queue), QStringList());
        QVERIFY(queue.nextAfterRemoval({0}).empty());
        QCOMPARE(queue.nextAfterRemoval({1}), std::vector<int>{}); // the writer's own node still holds
    }

    void readersThatShareTheStuckNumberKeepTheirOrder()
    {
        const LockQueue queue = queueFrom(u"_c_3f2504e0-4f89-41d3-9a0c-0305e82c3301-__WRIT__2147483647 10 a\n"
                                          "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3302-__READ__2147483647 11 a\n"
                                          "_c_3f2504e0-4f89-41d3-9a0c-0305e82c3303-__WRIT__2147483647 12 b\n"_s);
        QCOMPARE(names(queue, queue.holders), QStringList(queue.contenders[0].node.name));
        QCOMPARE(queue.contenders[1].parsed->mode, Mode::Shared);
        QCOMPARE(queue.contenders[1].state, ContenderState::Pending); // its session has the writer that holds
        QCOMPARE(queue.waitsFor(2), IndexList{1});
        QCOMPARE(findingIds(queue), QStringList{u"sequence-overflow"_s});
    }

    /// The moment of the wrap: who sorts by number takes the negative one for the first.
    void theGreatestNumberDoesNotHideThatTwoMayHold()
    {
        const LockQueue queue = queueFrom(u"3f2504e04f8941d39a0c0305e82c3301__lock__2147483646 10 a\n"
                                          "3f2504e04f8941d39a0c0305e82c3302__lock__2147483647 11 b\n"
                                          "3f2504e04f8941d39a0c0305e82c3303__lock__-2147483648 12 c\n"_s);
        QCOMPARE(findingIds(queue), QStringList{u"sequence-overflow"_s});
        QVERIFY(queue.findings.first().text.english().contains(u"all of these may hold at once"_s));
        QCOMPARE(queue.contenders[1].state, ContenderState::Waiting);
        QCOMPARE(queue.contenders[2].state, ContenderState::Pending);
    }

    void afterARemovalOfNobodyNobodyIsNext()
    {
        const LockQueue queue = queueOf(u"d:l0 d:l1"_s);
        for (const int none : {7, -1})
            QVERIFY(queue.nextAfterRemoval({none}).empty());
    }

    void aContenderIsFoundByItsName()
    {
        const LockQueue queue = queueFrom(u"lock-0000000002 11 a\nlock-0000000001 10 b\n"_s);
        QCOMPARE(queue.indexOf(u"lock-0000000002"), 1);
        QCOMPARE(queue.indexOf(u"lock-0000000003"), -1);
    }

    void aDirectoryIsWorthShowingIfOneNameIsAContenders()
    {
        QVERIFY(!looksLikeLock({}));
        QVERIFY(!looksLikeLock({u"config"_s, u"lock"_s}));
        QVERIFY(looksLikeLock({u"config"_s, u"lock-0000000000"_s}));
    }

    void aHundredThousandContendersAreRead()
    {
        // Every third a writer, so that the readers behind each make a herd; listed in no order.
        constexpr int count = 100'000;
        std::vector<ChildNode> children;
        for (int i = 0; i < count; ++i) {
            const int number = static_cast<int>((i * 7919LL) % count);
            children.push_back(
                childNamed((number % 3 == 0 ? u"W-"_s : u"R-"_s) + sequenceText(number), 1 + number, 1 + number));
        }
        const LockQueue queue = readQueue(u"/lock"_s, std::nullopt, std::move(children));
        QCOMPARE(static_cast<int>(queue.contenders.size()), count);
        QCOMPARE(queue.holders, std::vector<int>{0});
        QCOMPARE(queue.waitsFor(99'998), IndexList{99'996});
        QCOMPARE(queue.waitsFor(99'999), IndexList{99'998});
        QCOMPARE(queue.nextAfterRemoval({0}), (std::vector<int>{1, 2}));
    }
};

} // namespace lockscope::tst_queue

LOCKSCOPE_TEST(lockscope::tst_queue::TestQueue)
#include "tst_queue.moc"
