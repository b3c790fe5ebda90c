// SPDX-License-Identifier: Apache-2.0
// The lab's clients on the model: the same recipes, journal and faults, and the same events for the same choices.
#include "core/journal/eventjson.h"
#include "core/lab/lab.h"
#include "core/model/clientsessions.h"
#include "tests/support/testprogram.h"

#include <QJsonDocument>

#include <algorithm>
#include <random>

namespace lockscope::tst_clients {

using namespace Qt::StringLiterals;
using namespace model;
using What = Choice::What;

namespace {

/// Keeps what was written, stamped by the model's clock.
class Log final : public journal::EventSink
{
public:
    explicit Log(const Model &model)
        : m_model(model)
    {
    }

    void write(journal::Payload what) override { events.append({++m_number, clockNs(), std::move(what)}); }
    qint64 clockNs() const override { return m_model.ensemble().nowMs() * nsPerMs; }

    QStringList states() const
    {
        QStringList words;
        for (const journal::Event &event : events) {
            if (const auto *state = std::get_if<journal::ClientLockState>(&event.what))
                words.append(QString::number(state->id.value) + locks::lockStateName(state->state));
        }
        return words;
    }

    journal::EventBatch events;

private:
    const Model &m_model;
    quint64 m_number = 0;
};

struct Bench
{
    Model model;
    Log log{model};
    ClientSessionFactory factory{model};
    lab::Lab lab{factory, log, 1};
    QList<ClientId> ids;

    explicit Bench(int count, int rounds = 1)
    {
        lab::SpawnRequest request;
        request.count = count;
        request.lock = u"/locks/orders"_s;
        request.dialect = locks::Dialect::Plain; // no tokens, which are drawn
        request.hold = {lab::HoldTime::Kind::Fixed, {}, {}};
        request.rounds = rounds;
        request.seed = 1;
        lab.spawn(request).then([this](const Result<QList<ClientId>> &spawned) { ids = spawned.value(); });
    }

    /// Everything but faults, in order.
    void run()
    {
        while (model.happenNext([](const Offer &offer) {
            return offer.choice.what != What::Pass && offer.choice.what != What::Expire;
        })) { }
    }
    QStringList lines() const
    {
        QStringList lines;
        for (const journal::Event &event : log.events)
            lines.append(QString::fromUtf8(QJsonDocument(journal::toJson(event)).toJson(QJsonDocument::Compact)));
        return lines;
    }
};

} // namespace

class TestClients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingHappensUntilItIsChosen()
    {
        Bench bench(2);
        QCOMPARE(bench.ids.size(), 2);
        QCOMPARE(bench.log.states(), (QStringList{u"1FETCHING"_s, u"2FETCHING"_s}));
        QCOMPARE(bench.model.ensemble().words(bench.model.choices().front().choice).english(),
                 u"create of client-0 arrives"_s);
        bench.run();
        QCOMPARE(bench.log.states().filter(u"RETAINED"_s).size(), 2);
        QCOMPARE(bench.log.states().filter(u"RELEASED"_s).size(), 2);
    }

    void aFaultOfTheLabIsOneOfTheModel()
    {
        Bench bench(1);
        bench.lab.fault(bench.ids, {journal::Fault::LoseCreateReply});
        bench.run();
        QVERIFY(bench.log.states().contains(u"1RETAINED"_s));
        const auto isLost = [](const journal::Event &event) {
            const auto *reply = std::get_if<journal::ClientReply>(&event.what);
            return reply && reply->error && reply->error->code == ErrorCode::ConnectionLoss;
        };
        QCOMPARE(static_cast<int>(std::count_if(bench.log.events.begin(), bench.log.events.end(), isLost)), 1);
    }

    void theSameChoicesWriteTheSameEvents()
    {
        for (unsigned seed = 1; seed <= 10; ++seed) {
            Bench first(3, 2);
            std::vector<Choice> schedule;
            std::mt19937 random(seed);
            for (int step = 0; step < 300 && !first.model.choices().empty(); ++step) {
                const auto &offers = first.model.choices();
                const Offer offer = offers[random() % offers.size()];
                const bool isEnd = offer.choice.what == What::Expire || offer.choice.what == What::Pass;
                if (isEnd || (offer.isFault && random() % 4 != 0))
                    continue;
                schedule.push_back(offer.choice);
                first.model.happen(offer.choice);
            }
            Bench second(3, 2);
            for (const Choice &choice : schedule) {
                QVERIFY(second.model.ensemble().isPossible(choice));
                second.model.happen(choice);
            }
            QVERIFY(schedule.size() > 40);
            QCOMPARE(second.lines(), first.lines());
        }
    }

    void aCrashedClientsNodeGoesWithItsTimeout()
    {
        Bench bench(1);
        while (!bench.log.states().contains(u"1RETAINED"_s))
            QVERIFY(bench.model.happenNext());
        bench.lab.fault(bench.ids, {journal::Fault::Crash});
        const auto children = [&] { return bench.model.ensemble().tree().find(u"/locks/orders"_s)->children.size(); };
        QCOMPARE(children(), size_t(1));
        const auto offers = bench.model.choices();
        const auto pass = std::find_if(offers.begin(), offers.end(),
                                       [](const Offer &offer) { return offer.choice.what == What::Pass; });
        QVERIFY(pass != offers.end());
        bench.model.happen(pass->choice);
        bench.model.happen({What::Expire, 0, 0});
        QCOMPARE(children(), size_t(0));
    }
};

} // namespace lockscope::tst_clients

LOCKSCOPE_TEST(lockscope::tst_clients::TestClients)
#include "tst_clients.moc"
