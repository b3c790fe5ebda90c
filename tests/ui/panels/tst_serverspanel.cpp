// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/models/worldscript.h"
#include "tests/ui/uitest.h"
#include "ui/servers/serverspanel.h"
#include "ui/theme/widgets.h"

namespace lockscope::tst_serverspanel {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

journal::ServersProbed probed(qint64 atNs, bool whole)
{
    journal::ServersProbed event;
    event.servers = {{.address = u"zk1:2181"_s, .role = u"leader"_s, .watches = 0},
                     {.address = u"zk2:2181"_s, .role = u"follower"_s}};
    if (!whole)
        event.servers[1].gaps = {{Text::verbatim(u"its clients' watches"_s),
                                  Text::verbatim(u"four-letter word wchp: it is not on the server's whitelist"_s),
                                  Text::verbatim(u"4lw.commands.whitelist=wchp"_s)}};
    event.knowledge.askedAtNs = event.knowledge.answeredAtNs = atNs;
    event.knowledge.allSessions = event.knowledge.allConnections = event.knowledge.allEphemerals = true;
    event.knowledge.allWatches = whole;
    return event;
}

} // namespace

class TestServersPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_panel.reset();
        m_world = std::make_unique<LiveWorld>();
        m_script = std::make_unique<WorldScript>(m_world.get());
        m_panel = std::make_unique<ServersPanel>(m_world.get());
        m_panel->resize(900, 300);
        m_panel->show();
    }

    void beforeAnybodyWasAskedItSaysSoAndOffersTo()
    {
        auto *empty = m_panel->findChild<EmptyState *>();
        QVERIFY(empty && empty->isVisible());
        QSignalSpy asked(m_panel.get(), &ServersPanel::probeRequested);
        Q_EMIT empty->buttonClicked();
        QCOMPARE(asked.count(), 1);
        tell(true);
        QVERIFY(!empty->isVisible());
        QVERIFY(m_panel->view()->isVisible());
    }

    void whatWasNotToldIsADashAndNoZero()
    {
        tell(true);
        QCOMPARE(text(0, ServersModel::Watches), u"0"_s);
        QCOMPARE(text(1, ServersModel::Watches), u"–"_s);
        QCOMPARE(text(1, ServersModel::Latency), u"–"_s);
        QCOMPARE(text(1, ServersModel::Role), u"follower"_s);
    }

    void whatIsMissingIsSaidWithItsSetting()
    {
        tell(false);
        auto *gaps = m_panel->findChild<QLabel *>(u"serverGaps"_s);
        m_panel->view()->selectRow(0);
        QVERIFY(gaps->text().isEmpty() && !m_panel->findChild<QWidget *>(u"serverGapsArea"_s)->isVisible());
        m_panel->view()->selectRow(1);
        for (const auto &part : {u"its clients' watches"_s, u"whitelist"_s, u"4lw.commands.whitelist=wchp"_s})
            QVERIFY2(gaps->text().contains(part), qPrintable(gaps->text()));
    }

    void partialKnowledgeIsCalledPartial()
    {
        tell(false);
        QVERIFY2(m_panel->summary().contains(u"Not all is known of: watches."_s), qPrintable(m_panel->summary()));
        tell(true);
        QVERIFY2(!m_panel->summary().contains(u"Not all"_s), qPrintable(m_panel->summary()));
    }

    void whatIsOlderThanTheRestSaysHowOld()
    {
        m_world->setRecorded(); // where time stands still after the last event
        tell(true);
        m_script->pass(40'000);
        journal::ServersProbed connections = probed(m_script->nowNs, false);
        connections.knowledge.connectionsAlone = true;
        m_script->write(connections);
        m_script->flush();
        m_script->pass(0);
        QCOMPARE(m_panel->summary(), u"Updated 0.0 s ago. Sessions, watches and ephemeral nodes are as of 40 s ago."_s);
    }

    void aServerThatDoesNotAnswerIsNotCalledKnown()
    {
        journal::ServersProbed event = probed(m_script->nowNs, true);
        event.servers[1].problem = Text::verbatim(u"It reports nothing: it did not answer within 5 s."_s);
        m_script->write(event);
        m_script->flush();
        QVERIFY2(m_panel->summary().contains(u"1 server does not answer."_s), qPrintable(m_panel->summary()));
    }

    void askingAgainKeepsTheSelection()
    {
        tell(false);
        m_panel->view()->selectRow(1);
        tell(true);
        QCOMPARE(m_panel->view()->currentIndex().row(), 1);
        QVERIFY(m_panel->view()->selectionModel()->isRowSelected(1));
    }

    void aServerThatIsGoneIsNotReplacedByAnother()
    {
        m_panel->setSandbox({u"zk1:2181"_s, u"zk2:2181"_s});
        const auto told = [this](QList<qsizetype> order) {
            journal::ServersProbed event = probed(m_script->nowNs, true);
            const QList<journal::ServerReport> all = event.servers;
            event.servers.clear();
            for (const qsizetype index : order)
                event.servers += all[index];
            m_script->write(event);
            m_script->flush();
        };
        told({0, 1});
        m_panel->view()->selectRow(1);
        QSignalSpy commands(m_panel.get(), &ServersPanel::commandRequested);
        told({1, 0}); // they answer in any order
        QCOMPARE(text(0, ServersModel::Server), u"zk1:2181"_s);
        button(u"Kill"_s)->click();
        QCOMPARE(commands.takeFirst().at(0).toInt(), 1);

        told({0});
        QVERIFY(!button(u"Kill"_s)->isEnabled());
        told({1, 0});
        QCOMPARE(m_panel->view()->currentIndex().data().toString(), u"zk2:2181"_s);
        button(u"Kill"_s)->click();
        QCOMPARE(commands.takeFirst().at(0).toInt(), 1);
    }

    void commandsAreForTheSandboxsOwnServersAlone()
    {
        tell(true);
        QVERIFY(!button(u"Kill"_s)->isVisible());
        m_panel->setSandbox({u"zk0:2181"_s, u"zk2:2181"_s});
        m_panel->view()->selectRow(0);
        QVERIFY(button(u"Kill"_s)->isVisible() && !button(u"Kill"_s)->isEnabled());
        m_panel->view()->selectRow(1);
        QVERIFY(button(u"Kill"_s)->isEnabled());
        QSignalSpy commanded(m_panel.get(), &ServersPanel::commandRequested);
        button(u"Pause"_s)->click();
        QCOMPARE(commanded.count(), 1);
        QCOMPARE(commanded.first().at(0).toInt(), 1); // its index in the sandbox
        QCOMPARE(commanded.first().at(1).value<ServerCommand>(), ServerCommand::Pause);
    }

    void aRecordingCannotBeAsked()
    {
        m_panel->setReadOnly(true);
        tell(true);
        m_panel->setSandbox({u"zk1:2181"_s});
        QVERIFY(!button(u"Ask now"_s)->isEnabled());
        QVERIFY(!button(u"Kill"_s)->isVisible());
    }

    void whileRewoundNoServerIsTouched()
    {
        tell(true);
        tell(true);
        m_panel->setSandbox({u"zk1:2181"_s, u"zk2:2181"_s});
        m_panel->view()->selectRow(1);
        m_world->step(-1);
        QSignalSpy commanded(m_panel.get(), &ServersPanel::commandRequested);
        for (const QString &name : {u"Kill"_s, u"Restart"_s, u"Pause"_s, u"Resume"_s}) {
            QVERIFY2(!button(name)->isEnabled(), qPrintable(name));
            QCOMPARE(button(name)->toolTip(), m_world->whyNoActing());
            button(name)->click();
        }
        QCOMPARE(commanded.count(), 0);
        m_world->goLive();
        QVERIFY(button(u"Kill"_s)->isEnabled());
        QVERIFY(button(u"Kill"_s)->toolTip() != m_world->whyNoActing());
    }

private:
    QAbstractButton *button(const QString &text) const { return buttonNamed(*m_panel, text); }
    void tell(bool whole)
    {
        m_script->write(probed(m_script->nowNs, whole));
        m_script->flush();
    }
    QString text(int row, int column) const { return m_panel->model()->index(row, column).data().toString(); }

    std::unique_ptr<LiveWorld> m_world;
    std::unique_ptr<WorldScript> m_script;
    std::unique_ptr<ServersPanel> m_panel;
};

} // namespace lockscope::tst_serverspanel

LOCKSCOPE_TEST(lockscope::tst_serverspanel::TestServersPanel)
#include "tst_serverspanel.moc"
