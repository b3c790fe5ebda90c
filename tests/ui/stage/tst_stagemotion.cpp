// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/stage/stagelayout.h"

namespace lockscope::tst_stagemotion {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

QRectF cardAt(qreal x)
{
    return {x, 0, 100, 50};
}

constexpr qint64 whole = StageMotion::durationMs;

} // namespace

class StageMotionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCardGoesToItsPlaceAndRests()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(300)}}, 0, false);
        QVERIFY(!motion.isMoving(0));
        motion.setGoals({{u"a"_s, cardAt(0)}}, 1000, true);
        QCOMPARE(motion.at(u"a"_s, 1000)->rect, cardAt(300));
        const qreal half = motion.at(u"a"_s, 1000 + whole / 2)->rect.x();
        QVERIFY(half > 0 && half < 150);
        QVERIFY(motion.isMoving(1000 + whole / 2));
        QCOMPARE(motion.at(u"a"_s, 1000 + whole)->rect, cardAt(0));
        QVERIFY(!motion.isMoving(1000 + whole));
    }

    void aNewGoalBeginsWhereTheCardIs()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(300)}}, 0, false);
        motion.setGoals({{u"a"_s, cardAt(0)}}, 1000, true);
        const QRectF there = motion.at(u"a"_s, 1090)->rect;
        motion.setGoals({{u"a"_s, cardAt(600)}}, 1090, true);
        QCOMPARE(motion.at(u"a"_s, 1090)->rect, there);
        QCOMPARE(motion.at(u"a"_s, 1090 + whole)->rect, cardAt(600));
    }

    void theSameGoalDoesNotBeginAnew()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(300)}}, 0, false);
        motion.setGoals({{u"a"_s, cardAt(0)}}, 1000, true);
        motion.setGoals({{u"a"_s, cardAt(0)}}, 1000 + whole - 1, true);
        QVERIFY(!motion.isMoving(1000 + whole));
    }

    void whoComesFadesInAndWhoGoesFadesOut()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(0)}}, 0, true);
        QCOMPARE(motion.at(u"a"_s, 0)->opacity, 0.0);
        QCOMPARE(motion.at(u"a"_s, whole)->opacity, 1.0);
        motion.setGoals({}, 1000, true);
        QVERIFY(motion.at(u"a"_s, 1001)->isLeaving);
        QCOMPARE(motion.leaving(1001), QList<QString>{u"a"_s});
        QVERIFY(motion.leaving(1000 + whole).isEmpty());
        QVERIFY(!motion.at(u"a"_s, 1000 + whole));
    }

    void whoComesBackWhileFadingIsThereAgain()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(0)}}, 0, false);
        motion.setGoals({}, 1000, true);
        motion.setGoals({{u"a"_s, cardAt(50)}}, 1090, true);
        QVERIFY(!motion.at(u"a"_s, 1091)->isLeaving);
        QCOMPARE(motion.at(u"a"_s, 1090 + whole)->opacity, 1.0);
    }

    void withoutMotionAllIsThereAtOnce()
    {
        StageMotion motion;
        motion.setGoals({{u"a"_s, cardAt(0)}}, 0, false);
        motion.setGoals({{u"b"_s, cardAt(0)}}, 10, false);
        QVERIFY(!motion.at(u"a"_s, 10));
        QCOMPARE(motion.at(u"b"_s, 10)->opacity, 1.0);
    }
};

} // namespace lockscope::tst_stagemotion

LOCKSCOPE_TEST(lockscope::tst_stagemotion::StageMotionTest)
#include "tst_stagemotion.moc"
