// SPDX-License-Identifier: Apache-2.0
// Checks of locks that are a key on Redis: what the server's own log proves, and that nothing else does.
#include "tests/support/testprogram.h"
#include "tests/unit/journal/checkstory.h"

#include <QTest>

namespace lockscope::tst_checkkeys {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;
using journal::test::CheckStory;
using locks::RecipeId;

const QString key = u"/l"_s;

/// As the server's log tells it.
struct KeyStory : CheckStory
{
    quint64 born(ClientId id, qint64 number, qint64 untilMs = 0)
    {
        return tell(ServerNode{id, key, ServerNode::Life::Born, Zxid{number}, sessionOf(id), untilMs});
    }
    void written(ClientId id, qint64 number, qint64 untilMs = 0)
    {
        tell(ServerNode{id, key, ServerNode::Life::Seen, Zxid{number}, sessionOf(id), untilMs});
    }
    void gone(qint64 number, ClientId by = {}) { tell(ServerNode{by, key, ServerNode::Life::Gone, Zxid{number}, {}}); }
    void holds(ClientId id)
    {
        fetching(id);
        state(id, locks::LockState::Retained, key, 0, {}, 1);
    }
    void takes(ClientId id, qint64 number, qint64 untilMs = 0)
    {
        born(id, number, untilMs);
        holds(id);
    }
    /// Whoever's it is.
    void deletes(ClientId id, qint64 number)
    {
        releasing(id);
        gone(number);
        answer(id, u"del"_s, key, ask(id, u"del"_s, key));
        gone(number, id);
    }
    qint64 count(Rule rule, bool settled = true) const { return report(settled).count(rule); }
};

class TestCheckKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKeyWithoutALimitThatOutlivesItsClientIsToldThoughThatComesBack()
    {
        KeyStory story;
        const auto a = story.client(u"A"_s, RecipeId::RedisSetNx);
        story.takes(a, 1);
        QVERIFY(story.report().isClean());
        story.tell(ClientFault{a, Fault::Crash});
        QCOMPARE(story.count(Rule::PersistentNode), 1);
        KeyStory back = story;
        back.tell(ClientConnection{a, ConnectionState::Connected, SessionId{0x999}});
        QCOMPARE(back.count(Rule::PersistentNode), 1);
        story.tell(ClientConnection{a, ConnectionState::Closed, CheckStory::sessionOf(a)});
        QCOMPARE(story.count(Rule::PersistentNode), 1);
        QCOMPARE(story.report().of({Rule::PersistentNode}).first().nodes, QStringList{key});
    }

    void aKeyWithALimitGoesByItself()
    {
        KeyStory story;
        const auto a = story.client(u"A"_s, RecipeId::RedisSetPx);
        story.takes(a, 1, 5000);
        story.tell(ClientFault{a, Fault::Crash});
        QVERIFY(story.report().isClean());
    }

    void aLimitThatCameLaterCounts()
    {
        KeyStory story;
        const auto a = story.client(u"A"_s, RecipeId::RedisSetNxExpire);
        story.fetching(a);
        story.born(a, 1);
        story.written(a, 1, 5000);
        story.tell(ClientFault{a, Fault::Crash});
        QVERIFY(story.report().isClean());
    }

    void aKeyThatWentIsNotLeft()
    {
        KeyStory story;
        const auto a = story.client(u"A"_s, RecipeId::RedisSetNx);
        story.takes(a, 1);
        story.gone(1);
        story.tell(ClientFault{a, Fault::Crash});
        QVERIFY(story.report().isClean());
    }

    void whoDeletesTheKeyOfAHolderIsTold()
    {
        KeyStory story;
        const auto a = story.client(u"A"_s, RecipeId::RedisSetNxExpire);
        const auto b = story.client(u"B"_s, RecipeId::RedisSetNxExpire);
        story.takes(a, 1, 5000);
        story.gone(1); // its time was over
        story.takes(b, 2, 9000);
        story.deletes(a, 2);
        QCOMPARE(story.count(Rule::ForeignRelease), 1);
        QCOMPARE(story.report().of({Rule::ForeignRelease}).first().clients, (QStringList{u"A"_s, u"B"_s}));
        QCOMPARE(story.count(Rule::BeliefOverlap), 1);
        QCOMPARE(story.count(Rule::MutualExclusion), 0); // one key has one value
    }

    void whoDeletesItsOwnKeyIsNot()
    {
        KeyStory story;
        const auto a = story.client(u"A"_s, RecipeId::RedisSetNx);
        story.takes(a, 1);
        story.deletes(a, 1);
        story.released(a);
        QVERIFY(story.report().isClean());
        QCOMPARE(story.report().unproved, 0);
    }

    void aKeyThatWasTakenOverIsItsNewHolders()
    {
        KeyStory story;
        const auto a = story.client(u"A"_s, RecipeId::RedisSetNxGetSet);
        const auto b = story.client(u"B"_s, RecipeId::RedisSetNxGetSet);
        story.takes(a, 1);
        story.written(b, 1); // B's clock is ahead
        story.holds(b);
        story.deletes(a, 1);
        QCOMPARE(story.count(Rule::ForeignRelease), 1);
    }

    void whoLostTheRaceHoldsNothing()
    {
        KeyStory story;
        const auto a = story.client(u"A"_s, RecipeId::RedisSetNxGetSet);
        const auto b = story.client(u"B"_s, RecipeId::RedisSetNxGetSet);
        const auto c = story.client(u"C"_s, RecipeId::RedisSetNxGetSet);
        story.takes(a, 1);
        story.tell(ClientFault{a, Fault::Crash});
        story.fetching(c);
        story.written(b, 1);
        story.written(c, 1); // too late: it overwrote B's time
        story.holds(b);
        story.deletes(b, 1);
        story.released(b);
        QCOMPARE(story.count(Rule::ForeignRelease), 0);
    }

    void withoutALogNothingIsProved()
    {
        KeyStory story;
        const auto a = story.client(u"A"_s, RecipeId::RedisSetPx);
        const auto b = story.client(u"B"_s, RecipeId::RedisSetPx);
        story.holds(a);
        story.answer(a, u"get"_s, key, story.ask(a, u"get"_s, key));
        story.holds(b);
        story.tell(ClientFault{a, Fault::Crash});
        const auto report = story.report();
        QVERIFY(report.isClean());
        QCOMPARE(report.count(Rule::BeliefOverlap), 1);
        QCOMPARE(report.unproved, 2);
    }

    void aMessageIsNoProofThatTheKeyOfNowHasGone()
    {
        KeyStory story;
        const auto a = story.client(u"A"_s, RecipeId::RedisSetPxRenewed);
        const auto b = story.client(u"B"_s, RecipeId::RedisSetPxRenewed);
        story.born(a, 1);
        story.tell(ClientWatchSet{b, key, false});
        story.fired(b, key);
        story.holds(a);
        story.tell(ClientFault{a, Fault::Crash});
        QCOMPARE(story.count(Rule::PersistentNode), 1); // it is still there
    }
};

} // namespace lockscope::tst_checkkeys

LOCKSCOPE_TEST(lockscope::tst_checkkeys::TestCheckKeys)
#include "tst_checkkeys.moc"
