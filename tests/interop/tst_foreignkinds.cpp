// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/interopfixture.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_foreignkinds {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// Whatever recipe of kazoo or of Curator queues: its lock is shown as what it is, with who holds and who waits for
/// whom.
class ForeignKindsTest : public InteropFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aQueueOfARecipeIsReadAsItIs_data()
    {
        QTest::addColumn<QString>("peer");
        QTest::addColumn<QStringList>("recipes"); // of each client, in the order in which they come
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QStringList>("expected");
        const QStringList line{u"holding"_s, u"waiting<0"_s, u"waiting<1"_s};
        const auto three = [](const QString &recipe) { return QStringList{recipe, recipe, recipe}; };
        const QString kazoo = u"kazoo"_s;
        const QString curator = u"curator"_s;
        for (const QString &peer : {kazoo, curator}) {
            QTest::newRow(qPrintable(peer + u" mutex"_s)) << peer << three(u"mutex"_s) << u"mutex"_s << line;
            QTest::newRow(qPrintable(peer + u" readers and a writer"_s))
                << peer << QStringList{u"read"_s, u"read"_s, u"write"_s} << u"readwrite"_s
                << QStringList{u"holding"_s, u"holding"_s, u"waiting<1"_s};
        }
        // Of two leases both are out. kazoo's waiter queues; Curator's has made a lease already that is one too many.
        QTest::newRow("kazoo semaphore") << kazoo << three(u"semaphore"_s) << u"semaphore"_s
                                         << QStringList{u"holding"_s, u"holding"_s, u"waiting<0<1"_s};
        QTest::newRow("curator semaphore")
            << curator << three(u"semaphore"_s) << u"semaphore"_s
            << QStringList{u"holding"_s, u"holding"_s, u"pending<0<1"_s, u"waiting<0<1"_s};
        QTest::newRow("kazoo election") << kazoo << three(u"election"_s) << u"mutex"_s << line; // a Lock by its names
        QTest::newRow("curator leader latch") << curator << three(u"latch"_s) << u"election"_s << line;
        QTest::newRow("curator leader selector") << curator << three(u"selector"_s) << u"mutex"_s << line;
    }

    void aQueueOfARecipeIsReadAsItIs()
    {
        QFETCH(QStringList, recipes);
        QFETCH(QString, kind);
        QFETCH(QStringList, expected);
        const bool isCurator = dialect() == locks::Dialect::Curator;
        Watched observation(m_sandbox.connectString(), u"/"_s);
        const auto queue = [&]() -> const locks::LockQueue & { return observation.world().queue(m_lock); };
        QStringList clients;
        for (const QString &recipe : std::as_const(recipes)) {
            constexpr int leases = 2;
            clients << peer().open(recipe, m_lock, leases);
            QVERIFY(!clients.last().isEmpty());
            peer().acquire(clients.last());
            // One comes after the other, so that who is before whom is known.
            AWAIT_VERIFY(queue().contenders.size() >= static_cast<size_t>(clients.size())
                         && (clients.size() == recipes.size() || isCurator || recipe != u"semaphore"_s
                             || peer().holds(clients.last())));
        }
        AWAIT_COMPARE(shown(queue()), expected);
        QCOMPARE(locks::lockKindName(queue().kind), kind);
        QCOMPARE(queue().dialect, dialect());
        QVERIFY2(queue().findings.isEmpty(), qPrintable(queue().findings.value(0).text.english()));
        QVERIFY(observation.world().lockPaths().contains(m_lock));
        if (kind == u"semaphore"_s)
            AWAIT_COMPARE(queue().maxLeases.value_or(0), isCurator ? 0 : 2); // the directory is read after its list
        for (const QString &client : std::as_const(clients))
            QVERIFY(peer().close(client));
    }

private:
    /// Its clients are closed at the end, and what their library left is its own.
    QStringList directories() override { return {}; }
    /// By state and what it waits for: "holding", "waiting<0".
    static QStringList shown(const locks::LockQueue &queue)
    {
        QStringList words;
        for (int place = 0; place < static_cast<int>(queue.contenders.size()); ++place) {
            QString word = locks::contenderStateName(queue.contenders[static_cast<size_t>(place)].state);
            for (const int index : queue.waitsFor(place))
                word += u'<' + QString::number(index);
            words += word;
        }
        return words;
    }
};

} // namespace lockscope::tst_foreignkinds

LOCKSCOPE_TEST(lockscope::tst_foreignkinds::ForeignKindsTest)
#include "tst_foreignkinds.moc"
