// SPDX-License-Identifier: Apache-2.0
// What the model promises beyond what one real server shows at will: what is offered, time, servers that lag, branches;
// each rule of these is proved by a test that fails without it.
#include "core/model/rules.h"
#include "core/model/session.h"
#include "tests/support/testprogram.h"

#include <random>

namespace lockscope::tst_ensemble {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace model;
using What = Choice::What;

namespace {

/// What a call came to, once it has.
template<typename T>
std::shared_ptr<std::optional<Result<T>>> outcome(const Reply<T> &reply)
{
    auto into = std::make_shared<std::optional<Result<T>>>();
    reply.then([into](Result<T> result) { *into = std::move(result); });
    return into;
}

std::optional<Choice> offered(Model &model, What what, quint32 subject)
{
    for (const Offer &offer : model.choices()) {
        if (offer.choice.what == what && offer.choice.subject == subject)
            return offer.choice;
    }
    return std::nullopt;
}

bool happen(Model &model, What what, quint32 subject)
{
    const auto choice = offered(model, what, subject);
    if (choice)
        model.happen(*choice);
    return choice.has_value();
}

/// Until nothing of this session can happen, but for faults.
void run(Model &model, SessionNumber session)
{
    while (model.happenNext([session](const Offer &offer) {
        const What what = offer.choice.what;
        return offer.choice.subject == session
               && (what == What::Arrive || what == What::Answer || what == What::Deliver);
    })) { }
}

// One for each rule: true where it holds. Each is checked with the rule, and without it.

bool aServerMayLag()
{
    Model model({2});
    Session &a = model.open(u"A"_s);
    Session &b = model.open(u"B"_s, 10s, 1);
    const auto made = outcome(a.create(u"/a"_s, {}, NodeKind::Persistent));
    run(model, a.number());
    const auto seen = outcome(b.exists(u"/a"_s));
    run(model, b.number());
    return *made && **made && *seen && !**seen;
}

bool aSyncWaitsForItsServer()
{
    Model model({2});
    Session &a = model.open(u"A"_s);
    Session &b = model.open(u"B"_s, 10s, 1);
    const auto made = outcome(a.create(u"/a"_s, {}, NodeKind::Persistent));
    run(model, a.number());
    const auto synced = outcome(b.sync(u"/a"_s));
    const auto seen = outcome(b.exists(u"/a"_s));
    run(model, b.number());
    if (*synced || !happen(model, What::CatchUp, 1))
        return false;
    run(model, b.number());
    return *synced && *seen && **seen;
}

bool ownWritesAreSeen()
{
    Model model({2});
    Session &b = model.open(u"B"_s, 10s, 1);
    const auto made = outcome(b.create(u"/b"_s, {}, NodeKind::Persistent));
    const auto seen = outcome(b.exists(u"/b"_s));
    run(model, b.number());
    if (*made || !happen(model, What::CatchUp, 1))
        return false;
    run(model, b.number());
    return *made && *seen && **seen;
}

bool nobodyGoesBack()
{
    Model model({2});
    Session &a = model.open(u"A"_s);
    const auto made = outcome(a.create(u"/a"_s, {}, NodeKind::Persistent));
    run(model, a.number());
    if (!happen(model, What::Break, a.number()))
        return false;
    const auto isOffered = [&](qint64 server) {
        return model.ensemble().isPossible({What::Reconnect, a.number(), server});
    };
    return isOffered(0) && !isOffered(1) && happen(model, What::CatchUp, 1) && happen(model, What::CatchUp, 1)
           && isOffered(1);
}

/// Without the reply, the client has not seen its node, and may meet a server that has not either.
bool aLostCreateMayBeUnseen()
{
    Model model({2});
    Session &a = model.open(u"A"_s);
    while (happen(model, What::CatchUp, 1)) { }
    model.ensemble().loseNext(a.number(), Loss::Reply);
    const auto made = outcome(a.create(u"/a"_s, {}, NodeKind::Persistent));
    const bool lost = happen(model, What::Arrive, a.number()) && !*made && happen(model, What::Answer, a.number())
                      && *made && (*made)->error().outcomeUnknown();
    model.happen({What::Reconnect, a.number(), 1});
    const auto seen = outcome(a.exists(u"/a"_s));
    run(model, a.number());
    return lost && model.ensemble().tree().has(u"/a"_s) && *seen && !**seen;
}

bool aTimeoutIsWaitedFor()
{
    Model model;
    Session &a = model.open(u"A"_s, 10s);
    const auto made = outcome(a.create(u"/a"_s, {}, NodeKind::Ephemeral));
    run(model, a.number());
    a.crash();
    if (offered(model, What::Expire, a.number()) || !model.ensemble().tree().has(u"/a"_s))
        return false;
    const qint64 before = model.ensemble().nowMs();
    return happen(model, What::Pass, 0) && model.ensemble().nowMs() == before + 10'000
           && happen(model, What::Expire, a.number()) && !model.ensemble().tree().has(u"/a"_s);
}

bool anEmptyContainerGoes()
{
    Model model;
    Session &a = model.open(u"A"_s);
    const auto container = outcome(a.create(u"/c"_s, {}, NodeKind::Container));
    run(model, a.number());
    if (offered(model, What::Reap, 0)) // it never had a child
        return false;
    const auto child = outcome(a.create(u"/c/x"_s, {}, NodeKind::Ephemeral));
    const auto gone = outcome(a.remove(u"/c/x"_s, -1));
    run(model, a.number());
    return happen(model, What::Reap, 0) && !model.ensemble().tree().has(u"/c"_s);
}

struct Contract
{
    const char *name;
    bool (*holds)();
    Rule rule; ///< that it rests on alone
};

constexpr Contract contracts[] = {
    {"a server may lag", aServerMayLag, Rule::Lag},
    {"a sync waits for its server", aSyncWaitsForItsServer, Rule::SyncWaits},
    {"own writes are seen", ownWritesAreSeen, Rule::OwnWritesAreSeen},
    {"nobody goes back", nobodyGoesBack, Rule::NeverBack},
    {"a lost create may be unseen", aLostCreateMayBeUnseen, Rule::LostReply},
    {"a timeout is waited for", aTimeoutIsWaitedFor, Rule::TimeoutIsWaited},
    {"an empty container goes", anEmptyContainerGoes, Rule::ContainerIsTaken},
};

/// Three sessions that ask for ever, what happens drawn from a seed; the choices that were made.
class Bustle
{
public:
    explicit Bustle(unsigned seed)
        : m_random(seed)
    {
        for (SessionNumber session = 0; session < 3; ++session)
            m_ensemble.open(u"s%1"_s.arg(session), 10s, static_cast<int>(session % 2));
    }

    Ensemble &ensemble() { return m_ensemble; }
    std::vector<Choice> go(int steps)
    {
        std::vector<Choice> made;
        for (int i = 0; i < steps; ++i) {
            m_ensemble.choices(m_offers);
            if (m_offers.empty() || m_random() % 3 == 0) {
                ask();
                continue;
            }
            const Choice choice = m_offers[m_random() % m_offers.size()].choice;
            if (choice.what == What::Expire)
                continue;
            m_ensemble.happen(choice);
            made.push_back(choice);
        }
        return made;
    }

private:
    void ask()
    {
        const auto session = static_cast<SessionNumber>(m_random() % 3);
        Request request{static_cast<int>(m_random() % 2) == 0 ? Operation::Create : Operation::List, u"/n-"_s};
        request.kind = NodeKind::EphemeralSequential;
        request.watch = true;
        if (request.operation == Operation::List)
            request.path = u"/"_s;
        m_ensemble.ask(session, request);
    }

    Ensemble m_ensemble{{2}};
    std::mt19937 m_random;
    std::vector<Offer> m_offers;
};

/// All that can be seen of it.
QStringList look(const Ensemble &ensemble)
{
    QStringList lines;
    std::vector<Offer> offers;
    ensemble.choices(offers);
    for (const Offer &offer : offers)
        lines.append(choiceWord(offer.choice) + u' ' + QString::number(offer.since) + u' '
                     + ensemble.words(offer.choice).english());
    for (int server = 0; server < 2; ++server) {
        for (const QString &path : ensemble.tree(server).paths())
            lines.append(path + ensemble.tree(server).find(path)->stat.czxid.toHex());
        for (const QString &path : ensemble.watches(server).paths())
            lines.append(u"watched "_s + path);
    }
    return lines;
}

} // namespace

class TestEnsemble : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { ruleTakenAway.reset(); }

    void eachContractRestsOnItsRule_data()
    {
        QTest::addColumn<int>("contract");
        int row = 0;
        for (const Contract &contract : contracts)
            QTest::newRow(contract.name) << row++;
    }
    void eachContractRestsOnItsRule()
    {
        QFETCH(int, contract);
        QVERIFY(contracts[contract].holds());
        ruleTakenAway = contracts[contract].rule;
        QVERIFY2(!contracts[contract].holds(), "without its rule");
    }

    void theSameChoicesComeToTheSame()
    {
        for (unsigned seed = 1; seed <= 20; ++seed) {
            Bustle first(seed);
            Bustle second(seed);
            QCOMPARE(first.go(500), second.go(500));
            QCOMPARE(look(first.ensemble()), look(second.ensemble()));
        }
    }

    void aCopyIsABranchOfItsOwn()
    {
        Bustle bustle(7);
        bustle.go(200);
        const Ensemble before = bustle.ensemble();
        const QStringList looked = look(before);
        Bustle branch = bustle;
        bustle.go(200);
        QCOMPARE(look(before), looked);
        branch.go(200);
        QCOMPARE(look(branch.ensemble()), look(bustle.ensemble()));
    }

    void aChoiceIsReadAsItWasWritten()
    {
        Bustle bustle(3);
        for (const Choice &choice : bustle.go(500)) {
            const auto read = choiceNamed(choiceWord(choice));
            QVERIFY(read);
            QCOMPARE(*read, choice);
        }
        for (const QString &wrong : {u""_s, u"arrive"_s, u"arrive 1"_s, u"arrive x 1"_s, u"leave 1 1"_s})
            QVERIFY(!choiceNamed(wrong));
    }

    void everyChoiceHasItsWords()
    {
        Model model;
        Session &a = model.open(u"A"_s);
        const auto made = outcome(a.create(u"/a"_s, {}, NodeKind::Persistent));
        const auto words = [&](What what) {
            return model.ensemble().words(*offered(model, what, a.number())).english();
        };
        QCOMPARE(words(What::Arrive), u"create of A arrives"_s);
        QCOMPARE(words(What::Break), u"the connection of A breaks: its create is lost"_s);
        QVERIFY(happen(model, What::Arrive, a.number()));
        QCOMPARE(words(What::Break), u"the connection of A breaks: the reply to its create is lost"_s);
        QCOMPARE(words(What::Answer), u"A hears of its create"_s);
        QVERIFY(happen(model, What::Break, a.number()));
        QCOMPARE(words(What::Reconnect), u"A connects again"_s);
        QCOMPARE(model.ensemble().words(*offered(model, What::Pass, 0)).english(), u"10 s pass"_s);
    }

    void aTimerRingsWhenItsTimeHasCome()
    {
        Model model;
        Session &a = model.open(u"A"_s);
        const auto rung = outcome(a.after(2s));
        QVERIFY(!offered(model, What::Timer, a.number()));
        QVERIFY(happen(model, What::Pass, 0));
        QVERIFY(!*rung);
        QVERIFY(happen(model, What::Timer, a.number()));
        QVERIFY(*rung && **rung);
        const auto late = outcome(a.after(2s));
        a.crash();
        QVERIFY(*late && !**late);
    }

    void aPausedClientHearsNothingAndIsNotHeard()
    {
        Model model;
        Session &a = model.open(u"A"_s);
        const auto before = outcome(a.exists(u"/"_s));
        model.ensemble().setPaused(a.number(), true);
        const auto after = outcome(a.exists(u"/"_s));
        QVERIFY(happen(model, What::Arrive, a.number())); // what was sent
        QVERIFY(!offered(model, What::Arrive, a.number()));
        QVERIFY(!offered(model, What::Answer, a.number()));
        QVERIFY(happen(model, What::Pass, 0));
        QVERIFY(happen(model, What::Expire, a.number()));
        model.ensemble().setPaused(a.number(), false);
        QVERIFY(happen(model, What::Answer, a.number()) && *before && **before);
        QVERIFY(happen(model, What::Break, a.number()) && *after && !**after);
        QVERIFY(happen(model, What::Reconnect, a.number()));
        QCOMPARE(a.state(), ConnectionState::Expired);
    }

    void whatACrashedClientSentMayStillArrive()
    {
        Model model;
        Session &a = model.open(u"A"_s);
        const auto made = outcome(a.create(u"/a"_s, {}, NodeKind::Ephemeral));
        a.crash();
        QCOMPARE((*made)->error().code, ErrorCode::Closed);
        QVERIFY(offered(model, What::Break, a.number()));
        QVERIFY(happen(model, What::Arrive, a.number()));
        QVERIFY(model.ensemble().tree().has(u"/a"_s));
        QVERIFY(!offered(model, What::Answer, a.number()));
    }
};

} // namespace lockscope::tst_ensemble

LOCKSCOPE_TEST(lockscope::tst_ensemble::TestEnsemble)
#include "tst_ensemble.moc"
