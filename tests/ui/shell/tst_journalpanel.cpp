// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/shell/clientscript.h"
#include "ui/journal/journalfilter.h"
#include "ui/journal/journalmodel.h"
#include "ui/journal/journalpanel.h"
#include "ui/theme/applytheme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QBuffer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

class TestJournalPanel : public QObject
{
    Q_OBJECT

    static journal::EventBatch notices(quint64 first, int count)
    {
        journal::EventBatch batch;
        for (int i = 0; i < count; ++i) {
            const quint64 number = first + static_cast<quint64>(i);
            batch.append({number, qint64(number) * 1'000'000, journal::Notice{{}, u"notice %1"_s.arg(number)}});
        }
        return batch;
    }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void batchesAreAppendedAndTheRingDropsRowsAtTheFrontWithoutAReset()
    {
        journal::Journal journal(100);
        JournalModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        JournalFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.follow(&journal, {});
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        quint64 next = 1;
        for (const int count : {60, 30, 30, 1, 250, 100}) {
            journal.append(notices(next, count));
            next += static_cast<quint64>(count);
            model.catchUp();
            QCOMPARE(model.rowCount(), int(journal.size()));
            QCOMPARE(model.index(0, 0).data(JournalModel::NumberRole).toULongLong(), journal.firstNumber());
            QCOMPARE(model.index(model.rowCount() - 1, 0).data(JournalModel::NumberRole).toULongLong(),
                     journal.lastNumber());
            QCOMPARE(filter.rowCount(), model.rowCount());
        }
        QCOMPARE(resets.size(), 0);
        QVERIFY(removed.size() >= 3);
    }

    void aTextFilterLetsThroughWhatContainsIt()
    {
        LiveWorld world;
        JournalPanel panel(&world);
        world.apply(notices(1, 30));
        panel.setTextFilter(u"NOTICE 2"_s);
        QCOMPARE(panel.view()->model()->rowCount(), 11); // 2, 20 … 29
        world.apply(notices(31, 180));
        QCOMPARE(panel.view()->model()->rowCount(), 22); // and 200 … 210
        panel.setTextFilter({});
        QCOMPARE(panel.view()->model()->rowCount(), 210);
    }

    void eventsOfOneClientAreFoundByItsNameAlsoWhenItIsGone()
    {
        LiveWorld world;
        WorldScript script(&world);
        JournalPanel panel(&world);
        spawn(script, 1, u"/a"_s);
        spawn(script, 2, u"/a"_s);
        script.flush();
        script.write(journal::ClientRemoved{ClientId{1}});
        script.flush();
        const QAbstractItemModel *rows = panel.view()->model();
        QCOMPARE(rows->index(rows->rowCount() - 1, JournalModel::Client).data().toString(), u"client-1"_s);
    }

    void exportWritesWhatIsShownAsTextAndAsJsonLines()
    {
        LiveWorld world;
        JournalPanel panel(&world);
        world.apply(notices(1, 12));
        panel.setTextFilter(u"notice 1"_s); // 1, 10, 11, 12
        QBuffer text;
        text.open(QIODevice::WriteOnly);
        QVERIFY(panel.write(&text, JournalPanel::Format::Text));
        QCOMPARE(text.data().count('\n'), 4);
        QVERIFY(text.data().contains("notice 12"));
        QBuffer json;
        json.open(QIODevice::WriteOnly);
        QVERIFY(panel.write(&json, JournalPanel::Format::JsonLines));
        const QList<QByteArray> lines = json.data().trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        for (const QByteArray &line : lines) {
            const QJsonObject object = QJsonDocument::fromJson(line).object();
            QCOMPARE(object.value(u"kind"_s).toString(), journal::kindName(journal::Notice{}));
        }
        QCOMPARE(QJsonDocument::fromJson(lines.last()).object().value(u"n"_s).toInt(), 12);
    }

    void itFollowsTheNewestUntilSomebodyScrollsUp()
    {
        LiveWorld world;
        JournalPanel panel(&world);
        panel.resize(700, 240);
        panel.show();
        world.apply(notices(1, 200));
        QScrollBar *bar = panel.view()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
        bar->triggerAction(QAbstractSlider::SliderSingleStepSub);
        QVERIFY(!panel.followsNewest());
        const int place = bar->value();
        world.apply(notices(201, 50));
        QCOMPARE(bar->value(), place);
        panel.setFollowsNewest(true);
        QTRY_COMPARE(bar->value(), bar->maximum());
    }
};

} // namespace lockscope::ui

QTEST_MAIN(lockscope::ui::TestJournalPanel)
#include "tst_journalpanel.moc"
