// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/svgtext.h"
#include "ui/report/reportdialog.h"
#include "ui/report/reportpictures.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/lanes.h"

#include <QCheckBox>
#include <QFile>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

struct Bench
{
    Bench()
        : script(&world)
    {
        makeUp(script);
        script.flush();
        for (qsizetype i = 0; i < world.journal().size(); ++i)
            lanes.append(world.journal().at(i));
        world.setRecorded(); // its time stands still
    }

    LiveWorld world;
    WorldScript script;
    LaneIndex lanes;
    ReportDialog::About about{u"zk1:2181"_s, u"Watched live."_s, u"/app/orders"_s};
};

QList<QByteArray> picturesIn(const QByteArray &html)
{
    static const QRegularExpression uri(u"data:image/svg\\+xml;base64,([^\"]+)"_s);
    QList<QByteArray> pictures;
    auto matches = uri.globalMatch(QString::fromLatin1(html));
    while (matches.hasNext())
        pictures += QByteArray::fromBase64(matches.next().captured(1).toLatin1());
    return pictures;
}

} // namespace

class TestReportDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aReportHasTheQueueItsFindingsAndPicturesThatCanBeRead()
    {
        Bench bench;
        ReportDialog dialog(&bench.world, &bench.lanes, bench.about);
        QCOMPARE(dialog.locks(), QStringList{u"/app/orders"_s});
        const QByteArray html = dialog.html();
        const locks::LockQueue &queue = bench.world.world().queue(u"/app/orders"_s);
        QVERIFY(!queue.contenders.empty());
        for (const locks::Contender &contender : queue.contenders)
            QVERIFY2(html.contains(contender.node.name.toUtf8()), qPrintable(contender.node.name));
        for (const locks::Finding &finding : queue.findings)
            QVERIFY2(html.contains(finding.id.toUtf8()), qPrintable(finding.id));
        const QList<QByteArray> pictures = picturesIn(html);
        QVERIFY(pictures.size() >= 4); // the stage and the timeline, each light and dark
        QStringList texts;
        for (const QByteArray &picture : pictures) {
            const SvgText svg(picture);
            QCOMPARE(svg.problem, QString());
            texts += svg.texts;
        }
        QVERIFY(texts.contains(u"CRITICAL SECTION"_s));
        QVERIFY(texts.contains(u"client-3"_s));
    }

    void itTellsOfTheInstantThatIsShown()
    {
        Bench bench;
        ReportDialog dialog(&bench.world, &bench.lanes, bench.about);
        const QByteArray later = dialog.html();
        bench.world.seek(bench.world.firstPosition() + 3);
        QVERIFY(bench.world.isRewound());
        const QByteArray before = dialog.html();
        const locks::LockQueue &queue = bench.world.head().queue(u"/app/orders"_s);
        const QByteArray holder = "<td>" + queue.contenders[size_t(queue.holders.front())].node.name.toUtf8() + "</td>";
        QVERIFY(later.contains(holder));
        QVERIFY(!before.contains(holder));
    }

    void whatIsNotWantedIsNotInIt()
    {
        Bench bench;
        ReportDialog dialog(&bench.world, &bench.lanes, bench.about);
        for (QCheckBox *box : dialog.findChildren<QCheckBox *>())
            box->setChecked(false);
        dialog.findChild<QPlainTextEdit *>()->setPlainText(u"<i>noticed</i> at noon"_s);
        const QByteArray html = dialog.html();
        QVERIFY(picturesIn(html).isEmpty());
        QVERIFY(!html.contains("<th scope=\"col\">data</th>"));
        QVERIFY(html.contains("&lt;i&gt;noticed&lt;/i&gt; at noon"));
    }

    void withoutALockThereIsNothingToSave()
    {
        Bench bench;
        ReportDialog dialog(&bench.world, &bench.lanes, bench.about);
        auto *list = dialog.findChild<QListWidget *>();
        for (int row = 0; row < list->count(); ++row)
            list->item(row)->setCheckState(Qt::Unchecked);
        QVERIFY(dialog.locks().isEmpty());
        const auto buttons = dialog.findChildren<QPushButton *>();
        const auto isSave = [](const QPushButton *button) { return button->text() == u"Save report…"_s; };
        const auto save = std::find_if(buttons.begin(), buttons.end(), isSave);
        QVERIFY(save != buttons.end());
        QVERIFY(!(*save)->isEnabled());
    }

    void whatCannotBeWrittenIsSaidInTheDialog()
    {
        Bench bench;
        ReportDialog dialog(&bench.world, &bench.lanes, bench.about);
        const QTemporaryDir directory;
        QCOMPARE(dialog.saveAs(directory.filePath(u"report.html"_s)), QString());
        QFile file(directory.filePath(u"report.html"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("<!doctype html>"));
        QVERIFY(!dialog.saveAs(u"/nowhere/at/all/report.html"_s).isEmpty());
        QVERIFY(dialog.findChild<Banner *>()->isVisibleTo(&dialog));
    }
};

QTEST_MAIN(TestReportDialog)
#include "tst_reportdialog.moc"
