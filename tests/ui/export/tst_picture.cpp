// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/svgtext.h"
#include "tests/ui/uitest.h"
#include "ui/export/picturedialog.h"
#include "ui/theme/widgets.h"

#include <QPainter>

namespace lockscope::tst_picture {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

/// A text, and a frame around all of the area.
Picture sample()
{
    Picture picture;
    picture.title = u"A & <B>"_s;
    picture.fileName = u"sample"_s;
    picture.size = {400, 200};
    picture.paint = [](QPainter *painter, const QSizeF &area, const Theme &theme) {
        painter->setPen(theme.text);
        painter->drawText(QRectF(QPointF(), area), Qt::AlignCenter, u"holder <1> & \"2\""_s);
        painter->fillRect(QRectF(area.width() - 4, area.height() - 4, 4, 4), theme.wrong.fill);
    };
    return picture;
}

QColor cornerOf(const QImage &image)
{
    return image.pixelColor(image.width() - 2, image.height() - 2);
}

} // namespace

class TestPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anImageHasTheSizeThatIsAskedForAndIsFilledToItsCorner_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        QTest::addColumn<QSize>("pixels");
        QTest::newRow("as designed") << QSize(400, 200) << 1.0 << QSize(400, 200);
        QTest::newRow("twice the pixels") << QSize(400, 200) << 2.0 << QSize(800, 400);
        QTest::newRow("another shape") << QSize(333, 777) << 3.0 << QSize(999, 2331);
        QTest::newRow("half a pixel") << QSize(101, 51) << 1.5 << QSize(152, 77);
    }
    void anImageHasTheSizeThatIsAskedForAndIsFilledToItsCorner()
    {
        QFETCH(QSize, size);
        QFETCH(double, scale);
        QFETCH(QSize, pixels);
        const QImage image = toImage(sample(), {size, scale, false, false});
        QCOMPARE(image.size(), pixels);
        QCOMPARE(cornerOf(image), themeFor(lightPalette()).wrong.fill);
        QCOMPARE(image.pixelColor(2, 2), themeFor(lightPalette()).panel);
    }

    void coloursAreThoseOfTheThemeThatIsChosen()
    {
        const QImage dark = toImage(sample(), {{100, 50}, 1, true, false});
        QCOMPARE(dark.pixelColor(2, 2), themeFor(darkPalette()).panel);
        const QImage bare = toImage(sample(), {{100, 50}, 1, true, true});
        QCOMPARE(bare.pixelColor(2, 2).alpha(), 0);
        QCOMPARE(cornerOf(bare), themeFor(darkPalette()).wrong.fill);
    }

    void anSvgIsWellFormedKeepsItsTextAndScales()
    {
        const SvgText svg(toSvg(sample(), {{640, 480}, 2, false, false}));
        QCOMPARE(svg.problem, QString());
        QCOMPARE(svg.viewBox, QRectF(0, 0, 640, 480));
        QCOMPARE(svg.texts, QStringList{u"holder <1> & \"2\""_s});
        QVERIFY(!svg.elements.contains("image"_L1));
    }

    void theEndingOfTheNameIsTheFormatAndThePictureItsOwnersAlone()
    {
        const QTemporaryDir directory;
        const QString png = directory.filePath(u"a.PNG"_s);
        const QString svg = directory.filePath(u"a.svg"_s);
        for (const QString &file : {png, svg}) {
            QVERIFY(savePicture(sample(), {{100, 50}, 2, false, false}, file));
            const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
            QVERIFY(!(QFile::permissions(file) & others));
        }
        QCOMPARE(QImage(png).size(), QSize(200, 100));
        QCOMPARE(SvgText(test::contentOf(svg)).problem, QString());
    }

    void whatCannotBeWrittenSaysSoInTheDialog()
    {
        PictureDialog dialog(sample());
        dialog.show();
        const QTemporaryDir directory;
        const QString why = dialog.saveAs(directory.filePath(u"absent/picture.svg"_s));
        QVERIFY2(why.contains("picture.svg"_L1), qPrintable(why));
        const auto banners = dialog.findChildren<Banner *>();
        QCOMPARE(banners.size(), 1);
        QVERIFY(banners.first()->isVisible());
        QVERIFY(banners.first()->text().contains(why));
        QVERIFY(dialog.isVisible());
        QVERIFY(dialog.saveAs(directory.filePath(u"again.svg"_s)).isEmpty()); // the same one, to another place
    }

    void aNewWidthBringsItsHeightUnlessTheShapeIsFree()
    {
        PictureDialog dialog(sample());
        QCOMPARE(dialog.look().size, QSize(400, 200));
        const auto boxes = dialog.findChildren<QSpinBox *>();
        QCOMPARE(boxes.size(), 2);
        boxes[0]->setValue(1000);
        QCOMPARE(dialog.look().size, QSize(1000, 500));
        boxes[1]->setValue(300);
        QCOMPARE(dialog.look().size, QSize(600, 300));
        dialog.findChildren<QCheckBox *>().first()->setChecked(false);
        boxes[0]->setValue(640);
        QCOMPARE(dialog.look().size, QSize(640, 300));
    }

    void whatFitsIsWholeAndInTheMiddle()
    {
        const QTransform wide = fitted({100, 50}, {400, 400});
        QCOMPARE(wide.mapRect(QRectF(0, 0, 100, 50)), QRectF(0, 100, 400, 200));
        const QTransform high = fitted({50, 100}, {400, 100});
        QCOMPARE(high.mapRect(QRectF(0, 0, 50, 100)), QRectF(175, 0, 50, 100));
    }
};

} // namespace lockscope::tst_picture

LOCKSCOPE_TEST(lockscope::tst_picture::TestPicture)
#include "tst_picture.moc"
