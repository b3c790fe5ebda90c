// SPDX-License-Identifier: Apache-2.0
// The program of chaos itself: that it runs, compares, judges and writes down, and that it would find what is wrong.
#include "tests/chaos/conductor.h"
#include "tests/support/await.h"
#include "tests/support/testprogram.h"

#include <QJsonDocument>
#include <QTemporaryDir>

namespace lockscope::chaos::tst_chaos {

using namespace Qt::StringLiterals;
using test::await;

namespace {

/// Of a mutex, with clients that stand in its queue afterwards.
const QString standingRun = u"60"_s;

} // namespace

class TestChaos : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::unique_ptr<Stage> m_stage;
    QMap<QString, RunRecord> m_ended;

    QString file(const QString &name) const { return m_dir.filePath(name); }

    /// Runs them all on the stage.
    void run(const QStringList &runs)
    {
        m_ended.clear();
        for (const QString &name : runs)
            m_stage->run(*planOf(name));
        AWAIT_VERIFY2(m_ended.size() == runs.size() || !m_stage->trouble().isEmpty(), qPrintable(m_stage->trouble()));
        QVERIFY2(m_stage->trouble().isEmpty(), qPrintable(m_stage->trouble()));
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString why = ClientProcess::whyNoClocks(); !why.isEmpty())
            QSKIP(qPrintable(why));
    }

    void everyRecipeRunsInEachOfItsDialectsByEachClock()
    {
        QSet<QString> seen;
        qsizetype wanted = 0;
        for (const locks::RecipeInfo *info : soundRecipes())
            wanted += info->dialects.size() * clockCount;
        for (quint64 seed = 1; seed <= 12 * 12; ++seed) {
            const RunPlan plan = *planOf(QString::number(seed));
            QCOMPARE(plan.request.seed, seed);
            seen += plan.recipe().name + locks::dialectName(plan.request.dialect) + clockName(plan.clock);
        }
        QCOMPARE(seen.size(), wanted);
        for (const locks::RecipeInfo *info : brokenRecipes())
            QCOMPARE(planOf(brokenPlan(*info, 2).name)->request.recipe, info->id);
        QVERIFY(!planOf(u"mutex-1"_s) && !planOf({}));
    }

    // ---- with servers ----

    void runsUnderFaultsOfClientsAndServersHold()
    {
        ChaosOptions options;
        options.program = QStringLiteral(LOCKSCOPE_CHAOS);
        options.folder = m_dir.path();
        options.ledger = file(u"ledger.jsonl"_s);
        options.runs = 24;
        options.batchSize = 24;
        options.broken = false;
        Conductor conductor(options);
        const auto conducted = await(conductor.conduct());
        QVERIFY2(conducted, qPrintable(conducted ? QString() : conducted.error().sentence().english()));
        const QList<RunRecord> &records = conductor.ledger().records();
        QCOMPARE(records.size(), 24);
        int disturbed = 0;
        int contenders = 0;
        for (const RunRecord &record : records) {
            m_dir.setAutoRemove(m_dir.autoRemove()
                                && record.isClean()); // what failed does not come back when it is asked to
            QVERIFY2(record.isClean(), qPrintable(u"its recording is in %1: %2"_s.arg(
                                           m_dir.path(), QString::fromUtf8(QJsonDocument(toJson(record)).toJson()))));
            QVERIFY(record.grants > 0 && record.durationMs > 0 && !record.faults.isEmpty());
            disturbed += record.serverFaults.isEmpty() ? 0 : 1;
            contenders += record.compared;
        }
        QVERIFY2(disturbed > 0, qPrintable(QString::number(disturbed)));
        QVERIFY2(contenders >= 12, qPrintable(QString::number(contenders)));

        QFile ledger(options.ledger);
        QVERIFY(ledger.open(QIODevice::ReadOnly));
        QCOMPARE(ledger.readAll().count('\n'), 24);
        Conductor again(options);
        QVERIFY(await(again.conduct()));
        QCOMPARE(again.ledger().records().size(), 24);
    }

    void aDifferenceIsFoundWhereThereIsOne()
    {
        m_stage = std::make_unique<Stage>(3, QStringLiteral(LOCKSCOPE_CHAOS), m_dir.path());
        connect(m_stage.get(), &Stage::ended, this, [this](const RunRecord &record) { m_ended[record.run] = record; });
        const auto opened = await(m_stage->open());
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().sentence().english()));
        run({standingRun});
        bool isCompared = false;
        m_stage->compare(QStringList{standingRun}).then([&isCompared](const Stage::Compared &compared) {
            isCompared = true;
            QVERIFY(compared.differences.isEmpty());
            QCOMPARE(compared.contenders.value(standingRun), planOf(standingRun)->standing->count);
        });
        AWAIT_VERIFY(isCompared);

        const auto read = await(readTree(m_stage->ensemble().connectString(), this));
        QVERIFY(read);
        const QList<TrueLock> locks = locksOf(*planOf(standingRun), *read);
        QCOMPARE(locks.size(), 1);
        QVERIFY(m_stage->shown().compare(locks, *read).isEmpty());
        const auto differencesFrom = [&](const QList<TrueLock> &otherLocks, const TrueTree &otherTree) {
            return m_stage->shown().compare(otherLocks, otherTree).value(standingRun).join(u'\n');
        };
        TrueTree other = *read;
        const QString node = locks[0].queue[0].node;
        other[node].owner.value += 1;
        QVERIFY(differencesFrom(locks, other).contains(u"the window's world has "_s + node));
        QVERIFY(differencesFrom(locks, other).contains(u"the record has "_s + node));
        other = *read;
        other.remove(node);
        QVERIFY(differencesFrom(locks, other).contains(node + u", which is not there"_s));
        other = *read;
        other.insert(locks[0].path + u"/missed"_s, {Zxid{1}, SessionId{1}});
        QVERIFY(differencesFrom(locks, other).contains(u"does not have "_s + locks[0].path + u"/missed"_s));
        QList<TrueLock> swapped = locks;
        swapped[0].queue.swapItemsAt(1, 2);
        QVERIFY(differencesFrom(swapped, *read).contains(u"the Queue panel tells of"_s));
        QVERIFY(differencesFrom(swapped, *read).contains(u"the record tells of"_s));
        swapped = locks;
        swapped[0].queue[1].is = TrueContender::Is::Holding;
        QVERIFY(differencesFrom(swapped, *read).contains(u"the Locks panel tells of"_s));
        swapped = locks;
        swapped[0].path += u"-else"_s;
        QVERIFY(m_stage->shown()
                    .compare(swapped, *read)
                    .value(standingRun + u"-else"_s)
                    .join(u' ')
                    .contains(u"the Locks panel does not have"_s));
        QVERIFY(await(m_stage->tidy()));
    }

    /// What breaks by chance does not in each run: two of each at once, until all were caught.
    void whatIsBrokenOnPurposeIsCaught()
    {
        QVERIFY(m_stage);
        QStringList left{u"broken-self-watch"_s, u"broken-path-order"_s, u"broken-leaked-watch"_s};
        constexpr int most = 20;
        for (int seed = 0; seed < most && !left.isEmpty(); seed += 2) {
            QStringList tries;
            for (const QString &recipe : std::as_const(left))
                tries << u"%1-%2"_s.arg(recipe).arg(seed) << u"%1-%2"_s.arg(recipe).arg(seed + 1);
            run(tries);
            if (QTest::currentTestFailed())
                return;
            for (const RunRecord &record : std::as_const(m_ended)) {
                if (record.isCaught())
                    left.removeAll(record.recipe);
            }
        }
        QVERIFY2(left.isEmpty(), qPrintable(left.join(u", "_s)));
    }

    void cleanupTestCase()
    {
        if (m_stage)
            QVERIFY(await(m_stage->close()));
    }
};

} // namespace lockscope::chaos::tst_chaos

LOCKSCOPE_TEST(lockscope::chaos::tst_chaos::TestChaos)
#include "tst_chaos.moc"
