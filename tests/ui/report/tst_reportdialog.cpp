// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/svgtext.h"
#include "tests/ui/uitest.h"
#include "ui/report/reportdialog.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/lanes.h"

namespace lockscope::tst_reportdialog {

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
        world.followLedger(&world, [this](const auto &event, const auto &ledger) { lanes.append(event, ledger); });
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

QAbstractButton *saveButton(const ReportDialog &dialog)
{
    return buttonNamed(dialog, u"Save report…"_s);
}

QByteArray pageOf(const ReportDialog &dialog)
{
    QBuffer page;
    page.open(QIODevice::WriteOnly);
    ExportProgress progress;
    return dialog.writer()(&page, progress) ? page.data() : QByteArray();
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
        const QByteArray html = pageOf(dialog);
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
        const QByteArray later = pageOf(dialog);
        bench.world.seek(bench.world.firstPosition() + 3);
        QVERIFY(bench.world.isRewound());
        const QByteArray before = pageOf(dialog);
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
        const QByteArray html = pageOf(dialog);
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
        QVERIFY(!saveButton(dialog)->isEnabled());
    }

    void whatCannotBeWrittenIsSaidInTheDialog()
    {
        Bench bench;
        ReportDialog dialog(&bench.world, &bench.lanes, bench.about);
        dialog.show();
        const QTemporaryDir directory;
        const QString absent = directory.filePath(u"absent/report.html"_s);
        dialog.saveTo(absent);
        QVERIFY(!saveButton(dialog)->isEnabled()); // one at a time
        auto *banner = dialog.findChild<Banner *>();
        AWAIT_VERIFY(banner->isVisible());
        QVERIFY(banner->text().contains(absent));
        QVERIFY(saveButton(dialog)->isEnabled() && dialog.isVisible());

        dialog.saveTo(directory.filePath(u"report.html"_s)); // the same one, to another place
        QVERIFY(!banner->isVisible());
        AWAIT_VERIFY(!dialog.isVisible());
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        const QByteArray page = test::contentOf(directory.filePath(u"report.html"_s));
        QVERIFY(page.startsWith("<!doctype html>") && page.trimmed().endsWith("</html>"));
    }

    void whatIsWrittenIsWhatWasShownWhenItWasSaved()
    {
        Bench bench;
        ReportDialog dialog(&bench.world, &bench.lanes, bench.about);
        const FileExport::Write write = dialog.writer();
        const locks::LockQueue before = bench.world.world().queue(u"/app/orders"_s);
        const QString holder = before.contenders[size_t(before.holders.front())].node.name;
        bench.script.list(u"/app/orders"_s, {}, {holder}).flush();
        QBuffer page;
        page.open(QIODevice::WriteOnly);
        ExportProgress progress;
        QVERIFY(write(&page, progress));
        QVERIFY(page.data().contains("<td>" + holder.toUtf8() + "</td>"));
        QVERIFY(progress.all > 0 && progress.done < progress.all);
    }

    void aCancelledReportLeavesNothingAndTheDialogOpen()
    {
        Bench bench;
        ReportDialog dialog(&bench.world, &bench.lanes, bench.about);
        dialog.show();
        const QTemporaryDir directory;
        dialog.saveTo(directory.filePath(u"report.html"_s));
        dialog.findChild<FileExport *>()->cancel();
        AWAIT_VERIFY(saveButton(dialog)->isEnabled() || !dialog.isVisible());
        // It was quicker than that, or nothing is there.
        const bool isWritten = !dialog.isVisible();
        QCOMPARE(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden).size(), isWritten ? 1 : 0);
        QVERIFY(!dialog.findChild<Banner *>()->isVisible());
    }
};

} // namespace lockscope::tst_reportdialog

LOCKSCOPE_TEST(lockscope::tst_reportdialog::TestReportDialog)
#include "tst_reportdialog.moc"
