// SPDX-License-Identifier: Apache-2.0
// One truth about who holds, in each shipped scenario as it ran on a real server: after every event, live and rewound,
// the Queue, the Stage, Clients, Timing and the places of a session name the same holders.
#include "core/scenario/scenariofiles.h"
#include "tests/live/engine/enginefixture.h"
#include "tests/support/sandboxfortest.h"
#include "tests/ui/uitest.h"
#include "ui/clients/clientsmodel.h"
#include "ui/models/queuemodel.h"
#include "ui/models/text.h"
#include "ui/stage/stageview.h"

#include <map>
#include <memory>

namespace lockscope::ui::tst_oneholder {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using locks::ContenderState;
using locks::LockState;

namespace {

/// The panels that show one lock.
struct View
{
    explicit View(LiveWorld *world, const QString &lock)
        : model(world)
        , stage(&model)
    {
        stage.setAnimated(false);
        model.setLockPath(lock);
    }

    QStringList queueTells() const
    {
        QStringList holders;
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.contenderAt(row).state == ContenderState::Holding)
                holders += model.labelOfIndex(model.indexOfRow(row));
        }
        holders.sort();
        return holders;
    }
    QStringList stageTells()
    {
        QStringList holders;
        const auto cards = stage.cards();
        const auto inBlock = size_t(stage.layout().holderFolding.cards());
        const size_t ghosts = model.queue().zombies.size();
        for (size_t card = 0; card + ghosts < std::min(cards.size() + ghosts, inBlock); ++card)
            holders += cards[card].title;
        holders.sort();
        return holders;
    }

    QueueModel model;
    StageView stage;
};

/// All panels on one window's world.
struct Window
{
    LiveWorld world;
    ClientsModel clients;
    std::map<QString, std::unique_ptr<View>> views;

    Window()
    {
        QObject::connect(&world, &LiveWorld::changed, &clients,
                         [this](const journal::Changes &changes) { clients.update(world.world(), changes); });
    }
    View &view(const QString &lock)
    {
        auto &view = views[lock];
        if (!view)
            view = std::make_unique<View>(&world, lock);
        return *view;
    }
    /// By lock: what the Queue says. Empty, with the reason in \a problem, where another panel says something else.
    QString tell(QString *problem)
    {
        QStringList lines;
        for (const QString &lock : world.world().lockPaths()) {
            View &shown = view(lock);
            const QStringList holders = shown.queueTells();
            const QStringList onStage = shown.stageTells();
            if (onStage != holders && shown.model.queue().holders.size() <= size_t(StageMetrics::mostHolders))
                *problem = u"%1: the Queue tells %2, the Stage %3"_s.arg(lock, holders.join(u' '), onStage.join(u' '));
            compareClients(lock, shown, problem);
            lines += lock + u": "_s + holders.join(u' ');
        }
        return lines.join(u'\n');
    }
    void compareClients(const QString &lock, const View &shown, QString *problem)
    {
        const locks::LockQueue &queue = shown.model.queue();
        QSet<ClientId> holding;
        for (int row = 0; row < clients.rowCount(); ++row) {
            const journal::Client &client = clients.row(row).client;
            if (client.spec.lock != lock || !client.spec.paths.isEmpty() || client.node.isEmpty())
                continue;
            const int index = queue.indexOfPath(client.node);
            const bool isThere =
                index >= 0 && queue.contenders[size_t(index)].node.owner() == client.session && !client.crashed;
            if (!isThere)
                continue; // not listed yet, or gone
            const locks::Contender &contender = queue.contenders[size_t(index)];
            const bool holds = contender.state == ContenderState::Holding;
            if (client.holds() && !holds)
                *problem = u"%1 holds as Clients tells, and not as the Queue does"_s.arg(client.spec.name);
            if (client.state == LockState::Fetching && holds)
                *problem = u"%1 waits as Clients tells, and holds as the Queue does"_s.arg(client.spec.name);
            for (const SessionPlace &place : placesOf(world.world(), client.session)) {
                if (place.node == client.node && place.holds != holds)
                    *problem = u"Details and the Queue differ about %1"_s.arg(client.spec.name);
            }
            if (client.holds())
                holding.insert(client.spec.id);
        }
        compareTiming(lock, holding, problem);
    }
    /// Of the live end alone: its ledger does not go back.
    void compareTiming(const QString &lock, const QSet<ClientId> &holding, QString *problem)
    {
        const journal::LockTurns *turns = world.ledger().of(lock);
        if (!turns || world.isRewound())
            return;
        QSet<ClientId> told;
        for (const journal::Acquisition &turn : turns->acquisitions) {
            if (turn.granted.number != 0 && turn.ended.number == 0)
                told.insert(turn.client);
        }
        for (const ClientId id : holding) {
            if (!told.contains(id))
                *problem = u"Timing does not know that client %1 holds"_s.arg(id.value);
        }
    }
};

} // namespace

class TestOneHolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPanelNamesTheSameHolders_data()
    {
        QTest::addColumn<QString>("name");
        int scenario = 0;
        for (const QString &name : lab::shippedScenarios()) {
            const bool isHuge = name == "herd-against-predecessor"_L1; // two thousand clients say no more than five
            if (!isHuge && testprogram::isSampled(scenario++))
                QTest::newRow(qPrintable(name)) << name;
        }
    }
    void everyPanelNamesTheSameHolders()
    {
        QFETCH(QString, name);
        SandboxForTest sandbox;
        QVERIFY2(sandbox.start(), sandbox.why());
        EngineFixture engine;
        QVERIFY(engine.open(sandbox.connectString(), 4'000));
        QVERIFY(await(engine->observe(u"/"_s)));
        auto scenario = lab::loadScenario(name);
        QVERIFY(scenario);
        scenario->pace = std::chrono::milliseconds(100); // so that the observer sees what comes between the steps
        auto running = engine->runScenario(*scenario);
        AWAIT_VERIFY(running.isFinished());
        QVERIFY(running.result());
        QCoreApplication::sendPostedEvents();

        Window window;
        std::vector<QString> lived;
        QString problem;
        for (const journal::Event &event : engine.events()) {
            window.world.apply({event});
            lived.push_back(window.tell(&problem));
            QVERIFY2(problem.isEmpty(), qPrintable(u"event %1: %2"_s.arg(event.number).arg(problem)));
        }
        const quint64 first = window.world.firstPosition();
        const quint64 last = window.world.lastPosition();
        const auto step = std::max<quint64>((last - first) / 150, 1);
        for (quint64 number = last; number > first + step; number -= step) {
            window.world.seek(number);
            const QString shown = window.tell(&problem);
            QVERIFY2(problem.isEmpty(), qPrintable(u"event %1, rewound: %2"_s.arg(number).arg(problem)));
            QCOMPARE(shown, lived[size_t(number - engine.events().first().number)]);
        }
    }
};

} // namespace lockscope::ui::tst_oneholder

LOCKSCOPE_TEST(lockscope::ui::tst_oneholder::TestOneHolder)
#include "tst_oneholder.moc"
