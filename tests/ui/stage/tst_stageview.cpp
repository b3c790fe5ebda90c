// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/svgtext.h"
#include "tests/ui/uitest.h"
#include "ui/models/queuemodel.h"
#include "ui/selection/selection.h"
#include "ui/stage/stagepanel.h"
#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QPainter>

#include <functional>

namespace lockscope::tst_stageview {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

const QString lock = u"/app/orders"_s;

QString pathOf(int number)
{
    return lock + u'/' + lockName(number);
}

/// A lock with contenders 1 … n, the first one holds.
struct Bench
{
    explicit Bench(int contenders)
    {
        QList<QString> names;
        for (int i = 1; i <= contenders; ++i)
            names += lockName(i);
        script.list(lock, names);
        for (int i = 1; i <= contenders; ++i)
            script.resolve(lock, lockName(i), SessionId{0x100 + i}, "worker", 1000);
        script.flush();
        model.setLockPath(lock);
        view.setAnimated(false);
        view.resize(900, 500);
        view.show();
        (void)QTest::qWaitForWindowExposed(&view);
    }

    LiveWorld world;
    WorldScript script{&world};
    QueueModel model{&world};
    StageView view{&model};
};

/// The panel of the window, with five of them.
struct PanelBench : Bench
{
    PanelBench()
        : Bench(5)
    {
        panel.setAnimated(false);
        panel.resize(900, 500);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
    }
    QPoint middleOf(int number) const { return panel.cardRect(pathOf(number)).center().toPoint(); }

    Selection selection{&world};
    StagePanel panel{&model, &selection};
};

} // namespace

class StageViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCardOfTheStageHasTheMenuOfItsNode()
    {
        PanelBench bench;
        bench.selection.setLock(lock);
        const QPoint card = bench.middleOf(3);
        QWidget *ground = bench.panel.viewport();
        QTest::mousePress(ground, Qt::RightButton, {}, card);
        QCOMPARE(bench.selection.nodes(), QStringList{pathOf(3)});
        QContextMenuEvent event(QContextMenuEvent::Mouse, card, ground->mapToGlobal(card));
        QCoreApplication::sendEvent(ground, &event);
        QAction *release = bench.selection.releaseAction();
        QVERIFY(bench.panel.findChildren<QMenu *>().last()->actions().contains(release));
        QSignalSpy released(&bench.selection, &Selection::releaseRequested);
        release->trigger();
        QCOMPARE(released.size(), 1);
        QCOMPARE(released.first().first().toStringList(), QStringList{pathOf(3)});
    }

    void aClickOnTheCardThatIsMarkedChoosesItAgain()
    {
        PanelBench bench;
        const QPoint card = bench.middleOf(3);
        QTest::mouseClick(bench.panel.viewport(), Qt::LeftButton, {}, card);
        bench.selection.setNodes({pathOf(1), pathOf(2)}); // elsewhere; the mark stays
        QCOMPARE(bench.panel.current(), pathOf(3));
        QTest::mouseClick(bench.panel.viewport(), Qt::LeftButton, {}, card);
        QCOMPARE(bench.selection.nodes(), QStringList{pathOf(3)});
    }

    void whoHasGoneLeavesNoPictureBehind()
    {
        Bench bench(5);
        bench.view.grab();
        QCOMPARE(bench.view.pictureCount(), 5);
        bench.script.list(lock, {}, {lockName(1)}).flush();
        QCOMPARE(bench.view.pictureCount(), 4);
        bench.view.setAnimated(true);
        bench.script.list(lock, {}, {lockName(2)}).flush();
        QCOMPARE(bench.view.pictureCount(), 4); // it fades
        AWAIT_COMPARE(bench.view.pictureCount(), 3);
    }

    void whoHasGoneLeavesNoPictureBehindThoughOthersStillMove()
    {
        constexpr int most = 40;
        Bench bench(most);
        bench.view.grab();
        QCOMPARE(bench.view.pictureCount(), most);
        bench.view.setAnimated(true);
        int gone = 0;
        const auto isFirstOver = [&] { // each time that it is looked at, one more begins to fade
            if (gone < most)
                bench.script.list(lock, {}, {lockName(++gone)}).flush();
            return bench.view.pictureCount() < most;
        };
        AWAIT_VERIFY(isFirstOver());
        QVERIFY2(bench.view.pictureCount() > most - gone,
                 qPrintable(u"%1 of %2"_s.arg(bench.view.pictureCount()).arg(gone)));
    }

    void wordsStandOnPlainGroundWhateverIsHatched()
    {
        for (const QPalette &palette : {lightPalette(), darkPalette()}) {
            const Theme &theme = themeFor(palette);
            const auto imageOf = [&](StageCard::Form form) {
                StageCard card{u"client-5"_s, u'M', u"10.0.4.17:52734"_s, u"0x\u2026cb0005 #0000005"_s, {}, form};
                QImage image(int(StageMetrics::cardWidth), int(StageMetrics::cardHeight), QImage::Format_RGB32);
                image.fill(theme.panel);
                QPainter painter(&image);
                paintStageCard(painter, card, theme, bodyFont());
                return image;
            };
            const QImage plain = imageOf(StageCard::Form::Waiting);
            const int titleWidth =
                int(QFontMetricsF(scaledFont(bodyFont(), 1, QFont::DemiBold)).horizontalAdvance(u"client-5"_s));
            for (const auto form : {StageCard::Form::Suspended, StageCard::Form::Over}) {
                const QImage hatched = imageOf(form);
                for (const QRect &words : {QRect(34, 6, titleWidth, 18), QRect(6, 34, 138, 56)})
                    QCOMPARE(hatched.copy(words), plain.copy(words));
                QVERIFY(hatched != plain);
            }
        }
    }

    /// One that holds with two of its four threads; the other one waits with all.
    void aProcessShowsWhichOfItsThreadsHold()
    {
        Bench bench(2);
        for (const quint32 id : {1, 2}) {
            journal::ClientSpawned spawned;
            spawned.id = ClientId{id};
            spawned.name = id == 1 ? u"P"_s : u"Q"_s;
            spawned.recipe = locks::RecipeId::ProcessLock;
            spawned.lock = lock;
            spawned.threads = 4;
            bench.script.write(spawned);
            bench.script.write(journal::ClientConnection{{id}, ConnectionState::Connected, SessionId{0x100 + id}});
        }
        const auto becomes = [&](quint32 id, locks::LockState state, int entries) {
            journal::ClientLockState event;
            event.id = ClientId{id};
            event.state = state;
            event.node = pathOf(int(id));
            event.entries = entries;
            bench.script.write(event);
            bench.script.flush();
        };
        becomes(1, locks::LockState::Retained, 2);
        becomes(2, locks::LockState::Fetching, 0);
        const auto cards = bench.view.cards();
        QCOMPARE(cards.size(), size_t(2));
        QCOMPARE(cards[0].threads, 4);
        QCOMPARE(cards[0].inside, 2);
        QCOMPARE(cards[1].threads, 4);
        QCOMPARE(cards[1].inside, 0);
        // In the head of a holder, which is filled, a thread that holds is as its letters, one that left is as the
        // ground.
        const Theme &theme = themeFor(bench.view.palette());
        const auto pictured = [&theme](int inside) {
            StageCard card;
            card.title = u"P"_s;
            card.form = StageCard::Form::Holding;
            card.threads = 4;
            card.inside = inside;
            QImage image(QSize(StageMetrics::cardWidth, StageMetrics::cardHeight), QImage::Format_RGB32);
            QPainter painter(&image);
            paintStageCard(painter, card, theme, QFont());
            painter.end();
            qsizetype lit = 0;
            for (int x = image.width() / 2; x < image.width(); ++x)
                lit += image.pixelColor(x, 16) == theme.holding.onFill ? 1 : 0;
            return lit;
        };
        for (int inside = 1; inside <= 4; ++inside)
            QVERIFY(pictured(inside) > pictured(inside - 1));
    }

    void theHolderStandsInTheBlockAndTheOthersBesideIt()
    {
        Bench bench(4);
        const QRectF block(bench.view.layout().block.topLeft() * bench.view.zoom(),
                           bench.view.layout().block.size() * bench.view.zoom());
        QVERIFY(block.contains(bench.view.cardRect(pathOf(1))));
        for (const int waiter : {2, 3, 4})
            QVERIFY(!block.intersects(bench.view.cardRect(pathOf(waiter))));
        QVERIFY(bench.view.cardRect(pathOf(2)).left() < bench.view.cardRect(pathOf(3)).left());
    }

    void whoIsNextMovesIn()
    {
        Bench bench(3);
        const QRectF before = bench.view.cardRect(pathOf(1));
        bench.script.list(lock, {}, {lockName(1)}).flush();
        AWAIT_COMPARE(bench.view.cardRect(pathOf(2)), before);
        QVERIFY(bench.view.cardRect(pathOf(1)).isEmpty());
    }

    void aQueueThatShrankUnseenIsLaidOutAsItIs_data()
    {
        QTest::addColumn<std::function<void(StageView &)>>("look");
        using Look = std::function<void(StageView &)>;
        QTest::newRow("resized, then shown") << Look([](StageView &view) {
            view.resize(500, 300);
            view.show();
        });
        QTest::newRow("zoomed") << Look([](StageView &view) { view.setZoom(2); });
        QTest::newRow("fitted") << Look([](StageView &view) { view.setFitting(true); });
        QTest::newRow("painted") << Look([](StageView &view) { QVERIFY(!view.grab().isNull()); });
    }
    void aQueueThatShrankUnseenIsLaidOutAsItIs()
    {
        QFETCH(std::function<void(StageView &)>, look);
        Bench bench(40);
        bench.view.hide();
        QList<QString> gone;
        for (int i = 1; i <= 38; ++i)
            gone += lockName(i);
        bench.script.list(lock, {}, gone).flush();
        look(bench.view);
        QVERIFY(!bench.view.cardRect(pathOf(39)).isEmpty());
        QVERIFY(bench.view.cardRect(pathOf(38)).isEmpty());
    }

    void movesAreAnimatedAndEnd()
    {
        Bench bench(3);
        bench.view.setAnimated(true);
        const QRectF inside = bench.view.cardRect(pathOf(1));
        QElapsedTimer moving;
        moving.start();
        bench.script.list(lock, {}, {lockName(1)}).flush();
        const bool isThere = bench.view.cardRect(pathOf(2)) == inside;
        QVERIFY(!isThere || moving.elapsed() >= StageMotion::durationMs); // on its way, or its time is over
        AWAIT_COMPARE(bench.view.cardRect(pathOf(2)), inside);
    }

    void whatIsPresentedIsLegibleFromAfarAndFolds()
    {
        Bench bench(30);
        bench.view.setPresenting(true);
        QVERIFY2(bench.view.zoom() >= 1.5, qPrintable(QString::number(bench.view.zoom())));
        QVERIFY(bench.view.layout().extent.height() * bench.view.zoom() <= bench.view.viewport()->height());
        QVERIFY(bench.view.layout().fold);
        QCOMPARE(bench.view.cards().front().size, CardSize::Large);
        QVERIFY(!bench.view.cardRect(pathOf(2)).isEmpty()); // who is next, and who came last
        QVERIFY(!bench.view.cardRect(pathOf(30)).isEmpty());
        QVERIFY(bench.view.cardRect(pathOf(20)).isEmpty());
        QVERIFY(bench.view.picture().size.width() > 0); // a picture is as it always was
        bench.view.setPresenting(false);
        QVERIFY(bench.view.zoom() <= 1);
        QVERIFY(!bench.view.layout().fold);
        QVERIFY(!bench.view.cardRect(pathOf(20)).isEmpty());
    }

    void aWakeUpRunsToTheWaiterAndEnds()
    {
        Bench bench(3);
        bench.view.setAnimated(true);
        spawn(bench.script, 2, lock);
        setState(bench.script, 2, locks::LockState::Fetching, pathOf(2));
        bench.script.flush();
        QCOMPARE(bench.view.sparkCount(), size_t(0));
        bench.script.write(journal::ClientWatchFired{ClientId{2}, WatchEvent::Deleted, pathOf(1)}).flush();
        QCOMPARE(bench.view.sparkCount(), size_t(1));
        AWAIT_COMPARE(bench.view.sparkCount(), size_t(0));
        bench.script.write(journal::ClientWatchFired{ClientId{2}, WatchEvent::NotWatching, pathOf(1)}).flush();
        QCOMPARE(bench.view.sparkCount(), size_t(0)); // nothing woke it
    }

    void aClickAndTheKeysChoose()
    {
        Bench bench(5);
        QSignalSpy chosen(&bench.view, &StageView::chosen);
        QTest::mouseClick(bench.view.viewport(), Qt::LeftButton, {}, bench.view.cardRect(pathOf(3)).center().toPoint());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(bench.view.current(), pathOf(3));
        QTest::keyClick(&bench.view, Qt::Key_Right);
        QCOMPARE(bench.view.current(), pathOf(4));
        for (const int before : {3, 2, 1, 1}) {
            QTest::keyClick(&bench.view, Qt::Key_Left);
            QCOMPARE(bench.view.current(), pathOf(before));
        }
    }

    void fittingShowsAllAndZoomingEndsIt()
    {
        Bench bench(30);
        QVERIFY(bench.view.isFitting());
        QVERIFY(bench.view.zoom() < 1);
        QVERIFY(QRectF(bench.view.viewport()->rect()).contains(bench.view.cardRect(pathOf(30))));
        QTest::keyClick(&bench.view, Qt::Key_0);
        QVERIFY(!bench.view.isFitting());
        QCOMPARE(bench.view.zoom(), 1.0);
        QTest::keyClick(&bench.view, Qt::Key_F);
        QVERIFY(bench.view.zoom() < 1);
    }

    void whoIsChosenElsewhereComesIntoView()
    {
        Bench bench(150);
        bench.view.setZoom(1);
        bench.view.setCurrent(pathOf(150));
        QVERIFY(QRectF(bench.view.viewport()->rect()).intersects(bench.view.cardRect(pathOf(150))));
    }

    void aPictureHasEveryCardAtAnySizeAndStaysWhatItWas()
    {
        Bench bench(7);
        const Picture picture = bench.view.picture();
        QStringList numbers;
        for (int i = 1; i <= 7; ++i)
            numbers += u"#%1"_s.arg(i, 7, 10, QChar(u'0'));
        bench.script.list(lock, {}, {lockName(1), lockName(2)}); // later: not in it
        bench.script.flush();
        for (const QSize size : {picture.size.toSize(), QSize(300, 900), QSize(1920, 1080)}) {
            const SvgText svg(toSvg(picture, {size, 1, false, false}));
            QCOMPARE(svg.problem, QString());
            QVERIFY(!svg.elements.contains("image"_L1));
            QCOMPARE(svg.texts.count(u"worker"_s), 7);
            for (const QString &number : std::as_const(numbers)) {
                const auto says = [&number](const QString &text) { return text.endsWith(number); };
                QVERIFY2(std::any_of(svg.texts.begin(), svg.texts.end(), says), qPrintable(number));
            }
            QCOMPARE(svg.texts.count(u"CRITICAL SECTION"_s), 1);
        }
        QCOMPARE(toImage(picture, {{500, 400}, 2, true, false}).size(), QSize(1000, 800));
    }

    void aLongQueueIsFoldedOnTheStageAndInItsPicture()
    {
        Bench bench(900);
        QVERIFY(bench.view.cardRect(pathOf(500)).isEmpty());
        QVERIFY(!bench.view.cardRect(pathOf(900)).isEmpty());
        const Picture picture = bench.view.picture();
        const SvgText svg(toSvg(picture, defaultLook(picture, lightPalette())));
        QCOMPARE(svg.texts.count(u"worker"_s), StageMetrics::mostWaiters + 1);
        QVERIFY(svg.texts.contains(u"+%1 more"_s.arg(899 - StageMetrics::mostWaiters)));
    }
};

} // namespace lockscope::tst_stageview

LOCKSCOPE_TEST(lockscope::tst_stageview::StageViewTest)
#include "tst_stageview.moc"
