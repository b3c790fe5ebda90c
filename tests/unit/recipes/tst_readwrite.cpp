// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_readwrite {

using namespace Qt::StringLiterals;
using locks::Dialect;
using locks::Mode;

namespace {

/// "RRW": contenders that arrived in this order, on one lock.
class Line
{
public:
    explicit Line(const char *modes, Dialect dialect = Dialect::Docs)
    {
        for (const char *mode = modes; *mode; ++mode)
            arrive(*mode == 'R' ? Mode::Shared : Mode::Exclusive, dialect);
    }

    void arrive(Mode mode, Dialect dialect = Dialect::Docs)
    {
        actors.push_back(std::make_unique<Actor>(ensemble, spec(dialect, mode), locks::RecipeId::ReadWrite));
        actors.back()->acquireNow();
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

    void eachDialectsNamesAreItsOwn_data()
    {
        QTest::addColumn<Dialect>("dialect");
        QTest::addColumn<QString>("reader");
        QTest::addColumn<QString>("writer");
        QTest::newRow("docs") << Dialect::Docs << u"^[0-9a-f-]{36}-read-\\d{10}$"_s
                              << u"^[0-9a-f-]{36}-write-\\d{10}$"_s;
        QTest::newRow("curator") << Dialect::Curator << u"^_c_[0-9a-f-]{36}-__READ__\\d{10}$"_s
                                 << u"^_c_[0-9a-f-]{36}-__WRIT__\\d{10}$"_s;
        QTest::newRow("kazoo") << Dialect::Kazoo << u"^[0-9a-f]{32}__rlock__\\d{10}$"_s
                               << u"^[0-9a-f]{32}__lock__\\d{10}$"_s;
        QTest::newRow("plain") << Dialect::Plain << u"^R-\\d{10}$"_s << u"^W-\\d{10}$"_s;
    }

    void eachDialectsNamesAreItsOwn()
    {
        QFETCH(Dialect, dialect);
        QFETCH(QString, reader);
        QFETCH(QString, writer);
        Line line("RW", dialect);
        QCOMPARE(line.states(), u"Hw"_s);
        const QString readersNode = baseName(line.actors[0]->node());
        QVERIFY2(QRegularExpression(reader).match(readersNode).hasMatch(), qPrintable(readersNode));
        line.release(0);
        QCOMPARE(line.states(), u"-H"_s);
        const QString writersNode = baseName(line.actors[1]->node());
        QVERIFY2(QRegularExpression(writer).match(writersNode).hasMatch(), qPrintable(writersNode));
    }
};

} // namespace lockscope::tst_readwrite

LOCKSCOPE_TEST(lockscope::tst_readwrite::TestReadWrite)
#include "tst_readwrite.moc"
