// SPDX-License-Identifier: Apache-2.0
// Lessons that come with the program can be done and are said in both languages; of bad files is said what is wrong.
#include "core/lessons/lessonfiles.h"
#include "core/lessons/lessonplay.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>

namespace lockscope::lessons::tst_lessons {

using namespace Qt::StringLiterals;

class TestLessons : public QObject
{
    Q_OBJECT

    static QByteArray lessonOf(const QByteArray &page)
    {
        return "{\"lockscope\": 1, \"kind\": \"lesson\",\n\"pages\": [\n" + page + "\n]}";
    }
    static QString problemOf(const Result<Lesson> &lesson)
    {
        if (!lesson)
            return lesson.error().detail.english();
        const auto done = check(*lesson);
        return done ? QString() : done.error().detail.english();
    }

private Q_SLOTS:
    void eachLessonCanBeDone_data()
    {
        QTest::addColumn<QString>("id");
        const QStringList lessons = shippedLessons();
        for (qsizetype i = 0; i < lessons.size(); ++i) {
            if (testprogram::isPlayed(int(i)))
                QTest::newRow(qPrintable(lessons[i])) << lessons[i];
        }
    }

    void eachLessonCanBeDone()
    {
        QFETCH(QString, id);
        const auto lesson = loadLesson(id);
        QVERIFY2(lesson, qPrintable(problemOf(lesson)));
        const auto done = check(*lesson);
        QVERIFY2(done, done ? "" : qPrintable(done.error().detail.english()));
        // A lesson in which nothing can be done wrong teaches nothing.
        QVERIFY(std::any_of(lesson->pages.begin(), lesson->pages.end(),
                            [](const Page &page) { return page.question || page.refused || page.sandbox; }));
        QCOMPARE(
            std::count_if(lesson->pages.begin(), lesson->pages.end() - 1, [](const Page &p) { return !p.isTask(); }),
            std::ptrdiff_t(0));
    }

    void eachLessonIsSaidInBothLanguages_data() { eachLessonCanBeDone_data(); }

    void eachLessonIsSaidInBothLanguages()
    {
        QFETCH(QString, id);
        const auto lesson = loadLesson(id);
        const auto english = loadLessonText(id, u"en"_s);
        const auto chinese = loadLessonText(id, u"zh_CN"_s);
        QVERIFY2(english, english ? "" : qPrintable(english.error().detail.english()));
        QVERIFY2(chinese, chinese ? "" : qPrintable(chinese.error().detail.english()));
        QVERIFY(english->title != chinese->title);
        QVERIFY(!english->about.isEmpty() && !chinese->about.isEmpty());
        for (size_t i = 0; i < english->pages.size(); ++i) {
            const PageText &a = english->pages[i];
            const PageText &b = chinese->pages[i];
            QCOMPARE(b.hints.size(), a.hints.size());
            QCOMPARE(b.task.isEmpty(), a.task.isEmpty());
            QCOMPARE(b.done.isEmpty(), a.done.isEmpty());
            QCOMPARE(b.refused.isEmpty(), a.refused.isEmpty());
            QCOMPARE(b.text.isEmpty(), a.text.isEmpty());
            QVERIFY(!a.text.isEmpty() || !a.task.isEmpty());
            const Page &page = lesson->pages[i];
            QVERIFY2(!a.refused.isEmpty() || !(page.refused || page.question), "nothing is said to who goes astray");
        }
    }

    void whatIsWrongWithAFileIsSaid_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("problem");
        const auto page = [](const char *name, const char *text, const char *problem) {
            QTest::newRow(name) << lessonOf(text) << QString::fromUtf8(problem);
        };
        QTest::newRow("no JSON") << QByteArray("{") << u"line 1"_s;
        QTest::newRow("a schedule") << QByteArray("{\"lockscope\": 1, \"kind\": \"schedule\"}") << u"no lesson"_s;
        QTest::newRow("no pages") << QByteArray("{\"lockscope\": 1, \"kind\": \"lesson\"}") << u"pages"_s;
        page("unknown key", R"({"modle": {}})", "line 3: pages[0].modle");
        page("unknown recipe", R"({"model": {"recipe": "mutx", "clients": 2}})", "pages[0].model.recipe");
        page("no clients", R"({"model": {"recipe": "mutex"}})", "pages[0].model");
        page("unknown deed", R"({"model": {"recipe": "mutex", "clients": 2}, "begin": ["run", "jump 1"]})",
             "pages[0].begin[1]: “jump 1”");
        page("no solution", R"({"model": {"recipe": "mutex", "clients": 2}, "done": {"holders": 1}})", "solution");
        page("two places", R"({"model": {"recipe": "mutex", "clients": 2},
                                "sandbox": {"recipe": "mutex", "clients": 2}})",
             "not both");
        page("a model's deed", R"({"sandbox": {"recipe": "mutex", "clients": 2}, "begin": ["next 1"]})",
             "pages[0].begin[0]: “next 1” is nothing that can be done in a sandbox");
        page("a sandbox's deed", R"({"model": {"recipe": "mutex", "clients": 2}, "begin": ["kill-leader"]})",
             "nothing that can be done in a model");
        page("a model's deed on a later page", R"({"sandbox": {"recipe": "mutex", "clients": 2}},
                                                  {"done": {"holders": 1}, "solution": ["pause 1"]})",
             "pages[1].solution[0]");
        page("a model's condition", R"({"sandbox": {"recipe": "mutex", "clients": 2}, "done": {"quiet": true},
                                        "solution": ["release 0"]})",
             "known in a model only");
        page("no place", R"({"done": {"holders": 1}, "solution": ["run"]})", "no page up to it");
        page("empty condition", R"({"model": {"recipe": "mutex", "clients": 2}, "done": {}, "solution": ["run"]})",
             "pages[0].done");
        page("two servers", R"({"sandbox": {"servers": 2, "recipe": "mutex", "clients": 2}})", "1, 3 or 5");
        page("not done by its solution", R"({"model": {"recipe": "mutex", "clients": 2},
                                              "done": {"holders": 2}, "solution": ["run"]})",
             "not met by the solution");
        page("done at once", R"({"model": {"recipe": "mutex", "clients": 2}, "begin": ["run"],
                                  "done": {"holders": 1}, "solution": ["run"]})",
             "before anything was done");
        page("an impossible solution", R"({"model": {"recipe": "mutex", "clients": 2},
                                            "done": {"holders": 1}, "solution": ["release 0"]})",
             "Deed 1 is not possible");
        page("no right answer", R"({"model": {"recipe": "mutex", "clients": 3}, "begin": ["run"],
                                     "question": {"about": "woken", "answers": ["2"], "then": ["release 0", "run"]}})",
             "“1”, is not among");
        page("done by what is wrong", R"({"model": {"recipe": "mutex", "clients": 2},
                                           "done": {"holders": 1}, "solution": ["run"], "wrong": ["run"]})",
             "met by the wrong deeds");
        page("not refused", R"({"model": {"recipe": "mutex", "clients": 2}, "done": {"holders": 1},
                                 "refused": {"gone": ["client-0"]}, "solution": ["run"], "wrong": ["crash 1"]})",
             "not met by the wrong deeds");
    }

    void whatIsWrongWithAFileIsSaid()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, problem);
        const QString said = problemOf(readLesson(json, u"x"_s));
        QVERIFY2(said.contains(problem), qPrintable(said));
    }

    void whatIsWrongWithATextIsSaid()
    {
        const auto problem = [](const QByteArray &text, size_t pages) {
            const auto read = readLessonText(text, pages);
            return read ? QString() : read.error().detail.english();
        };
        QCOMPARE(problem("# A\nb\n## C\nd\n### Task\ne\n### Hint\nf\n### Hint\ng\n### Done\nh\n", 1), QString());
        QVERIFY(problem("## C\n", 1).contains(u"title"_s));
        QVERIFY(problem("# A\n", 1).contains(u"0 pages"_s));
        QVERIFY(problem("# A\n## B\n### Taks\n", 1).startsWith(u"line 3"_s));
        QVERIFY(problem("# A\n### Task\n", 0).startsWith(u"line 2"_s));
        const auto text = readLessonText("# A\nb\n## C\nd\n\n### Hint\nf\n### Hint\ng\n", 1);
        QCOMPARE(text->pages[0].hints, (QStringList{u"f"_s, u"g"_s}));
        QCOMPARE(text->pages[0].text, u"d"_s);
        QCOMPARE(text->about, u"b"_s);
    }

    void theWorldAnswers()
    {
        const auto lesson = readLesson(lessonOf(R"({"model": {"recipe": "mutex", "clients": 3}})"), u"x"_s);
        explore::Play play(*lesson->pages[0].model, true);
        QVERIFY(carryOut({{Deed::What::Run}}, play));
        journal::World world;
        world.apply(play.events());
        QCOMPARE(trueAnswer(Question::About::Holder, world, 0), u"client-0"_s);
        QCOMPARE(trueAnswer(Question::About::Nodes, world, 0), u"3"_s);
        QCOMPARE(trueAnswer(Question::About::Woken, world, eventsReceived(world)), u"0"_s);
        Seen seen{&world};
        QVERIFY(
            isMet({.holding = QStringList{u"client-0"_s}, .waiting = QStringList{u"client-2"_s}, .nodes = 3}, seen));
        QVERIFY(!isMet({.holding = QStringList{u"client-1"_s}}, seen));
        QVERIFY(!isMet({.holders = 2}, seen));
        QVERIFY(!isMet({.waiting = QStringList{u"nobody-there"_s}}, seen));
        QVERIFY(!isMet({.wrong = u"any"_s}, seen));
        seen.wrong = u"two-holders"_s;
        QVERIFY(isMet({.wrong = u"any"_s}, seen) && isMet({.wrong = u"two-holders"_s}, seen));
        QVERIFY(!isMet({.wrong = u"lost-wakeup"_s}, seen));
    }

    void eachDeedHasAWord()
    {
        for (const QString &word :
             {u"run"_s, u"run to-hold"_s, u"run to-wake"_s, u"next 1"_s, u"release 0"_s, u"acquire 2"_s,
              u"kill-leader"_s, u"lose-reply 1"_s, u"arrive 0 3"_s, u"resume 1"_s})
            QVERIFY2(deedNamed(word), qPrintable(word));
        for (const QString &word : {u""_s, u"run fast"_s, u"next"_s, u"release x"_s, u"crash"_s, u"arrive"_s})
            QVERIFY2(!deedNamed(word), qPrintable(word));
    }
};

} // namespace lockscope::lessons::tst_lessons

LOCKSCOPE_TEST(lockscope::lessons::tst_lessons::TestLessons)
#include "tst_lessons.moc"
