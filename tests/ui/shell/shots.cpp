// SPDX-License-Identifier: Apache-2.0
// A tool for developers: renders the window's pages and dialogs with a made-up world, light and dark, in two sizes.
//   QT_QPA_PLATFORM=offscreen build/…/tests/lockscope-window-shots DIRECTORY
#include "core/base/clock.h"
#include "core/history/recordingwriter.h"
#include "core/locks/recipecatalog.h"
#include "tests/support/planfrom.h"
#include "tests/ui/panels/deadlockworld.h"
#include "ui/clients/clientspanel.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/helpdialogs.h"
#include "ui/dialogs/spawndialog.h"
#include "ui/dialogs/verdictdialog.h"
#include "ui/export/fileexport.h"
#include "ui/locks/lockspanel.h"
#include "ui/queue/queuepanel.h"
#include "ui/release/releasedialog.h"
#include "ui/report/reportdialog.h"
#include "ui/selection/selection.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/scenarioflow.h"
#include "ui/shell/startpage.h"
#include "ui/shell/workspace.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/lanes.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QEventLoop>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QProgressDialog>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTextStream>
#include <QThread>
#include <QTreeView>

using namespace lockscope;
using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

lab::Verdict stagedVerdict()
{
    lab::Verdict verdict;
    verdict.title = u"The holder pauses past its timeout"_s;
    const auto row = [](const QString &key, lab::Measure what, const QString &expected, const QString &found) {
        return lab::Verdict::Row{key, lab::measureInfo(what).text, Text::verbatim(expected), Text::verbatim(found),
                                 expected == found};
    };
    verdict.rows = {row(u"violations"_s, lab::Measure::Violations, u"0"_s, u"0"_s),
                    row(u"belief_overlaps"_s, lab::Measure::BeliefOverlaps, u"0"_s, u"1"_s),
                    row(u"watch_events_per_release"_s, lab::Measure::WatchEventsPerRelease, u"1"_s, u"1"_s)};
    verdict.result.acquired = 3;
    verdict.result.failed = 1;
    verdict.result.wakeUpsPerRelease = 1;
    verdict.result.handoffs = 2;
    verdict.result.handoffP50Us = 900;
    verdict.result.handoffP99Us = 2500;
    for (int i = 0; i < 60; ++i)
        verdict.stamps.append({u"client-%1"_s.arg(i % 7), i / 2 + 1, i % 2 == 1});
    return verdict;
}

void shoot(QWidget &window, const QString &file)
{
    window.show();
    for (int i = 0; i < 8; ++i)
        QCoreApplication::processEvents();
    window.grab().save(file);
    QTextStream(stdout) << file << '\n';
}

/// What simulated clients can go through, on top of the made-up world.
void addTrouble(WorldScript &script)
{
    using journal::Fault;
    for (const auto &[id, fault, ms] : {std::tuple(3, Fault::Pause, 12'000), std::tuple(4, Fault::Partition, 0),
                                        std::tuple(6, Fault::Delay, 200), std::tuple(7, Fault::LoseReply, 0)})
        script.write(journal::ClientFault{ClientId{quint32(id)}, fault, ms});
    for (int i = 2; i <= 20; ++i)
        script.write(journal::ClientLockState{ClientId{quint32(i)},
                                              i == 2 ? locks::LockState::Retained : locks::LockState::Fetching,
                                              u"/app/orders/"_s + curatorName(i),
                                              Zxid{0x1f00 + i},
                                              1,
                                              {}});
    script.write(journal::ClientWatchFired{ClientId{2}, WatchEvent::Deleted, u"/app/orders/x"_s});
    for (int i = 0; i < 2; ++i)
        script.write(journal::ClientRequest{ClientId{2}, u"get_children"_s, u"/app/orders"_s});
    journal::ClientSpawned broken;
    broken.id = ClientId{21};
    broken.name = u"broken-1"_s;
    broken.recipe = locks::RecipeId::BrokenLostWakeup;
    broken.lock = u"/app/orders"_s;
    script.write(broken);
    script.write(journal::ClientConnection{ClientId{21}, ConnectionState::Connected, SessionId{0x77}});
    script.flush();
}

observe::ReleasePlan planFor(const LiveWorld &world, const QString &lock, const std::vector<int> &indices)
{
    return test::planFrom(world.world().queue(lock), indices);
}

void shootWorkspace(LiveWorld &world, const QDir &directory, const QString &suffix, QSize size)
{
    QMainWindow window;
    auto *workspace = new Workspace(&world, &window);
    window.setCentralWidget(workspace);
    window.resize(size);
    workspace->bar()->setTarget(u"Sandbox · 3 servers"_s, false);
    workspace->bar()->setState(world.world().connection(), world.world().observation(), 0);
    workspace->clients()->setSpawnEnabled(true);
    if (size.width() > 1200) { // the other size is the sandbox's
        workspace->bar()->setTarget(u"Orders, production"_s, true);
        workspace->bar()->setSafetyFlags({u"#d55e00"_s, true, true, false});
    }
    window.show();
    QCoreApplication::processEvents();
    workspace->locks()->selectLock(u"/app/orders"_s);
    QCoreApplication::processEvents();
    workspace->goTo(workspace->queue()->lockPath(), {workspace->queue()->model()->pathAt(2)});
    workspace->clients()->view()->selectRow(2);
    workspace->scenario()->showRunning(u"The holder crashes"_s,
                                       u"A dies without a word; its node goes with its session."_s, 6, true);
    workspace->scenario()->showStep(2, u"until B is RETAINED"_s);
    shoot(window, directory.filePath(u"window-%1-%2.png"_s.arg(suffix).arg(size.width())));

    for (const QString &dock : {u"journal"_s, u"findings"_s})
        window.findChild<QDockWidget *>(dock)->raise();
    workspace->selection()->setOnlyThisLock(true);
    shoot(window, directory.filePath(u"window-filtered-%1-%2.png"_s.arg(suffix).arg(size.width())));
    for (const QString &dock : {u"servers"_s, u"recipe"_s})
        window.findChild<QDockWidget *>(dock)->raise();
    workspace->setView(Workspace::View::Stage);
    shoot(window, directory.filePath(u"window-stage-%1-%2.png"_s.arg(suffix).arg(size.width())));
    window.findChild<QDockWidget *>(u"timeline"_s)->raise();
    workspace->selection()->setOnlyThisLock(false);
    workspace->setView(Workspace::View::Queue);

    workspace->scenario()->showResult(stagedVerdict());
    workspace->clients()->view()->scrollToBottom();
    workspace->connectionBanner()->show(Banner::Severity::Error, u"The session expired."_s,
                                        u"What is shown is as it was then."_s);
    workspace->connectionBanner()->setAction(u"Reconnect"_s);
    shoot(window, directory.filePath(u"window-lost-%1-%2.png"_s.arg(suffix).arg(size.width())));
}

void shootGraph(LiveWorld &world, const QDir &directory, const QString &suffix, QSize size)
{
    QMainWindow window;
    auto *workspace = new Workspace(&world, &window);
    window.setCentralWidget(workspace);
    window.resize(size);
    workspace->bar()->setTarget(u"Sandbox · 3 servers"_s, false);
    workspace->bar()->setState(world.world().connection(), world.world().observation(), 0);
    window.show();
    QCoreApplication::processEvents();
    workspace->setView(Workspace::View::Graph);
    workspace->goTo(u"/pay/ledger"_s, {});
    QCoreApplication::processEvents();
    workspace->goTo(u"/pay/ledger"_s, {workspace->queue()->model()->pathAt(1)});
    shoot(window, directory.filePath(u"graph-%1-%2.png"_s.arg(suffix).arg(size.width())));
    workspace->setView(Workspace::View::Queue);
    workspace->goTo(u"/jobs/billing"_s, {});
    shoot(window, directory.filePath(u"billing-%1-%2.png"_s.arg(suffix).arg(size.width())));
    workspace->goTo(u"/app/inventory"_s, {});
    QCoreApplication::processEvents();
    workspace->goTo(u"/app/inventory"_s, {workspace->queue()->model()->pathAt(2)});
    shoot(window, directory.filePath(u"findings-%1-%2.png"_s.arg(suffix).arg(size.width())));
    workspace->goTo(u"/pay/revocable"_s, {});
    QCoreApplication::processEvents();
    workspace->goTo(u"/pay/revocable"_s, {workspace->queue()->model()->pathAt(2)});
    workspace->locks()->findChild<QTreeView *>(u"tree"_s)->collapseAll();
    shoot(window, directory.filePath(u"selfwatch-%1-%2.png"_s.arg(suffix).arg(size.width())));
}

/// The chosen contender goes while somebody looks at it.
void shootGone(LiveWorld &world, WorldScript &script, const QDir &directory, const QString &suffix, QSize size)
{
    QMainWindow window;
    auto *workspace = new Workspace(&world, &window);
    window.setCentralWidget(workspace);
    window.resize(size);
    window.show();
    QCoreApplication::processEvents();
    const QString lock = u"/app/inventory"_s;
    workspace->goTo(lock, {});
    QCoreApplication::processEvents();
    const QString chosen = workspace->queue()->model()->pathAt(3);
    workspace->goTo(lock, {chosen});
    QCoreApplication::processEvents();
    script.list(lock, {}, {chosen.section(u'/', -1)});
    script.flush();
    shoot(window, directory.filePath(u"gone-%1-%2.png"_s.arg(suffix).arg(size.width())));
}

/// A queue that hands over in bursts for twenty seconds, rewound to the middle of it.
void shootRewound(const QDir &directory, const QString &suffix, QSize size)
{
    LiveWorld world;
    WorldScript script(&world);
    script.nowNs = nowNs() - 60'000'000'000;
    makeUp(script);
    script.flush();
    for (int i = 0; i < 18; ++i) {
        script.pass(i % 6 == 0 ? 2'600 : 230);
        const ClientId holder{quint32(i + 2)};
        const QString node = u"/app/orders/"_s + curatorName(i + 2);
        script.write(journal::ClientLockState{holder, locks::LockState::Retained, node, Zxid{0x1f02 + i}, 1, {}});
        for (int call = 0; call < i % 5 * 3; ++call)
            script.write(journal::ClientRequest{holder, u"get_children"_s, u"/app/orders"_s, quint64(call)});
        script.flush();
        script.pass(130);
        script.list(u"/app/orders"_s, {}, {curatorName(i + 2)});
        script.write(journal::ClientLockState{holder, locks::LockState::Released, {}, {}, 1, {}});
        script.flush();
    }
    QMainWindow window;
    auto *workspace = new Workspace(&world, &window);
    window.setCentralWidget(workspace);
    window.resize(size);
    workspace->bar()->setTarget(u"Sandbox · 3 servers"_s, false);
    workspace->bar()->setState(world.head().connection(), world.head().observation(), 0);
    window.show();
    QCoreApplication::processEvents();
    workspace->locks()->selectLock(u"/app/orders"_s);
    world.seekToInstant(world.beginNs() + (world.endNs() - world.beginNs()) * 7 / 10);
    world.addBookmark(u"the second burst begins"_s);
    world.seekToInstant(world.beginNs() + (world.endNs() - world.beginNs()) * 2 / 10);
    world.addBookmark(u"client-3 has it"_s);
    world.seekToInstant(world.beginNs() + (world.endNs() - world.beginNs()) * 55 / 100);
    QCoreApplication::processEvents();
    shoot(window, directory.filePath(u"window-rewound-%1-%2.png"_s.arg(suffix).arg(size.width())));
    world.goLive();
    QCoreApplication::processEvents();
    shoot(window, directory.filePath(u"window-live-again-%1-%2.png"_s.arg(suffix).arg(size.width())));
}

/// Eight clients that take turns for half a minute, a wait and a step at a time; one of them is looked at.
void takeTurns(WorldScript &script, locks::RecipeId recipe)
{
    using locks::LockState;
    using locks::Step;
    const QString lock = u"/app/orders"_s;
    const auto node = [&](int i) { return lock + u'/' + sequenceName(u"lock-"_s, i); };
    const auto say = [&](int i, LockState state, int number) {
        script.write(journal::ClientLockState{ClientId{quint32(i)},
                                              state,
                                              node(number),
                                              state == LockState::Retained ? Zxid{number} : Zxid{},
                                              number / 8 + 1,
                                              {}});
    };
    const auto step = [&](int i, Step what, const QString &path) {
        script.write(journal::ClientRequest{ClientId{quint32(i)}, u"get_children"_s, path});
        script.write(journal::ClientStep{ClientId{quint32(i)}, what, path});
    };
    const auto ask = [&](int i, int number) {
        script.write(journal::ClientLockState{ClientId{quint32(i)}, LockState::Fetching, {}, {}, number / 8, {}});
        script.write(journal::ServerNode{ClientId{quint32(i)}, node(number), journal::ServerNode::Life::Born,
                                         Zxid{number}, SessionId{0x100 + i}});
        script.list(lock, {sequenceName(u"lock-"_s, number)});
        script.resolve(lock, sequenceName(u"lock-"_s, number), SessionId{0x100 + i}, {}, 0, Zxid{number});
        say(i, LockState::Fetching, number);
        step(i, Step::List, lock);
        step(i, Step::Watch, node(number - 1));
        script.write(journal::ClientStep{ClientId{quint32(i)}, Step::Wait, node(number - 1)});
    };
    journal::ConnectionChanged connected;
    connected.state = ConnectionState::Connected;
    connected.endpoint = u"127.0.0.1:2181"_s;
    script.write(connected);
    script.observe(journal::Freshness::Live);
    script.list(u"/"_s, {u"app"_s});
    script.list(u"/app"_s, {u"orders"_s});
    script.list(lock, {});
    for (int i = 1; i <= 8; ++i) {
        journal::ClientSpawned spawned;
        spawned.id = ClientId{quint32(i)};
        spawned.name = u"worker-%1"_s.arg(i);
        spawned.recipe = recipe;
        spawned.lock = lock;
        script.write(spawned);
        script.write(journal::ClientConnection{ClientId{quint32(i)}, ConnectionState::Connected, SessionId{0x100 + i}});
    }
    int next = 0;
    for (int i = 1; i <= 8; ++i)
        ask(i, ++next);
    for (int number = 1; number <= 60; ++number) {
        const int i = (number - 1) % 8 + 1;
        script.write(journal::ClientWatchFired{ClientId{quint32(i)}, WatchEvent::Deleted, node(number - 1)});
        step(i, Step::List, lock);
        say(i, LockState::Retained, number);
        script.pass(number % 10 == 0 ? 2'400 : 40 + number * number % 190);
        script.list(lock, {}, {sequenceName(u"lock-"_s, number)});
        script.write(journal::ClientLockState{ClientId{quint32(i)}, LockState::Released, {}, {}, number / 8 + 1, {}});
        script.pass(3 + number % 7);
        if (number % 3 != 0 || i > 3)
            ask(i, ++next);
        else
            script.pass(20);
        script.flush();
    }
}

void shootTeaching(const QDir &directory, const QString &suffix, QSize size)
{
    for (const auto &[recipe, name] : {std::pair(locks::RecipeId::Mutex, u"recipe"_s),
                                       std::pair(locks::RecipeId::BrokenLostWakeup, u"recipe-broken"_s)}) {
        LiveWorld world;
        WorldScript script(&world);
        script.nowNs = nowNs() - 31'000'000'000;
        takeTurns(script, recipe);
        QMainWindow window;
        auto *workspace = new Workspace(&world, &window);
        window.setCentralWidget(workspace);
        window.resize(size);
        workspace->bar()->setTarget(u"Sandbox \u00b7 1 server"_s, false);
        workspace->bar()->setState(world.world().connection(), world.world().observation(), 0);
        window.show();
        QCoreApplication::processEvents();
        workspace->locks()->selectLock(u"/app/orders"_s);
        workspace->setView(Workspace::View::Stage);
        window.findChild<QDockWidget *>(u"timing"_s)->raise();
        workspace->clients()->view()->selectRow(6);
        shoot(window, directory.filePath(u"%1-%2-%3.png"_s.arg(name, suffix).arg(size.width())));
    }
}

void shootSpawnDialogs(const QDir &directory, const QString &suffix)
{
    using std::chrono::milliseconds;
    lab::SpawnRequest request;
    request.count = 20;
    request.hold = {lab::HoldTime::Kind::Random, milliseconds(500), milliseconds(2000)};
    for (const locks::RecipeInfo &recipe : locks::recipeCatalog()) {
        request.recipe = recipe.id;
        request.dialect = recipe.dialects.first();
        request.faults = {{journal::Fault::LoseReply, 0.01, {}}, {journal::Fault::Pause, 0.002, milliseconds(1500)}};
        SpawnDialog spawn(request, u"/app/orders"_s);
        shoot(spawn, directory.filePath(u"spawn-%1-%2.png"_s.arg(recipe.name, suffix)));
    }
    request.recipe = locks::RecipeId::Mutex;
    request.faults.clear();
    SpawnDialog wrong(request, u"/app/orders"_s);
    wrong.findChild<QLineEdit *>(u"lock"_s)->setText(u"orders"_s);
    shoot(wrong, directory.filePath(u"spawn-wrong-%1.png"_s.arg(suffix)));
}

QList<profiles::Profile> someProfiles()
{
    QList<profiles::Profile> all;
    const auto add = [&all](const QString &name, const QString &color, const QString &connect) -> profiles::Profile & {
        profiles::Profile profile = profiles::newProfile(all);
        profile.name = name;
        profile.color = color;
        profile.connect = connect;
        all += profile;
        return all.last();
    };
    profiles::Profile &orders = add(u"Orders, production"_s, u"#d55e00"_s, u"zk1:2281,zk2:2281,zk3:2281/orders"_s);
    orders.production = true;
    orders.observeOnly = true;
    orders.user = u"alice"_s;
    orders.tls.enabled = true;
    orders.usedAt = QDateTime::currentDateTimeUtc().addSecs(-3600);
    profiles::Profile &staging = add(u"Staging"_s, u"#e69f00"_s, u"10.0.3.4:2181"_s);
    staging.tls.enabled = true;
    staging.tls.verify = false;
    staging.root = u"/locks"_s;
    add(u"My machine"_s, u"#009e73"_s, u"127.0.0.1:2181"_s);
    return all;
}

void shootConnect(const QDir &directory, const QString &suffix)
{
    const auto profiles = someProfiles();
    ConnectDialog general(profiles);
    general.select(profiles[0].id);
    shoot(general, directory.filePath(u"connect-general-%1.png"_s.arg(suffix)));
    ConnectDialog security(profiles);
    security.select(profiles[1].id);
    security.findChild<QTabWidget *>()->setCurrentIndex(1);
    security.show();
    security.setFailed(
        u"Not connected."_s,
        Error{ErrorCode::TlsFailed,
              {},
              {},
              Text::verbatim(u"10.0.3.4:2181: its certificate comes from \"Staging CA\", which is not trusted: give "
                             "that authority as CA file"_s)}
            .sentence()
            .english());
    shoot(security, directory.filePath(u"connect-security-%1.png"_s.arg(suffix)));
    ConnectDialog asking(profiles);
    asking.select(profiles[0].id);
    asking.show();
    asking.askFor(profiles::SecretKind::Password, u"There is no keychain on this desktop."_s);
    shoot(asking, directory.filePath(u"connect-password-%1.png"_s.arg(suffix)));
    ConnectDialog inspection(profiles);
    inspection.findChild<QTabWidget *>()->setCurrentIndex(2);
    inspection.show();
    TryOut found;
    found.server = u"127.0.0.1:2181"_s;
    found.sessionTimeoutMs = 10'000;
    found.children = 12;
    found.tookMs = 14;
    inspection.setTested(found);
    shoot(inspection, directory.filePath(u"connect-tested-%1.png"_s.arg(suffix)));
}

/// ShedLock's: a persistent record, held for a quarter of an hour yet.
observe::ReleasePlan recordPlan()
{
    locks::ChildNode node{u"nightly-report"_s, NodeStat{}, locks::ChildNode::Data::Read, {}};
    const qint64 nowMs = nowNs() / 1'000'000;
    node.stat->czxid = Zxid{0x1f31};
    node.stat->ctimeMs = nowMs - 86'400'000;
    node.stat->mtimeMs = nowMs - 240'000;
    node.stat->version = 17;
    node.data = QDateTime::fromMSecsSinceEpoch(nowMs + 900'000, Qt::UTC).toString(Qt::ISODateWithMs).toLatin1();
    const QString path = u"/app/shedlock/nightly-report"_s;
    observe::ReleasePlan plan;
    observe::ReleaseTarget target{path, *node.stat, node};
    target.index = 0;
    target.holds = target.isRecord = true;
    target.owner.life = observe::OwnerEvidence::Life::NoSession;
    observe::ReleaseLock lock;
    lock.queue = locks::readNodeLock(path, node, nowMs);
    plan.targets = {target};
    plan.locks = {lock};
    plan.ensemble = u"zk-1:2181,zk-2:2181,zk-3:2181"_s;
    return plan;
}

void shootDialogs(LiveWorld &world, const QDir &directory, const QString &suffix)
{
    const auto own = [&world](SessionId session) {
        const auto *client = world.world().clientOfSession(session);
        return client ? client->spec.name : QString();
    };
    ReleaseDialog holder(planFor(world, u"/app/orders"_s, {0}), own);
    shoot(holder, directory.filePath(u"release-%1.png"_s.arg(suffix)));
    ReleaseDialog readers(planFor(world, u"/app/inventory"_s, {2}), own);
    observe::ReleaseOutcome changed;
    changed.error = Error{ErrorCode::IdentityChanged, {}, readers.plan().target().path, {}};
    changed.fresh = readers.plan();
    readers.setOutcome(changed);
    shoot(readers, directory.filePath(u"release-changed-%1.png"_s.arg(suffix)));
    observe::ReleasePlan plan = planFor(world, u"/app/orders"_s, {0});
    plan.ensemble = u"zk-1:2181,zk-2:2181,zk-3:2181/eu"_s;
    plan.production = true;
    plan.revokeWord = "__REVOKE__";
    observe::OwnerEvidence &owner = plan.targets.front().owner;
    owner.life = observe::OwnerEvidence::Life::Connected;
    owner.askedAtNs = nowNs() - 2'000'000'000;
    owner.facts.emplace();
    owner.facts->client = u"10.0.4.17:52734"_s;
    owner.facts->server = u"zk-2:2181"_s;
    owner.facts->heardAgoMs = 400;
    owner.listens = true;
    ReleaseDialog production(plan, own);
    production.confirmation()->setText(u"/app/ord"_s);
    shoot(production, directory.filePath(u"release-production-%1.png"_s.arg(suffix)));
    plan.production = false;
    owner.listens.reset();
    ReleaseDialog asking(plan, own);
    asking.askButton()->click();
    shoot(asking, directory.filePath(u"release-asking-%1.png"_s.arg(suffix)));
    asking.setAskOutcome({observe::AskOutcome::Answer::Kept, {}, {}, 30'000});
    shoot(asking, directory.filePath(u"release-kept-%1.png"_s.arg(suffix)));
    plan.targets.front().node.data = plan.revokeWord;
    ReleaseDialog asked(plan, own);
    shoot(asked, directory.filePath(u"release-asked-before-%1.png"_s.arg(suffix)));
    asked.setAskOutcome({observe::AskOutcome::Answer::Released, {}, {}, 4'200});
    shoot(asked, directory.filePath(u"release-released-%1.png"_s.arg(suffix)));
    ReleaseDialog refused(planFor(world, u"/app/orders"_s, {0}), own);
    refused.setOutcome({Error{ErrorCode::NoAuth, u"delete"_s, refused.plan().target().path, {}}});
    shoot(refused, directory.filePath(u"release-refused-%1.png"_s.arg(suffix)));
    ReleaseDialog record(recordPlan(), own);
    shoot(record, directory.filePath(u"release-record-%1.png"_s.arg(suffix)));
    std::vector<int> many;
    for (int i = 0; i < std::min(9, static_cast<int>(world.world().queue(u"/app/orders"_s).contenders.size()) - 1); ++i)
        many.push_back(i);
    ReleaseDialog several(planFor(world, u"/app/orders"_s, many), own);
    shoot(several, directory.filePath(u"release-several-%1.png"_s.arg(suffix)));
    several.setOutcome({});
    shoot(several, directory.filePath(u"release-done-%1.png"_s.arg(suffix)));
    shootSpawnDialogs(directory, suffix);
    shootConnect(directory, suffix);
    AboutDialog about;
    shoot(about, directory.filePath(u"about-%1.png"_s.arg(suffix)));
}

void shootExports(LiveWorld &world, const QDir &directory, const QString &suffix)
{
    LaneIndex lanes;
    QObject reader; // it ends before the lanes do
    world.followLedger(&reader, [&lanes](const auto &event, const auto &ledger) { lanes.append(event, ledger); });
    ReportDialog report(&world, &lanes, {u"Sandbox \u00b7 3 servers"_s, {}, u"/app/orders"_s});
    shoot(report, directory.filePath(u"report-%1.png"_s.arg(suffix)));
    // One that gets no further.
    const auto write = [](QIODevice *, ExportProgress &progress) {
        progress.all = 100;
        progress.done = 37;
        while (!progress.stop)
            QThread::msleep(1);
        return false;
    };
    FileExport running(write, directory.filePath(u"never"_s));
    QProgressDialog *progress = tellProgress(&running, u"Export the journal"_s, u"Exporting the journal…"_s, nullptr);
    QEventLoop loop;
    QObject::connect(&running, &FileExport::progressed, &loop, &QEventLoop::quit);
    loop.exec();
    shoot(*progress, directory.filePath(u"export-progress-%1.png"_s.arg(suffix)));
}

void shootVerdict(const QDir &directory, const QString &suffix)
{
    lab::Verdict verdict = stagedVerdict();
    VerdictDialog judged(verdict);
    shoot(judged, directory.filePath(u"verdict-%1.png"_s.arg(suffix)));
    verdict.failed = {3, 9, Text::verbatim(u"until B is RETAINED"_s),
                      Error{ErrorCode::InvalidInput, {}, {}, Text::verbatim(u"After 20 s B waits still."_s)}};
    verdict.result.orphans = {u"/lockscope/demo/lock-0000000004"_s};
    VerdictDialog failed(verdict);
    shoot(failed, directory.filePath(u"verdict-failed-%1.png"_s.arg(suffix)));
}

void shootRecording(const LiveWorld &world, const QDir &directory, const QString &suffix)
{
    const QString file = directory.filePath(u"made-up.lockscope"_s);
    if (!journal::saveRecording(world.history(), file))
        return;
    RecordingPage page(file);
    page.resize(1280, 720);
    page.selectLock(u"/app/orders"_s);
    QEventLoop loop;
    QObject::connect(&page, &RecordingPage::loaded, &loop, &QEventLoop::quit);
    loop.exec();
    shoot(page, directory.filePath(u"recording-%1.png"_s.arg(suffix)));
    QFile::remove(file);
}

void shootStartPage(const QDir &directory, const QString &suffix)
{
    StartPage page;
    page.resize(1280, 720);
    profiles::Profile recent;
    recent.connect = u"zk1.example.org:2181,zk2.example.org:2181/app"_s;
    recent.root = u"/locks"_s;
    recent.observeOnly = true;
    recent.usedAt = QDateTime::currentDateTimeUtc();
    profiles::Profile local;
    local.connect = u"127.0.0.1:2181"_s;
    local.root = u"/"_s;
    local.usedAt = recent.usedAt.addDays(-1);
    page.setProfiles(someProfiles());
    page.setRecent({recent, local});
    shoot(page, directory.filePath(u"start-%1.png"_s.arg(suffix)));
    page.showError(u"The sandbox did not start."_s,
                   u"No Java was found: install a Java runtime (Debian: default-jre-headless) and try again."_s);
    shoot(page, directory.filePath(u"start-error-%1.png"_s.arg(suffix)));
}

/// Dialogs as small as they must be able to become.
void shootSmallDialogs(LiveWorld &world, const QDir &directory, const QString &suffix)
{
    const auto shootSmall = [&](QWidget &dialog, const QString &name) {
        dialog.show();
        dialog.resize(QSize(1000, 600).boundedTo(dialog.size()).expandedTo(dialog.minimumSize()));
        shoot(dialog, directory.filePath(u"small-%1-%2.png"_s.arg(name, suffix)));
    };
    lab::SpawnRequest request;
    request.faults = {{journal::Fault::LoseReply, 0.01, {}}};
    request.recipe = locks::RecipeId::BrokenLostWakeup;
    SpawnDialog spawn(request, u"/app/orders"_s);
    spawn.resize(1000, 600);
    shootSmall(spawn, u"spawn"_s);
    ConnectDialog connectDialog(QList<profiles::Profile>{});
    shootSmall(connectDialog, u"connect"_s);
    QMainWindow window;
    QMenu *menu = window.menuBar()->addMenu(u"Time"_s);
    for (int i = 0; i < 40; ++i)
        menu->addAction(u"Entry %1"_s.arg(i))->setShortcut(QKeySequence(Qt::Key_0 + i));
    ShortcutsDialog shortcuts(window.menuBar());
    shootSmall(shortcuts, u"shortcuts"_s);
    ReleaseDialog release(planFor(world, u"/app/orders"_s, {0}), [](SessionId) { return QString(); });
    shootSmall(release, u"release"_s);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    const bool onlyInspector = arguments.size() == 3 && arguments[2] == "inspector"_L1;
    const bool onlyTeaching = arguments.size() == 3 && arguments[2] == "teaching"_L1;
    const bool onlySmall = arguments.size() == 3 && arguments[2] == "small"_L1;
    if (arguments.size() != 2 && !onlyInspector && !onlyTeaching && !onlySmall) {
        QTextStream(stderr) << "Give the directory to write to, and perhaps: inspector, teaching, or small.\n";
        return 2;
    }
    const QDir directory(arguments[1]);
    directory.mkpath(u"."_s);
    for (const auto &[choice, suffix] :
         {std::pair(ThemeChoice::Light, u"light"_s), std::pair(ThemeChoice::Dark, u"dark"_s)}) {
        applyTheme(application, choice);
        if (!onlyInspector && !onlySmall) {
            shootTeaching(directory, suffix, {1440, 900});
            shootTeaching(directory, suffix, {1280, 720});
            shootTeaching(directory, suffix, {1920, 1080});
        }
        if (onlyTeaching)
            continue;
        LiveWorld world;
        WorldScript script(&world);
        script.nowNs = nowNs() - 5'600'000'000;
        makeUp(script);
        addTrouble(script);
        if (onlySmall) {
            shootTeaching(directory, suffix, {1024, 640});
            shootWorkspace(world, directory, suffix, {1024, 640});
            shootRewound(directory, suffix, {1024, 640});
            shootSmallDialogs(world, directory, suffix);
            continue;
        }
        shootWorkspace(world, directory, suffix, {1440, 900});
        shootWorkspace(world, directory, suffix, {1280, 720});
        if (onlyInspector) {
            stageDeadlock(script);
            stageChain(script, 340);
            stageSelfWatch(script);
            script.nowNs = nowNs() - 5'600'000'000;
            tellServersWord(script, world);
            shootGraph(world, directory, suffix, {1440, 900});
            shootGraph(world, directory, suffix, {1280, 720});
            shootGone(world, script, directory, suffix, {1440, 900});
            continue;
        }
        shootDialogs(world, directory, suffix);
        shootExports(world, directory, suffix);
        shootVerdict(directory, suffix);
        shootRecording(world, directory, suffix);
        shootRewound(directory, suffix, {1440, 900});
        shootRewound(directory, suffix, {1280, 720});
        shootStartPage(directory, suffix);
    }
    return 0;
}
