// SPDX-License-Identifier: Apache-2.0
#include "core/lab/faultdriver.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::tst_faultdriver {

using namespace lockscope::lab;
using namespace std::chrono_literals;
using journal::Fault;

namespace {

std::vector<std::optional<FaultDraw>> draws(const QList<RandomFault> &faults, quint64 seed, quint32 client, int count)
{
    FaultDriver driver(faults, seed, client);
    std::vector<std::optional<FaultDraw>> drawn;
    for (int i = 0; i < count; ++i)
        drawn.push_back(driver.next());
    return drawn;
}

const QList<RandomFault> some{{Fault::LoseReply, 0.05, {}}, {Fault::Pause, 0.05, 40ms}, {Fault::Crash, 0.01, {}}};

} // namespace

class TestFaultDriver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSameSeedAndClientDrawTheSame()
    {
        QCOMPARE(draws(some, 7, 3, 2'000), draws(some, 7, 3, 2'000));
        QVERIFY(draws(some, 7, 3, 2'000) != draws(some, 8, 3, 2'000));
        QVERIFY(draws(some, 7, 3, 2'000) != draws(some, 7, 4, 2'000));
        QVERIFY(draws(some, 7, 3, 2'000) != draws(some, 7 + (1ULL << 32), 3, 2'000));
    }

    void theDrawsOfASeedAreTheSameOnEveryMachine() // a recorded seed is good for ever
    {
        QStringList drawn;
        for (const auto &draw : draws({{Fault::Expire, 0.3, {}}, {Fault::Delay, 0.3, 5ms}}, 42, 0, 12))
            drawn << (draw ? journal::faultName(draw->request.fault) + (draw->afterReply ? u'+' : u'-')
                           : QStringLiteral("."));
        QCOMPARE(drawn.join(u' '), QStringLiteral("expire+ expire+ expire+ . delay+ . . . delay- . . delay+"));
    }

    void eachFaultComesAboutAsOftenAsAsked()
    {
        int lost = 0;
        int paused = 0;
        int crashed = 0;
        for (const auto &draw : draws(some, 1, 0, 20'000)) {
            lost += draw && draw->request.fault == Fault::LoseReply;
            paused += draw && draw->request == FaultRequest{Fault::Pause, 40ms};
            crashed += draw && draw->request.fault == Fault::Crash;
        }
        QVERIFY2(lost > 900 && lost < 1'100, qPrintable(QString::number(lost)));
        QVERIFY2(paused > 850 && paused < 1'050, qPrintable(QString::number(paused))); // 0.95 of them
        QVERIFY2(crashed > 140 && crashed < 220, qPrintable(QString::number(crashed)));
    }

    void anotherRateOfOneFaultDoesNotMoveTheOthers()
    {
        auto more = some;
        more[1].rate = 0;
        const auto with = draws(some, 5, 0, 2'000);
        const auto without = draws(more, 5, 0, 2'000);
        for (size_t i = 0; i < with.size(); ++i) {
            if (!with[i] || with[i]->request.fault != Fault::Pause)
                QCOMPARE(with[i], without[i]);
        }
    }

    void aLostReplyIsNeverDrawnForAfterTheReply()
    {
        for (const auto &draw : draws({{Fault::LoseReply, 0.5, {}}, {Fault::LoseCreateReply, 0.5, {}}}, 3, 0, 500))
            QVERIFY(!draw || !draw->afterReply);
    }

    void withoutFaultsNothingHappens()
    {
        for (const auto &draw : draws({}, 3, 0, 100))
            QVERIFY(!draw);
    }
};

} // namespace lockscope::tst_faultdriver

LOCKSCOPE_TEST(lockscope::tst_faultdriver::TestFaultDriver)
#include "tst_faultdriver.moc"
