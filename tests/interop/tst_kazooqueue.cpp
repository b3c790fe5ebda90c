// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/foreignclients.h"
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_kazooqueue {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// The queue that is shown for kazoo's contenders is the queue that kazoo says it has.
class KazooQueueTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        const QString problem = m_kazoo.start(m_sandbox.connectString());
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void init() { m_lock = u"/t%1"_s.arg(++m_count); }

    void aReadWriteLockIsShownInKazoosOrder()
    {
        Observation observation(m_sandbox.connectString());
        QVERIFY(observation.watch(m_lock));
        const QStringList readers = open(u"read"_s, 3);
        const QStringList writers = open(u"write"_s, 2);
        // R0 R1 | W0 | W1 | R2: no writer behind a reader that waits, which kazoo 2.8 does not get over.
        for (const QString &name : QStringList{readers[0], readers[1], writers[0], writers[1], readers[2]})
            enqueue(name, observation);
        const QStringList order{readers[0], readers[1], writers[0], writers[1], readers[2]};
        QCOMPARE(m_kazoo.contenders(writers[0]), order);
        QCOMPARE(shown(observation.world().queue(m_lock)), order);
        QCOMPARE(observation.world().queue(m_lock).kind, locks::LockKind::ReadWrite);
        const QList<QStringList> turns{{readers[0], readers[1]}, {writers[0]}, {writers[1]}, {readers[2]}};
        for (const QStringList &turn : turns) {
            AWAIT_COMPARE(holders(observation.world().queue(m_lock)), turn);
            for (const QString &name : turn)
                QVERIFY(m_kazoo.next(name, u"acquired"_s)); // kazoo agrees
            for (const QString &name : turn)
                QVERIFY(m_kazoo.release(name));
            AWAIT_COMPARE(shown(observation.world().queue(m_lock)), m_kazoo.contenders(writers[0]));
        }
    }

    void theQueueIsKazoosDuringChurnToo()
    {
        QTemporaryDir folder;
        const QString counter = folder.filePath(u"counter"_s);
        const QString diary = folder.filePath(u"diary"_s);
        for (const QString &path : {counter, diary}) {
            QVERIFY(writeFile(path, path == counter ? "0" : ""));
        }
        Observation observation(m_sandbox.connectString());
        QVERIFY(observation.watch(m_lock));
        const QStringList names = open(u"mutex"_s, 6);
        const QStringList readers = open(u"read"_s, 1); // only asks
        QCOMPARE(names.size() + readers.size(), 7);
        constexpr int manyRounds = 1'000'000;
        const int roundsBefore = m_kazoo.count(u"round"_s);
        for (const QString &name : names)
            m_kazoo.send(name, u"rounds"_s, {QString::number(manyRounds), counter, diary, u"20"_s});
        // kazoo lists, then reads node by node: where the queue moves meanwhile its answer is none of one moment, and
        // it is asked again. What it says of one moment must have been shown since it was asked. They come and go until
        // that was so often enough, however slow this machine is.
        int agreed = 0;
        const QDeadlineTimer limit(patienceMs());
        while (agreed < 10 && !limit.hasExpired() && !m_kazoo.hasFailed()) {
            QList<QStringList> seen;
            const QMetaObject::Connection watching = connect(&m_poll, &QTimer::timeout, this, [&] {
                const QStringList now = shown(observation.world().queue(m_lock));
                if (!now.isEmpty() && (seen.isEmpty() || seen.last() != now))
                    seen << now;
            });
            m_poll.start(0);
            const QStringList kazoos = m_kazoo.contenders(readers.first());
            m_poll.stop();
            disconnect(watching);
            agreed += seen.contains(kazoos) ? 1 : 0;
        }
        for (const QString &name : names)
            m_kazoo.send(name, u"stop"_s);
        QVERIFY2(agreed >= 10, qPrintable(u"agreed %1 times"_s.arg(agreed)));
        AWAIT_COMPARE(m_kazoo.count(u"done"_s), int(names.size()));
        AWAIT_COMPARE(observation.world().queue(m_lock).contenders.size(), size_t(0));
        const qint64 rounds = m_kazoo.count(u"round"_s) - roundsBefore;
        // None is unaccounted for, once the last one is listed: the queue was empty before it as well.
        AWAIT_COMPARE(observation.added(m_lock) + observation.unseen(m_lock), rounds);
        QVERIFY(!m_kazoo.hasFailed());
    }

private:
    /// The identifiers (the data of the nodes) in the order shown; empty while one of them is not known yet.
    static QStringList shown(const locks::LockQueue &queue)
    {
        QStringList identifiers;
        for (const locks::Contender &contender : queue.contenders) {
            if (!contender.node.stat)
                return {};
            identifiers << QString::fromUtf8(contender.node.data);
        }
        return identifiers;
    }
    static QStringList holders(const locks::LockQueue &queue)
    {
        QStringList identifiers;
        for (const int index : queue.holders)
            identifiers << QString::fromUtf8(queue.contenders[static_cast<size_t>(index)].node.data);
        return identifiers;
    }
    QStringList open(const QString &kind, int count)
    {
        QStringList names;
        for (int i = 0; i < count; ++i) {
            names << m_kazoo.open(kind, m_lock);
            if (names.last().isEmpty())
                return {};
        }
        return names;
    }
    void enqueue(const QString &name, const Observation &observation)
    {
        const qsizetype before = shown(observation.world().queue(m_lock)).size();
        m_kazoo.acquire(name);
        AWAIT_COMPARE(shown(observation.world().queue(m_lock)).size(), before + 1);
    }

    SandboxForTest m_sandbox;
    Kazoo m_kazoo;
    QTimer m_poll;
    QString m_lock;
    int m_count = 0;
};

} // namespace lockscope::tst_kazooqueue

LOCKSCOPE_TEST(lockscope::tst_kazooqueue::KazooQueueTest)
#include "tst_kazooqueue.moc"
