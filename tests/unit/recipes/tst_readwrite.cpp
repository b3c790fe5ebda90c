// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_readwrite {

using namespace Qt::StringLiterals;
using locks::Mode;

namespace {

/// "RRW": contenders that arrived in this order, on one lock.
class Line
{
public:
    explicit Line(const char *modes)
    {
        for (const char *letter = modes; *letter; ++letter) {
            const Mode mode = *letter == 'R' ? Mode::Shared : Mode::Exclusive;
            actors.push_back(
                std::make_unique<Actor>(ensemble, spec(locks::Dialect::Docs, mode), locks::RecipeId::ReadWrite));
            actors.back()->acquireNow();
        }
    }

    void release(int index) { actors[static_cast<size_t>(index)]->releaseNow(); }

    /// "HHw": who holds, who waits, who is done.
    QString states() const
    {
        QString text;
        for (const auto &actor : actors)
            text += actor->holds() ? u'H' : actor->waits() ? u'w' : u'-';
        return text;
    }

    fake::FakeEnsemble ensemble;
    std::vector<std::unique_ptr<Actor>> actors;
};

} // namespace

class TestReadWrite : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoEntersWithWhom_data()
    {
        QTest::addColumn<QString>("arrived");
        QTest::addColumn<QString>("states"); // and after each release
        const auto row = [](const char *name, const QString &arrived, const QString &states) {
            QTest::newRow(name) << arrived << states;
        };
        row("readers enter together", u"RRR"_s, u"HHH"_s);
        row("a writer waits for all readers before it", u"RRW"_s, u"HHw 1:H-w 0:--H"_s);
        row("readers behind a writer enter together after it", u"WRRR"_s, u"Hwww 0:-HHH"_s);
        row("a reader does not overtake a waiting writer", u"RWR"_s, u"Hww 0:-Hw 1:--H"_s);
    }
    void whoEntersWithWhom()
    {
        QFETCH(QString, arrived);
        QFETCH(QString, states);
        Line line(qPrintable(arrived));
        if (!arrived.contains(u'W'))
            QCOMPARE(line.ensemble.watchCount(), 0);
        QStringList releases = states.split(u' ');
        QCOMPARE(line.states(), releases.takeFirst());
        for (const QString &release : std::as_const(releases)) {
            line.release(release.section(u':', 0, 0).toInt());
            QCOMPARE(line.states(), release.section(u':', 1));
        }
    }

    void aWriterIsNotWokenByAReaderThatItDoesNotWatch()
    {
        Line line("RRW");
        const int lists = line.actors[2]->session.requests(u"get_children"_s);
        line.release(0);
        QCOMPARE(line.actors[2]->session.requests(u"get_children"_s), lists);
        line.release(1);
        QCOMPARE(line.states(), u"--H"_s);
    }

    void aReaderWaitsForTheNearestEarlierWriter()
    {
        Line line("WWRR");
        QStringList watched = line.ensemble.watchedPaths();
        QCOMPARE(watched.size(), 3);
        QCOMPARE(watched.removeAll(line.actors[0]->node()), 1); // the second writer's watch only
        QCOMPARE(watched[0], watched[1]);                       // both readers on the second writer
        line.release(0);
        QCOMPARE(line.states(), u"-Hww"_s);
        line.release(1);
        QCOMPARE(line.states(), u"--HH"_s);
    }

    void aLaterWriterDoesNotHinderAReader()
    {
        Line line("RRWR");
        line.actors[2]->giveUpNow();
        QCOMPARE(line.states(), u"HH-H"_s);
    }
};

} // namespace lockscope::tst_readwrite

LOCKSCOPE_TEST(lockscope::tst_readwrite::TestReadWrite)
#include "tst_readwrite.moc"
