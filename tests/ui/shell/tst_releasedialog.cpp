// SPDX-License-Identifier: Apache-2.0
#include "tests/support/planfrom.h"
#include "tests/ui/uitest.h"
#include "ui/release/releasedialog.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QClipboard>
#include <QLayout>

namespace lockscope::ui::tst_releasedialog {

using namespace Qt::StringLiterals;

class TestReleaseDialog : public QObject
{
    Q_OBJECT

    static locks::ChildNode node(const QString &prefix, int number, const QByteArray &data)
    {
        locks::ChildNode child;
        child.name = prefix + u"%1"_s.arg(number, 10, 10, QLatin1Char('0'));
        NodeStat stat;
        stat.czxid = Zxid{0x100 + number};
        stat.ctimeMs = nowNs() / 1'000'000 - 60'000;
        stat.ephemeralOwner = SessionId{0x5000 + number};
        stat.dataLength = qint32(data.size());
        child.stat = stat;
        child.access = locks::ChildNode::Data::Read;
        child.data = data;
        return child;
    }

    static observe::ReleasePlan planFor(std::vector<locks::ChildNode> children, const std::vector<int> &removed = {0})
    {
        return test::planFrom(locks::readQueue(u"/app/orders"_s, {}, std::move(children)), removed);
    }
    /// Of four in a mutex.
    static observe::ReleasePlan mutexPlan(const std::vector<int> &removed = {0})
    {
        return planFor({node(u"lock-"_s, 1, "worker-1"), node(u"lock-"_s, 2, "worker-2"),
                        node(u"lock-"_s, 3, "worker-3"), node(u"lock-"_s, 4, "worker-4")},
                       removed);
    }
    static observe::ReleaseOutcome refusedBy(ErrorCode code)
    {
        return {{.error = Error{code, u"delete"_s, u"/app/orders/lock-0000000001"_s, {}}}};
    }

    static OwnName nobody()
    {
        return [](SessionId) { return QString(); };
    }
    /// The deletion of the first was asked for, and this came of it.
    static std::unique_ptr<ReleaseDialog> deleted(const observe::ReleaseOutcome &outcome)
    {
        auto dialog = std::make_unique<ReleaseDialog>(mutexPlan(), nobody());
        dialog->show();
        dialog->deleteButton()->click();
        dialog->setOutcome(outcome);
        return dialog;
    }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void aHolderIsNamedWithWhoHoldsNextAndTheWarning()
    {
        const ReleaseDialog dialog(mutexPlan(), nobody());
        const QString text = dialog.summary();
        QVERIFY2(text.startsWith(u"Release worker-1’s lock on /app/orders?"_s), qPrintable(text));
        QVERIFY(text.contains(u"0x5001"_s));
        QVERIFY(text.contains(u"lock-0000000001, there for 1 min"_s));
        QVERIFY(text.contains(u"worker-2 · waiting 1 min"_s));
        QVERIFY(text.contains(u"2 others, order unchanged"_s));
        QVERIFY(!mutexPlan().warning().isEmpty());
        QVERIFY(dialog.findChild<Banner *>(u"warning"_s));
    }

    void itIsAsHighAsWhatItSays()
    {
        ReleaseDialog dialog(mutexPlan(), nobody());
        dialog.show();
        const auto needed = [&dialog] { return dialog.layout()->totalHeightForWidth(dialog.width()); };
        QCOMPARE(dialog.height(), needed());
        dialog.setOutcome(refusedBy(ErrorCode::NoAuth));
        QCOMPARE(dialog.height(), needed());
        // After a refusal with new facts, too: all of them are in sight.
        observe::ReleaseOutcome refused = refusedBy(ErrorCode::IdentityChanged);
        refused.fresh = mutexPlan();
        dialog.setOutcome(refused);
        QCoreApplication::processEvents();
        QCOMPARE(dialog.height(), needed());
        for (const auto *label : dialog.findChildren<QLabel *>()) {
            if (label->isVisible())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
        }
    }

    void cancelIsTheDefaultAndDeletesNothing()
    {
        ReleaseDialog dialog(mutexPlan(), nobody());
        QSignalSpy asked(&dialog, &ReleaseDialog::carryOutRequested);
        dialog.show();
        QVERIFY(dialog.cancelButton()->isDefault());
        QTest::keyClick(&dialog, Qt::Key_Return);
        QCOMPARE(asked.size(), 0);
        QVERIFY(!dialog.isVisible());
    }

    void aClientOfThisProgramIsCalledByItsName()
    {
        const ReleaseDialog dialog(
            mutexPlan(), [](SessionId session) { return session == SessionId{0x5001} ? u"client-7"_s : QString(); });
        QVERIFY(dialog.summary().startsWith(u"Release client-7’s lock"_s));
        QVERIFY(dialog.summary().contains(u"simulated here"_s));
    }

    void aWaiterIsTakenOutOfTheQueueAndNobodyNewHolds()
    {
        const ReleaseDialog dialog(mutexPlan({2}), nobody());
        QVERIFY(dialog.summary().startsWith(u"Take worker-3 out of the queue of /app/orders?"_s));
        QVERIFY(dialog.summary().contains(u"no new holder"_s));
    }

    void manyReadersMayHoldNextAndTheRestIsCounted()
    {
        std::vector<locks::ChildNode> children{node(u"write-"_s, 1, "writer")};
        for (int i = 2; i <= 10; ++i)
            children.push_back(node(u"read-"_s, i, "reader-" + QByteArray::number(i)));
        children.push_back(node(u"write-"_s, 11, "last"));
        const ReleaseDialog dialog(planFor(std::move(children)), nobody());
        const QString text = dialog.summary();
        QVERIFY2(text.contains(u"reader-2 · waiting"_s), qPrintable(text));
        QVERIFY2(text.contains(u"and 5 more at once"_s), qPrintable(text));
        QVERIFY(text.contains(u"1 other"_s));
    }

    void theLastOneLeavesTheLockToNobody()
    {
        const ReleaseDialog dialog(planFor({node(u"lock-"_s, 1, {})}), nobody());
        QVERIFY(dialog.summary().contains(u"none: no client waits"_s));
        QVERIFY(dialog.summary().startsWith(u"Release 0x5001’s lock"_s));
    }

    void whenTheNodeChangedItStaysOpenWithTheNewFacts()
    {
        ReleaseDialog dialog(mutexPlan(), nobody());
        QSignalSpy asked(&dialog, &ReleaseDialog::carryOutRequested);
        dialog.show();
        dialog.deleteButton()->click();
        QCOMPARE(asked.size(), 1);
        QVERIFY(!dialog.deleteButton()->isEnabled());
        QTest::keyClick(&dialog, Qt::Key_Escape); // the answer is still to come
        QVERIFY(dialog.isVisible());

        observe::ReleaseOutcome outcome = refusedBy(ErrorCode::IdentityChanged);
        outcome.fresh = planFor({node(u"lock-"_s, 2, "worker-2"), node(u"lock-"_s, 3, "worker-3")});
        dialog.setOutcome(outcome);
        QVERIFY(dialog.isVisible());
        QVERIFY(dialog.banner()->title().contains(u"Nothing was deleted"_s));
        QVERIFY(dialog.summary().startsWith(u"Release worker-2’s lock"_s));
        QVERIFY(dialog.deleteButton()->isEnabled());
        dialog.deleteButton()->click();
        QCOMPARE(asked.size(), 2);
        QCOMPARE(asked[1][0].value<observe::ReleasePlan>().target().path, u"/app/orders/lock-0000000002"_s);
    }

    void aNodeThatIsGoneLeavesNothingToDelete()
    {
        const auto dialog = deleted(refusedBy(ErrorCode::NoNode));
        QVERIFY(dialog->isVisible());
        QVERIFY(!dialog->deleteButton()->isVisible());
        QVERIFY(dialog->banner()->text().contains(u"does not exist"_s));
    }

    void aLostReplyIsNotCalledADeletion()
    {
        const auto dialog = deleted(refusedBy(ErrorCode::ConnectionLoss));
        QCOMPARE(dialog->banner()->title(), u"Not known whether the node was deleted."_s);
        QVERIFY(dialog->isVisible());
    }

    void aDeletionIsSaidAndOnlyThen()
    {
        const auto dialog = deleted({});
        QCOMPARE(dialog->banner()->title(), u"Deleted."_s);
        const QStringList lines = dialog->summary().split(u'\n');
        QVERIFY2(lines.contains(u"held"_s) && !lines.contains(u"holds"_s), qPrintable(dialog->summary()));
        QVERIFY(!dialog->deleteButton()->isVisible());
        dialog->cancelButton()->click();
        QVERIFY(!dialog->isVisible());
    }

    void whatTheServersToldOfTheOwnerIsShown()
    {
        auto plan = mutexPlan();
        const auto summary = [&plan] { return ReleaseDialog(plan, nobody()).summary(); };
        QVERIFY(summary().contains(u"not known: the servers were not asked"_s));
        locks::Knowledge knowledge;
        knowledge.askedAtNs = nowNs();
        knowledge.allSessions = knowledge.allConnections = true;
        locks::SessionFacts facts{SessionId{0x5001}};
        facts.client = u"10.0.4.17:52734"_s;
        facts.heardAgoMs = 400;
        knowledge.sessions.insert(facts.id, facts);
        locks::SessionFacts waiter{SessionId{0x5002}};
        waiter.client = u"10.0.4.18:52744"_s;
        knowledge.sessions.insert(waiter.id, waiter);
        observe::addEvidence(plan, knowledge);
        const QString alive = summary();
        QVERIFY2(alive.contains(u"0x5001 · 10.0.4.17:52734"_s) && alive.contains(u"connected: heard from "_s),
                 qPrintable(alive));
        QVERIFY2(alive.contains(u"worker-2 · 10.0.4.18:52744 · waiting"_s), qPrintable(alive));
        QVERIFY(alive.contains(u"is alive"_s)); // in the warning
        knowledge.sessions.clear();
        observe::addEvidence(plan, knowledge);
        QVERIFY(summary().contains(u"no server knows the session"_s));
        knowledge.zxid = Zxid{1}; // of servers that had not come to the node yet: they say nothing of its session
        observe::addEvidence(plan, knowledge);
        QVERIFY(summary().contains(u"not known: no server told"_s));
        knowledge.zxid = {};
        knowledge.allSessions = false;
        observe::addEvidence(plan, knowledge);
        QVERIFY(summary().contains(u"not known: no server told"_s));
    }

    void aHolderThatMayWaitForAChildWhichIsNoContenderIsNotCalledOne()
    {
        const QString kazoo = QString(32, u'a') + u"__lock__"_s;
        locks::ChildNode child;
        child.name = u"targets"_s;
        auto plan = planFor({node(kazoo, 1, {}), child});
        locks::Knowledge knowledge;
        knowledge.watchers.insert(u"/app/orders/targets"_s, {SessionId{0x5001}});
        observe::addEvidence(plan, knowledge);
        QCOMPARE(plan.target().owner.watchedChild, u"targets"_s);
        QVERIFY(Text::sentences(plan.warning()).english().contains(u"watches targets, which is no contender"_s));
        knowledge.watchers.clear();
        observe::addEvidence(plan, knowledge);
        QVERIFY(!Text::sentences(plan.warning()).english().contains(u"targets"_s));
    }

    void onAProductionEnsembleTheLocksNameIsTyped()
    {
        auto plan = mutexPlan();
        plan.production = true;
        plan.revokeWord = "__REVOKE__";
        ReleaseDialog dialog(plan, nobody());
        QSignalSpy asked(&dialog, &ReleaseDialog::carryOutRequested);
        dialog.show();
        QVERIFY(dialog.confirmation()->isVisible());
        for (const auto *typed : {"", "orders", "/app/orders/lock-0000000001", "/app/order"}) {
            dialog.confirmation()->setText(QString::fromLatin1(typed));
            QVERIFY2(!dialog.deleteButton()->isEnabled() && !dialog.askButton()->isEnabled(), typed);
        }
        QTest::keyClicks(dialog.confirmation(), u"s"_s);
        QVERIFY(dialog.deleteButton()->isEnabled() && dialog.askButton()->isEnabled());
        QTest::keyClick(dialog.confirmation(), Qt::Key_Return); // does not delete
        QCOMPARE(asked.size(), 0);
        dialog.show();
        dialog.deleteButton()->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][1].toString(), u"/app/orders"_s);
    }

    void theHolderIsAskedWhereItsDialectHasAWordForIt()
    {
        auto plan = mutexPlan();
        QVERIFY(!ReleaseDialog(plan, nobody()).askButton()->isVisibleTo(nullptr));
        plan.revokeWord = "__REVOKE__";
        ReleaseDialog dialog(plan, nobody());
        QSignalSpy asked(&dialog, &ReleaseDialog::askRequested);
        QSignalSpy stopped(&dialog, &ReleaseDialog::stopAskingRequested);
        dialog.show();
        dialog.askButton()->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][1].value<std::chrono::milliseconds>(), std::chrono::milliseconds(30'000));
        QVERIFY(!dialog.deleteButton()->isEnabled());
        QTest::keyClick(&dialog, Qt::Key_Escape); // ends the waiting, not the dialog
        QCOMPARE(stopped.size(), 1);
        QVERIFY(dialog.isVisible());
        dialog.setAskOutcome({observe::AskOutcome::Answer::Stopped, {}, {}, 1'000});
        QVERIFY(dialog.deleteButton()->isEnabled() && dialog.askButton()->isEnabled());
        dialog.setPatience(std::chrono::minutes(2));
        dialog.askButton()->click();
        QCOMPARE(asked[1][1].value<std::chrono::milliseconds>(), std::chrono::milliseconds(120'000));
        dialog.setAskOutcome({observe::AskOutcome::Answer::Kept, {}, {}, 120'000});
        QCOMPARE(dialog.banner()->title(), u"The holder did not answer within 2 min 0 s: it keeps the lock."_s);
        QVERIFY(dialog.deleteButton()->isEnabled()); // the next rung
        dialog.askButton()->click();
        dialog.setAskOutcome({observe::AskOutcome::Answer::Released, {}, {}, 2'000});
        QCOMPARE(dialog.banner()->title(), u"Released."_s);
        QVERIFY(!dialog.deleteButton()->isVisible() && !dialog.askButton()->isVisible());
    }

    void severalNodesAreOnePlan()
    {
        ReleaseDialog dialog(mutexPlan({0, 1}), nobody());
        const QString text = dialog.summary();
        QVERIFY2(text.startsWith(u"Delete 2 nodes of /app/orders together?"_s), qPrintable(text));
        QVERIFY(text.contains(u"worker-1"_s) && text.contains(u"worker-3 · waiting"_s) && text.contains(u"1 other"_s));
        QVERIFY(dialog.deleteButton()->text().contains(u"these 2 nodes"_s));
        QVERIFY(!dialog.askButton()->isVisibleTo(&dialog));
        dialog.deleteButton()->click();
        dialog.setOutcome({});
        const QStringList lines = dialog.summary().split(u'\n');
        QVERIFY2(lines.contains(u"held"_s) && lines.contains(u"waited"_s) && !lines.contains(u"holds"_s)
                     && !lines.contains(u"waits"_s),
                 qPrintable(dialog.summary()));
    }

    void theIncidentNoteIsOfWhatWasDone()
    {
        ReleaseDialog dialog(mutexPlan(), nobody());
        dialog.noteButton()->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"nothing was done yet"_s));
        dialog.deleteButton()->click();
        observe::ReleaseOutcome outcome = refusedBy(ErrorCode::IdentityChanged);
        outcome.fresh = planFor({node(u"lock-"_s, 2, "worker-2")});
        dialog.setOutcome(outcome);
        dialog.noteButton()->click();
        const QString note = QGuiApplication::clipboard()->text();
        QVERIFY2(note.contains(u"lock-0000000001"_s) && note.contains(u"refused by"_s), qPrintable(note));
        QVERIFY(note.contains(u"0x101"_s) && note.contains(u"then holds"_s));
    }
};

} // namespace lockscope::ui::tst_releasedialog

LOCKSCOPE_TEST(lockscope::ui::tst_releasedialog::TestReleaseDialog)
#include "tst_releasedialog.moc"
