// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/uitest.h"
#include "ui/details/dataview.h"
#include "ui/details/detailspanel.h"
#include "ui/selection/selection.h"
#include "ui/theme/widgets.h"

#include <algorithm>

namespace lockscope::ui::tst_detailspanel {

using namespace Qt::StringLiterals;

class TestDetailsPanel : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        LiveWorld world;
        WorldScript script{&world};
        Selection selection{&world};
        DetailsPanel panel{&world, &selection};
        QSignalSpy wanted{&panel, &DetailsPanel::nodeDetailsWanted};
        QString holder = u"/app/orders/"_s + curatorName(2);
        QString nightly = u"/jobs/nightly/"_s + kazooName(7, false);

        Fixture()
        {
            world.setClock([this] { return script.nowNs; });
            panel.resize(320, 500);
            panel.show();
            makeUp(script);
        }

        NodeDetails details(const QString &path, const QByteArray &data) const
        {
            NodeDetails out;
            out.path = path;
            out.content.data = data;
            const auto seen = world.world().directory(parentPath(path))->children.find(baseName(path))->stat;
            out.content.stat = *seen;
            out.content.stat.dataLength = qint32(data.size());
            out.content.stat.version = 3;
            return out;
        }
        QString fact(const QString &key) const { return panel.findChild<FactsGrid *>(u"facts"_s)->value(key); }
        QString ofHolder(const QString &key) const { return panel.findChild<FactsGrid *>(u"holder"_s)->value(key); }
        bool says(const QString &text) const
        {
            return std::ranges::any_of(panel.findChildren<QLabel *>(), [&](const QLabel *label) {
                return label->isVisible() && label->text().contains(text);
            });
        }
        QString role() const { return panel.findChild<Pill *>()->text(); }
        DataView *data() const { return panel.findChild<DataView *>(); }
        QAbstractButton *release() const { return buttonNamed(panel, u"Release node…"_s); }
        /// Of all sessions, servers tell of this one.
        void tell(const locks::SessionFacts &facts)
        {
            journal::ServersProbed probed = script.probed();
            probed.knowledge.sessions.insert(facts.id, facts);
            script.write(probed).flush();
        }
    };

private Q_SLOTS:
    void beforeItsCreationANodeIsNotGoneButNotThereYet()
    {
        Fixture f;
        f.script.flush();
        const quint64 before = f.world.lastPosition();
        f.script.come(u"/late"_s, u"lock-0000000000"_s, SessionId{7}).flush();
        f.selection.choose(u"/late"_s, {u"/late/lock-0000000000"_s});
        AWAIT_COMPARE(f.role(), u"holder"_s);
        f.world.seek(before);
        AWAIT_COMPARE(f.role(), u"not there yet"_s);
        QVERIFY(f.says(u"not created yet"_s));
        QVERIFY(!f.says(u"is gone"_s));
        f.world.goLive();
        AWAIT_COMPARE(f.role(), u"holder"_s);
        f.script.list(u"/late"_s, {}, {u"lock-0000000000"_s}).flush();
        AWAIT_COMPARE(f.role(), u"gone"_s);
    }

    void whoseItIsAndUntilWhenItHoldsIsToldWithALink()
    {
        Fixture f;
        const QString node = u"/jobs/lock-0000000000"_s;
        f.script.come(u"/jobs"_s, baseName(node), SessionId{7}, "worker-3:9000").flush();
        f.panel.setOwnerLink(u"https://logs.example.org/?host={host}"_s);
        f.selection.setNode(node);
        const auto *link = f.panel.findChild<QPushButton *>(u"ownerLink"_s);
        QCOMPARE(f.panel.findChild<FactsGrid *>(u"owner"_s)->value(u"host"_s), u"worker-3"_s);
        QVERIFY(link->isVisible());
        QCOMPARE(link->toolTip(), u"https://logs.example.org/?host=worker-3"_s);
        QCOMPARE(f.fact(u"until when"_s), QString()); // nobody told
        f.tell({.id = SessionId{7}, .client = u"10.0.0.7:52734"_s});
        AWAIT_COMPARE(f.fact(u"until when"_s), u"never by itself: its client lives"_s);
        f.selection.setNode(f.holder);
        QVERIFY(!link->isVisible());
        QVERIFY(!f.says(u"Its data say"_s));
    }

    void whatIsKnownAlreadyIsShownBeforeTheAnswerComes()
    {
        Fixture f;
        f.selection.setNode(f.holder);
        QCOMPARE(f.wanted.size(), 1);
        QCOMPARE(f.wanted.first().first().toString(), f.holder);
        QCOMPARE(f.role(), u"holder"_s);
        QCOMPARE(f.ofHolder(u"session"_s), u"0x1000009f7cb0002"_s);
        QCOMPARE(f.ofHolder(u"simulated"_s), u"client-2"_s);
        QCOMPARE(f.ofHolder(u"state"_s), u"RETAINED"_s);
        f.panel.setDetails(f.details(f.holder, "{\"a\":1}"));
        QCOMPARE(f.fact(u"version"_s), u"3"_s);
        QCOMPARE(f.data()->form(), DataView::Form::Json);
    }

    void theHolderCardSaysWhereItIsAndHowAliveItIsOnceServersWereAsked()
    {
        Fixture f;
        f.selection.setNode(f.nightly);
        QCOMPARE(f.ofHolder(u"session"_s), madeUpSession(200).toHex());
        QCOMPARE(f.ofHolder(u"client"_s), u"not known"_s);
        QVERIFY(f.says(u"No server was asked yet"_s));
        QVERIFY(f.says(u"Its session has no place in any other lock."_s));
        f.tell({.id = madeUpSession(200),
                .client = u"10.0.4.17:52734"_s,
                .server = u"127.0.0.1:2182"_s,
                .timeoutMs = 10'000,
                .lastOperation = u"PING"_s,
                .heardAgoMs = 400,
                .expiresInMs = 9'600,
                .lastLatencyMs = 2});
        QCOMPARE(f.ofHolder(u"client"_s), u"10.0.4.17:52734"_s);
        QCOMPARE(f.ofHolder(u"server"_s), u"127.0.0.1:2182"_s);
        QCOMPARE(f.ofHolder(u"timeout"_s), u"10 s"_s);
        QCOMPARE(f.ofHolder(u"expires in"_s), u"9.6 s"_s);
        QCOMPARE(f.ofHolder(u"last heard"_s), u"0.4 s before"_s);
        QCOMPARE(f.ofHolder(u"last request"_s), u"ping (PING)"_s);
        QCOMPARE(f.ofHolder(u"latency"_s), u"2 ms"_s);
        QVERIFY(f.says(u"As the servers told 0.0 s ago."_s));
    }

    void whatNoServerToldIsNotKnownAndTheSettingIsNamed()
    {
        Fixture f;
        f.selection.setNode(f.nightly);
        journal::ServersProbed probed = f.script.probed();
        const SessionId session = madeUpSession(200); // as a dump names it: an id and an expiry
        probed.knowledge.sessions.insert(session, {.id = session, .expiresInMs = 8'000});
        probed.servers = {{.gaps = {{Text::verbatim(u"connections"_s), Text::verbatim(u"cons is not allowed"_s),
                                     Text::verbatim(u"4lw.commands.whitelist=cons"_s)}}}};
        f.script.write(probed).flush();
        QCOMPARE(f.ofHolder(u"client"_s), u"not known"_s);
        QCOMPARE(f.ofHolder(u"server"_s), u"not known"_s);
        QCOMPARE(f.ofHolder(u"expires in"_s), u"8.0 s"_s);
        QVERIFY(f.says(u"4lw.commands.whitelist=cons"_s));
        // All servers told their connections, and none is this session's: that is known.
        probed.knowledge.allConnections = true;
        f.script.write(probed).flush();
        QCOMPARE(f.ofHolder(u"client"_s), u"no connection"_s);
    }

    void everyOtherLockOfTheSessionIsALinkToIt()
    {
        Fixture f;
        f.script.list(u"/jobs/other"_s, {kazooName(1, false), kazooName(2, false)});
        f.script.resolve(u"/jobs/other"_s, kazooName(1, false), SessionId{77});
        f.script.resolve(u"/jobs/other"_s, kazooName(2, false), madeUpSession(200)).flush();
        f.selection.setNode(f.nightly);
        QAbstractButton *link = buttonNamed(f.panel, u"waits in /jobs/other, place 2"_s);
        QVERIFY(link && link->isVisible());
        link->click();
        QCOMPARE(f.selection.lock(), u"/jobs/other"_s);
        QCOMPARE(f.selection.nodes(), QStringList{u"/jobs/other/"_s + kazooName(2, false)});
    }

    void anAnswerForAnotherNodeIsIgnored()
    {
        Fixture f;
        f.selection.setNode(f.holder);
        const QString other = u"/app/orders/"_s + curatorName(3);
        f.selection.setNode(other);
        f.panel.setDetails(f.details(f.holder, "late"));
        QVERIFY(!f.data()->shownText().contains(u"late"_s));
        f.panel.setDetails(f.details(other, "right"));
        QCOMPARE(f.data()->shownText(), u"right"_s);
        QCOMPARE(f.role(), u"waiter"_s);
    }

    void aNodeThatWasNeverSeenIsNotKnownUntilAServerTells()
    {
        Fixture f;
        const QString outside = u"/not/observed/lock-0000000001"_s;
        f.selection.setNode(outside);
        QVERIFY(f.role() != u"gone"_s);
        NodeDetails told = f.details(f.holder, "of another program");
        told.path = outside;
        f.panel.setDetails(told);
        f.script.write(journal::ClientFault{ClientId{4}, journal::Fault::Pause}); // something else happens
        f.script.flush();
        QVERIFY(f.role() != u"gone"_s);
        QCOMPARE(f.data()->shownText(), u"of another program"_s);

        const QString never = u"/not/observed/lock-0000000002"_s;
        f.selection.setNode(never);
        f.panel.setDetails(failure(ErrorCode::NoNode, u"get"_s, never));
        QCOMPARE(f.role(), u"gone"_s);
        QVERIFY(!f.release()->isEnabled());
    }

    void aNodeThatIsGoneKeepsItsFactsGreyedWithTheInstantAndCannotBeReleased()
    {
        Fixture f;
        f.selection.setNode(f.holder);
        QVERIFY(f.release()->isEnabled());
        f.panel.setDetails(f.details(f.holder, "{\"a\":1}"));
        f.script.pass(2'000);
        f.script.list(u"/app/orders"_s, {}, {curatorName(2)}).flush();
        QCOMPARE(f.role(), u"gone"_s);
        QVERIFY(!f.release()->isEnabled());
        QVERIFY(!f.panel.findChild<FactsGrid *>(u"facts"_s)->isEnabled());
        QCOMPARE(f.fact(u"czxid"_s), u"0x1f02"_s);
        QCOMPARE(f.ofHolder(u"session"_s), u"0x1000009f7cb0002"_s);
        QCOMPARE(f.data()->form(), DataView::Form::Json);
        const QString instant = QDateTime::fromMSecsSinceEpoch(f.script.nowMs()).toString(u"HH:mm:ss.zzz"_s);
        const auto *banner = f.panel.findChild<Banner *>();
        QVERIFY2(banner->isVisible() && banner->text().contains(instant), qPrintable(banner->text()));
        const QString age = f.fact(u"age"_s);
        f.script.pass(60'000); // for what is gone time stands still
        f.script.observe(journal::Freshness::Live).flush();
        QCOMPARE(f.fact(u"age"_s), age);
    }

    void atAnotherInstantANodeThatIsGoneIsStillKnown()
    {
        Fixture f;
        f.selection.setNode(f.holder);
        f.panel.setDetails(f.details(f.holder, "{\"a\":1}"));
        f.script.flush();
        const quint64 there = f.world.lastPosition();
        f.script.list(u"/app/orders"_s, {}, {curatorName(2)}).flush();
        const quint64 gone = f.world.lastPosition();
        f.script.observe(journal::Freshness::Live).flush();
        const auto goTo = [&f](quint64 number) {
            f.world.seek(number);
            f.panel.showCursor();
        };
        for (const quint64 instant : {gone, there, gone}) {
            goTo(instant);
            QCOMPARE(f.role(), instant == gone ? u"gone"_s : u"holder"_s);
            QCOMPARE(f.fact(u"czxid"_s), u"0x1f02"_s);
            QCOMPARE(f.ofHolder(u"session"_s), u"0x1000009f7cb0002"_s);
        }
        f.world.goLive();
        f.panel.showCursor();
        QCOMPARE(f.role(), u"gone"_s);
        QCOMPARE(f.fact(u"czxid"_s), u"0x1f02"_s);
    }

    void anotherNodeInItsPlaceIsNotTakenForIt()
    {
        Fixture f;
        f.selection.setNode(f.nightly);
        f.panel.setDetails(f.details(f.nightly, "backup"));
        f.script.resolve(u"/jobs/nightly"_s, kazooName(7, false), SessionId{99}, "somebody else").flush();
        QCOMPARE(f.role(), u"gone"_s);
        QVERIFY(!f.release()->isEnabled());
        QCOMPARE(f.data()->shownText(), u"backup"_s);
        QVERIFY(f.says(u"Another node stands at its path now."_s));
        f.wanted.clear();
        QAbstractButton *show = buttonNamed(f.panel, u"Show the new one"_s);
        QVERIFY(show && show->isEnabled());
        show->click();
        QCOMPARE(f.wanted.size(), 1);
        QCOMPARE(f.role(), u"holder"_s);
        QCOMPARE(f.ofHolder(u"session"_s), SessionId{99}.toHex());
        QVERIFY(f.release()->isEnabled());
    }

    void anAnswerAboutAnotherNodeAtThePathIsNotShownAsItsOwn()
    {
        Fixture f;
        f.selection.setNode(f.holder);
        NodeDetails newer = f.details(f.holder, "not mine");
        newer.content.stat.czxid = newer.content.stat.mzxid = Zxid{0x9999};
        f.panel.setDetails(newer);
        QCOMPARE(f.role(), u"gone"_s);
        QVERIFY(!f.release()->isEnabled());
        QVERIFY(!f.data()->shownText().contains(u"not mine"_s));
    }

    void releaseNamesTheNode()
    {
        Fixture f;
        f.selection.setNode(f.holder);
        QSignalSpy spy(&f.selection, &Selection::releaseRequested);
        f.release()->click();
        QCOMPARE(spy.first().first().toStringList(), QStringList{f.holder});
        f.selection.setObserveOnly(true);
        QVERIFY(!f.release()->isEnabled());
    }

    void whatMayNotBeReadNamesTheMissingPermission()
    {
        Fixture f;
        f.selection.setNode(f.holder);
        f.panel.setDetails(failure(ErrorCode::NoAuth, u"get"_s, f.holder));
        QVERIFY(f.panel.findChild<Banner *>()->text().contains(u"READ"_s));
        f.selection.setNode(f.nightly);
        QVERIFY(!f.data()->note().contains(u"READ"_s));
        NodeDetails details = f.details(f.nightly, {});
        details.dataReadable = false;
        f.panel.setDetails(details);
        QVERIFY(f.data()->note().contains(u"READ"_s));
    }

    void aMegabyteIsShownInPartAndSaysSo()
    {
        DataView view;
        view.setData(QByteArray(1024 * 1024, 'x'));
        QCOMPARE(view.form(), DataView::Form::Text);
        QCOMPARE(view.shownText().size(), DataView::mostShown);
        QCOMPARE(view.note(), u"The first 64.0 kB of 1.0 MB are shown."_s);
        view.setData(QByteArray(1024 * 1024, '\x01'));
        QCOMPARE(view.form(), DataView::Form::Hex);
        QVERIFY(view.note().startsWith(u"The first "_s));
    }

    void dataChoosesItsForm()
    {
        DataView view;
        view.setData("worker-1");
        QCOMPARE(view.form(), DataView::Form::Text);
        view.setData("[1, 2]");
        QCOMPARE(view.form(), DataView::Form::Json);
        view.setData(QByteArray("\x00\xff", 2));
        QCOMPARE(view.form(), DataView::Form::Hex);
        view.setData({});
        QCOMPARE(view.note(), u"The node has no data."_s);
    }
};

} // namespace lockscope::ui::tst_detailspanel

LOCKSCOPE_TEST(lockscope::ui::tst_detailspanel::TestDetailsPanel)
#include "tst_detailspanel.moc"
