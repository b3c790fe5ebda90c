// SPDX-License-Identifier: Apache-2.0
// The pseudo-code of each recipe against the recipe itself: whatever simulated clients go through, each step they tell
// of stands on a line, and no line claims a step that no client comes to.
#include "core/history/world.h"
#include "core/locks/recipecatalog.h"
#include "core/locks/recipecode.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/labbench.h"

namespace lockscope::tst_recipecode {

using namespace lockscope::lab;
using locks::CodeLine;
using locks::Dialect;
using locks::LockState;
using locks::RecipeId;
using locks::Step;

namespace {

SpawnRequest requestFor(RecipeId recipe, Dialect dialect)
{
    SpawnRequest request = Bench::request(4);
    request.recipe = recipe;
    request.dialect = dialect;
    const locks::Options options = locks::recipeInfo(recipe).options;
    request.leases = options.leases && recipe != RecipeId::SemaphoreMutex ? 2 : 1;
    if (options.paths)
        request.paths = {u"/locks/a"_s, u"/locks/b"_s};
    if (options.entries)
        request.entries = 2;
    return request;
}

/// Where clients stood: the text of the line for each step that was told.
class Walk
{
public:
    Walk(RecipeId recipe, Dialect dialect)
        : m_code(locks::recipeCode(recipe, dialect))
        , m_dialect(dialect)
    {
    }

    void follow(const EventLog &log)
    {
        journal::World world;
        journal::Changes changes;
        for (const journal::Event &event : log.events) {
            world.apply(event, changes);
            const auto *step = std::get_if<journal::ClientStep>(&event.what);
            const journal::Client *client = step ? world.client(step->id) : nullptr;
            if (client)
                at(*client, *step);
        }
    }

    QStringList linesOf(Step step) const { return m_lines.value(int(step)).values(); }
    QStringList problems;
    QSet<int> seen;

private:
    void at(const journal::Client &client, const journal::ClientStep &step)
    {
        seen.insert(int(step.step));
        const auto line =
            locks::lineOf(m_code, {step.step, step.path, client.spec.lock, m_dialect, client.state, client.node});
        if (line)
            m_lines[int(step.step)].insert(m_code[size_t(*line)].text.english());
        else
            problems += u"no line for "_s + locks::stepName(step.step);
    }

    locks::RecipeCode m_code;
    Dialect m_dialect;
    QHash<int, QSet<QString>> m_lines;
};

/// Everything that people and the network can do to four clients of one lock.
class Plays
{
public:
    Plays(RecipeId recipe, Dialect dialect)
        : m_recipe(recipe)
        , m_dialect(dialect)
        , m_walk(recipe, dialect)
    {
        oneAfterTheOther();
        whoWaitsGivesUp();
        nodesAreDeletedByHand();
        whoGivesUpAtOnce();
        repliesAreLost();
        inAnyOrder();
    }
    const Walk &walk() const { return m_walk; }

private:
    template<typename Story>
    void play(double writers, Story story)
    {
        Bench bench;
        SpawnRequest request = requestFor(m_recipe, m_dialect);
        request.writers = writers;
        story(bench, request);
        m_walk.follow(bench.log);
    }

    static void each(Bench &bench, const QList<ClientId> &ids, ClientCommand command)
    {
        for (const ClientId id : ids)
            bench.command({id}, command);
    }

    static QString nodeOf(const Bench &bench, ClientId id)
    {
        QString node;
        for (const auto *state : bench.log.all<journal::ClientLockState>()) {
            if (state->id == id)
                node = state->node;
        }
        return node;
    }

    void oneAfterTheOther()
    {
        play(0.5, [](Bench &bench, const SpawnRequest &request) {
            const auto ids = bench.spawn(request);
            each(bench, {ids[0]}, ClientCommand::Acquire); // once more, where that can be
            for (int turn = 0; turn < 3; ++turn)
                each(bench, ids, ClientCommand::Release);
            each(bench, ids, ClientCommand::Revoke);
        });
    }

    void whoWaitsGivesUp()
    {
        play(1, [](Bench &bench, const SpawnRequest &request) {
            const auto ids = bench.spawn(request);
            each(bench, {ids[0]}, ClientCommand::Downgrade);
            each(bench, {ids[3]}, ClientCommand::Revoke);
            each(bench, {ids[3], ids[2], ids[1]}, ClientCommand::Release);
        });
    }

    void nodesAreDeletedByHand()
    {
        play(1, [](Bench &bench, const SpawnRequest &request) {
            const auto ids = bench.spawn(request);
            bench.ensemble.erase(nodeOf(bench, ids[3])); // which it learns when it lists again
            bench.ensemble.run();
            for (int turn = 0; turn < 2; ++turn)
                each(bench, ids, ClientCommand::Release);
        });
        play(1, [](Bench &bench, const SpawnRequest &request) {
            const auto ids = bench.spawn(request);
            bench.ensemble.erase(nodeOf(bench, ids[0]));
            each(bench, {ids[0]}, ClientCommand::Downgrade);
        });
    }

    void whoGivesUpAtOnce()
    {
        play(1, [this](Bench &bench, SpawnRequest request) {
            for (const QString &directory : directories())
                bench.ensemble.make(directory);
            request.acquireAtOnce = false;
            const auto ids = bench.spawn(request);
            bench.lab.command({ids[0]}, ClientCommand::Acquire);
            bench.command({ids[0]}, ClientCommand::Release); // its create is on the way
        });
    }

    void repliesAreLost()
    {
        for (const QString &operation : {u"create"_s, u"get_children"_s, u"delete"_s}) {
            for (int nth = 1; nth <= 3; ++nth) {
                for (const bool lags : {false, true})
                    loseReply(operation, nth, lags);
            }
        }
    }

    /// So that the first create of each is that of its own node.
    QStringList directories() const
    {
        if (m_recipe == RecipeId::Ephemeral)
            return {u"/locks"_s};
        if (!locks::recipeInfo(m_recipe).options.leases)
            return {lockPath, u"/locks/a"_s, u"/locks/b"_s};
        const auto parts = locks::semaphorePaths(m_dialect, lockPath);
        return {parts.queue, parts.leases};
    }

    void loseReply(const QString &operation, int nth, bool lags)
    {
        play(1, [&](Bench &bench, SpawnRequest request) {
            for (const QString &directory : directories())
                bench.ensemble.make(directory);
            request.acquireAtOnce = false;
            const auto ids = bench.spawn(request);
            for (const auto &session : bench.ensemble.sessions()) {
                session->lose(fake::Loss::Reply, operation, nth);
                if (lags)
                    session->lagOnce(); // what it made is not on the server that it reaches then
            }
            each(bench, ids, ClientCommand::Acquire);
            each(bench, {ids[0]}, ClientCommand::Downgrade);
            for (int turn = 0; turn < 2; ++turn)
                each(bench, ids, ClientCommand::Release);
        });
    }

    /// Many rounds without a pause: also what happens only if two meet in one moment.
    void inAnyOrder()
    {
        constexpr int manySteps = 3000; // one of the broken recipes never ends
        for (unsigned seed = 1; seed <= 6; ++seed) {
            play(0.5, [seed](Bench &bench, SpawnRequest request) {
                request.rounds = 6;
                request.entries = 1;
                request.hold = {HoldTime::Kind::Fixed, std::chrono::milliseconds(0), {}};
                request.acquireAtOnce = false;
                const auto ids = bench.spawn(request);
                bench.ensemble.shuffle(seed);
                bench.lab.command(ids, ClientCommand::Acquire);
                for (int i = 0; i < manySteps && bench.ensemble.step(); ++i) { }
            });
        }
    }

    RecipeId m_recipe;
    Dialect m_dialect;
    Walk m_walk;
};

void eachRecipe()
{
    QTest::addColumn<RecipeId>("recipe");
    QTest::addColumn<Dialect>("dialect");
    int number = 0;
    for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
        for (const Dialect dialect : info.dialects) {
            if (testprogram::isPlayed(number++))
                QTest::addRow("%s, %s", qPrintable(info.name), qPrintable(locks::dialectName(dialect)))
                    << info.id << dialect;
        }
    }
}

} // namespace

class TestRecipeCode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachStepStandsOnALineAndEachLineIsComeTo_data() { eachRecipe(); }
    void eachStepStandsOnALineAndEachLineIsComeTo()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        const Walk walk = Plays(recipe, dialect).walk();
        QCOMPARE(walk.problems, QStringList());
        QVERIFY(walk.seen.size() >= 4);
        for (const CodeLine &line : locks::recipeCode(recipe, dialect)) {
            for (const Step step : line.steps)
                QVERIFY2(walk.linesOf(step).contains(line.text.english()),
                         qPrintable(locks::stepName(step) + u" on: "_s + line.text.english()));
        }
    }

    void eachCodeFitsAPanelAndMarksTheWrongLineWhereItIsBroken_data() { eachRecipe(); }
    void eachCodeFitsAPanelAndMarksTheWrongLineWhereItIsBroken()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        constexpr qsizetype mostLetters = 40;
        QStringList heads;
        int wrong = 0;
        for (const CodeLine &line : locks::recipeCode(recipe, dialect)) {
            if (line.kind == CodeLine::Kind::Head)
                heads += line.text.english();
            QVERIFY2(2 * line.indent + line.text.english().size() <= mostLetters, qPrintable(line.text.english()));
            QCOMPARE(line.kind == CodeLine::Kind::Head, line.indent == 0);
            wrong += line.wrong.isEmpty() ? 0 : 1;
        }
        QCOMPARE(wrong, locks::recipeInfo(recipe).isSound() ? 0 : 1);
        QVERIFY(heads.size() >= 2);
        QVERIFY(heads[0].startsWith(u"acquire"_s));
        QVERIFY(heads[1].startsWith(u"release"_s));
    }

    void whoHoldsStandsWhereAcquireEnds_data() { eachRecipe(); }
    void whoHoldsStandsWhereAcquireEnds()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        Bench bench;
        SpawnRequest request = requestFor(recipe, dialect);
        request.count = request.entries = 1;
        request.writers = 1;
        bench.spawn(request);
        journal::World world;
        world.apply(bench.log.events);
        const journal::Client &client = world.clients().begin()->second;
        QCOMPARE(client.state, LockState::Retained);
        const auto code = locks::recipeCode(recipe, dialect);
        const auto line =
            locks::lineOf(code, {*client.step, client.stepPath, lockPath, dialect, client.state, client.node});
        QVERIFY(line);
        const bool listens = locks::recipeInfo(recipe).isRevocable(); // it has set a watch since
        QVERIFY2(code[size_t(*line)].grants != listens, qPrintable(code[size_t(*line)].text.english()));
    }

    void sameStepsOfDifferentThingsAreDifferentLines()
    {
        const Walk curator = Plays(RecipeId::Semaphore, Dialect::Curator).walk();
        QCOMPARE(curator.linesOf(Step::Enqueue).size(), 2); // the place in the line, and the lease
        QCOMPARE(curator.linesOf(Step::Wait).size(), 2);
        QCOMPARE(curator.linesOf(Step::Release).size(), 2);
        const Walk revocable = Plays(RecipeId::Revocable, Dialect::Curator).walk();
        QCOMPARE(revocable.linesOf(Step::Watch).size(), 2); // the node before, and the own data
        const Walk downgrading = Plays(RecipeId::ReadWriteCurator, Dialect::Curator).walk();
        QVERIFY(downgrading.linesOf(Step::Release).contains(u"delete(writer)"_s));
        QVERIFY(downgrading.linesOf(Step::Release).contains(u"delete(me)"_s));
        const Walk anew = Plays(RecipeId::BrokenOvertakingWriter, Dialect::Curator).walk();
        QCOMPARE(anew.linesOf(Step::Enqueue).size(), 2);
    }

    void unsortedLocksDeadlockInTheLineThatIsMarked()
    {
        Bench bench;
        SpawnRequest request = requestFor(RecipeId::BrokenUnsortedMulti, Dialect::Docs);
        request.count = 2;
        bench.spawn(request);
        journal::World world;
        world.apply(bench.log.events);
        const auto code = locks::recipeCode(request.recipe, request.dialect);
        QCOMPARE(world.clients().size(), size_t(2));
        for (const auto &[id, client] : world.clients()) {
            QCOMPARE(client.state, LockState::Fetching); // each holds what the other waits for
            const auto line = locks::lineOf(
                code, {*client.step, client.stepPath, client.spec.lock, request.dialect, client.state, client.node});
            QVERIFY(line);
            QVERIFY2(!code[size_t(*line)].wrong.isEmpty(), qPrintable(code[size_t(*line)].text.english()));
        }
    }

    void aLostReplyIsSeenOnItsOwnLine()
    {
        const Walk walk = Plays(RecipeId::Mutex, Dialect::Docs).walk();
        QCOMPARE(walk.linesOf(Step::List).size(), 2);
        QVERIFY(walk.linesOf(Step::List).contains(u"reply lost: find my node"_s));
        QVERIFY(walk.linesOf(Step::FindOwn).contains(u"reply lost: is it gone?"_s));
    }
};

} // namespace lockscope::tst_recipecode

LOCKSCOPE_TEST(lockscope::tst_recipecode::TestRecipeCode)
#include "tst_recipecode.moc"
