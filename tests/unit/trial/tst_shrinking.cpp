// SPDX-License-Identifier: Apache-2.0
#include "core/trial/shrinking.h"
#include "tests/support/testprogram.h"

#include <QtTest>

#include <functional>

namespace lockscope::tst_shrinking {

using namespace lockscope::trial;
using namespace Qt::StringLiterals;
using journal::Fault;

/// What is tried after a trial has failed.
class ShrinkingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsNotNeededGoes_data()
    {
        QTest::addColumn<int>("clients");
        QTest::addColumn<int>("rounds");
        QTest::addColumn<bool>("needsPause");
        QTest::newRow("one of one") << 1 << 1 << false;
        QTest::newRow("two of one, under a fault") << 2 << 1 << true;
        QTest::newRow("three of seven") << 3 << 7 << false;
    }
    void whatIsNotNeededGoes()
    {
        QFETCH(int, clients);
        QFETCH(int, rounds);
        QFETCH(bool, needsPause);
        const auto fails = [&](const TrialSpec &spec) {
            const bool hasPause = std::ranges::any_of(
                spec.faults, [](const TrialFault &fault) { return deedName(fault.deed) == "pause"_L1; });
            return spec.clients >= clients && spec.rounds >= rounds && (hasPause || !needsPause);
        };
        const Shrinking shrunk = shrink(fails);
        QCOMPARE(shrunk.smallest().clients, clients);
        QCOMPARE(shrunk.smallest().rounds, rounds);
        QCOMPARE(shrunk.smallest().faults.size(), needsPause ? 1 : 0);
        QVERIFY(shrunk.runs() < Shrinking::mostRuns);
    }

    /// Whether it fails is chance; the seed with which it did is kept.
    void aSeedWithWhichItFailsIsKept()
    {
        const Shrinking shrunk = shrink([](const TrialSpec &spec) { return spec.seed % 3 == 2; });
        QCOMPARE(shrunk.smallest().clients, 1);
        QCOMPARE(shrunk.smallest().rounds, 1);
        QCOMPARE(shrunk.smallest().seed % 3, quint64(2));
    }

    void itEndsWhereNothingSmallerFails()
    {
        const Shrinking shrunk = shrink([](const TrialSpec &) { return false; });
        QCOMPARE(shrunk.smallest().clients, 16);
        QCOMPARE(shrunk.smallest().faults.size(), 2);
        QVERIFY(shrunk.runs() <= 12 * Shrinking::seedsEach);
    }

    void itEndsAfterSoManyRuns()
    {
        TrialSpec large;
        large.clients = 1 << 20;
        large.rounds = 1 << 20;
        int tries = 0;
        const Shrinking shrunk = shrink([&](const TrialSpec &) { return ++tries % 3 == 0; }, large);
        QCOMPARE(shrunk.runs(), int(Shrinking::mostRuns));
    }

private:
    static Shrinking shrink(const std::function<bool(const TrialSpec &)> &fails, std::optional<TrialSpec> from = {})
    {
        TrialSpec failed;
        failed.clients = 16;
        failed.rounds = 50;
        failed.faults = {{lab::FaultRequest{Fault::Crash, {}}, 0.1}, {lab::FaultRequest{Fault::Pause, {}}, 0.2}};
        Shrinking shrinking(from.value_or(failed));
        while (const auto candidate = shrinking.next())
            shrinking.tried(fails(*candidate));
        return shrinking;
    }
};

} // namespace lockscope::tst_shrinking

LOCKSCOPE_TEST(lockscope::tst_shrinking::ShrinkingTest)
#include "tst_shrinking.moc"
