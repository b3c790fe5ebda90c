// SPDX-License-Identifier: Apache-2.0
// The model against a real server: random programs come to the same in both, answer by answer and event by event; and
// where one rule of the model is taken away, they do not.
#include "core/model/rules.h"
#include "tests/live/model/modelplace.h"
#include "tests/live/model/serverplace.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_modelsemantics {

using namespace Qt::StringLiterals;
using model::Rule;
using namespace semantics;

namespace {

using testprogram::played;

constexpr int directPrograms = played(1000);
constexpr int relayedPrograms = played(120); ///< whose events are counted on their way
constexpr int faultyPrograms = played(180);
constexpr int lanes = 12;       ///< programs that are played at once
constexpr int faultyLanes = 40; ///< of those that wait for lost connections most of the time

struct Played
{
    Program program;
    QString directory;
    QStringList trace; ///< on the server
};

struct Differing
{
    const Played *played;
    QStringList inModel;
};

struct Run
{
    quint16 port;
    std::vector<Played> programs = {};
    size_t next = 0;
    std::optional<Error> error = {};
};

/// One after another, on the sessions of one place.
Task<> playLane(std::shared_ptr<Run> run, bool relayed)
{
    ServerPlace place(run->port, relayed);
    const auto opened = co_await place.open();
    if (!opened) {
        run->error = opened.error();
        co_return;
    }
    const Played *before = nullptr;
    while (run->next < run->programs.size() && !run->error) {
        Played &played = run->programs[run->next++];
        const Played *const last = before;
        before = &played;
        auto trace = co_await play(&place, played.program, played.directory);
        if (trace) {
            played.trace = std::move(*trace);
            continue;
        }
        run->error = trace.error();
        qWarning("seed %u:\n%s", played.program.seed, qPrintable(toText(played.program)));
        if (last)
            qWarning("after seed %u:\n%s\n%s", last->program.seed, qPrintable(toText(last->program)),
                     qPrintable(last->trace.join("\n--\n"_L1)));
    }
}

/// Where the two differ first, with the program.
QString difference(const Played &played, const QStringList &inModel)
{
    for (qsizetype session = 0; session < played.trace.size(); ++session) {
        const QStringList real = played.trace[session].split(u'\n');
        const QStringList model = inModel.value(session).split(u'\n');
        for (qsizetype line = 0; line < std::max(real.size(), model.size()); ++line) {
            if (real.value(line) != model.value(line))
                return u"seed %1, session %2, line %3:\n  server: %4\n  model:  %5\nThe program:\n%6\nThe server:\n%7\nThe model:\n%8"_s
                    .arg(played.program.seed)
                    .arg(session)
                    .arg(line)
                    .arg(real.value(line), model.value(line), toText(played.program), played.trace[session],
                         inModel.value(session));
        }
    }
    return u"seed %1: as many sessions?"_s.arg(played.program.seed);
}

} // namespace

class TestModelSemantics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        QVERIFY(playAll(1, directPrograms, false, false));
        QVERIFY(playAll(10'001, relayedPrograms, true, false));
        QVERIFY(playAll(20'001, faultyPrograms, true, true));
    }
    void cleanup() { model::ruleTakenAway.reset(); }

    void everyProgramComesToTheSame()
    {
        for (const Differing &each : thoseThatDiffer(5))
            qWarning("%s",
                     qPrintable(difference(*each.played, each.inModel))); // longer than a failure's message may be
        QVERIFY(thoseThatDiffer(1).empty());
        QCOMPARE(m_played.size(), size_t(directPrograms + relayedPrograms + faultyPrograms));
        m_isTheSame = true;
    }

    void aRuleThatIsTakenAwayIsMissed_data()
    {
        QTest::addColumn<Rule>("rule");
        const std::pair<const char *, Rule> rules[] = {
            {"Sequence", Rule::Sequence},
            {"SequenceIsPerParent", Rule::SequenceIsPerParent},
            {"ChildVersion", Rule::ChildVersion},
            {"ChildZxid", Rule::ChildZxid},
            {"DataVersion", Rule::DataVersion},
            {"VersionIsChecked", Rule::VersionIsChecked},
            {"NoChildlessParent", Rule::NoChildlessParent},
            {"NoChildOfEphemeral", Rule::NoChildOfEphemeral},
            {"NotEmptyIsKept", Rule::NotEmptyIsKept},
            {"AllOrNone", Rule::AllOrNone},
            {"TransactionSeesItself", Rule::TransactionSeesItself},
            {"DataWatch", Rule::DataWatch},
            {"DeleteWatch", Rule::DeleteWatch},
            {"CreateWatch", Rule::CreateWatch},
            {"ChildWatch", Rule::ChildWatch},
            {"OneShot", Rule::OneShot},
            {"FailedReadNoWatch", Rule::FailedReadNoWatch},
            {"EventFirst", Rule::EventFirst},
            {"RemoveWatch", Rule::RemoveWatch},
            {"Order", Rule::Order},
            {"Ephemeral", Rule::Ephemeral},
            {"EphemeralOwner", Rule::EphemeralOwner},
            {"LostReply", Rule::LostReply},
            {"LostRequest", Rule::LostRequest},
            {"WatchesSetAgain", Rule::WatchesSetAgain},
            {"MissedEvents", Rule::MissedEvents},
            {"ExpiryEndsNodes", Rule::ExpiryEndsNodes},
            {"ExpiryIsTold", Rule::ExpiryIsReported},
        };
        for (const auto &[name, rule] : rules)
            QTest::newRow(name) << rule;
    }

    void aRuleThatIsTakenAwayIsMissed()
    {
        QFETCH(Rule, rule);
        if (testprogram::isSanitized)
            QSKIP("too few programs are played here to meet each rule");
        QVERIFY2(m_isTheSame, "it differs with all rules too");
        model::ruleTakenAway = rule;
        QVERIFY2(!thoseThatDiffer(1).empty(), "the comparison does not see it");
    }

private:
    bool playAll(unsigned firstSeed, int count, bool relayed, bool faulty)
    {
        const auto run = std::make_shared<Run>(Run{m_sandbox.port(), {}});
        for (int i = 0; i < count; ++i) {
            const unsigned seed = firstSeed + static_cast<unsigned>(i);
            run->programs.push_back({programFrom(seed, faulty), u"/p%1"_s.arg(seed), {}});
        }
        std::vector<Task<>> playing;
        for (int lane = 0; lane < (faulty ? faultyLanes : lanes); ++lane)
            playing.push_back(playLane(run, relayed));
        for (auto &lane : playing) {
            if (!test::await(std::move(lane)))
                return false;
        }
        if (run->error)
            qWarning("%s", qPrintable(run->error->sentence().english()));
        m_played.insert(m_played.end(), run->programs.begin(), run->programs.end());
        return !run->error;
    }
    /// Programs that come to something else in the model, as many as asked for at most.
    std::vector<Differing> thoseThatDiffer(size_t most) const
    {
        std::vector<Differing> found;
        for (const Played &played : m_played) {
            const auto trace = playInModel(played.program, played.directory);
            QStringList inModel = trace ? *trace : QStringList{u"error: "_s + trace.error().sentence().english()};
            if (!played.trace.value(0).contains(u" events"_s)) // nobody counted them
                inModel.replaceInStrings(QRegularExpression(u"\\n\\d+ events$"_s), QString());
            if (inModel != played.trace)
                found.push_back({&played, inModel});
            if (found.size() == most)
                break;
        }
        return found;
    }

    test::SandboxForTest m_sandbox;
    std::vector<Played> m_played;
    bool m_isTheSame = false; ///< with all rules
};

} // namespace lockscope::tst_modelsemantics

LOCKSCOPE_TEST(lockscope::tst_modelsemantics::TestModelSemantics)
#include "tst_modelsemantics.moc"
