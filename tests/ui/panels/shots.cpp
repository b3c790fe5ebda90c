// SPDX-License-Identifier: Apache-2.0
// A tool for developers: renders the panels with a made-up world, light and dark, into the directory that it is given.
//   QT_QPA_PLATFORM=offscreen build/…/tests/lockscope-panel-shots DIRECTORY
#include "core/base/clock.h"
#include "tests/ui/panels/madeupworld.h"
#include "ui/details/detailspanel.h"
#include "ui/locks/lockspanel.h"
#include "ui/queue/queuepanel.h"
#include "ui/selection/selection.h"
#include "ui/servers/serverspanel.h"
#include "ui/stage/stagepanel.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QApplication>
#include <QBoxLayout>
#include <QDir>
#include <QTableView>
#include <QTextStream>

using namespace lockscope;
using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

/// A panel in its frame, as the window shows it.
QWidget *framed(QWidget *panel)
{
    auto *frame = new QWidget;
    makePanel(frame);
    auto *box = new QVBoxLayout(frame);
    box->setContentsMargins(1, 1, 1, 1);
    box->addWidget(panel);
    return frame;
}

void shoot(QWidget &window, const QString &file)
{
    window.show();
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents();
    window.grab().save(file);
    QTextStream(stdout) << file << '\n';
}

journal::ServersProbed threeServers(qint64 nowNs)
{
    journal::ServersProbed probed;
    journal::ServerReport one;
    one.address = u"zk1.example.org:2181"_s;
    one.adminUrl = u"http://zk1.example.org:8080"_s;
    one.adminAnswers = true;
    one.role = u"follower"_s;
    one.version = u"3.8.0"_s;
    one.sessions = 214;
    one.connections = 71;
    one.watches = 122;
    one.averageLatencyMs = 0.6;
    one.outstanding = 0;
    one.zxid = Zxid{0x100000a41};
    journal::ServerReport two = one;
    two.address = u"zk2.example.org:2181"_s;
    two.role = u"leader"_s;
    two.adminUrl.clear();
    two.adminAnswers = false;
    two.wordsAnswer = true;
    two.watches.reset();
    two.gaps = {
        {Text::verbatim(u"its clients' watches: who really waits for whom"_s),
         Text::verbatim(
             u"AdminServer: http://zk2.example.org:8080: nobody listens there; four-letter word wchp: it is not on the "
             "server's whitelist"_s),
         Text::verbatim(u"admin.enableServer=true, and its port (8080) reachable from here or named; or "
                        "4lw.commands.whitelist=srvr,mntr,conf,cons,wchp,dump"_s)},
        {Text::verbatim(u"its figures: watches, sessions, uptime"_s),
         Text::verbatim(u"four-letter word mntr: it is not on the server's whitelist"_s),
         Text::verbatim(u"4lw.commands.whitelist=srvr,mntr,conf,cons,wchp,dump"_s)}};
    journal::ServerReport three;
    three.address = u"zk3.example.org:2181"_s;
    three.problem = Text::en("It runs but does not serve: it has no quorum, or is starting.");
    probed.servers = {one, two, three};
    probed.knowledge.askedAtNs = nowNs - 3'100'000'000;
    probed.knowledge.answeredAtNs = nowNs - 3'000'000'000;
    probed.knowledge.allSessions = probed.knowledge.allEphemerals = true;
    return probed;
}

void shootServers(const QDir &directory, const QString &suffix)
{
    LiveWorld world;
    WorldScript script(&world);
    QWidget window;
    window.resize(1000, 300);
    auto *row = new QHBoxLayout(&window);
    auto *servers = new ServersPanel(&world);
    row->addWidget(framed(servers));
    shoot(window, directory.filePath(u"servers-empty-%1.png"_s.arg(suffix)));
    script.write(threeServers(nowNs())).flush();
    servers->setSandbox({u"zk1.example.org:2181"_s, u"zk2.example.org:2181"_s});
    servers->view()->selectRow(1);
    shoot(window, directory.filePath(u"servers-%1.png"_s.arg(suffix)));
}

void shootAll(const QDir &directory, const QString &suffix)
{
    shootServers(directory, suffix);
    LiveWorld world;
    WorldScript script(&world);
    world.setClock([&script] { return script.nowNs; });

    QWidget window;
    window.resize(1440, 860);
    auto *row = new QHBoxLayout(&window);
    row->setContentsMargins(8, 8, 8, 8);
    row->setSpacing(8);
    Selection selection(&world);
    auto *locks = new LocksPanel(&world, &selection);
    auto *queue = new QueuePanel(&world, &selection);
    auto *details = new DetailsPanel(&world, &selection);
    row->addWidget(framed(locks), 2);
    row->addWidget(framed(queue), 7);
    row->addWidget(framed(details), 2);

    shoot(window, directory.filePath(u"empty-%1.png"_s.arg(suffix)));
    makeUp(script);
    locks->selectLock(u"/app/orders"_s);
    selection.choose(selection.lock(), {u"/app/orders/"_s + curatorName(2)});
    shoot(window, directory.filePath(u"mutex-%1.png"_s.arg(suffix)));
    auto *stage = new StagePanel(queue->model(), &selection, queue);
    stage->setAnimated(false);
    queue->addPresentation(stage);
    queue->setPresentation(stage);
    shoot(window, directory.filePath(u"stage-mutex-%1.png"_s.arg(suffix)));
    locks->selectLock(u"/app/inventory"_s);
    shoot(window, directory.filePath(u"stage-readwrite-%1.png"_s.arg(suffix)));
    queue->setPresentation(nullptr);

    locks->selectLock(u"/app/inventory"_s);
    selection.choose(selection.lock(), {u"/app/inventory/"_s + kazooName(109, false)});
    NodeDetails read;
    read.path = details->nodePath();
    read.content.stat = *queue->model()->contenderAt(2).node.stat;
    read.content.data = R"({"host":"db-4","pid":4711,"since":"2026-11-21T04:00:00Z"})";
    read.acl = {{31, u"world"_s, u"anyone"_s}, {1, u"digest"_s, u"reader:Xk3…"_s}};
    details->setDetails(read);
    shoot(window, directory.filePath(u"readwrite-%1.png"_s.arg(suffix)));

    locks->selectLock(u"/jobs/billing"_s);
    script.observe(journal::Freshness::Stale).flush();
    script.pass(12'000);
    shoot(window, directory.filePath(u"stale-%1.png"_s.arg(suffix)));
    locks->selectLock(u"/jobs/ledger"_s);
    script.observe(journal::Freshness::Live).flush();
    shoot(window, directory.filePath(u"free-%1.png"_s.arg(suffix)));
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QDir directory(application.arguments().value(1, u"."_s));
    if (!directory.mkpath(u"."_s))
        return 1;
    applyTheme(application, ThemeChoice::Light);
    shootAll(directory, u"light"_s);
    applyTheme(application, ThemeChoice::Dark);
    shootAll(directory, u"dark"_s);
    return 0;
}
