// SPDX-License-Identifier: Apache-2.0
// What a comparison says of figures that there are, and of those that there are not.
#include "core/compare/comparisonpage.h"
#include "core/compare/comparisontables.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::compare::tst_comparisonpage {

using namespace Qt::StringLiterals;

class ComparisonPageTest : public QObject
{
    Q_OBJECT

    static Run run(int clients, double speed, std::optional<double> counted = {})
    {
        Run made;
        made.clients = clients;
        made.acquired = 100;
        made.acquiresPerS = speed;
        made.requests = 3;
        made.counted = counted;
        return made;
    }
    static Comparison comparison()
    {
        Subject subject;
        subject.recipe = locks::RecipeId::RedisSetPx;
        subject.backend = locks::Backend::Redis;
        subject.runs = {run(1, 100, 4), run(10, 300), run(1, 120, 4), run(10, 500), run(1, 80, 4), run(10, 400)};
        FaultOutcome outcome;
        outcome.fault = FaultKind::HolderCrashes;
        outcome.recording = u"a crash & more.lockscope"_s;
        outcome.violations = 7;
        subject.faults = {outcome};
        return {{u"1"_s, u"2026-01-01"_s, u"a machine"_s, 2, 0.5, 5, 3, {1, 10}}, {subject}};
    }
    static QStringList cellsOf(const Comparison &found, const QString &title)
    {
        for (const Table &table : tablesOf(found)) {
            if (table.title.english() != title)
                continue;
            QStringList cells;
            for (const Cell &cell : table.rows.value(0))
                cells += cell.text;
            return cells;
        }
        return {};
    }

    static Run failedRun(int clients)
    {
        Run failed;
        failed.clients = clients;
        failed.isWhole = false;
        failed.why = Text::verbatim(u"the path is taken"_s);
        return failed;
    }

private Q_SLOTS:
    void aFigureHasItsRuns()
    {
        const QStringList speed = cellsOf(comparison(), u"How fast"_s);
        QVERIFY(speed.contains(u"20 ms"_s));
        QVERIFY2(speed.contains(u"100 (80–120)"_s) && speed.contains(u"400 (300–500)"_s), qPrintable(speed.join(u'|')));
    }

    void whatAServerDoesNotTellIsNotMeasured()
    {
        const QStringList work = cellsOf(comparison(), u"What the server does"_s);
        QCOMPARE(work.mid(2, 2), (QStringList{u"4.0"_s, u"not measured"_s}));
    }

    void whatIsNotInTheRecordingIsNotShown()
    {
        Comparison found = comparison();
        const QStringList cells = cellsOf(found, u"When the holder crashes"_s);
        QCOMPARE(cells.count(u"not shown"_s), 4);
        QVERIFY(!cells.contains(u"7"_s));
        const QJsonObject fault = toJson(found)[u"backends"_s][0][u"faults"_s][0].toObject();
        for (const char *key : {"violations", "belief_overlaps", "deadlocked", "recovered_ms"})
            QVERIFY2(fault[QLatin1StringView(key)].isNull(), key);

        found.subjects[0].faults[0].isShown = true;
        QVERIFY(cellsOf(found, u"When the holder crashes"_s).contains(u"7"_s));
        found.subjects[0].faults[0].isProvable = false;
        QVERIFY(cellsOf(found, u"When the holder crashes"_s).contains(u"not provable"_s));
    }

    void whatCouldNotBeMeasuredComesFirstWithItsFirstError()
    {
        const QString title = u"What could not be measured"_s;
        Comparison found = comparison();
        QCOMPARE(cellsOf(found, title), QStringList());
        QCOMPARE(notMeasured(found).english(), QString());
        QVERIFY(toJson(found)[u"backends"_s][0][u"measured"_s].toBool());
        QVERIFY(toJson(found)[u"backends"_s][0][u"error"_s].isNull());

        found.subjects[0].runs = {run(1, 100), failedRun(10)};
        const QStringList said{u"Redis, redis-set-px"_s, u"the path is taken"_s};
        QCOMPARE(tablesOf(found).first().title.english(), title);
        QCOMPARE(cellsOf(found, title), said);
        QCOMPARE(notMeasured(found).english(), said.join(u": "_s));
        QVERIFY(toMarkdown(found).contains(u"| %1 |"_s.arg(said.join(u" | "_s))));
        QVERIFY(toHtml(found, u"recordings"_s).contains(u"<td>the path is taken</td>"_s));
        const QStringList speed = cellsOf(found, u"How fast"_s);
        QCOMPARE(speed.mid(2), (QStringList{u"100"_s, u"not measured"_s}));
        const QJsonObject subject = toJson(found)[u"backends"_s][0].toObject();
        QVERIFY(!subject[u"measured"_s].toBool(true));
        QCOMPARE(subject[u"error"_s].toString(), said.last());
        QVERIFY(subject[u"runs"_s][0][u"error"_s].isNull());
        QCOMPARE(subject[u"runs"_s][1][u"error"_s].toString(), said.last());
        QVERIFY(subject[u"runs"_s][1][u"requests"_s].isNull());
    }

    void whatAServerSaidEndsNoCellOfATable()
    {
        Comparison found = comparison();
        found.subjects[0].runs[0].why = Text::verbatim(u"a|b\nc"_s);
        QVERIFY(toMarkdown(found).contains(u"| Redis, redis-set-px | a\\|b\\nc |"_s));
    }

    void aFaultThatIsNotInItsRecordingWasNotMeasured()
    {
        Comparison found = comparison();
        FaultOutcome &fault = found.subjects[0].faults[0];
        fault.why = Text::verbatim(u"nobody held"_s);
        QCOMPARE(notMeasured(found.subjects[0]).english(), u"nobody held"_s);
        fault.recording.clear(); // it was not to be staged: there is no server
        QVERIFY(notMeasured(found.subjects[0]).isEmpty());
    }

    void aFigureLeadsToItsRecordingBesideThePage()
    {
        const QString page = toHtml(comparison(), u"my page-recordings"_s);
        QVERIFY(page.contains(u"href=\"my%20page-recordings/a%20crash%20%26%20more.lockscope\""_s));
        QVERIFY(page.contains(u"lockscope-cli check my page-recordings/FILE.lockscope"_s));
        QVERIFY(!page.contains(u"http"_s) && !page.contains(u"<script"_s));
    }

    void markdownHasARowForEachLock()
    {
        const QString text = toMarkdown(comparison());
        QCOMPARE(text.count(u"\n| Redis, redis-set-px |"_s), tablesOf(comparison()).size() - 3); // the other faults
    }
};

} // namespace lockscope::compare::tst_comparisonpage

LOCKSCOPE_TEST(lockscope::compare::tst_comparisonpage::ComparisonPageTest)

#include "tst_comparisonpage.moc"
