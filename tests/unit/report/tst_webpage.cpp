// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"
#include "tests/support/testprogram.h"
#include "tests/unit/report/playedstory.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

namespace lockscope::tst_webpage {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;
using locks::ContenderState;
using locks::RecipeId;
using lockscope::test::PlayedStory;
using report::StoryState;

namespace {

/// As a step of the story says it; foreign children are in none.
QString entryOf(const locks::Contender &contender)
{
    const QString &name = contender.node.name;
    switch (contender.state) {
    case ContenderState::Holding: return name + u" 1"_s;
    case ContenderState::Waiting: return name + u" 0"_s;
    case ContenderState::Pending: return name + u" 2"_s;
    case ContenderState::Member: return name + u" 3"_s;
    case ContenderState::Foreign: break;
    }
    return {};
}

/// What the page's script makes of the steps, but for those who only believe that they hold.
QList<QMap<QString, QStringList>> played(const QJsonObject &story)
{
    const QJsonArray locks = story[u"locks"].toArray();
    const QJsonArray nodes = story[u"nodes"].toArray();
    QList<QMap<QString, QStringList>> steps;
    QHash<int, QStringList> lines;
    for (const QJsonValue step : story[u"steps"].toArray()) {
        for (const QJsonValue change : step[2].toArray()) {
            QStringList come;
            const QJsonArray entries = change[3].toArray();
            for (qsizetype i = 0; i < entries.size(); i += 2)
                come += nodes[entries[i].toInt()][0].toString() + u' ' + QString::number(entries[i + 1].toInt());
            QStringList &line = lines[change[0].toInt()];
            const int kept = change[1].toInt();
            line = line.first(kept) + come + line.mid(kept + change[2].toInt());
        }
        QMap<QString, QStringList> shown;
        for (auto line = lines.cbegin(); line != lines.cend(); ++line) {
            QStringList stand = *line;
            stand.removeIf([](const QString &entry) { return entry.endsWith(u" 4"_s); });
            if (!stand.isEmpty())
                shown[locks[line.key()][u"path"].toString()] = stand;
        }
        steps += shown;
    }
    return steps;
}

/// Events one by one, each a millisecond later.
class Told
{
public:
    void tell(Payload what)
    {
        ++m_number;
        journal.append({{m_number, qint64(m_number) * 1'000'000, std::move(what)}});
    }
    /// A contender of /a comes.
    void come(const QString &name, Zxid birth, SessionId owner)
    {
        DirectoryListed listed{u"/a"_s, {}, {name}, {}};
        listed.stat.numChildren = 1;
        tell(listed);
        NodeResolved node{u"/a/"_s + name, {}, locks::ChildNode::Data::Read, {}};
        node.stat.czxid = birth;
        node.stat.ephemeralOwner = owner;
        tell(node);
    }

    Journal journal;

private:
    quint64 m_number = 0;
};

QJsonObject storyOf(const PlayedStory &told)
{
    return report::story({}, told.journal, told.request.story);
}

} // namespace

class TestWebPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachStepShowsWhatTheWorldShows_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        for (const locks::RecipeInfo &info : locks::recipeCatalog())
            QTest::newRow(qPrintable(info.name)) << info.id;
    }
    void eachStepShowsWhatTheWorldShows()
    {
        QFETCH(RecipeId, recipe);
        const PlayedStory told(recipe, 7, 300);
        const auto steps = played(storyOf(told));
        const auto shown = told.shownByWorld(entryOf);
        QCOMPARE(steps.size(), shown.size());
        for (qsizetype i = 0; i < steps.size(); ++i)
            QVERIFY2(steps[i] == shown[i], qPrintable(u"step %1"_s.arg(i)));
    }

    void aStoryMayBeginLater()
    {
        const PlayedStory told(RecipeId::Mutex, 3, 200);
        const qsizetype first = told.events.size() / 2;
        QVERIFY(first > 10);
        World world;
        world.apply(told.events.first(first));
        const auto steps = played(report::story(world, told.journal, told.request.story));
        QCOMPARE(steps, told.shownByWorld(entryOf).mid(first));
    }

    void whoHoldsWithoutANodeIsShownToo()
    {
        Told told;
        for (const quint32 id : {1u, 2u}) {
            ClientSpawned spawned;
            spawned.lock = u"/a"_s;
            spawned.id = ClientId{id};
            spawned.name = u"client-%1"_s.arg(id);
            told.tell(spawned);
            told.tell(ClientConnection{ClientId{id}, ConnectionState::Connected, SessionId{0x1000 + id}});
        }
        const QString gone = u"/a/lock-0000000000"_s;
        told.tell(ClientLockState{ClientId{1}, locks::LockState::Retained, gone, Zxid{10}, 1, {}});
        told.come(u"lock-0000000001"_s, Zxid{20}, SessionId{0x1002});
        const report::StoryRequest request{told.journal.lastNumber(),
                                           [](const World &, const locks::Contender &) { return u"other"_s; }};
        const QJsonObject story = report::story({}, told.journal, request);
        const QJsonArray lines = story[u"steps"].toArray().last()[2].toArray();
        QCOMPARE(lines.size(), 1);
        QCOMPARE(lines[0][3].toArray().last().toInt(), static_cast<int>(StoryState::Believes));
        QCOMPARE(story[u"nodes"].toArray().last()[0].toString(), gone);
    }

    void nothingIsFetchedAndNamesStayText()
    {
        const QString nasty = u"</script><script>alert(1)</script><img alt=x>"_s;
        Told told;
        told.come(u"lock-0000000001"_s, Zxid{20}, SessionId{9});
        report::WebPageRequest request;
        request.title = nasty;
        request.about = u"digest:me:hunter2@zk1:2181"_s;
        request.story.last = told.journal.lastNumber();
        request.story.label = [&nasty](const World &, const locks::Contender &) { return nasty; };
        const QString page = QString::fromUtf8(report::webPage({}, told.journal, request));
        QVERIFY(page.startsWith("<!doctype html>"_L1));
        QVERIFY(page.contains("\\u003c/script>"_L1)); // the contender's name
        QCOMPARE(page.count("<script"_L1), 3);        // the words, the story, and what plays it
        QVERIFY(!page.contains("<img"_L1) && !page.contains("hunter2"_L1));
        static const QRegularExpression fetched(u"(src|href)=|@import|url\\(|fetch\\(|XMLHttpRequest"_s);
        QVERIFY2(!fetched.match(page).hasMatch(), qPrintable(fetched.match(page).captured(0)));
        QVERIFY(page.contains("default-src 'none'"_L1));
    }

    void aStoryThatIsCancelledIsNone()
    {
        PlayedStory told(RecipeId::Mutex, 1, 20);
        told.request.story.goesOn = [](quint64 step) { return step < 5; };
        QVERIFY(told.page().isEmpty());
    }

    void twoThousandEventsAreNoMoreThanAMegabyte()
    {
        const PlayedStory told(RecipeId::ReadWrite, 5, report::mostPageSteps, explore::mostClients);
        QVERIFY2(told.events.size() > 200, qPrintable(QString::number(told.events.size())));
        const qsizetype bytes = told.page().toUtf8().size();
        QVERIFY2(bytes * qsizetype(report::mostPageSteps) < 1'000'000 * told.events.size(),
                 qPrintable(u"%1 bytes, %2 events"_s.arg(bytes).arg(told.events.size())));
    }

    void aPartSaysThatItIsOne()
    {
        PlayedStory told(RecipeId::Mutex, 1, 20);
        QVERIFY(!told.page().contains(u"longer history"_s));
        told.request.left = 3'000;
        QVERIFY(told.page().contains(u"A part of a longer history: 3000 events"_s));
    }
};

} // namespace lockscope::tst_webpage

LOCKSCOPE_TEST(lockscope::tst_webpage::TestWebPage)
#include "tst_webpage.moc"
