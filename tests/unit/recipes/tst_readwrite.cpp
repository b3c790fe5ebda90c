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

    void release(int index)
    {
        actors[static_cast<size_t>(index)]->release();
        ensemble.run();
    }

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
    void readersEnterTogether()
    {
        Line line("RRR");
        QCOMPARE(line.states(), u"HHH"_s);
        QCOMPARE(line.ensemble.watchCount(), 0);
    }

    void aWriterWaitsForAllReadersBeforeIt()
    {
        Line line("RRW");
        QCOMPARE(line.states(), u"HHw"_s);
        line.release(1); // the one that it watches
        QCOMPARE(line.states(), u"H-w"_s);
        line.release(0);
        QCOMPARE(line.states(), u"--H"_s);
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

    void readersBehindAWriterEnterTogetherAfterIt()
    {
        Line line("WRRR");
        QCOMPARE(line.states(), u"Hwww"_s);
        line.release(0);
        QCOMPARE(line.states(), u"-HHH"_s);
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

    void aReaderDoesNotOvertakeAWaitingWriter()
    {
        Line line("RWR");
        QCOMPARE(line.states(), u"Hww"_s);
        line.release(0);
        QCOMPARE(line.states(), u"-Hw"_s);
        line.release(1);
        QCOMPARE(line.states(), u"--H"_s);
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
