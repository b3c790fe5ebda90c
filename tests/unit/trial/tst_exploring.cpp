// SPDX-License-Identifier: Apache-2.0
#include "core/trial/exploring.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_exploring {

using namespace lockscope::trial;
using namespace Qt::StringLiterals;

/// Which messages are kept back in which run.
class ExploringTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noneThenEachAloneThenTwo()
    {
        Exploring exploring(spec(1), 2);
        const QList<QStringList> runs = all(exploring, three());
        QCOMPARE(runs.size(), 1 + 3 + 3);
        QCOMPARE(runs.first(), QStringList());
        const QSet<QString> names(m_names.begin(), m_names.end());
        QSet<QString> alone;
        for (const QStringList &run : runs.mid(1, 3)) {
            QCOMPARE(run.size(), 1);
            alone += run.first();
        }
        QCOMPARE(alone, names);
        QSet<QStringList> pairs;
        for (QStringList run : runs.mid(4)) {
            QCOMPARE(run.size(), 2);
            run.sort();
            pairs += run;
        }
        QCOMPARE(pairs.size(), 3);
    }

    void noMoreThanSoMany_data()
    {
        QTest::addColumn<int>("delays");
        QTest::addColumn<int>("runs");
        QTest::newRow("none") << 0 << 1;
        QTest::newRow("one") << 1 << 4;
        QTest::newRow("more than there are") << 9 << 1 + 3 + 3 + 1;
    }
    void noMoreThanSoMany()
    {
        QFETCH(int, delays);
        QFETCH(int, runs);
        Exploring exploring(spec(1), delays);
        QCOMPARE(all(exploring, three()).size(), runs);
        QCOMPARE(exploring.runs(), runs);
    }

    /// A message that comes only where another one was late is tried, too.
    void whatIsSeenLaterIsTriedToo()
    {
        Exploring exploring(spec(1), 1);
        const Moment late{u"client-1"_s, u"exists"_s, 2, false};
        bool isTried = false;
        while (const auto run = exploring.next()) {
            isTried = isTried || run->faults.contains(TrialFault{Hold(), late});
            exploring.tried(run->faults.isEmpty() ? three() : three() << late);
        }
        QVERIFY(isTried);
        QCOMPARE(exploring.runs(), 1 + 4);
    }

    void theSeedDecidesTheOrder()
    {
        QList<Moment> many;
        for (int i = 1; i <= 20; ++i)
            many += Moment{u"client-0"_s, u"create"_s, i, false};
        const auto runs = [&](quint64 seed) {
            Exploring exploring(spec(seed), 1);
            return all(exploring, many);
        };
        QCOMPARE(runs(7), runs(7));
        QVERIFY(runs(7) != runs(8));
    }

    void whatWasAskedForStays()
    {
        TrialSpec asked = spec(1);
        asked.faults = {TrialFault{lab::FaultRequest{journal::Fault::Crash, {}}, 0.1}};
        Exploring exploring(asked, 1);
        while (const auto run = exploring.next()) {
            QCOMPARE(run->faults.first(), asked.faults.first());
            exploring.tried(three());
        }
    }

private:
    static TrialSpec spec(quint64 seed)
    {
        TrialSpec spec;
        spec.seed = seed;
        return spec;
    }
    static QList<Moment> three()
    {
        return {{u"client-0"_s, u"create"_s, 1, false},
                {u"client-0"_s, u"create"_s, 1, true},
                {u"client-1"_s, u"event"_s, 1, true}};
    }
    static QList<QStringList> all(Exploring &exploring, const QList<Moment> &seen)
    {
        QList<QStringList> runs;
        while (const auto run = exploring.next()) {
            QStringList held;
            for (const TrialFault &fault : run->faults)
                held += std::get<Moment>(fault.when).toString();
            runs += held;
            exploring.tried(seen);
        }
        return runs;
    }

    const QStringList m_names{u"client-0/create"_s, u"client-0/create-reply"_s, u"client-1/event"_s};
};

} // namespace lockscope::tst_exploring

LOCKSCOPE_TEST(lockscope::tst_exploring::ExploringTest)
#include "tst_exploring.moc"
